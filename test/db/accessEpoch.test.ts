import { expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import { openDatabase } from '../../db/client.ts';
import { accessSignature, deleteAccessChanges, oldestOpenTransaction } from '../../db/queries/access/accessChanges.ts';
import { ServiceError } from '../../domain/errors.ts';
import { PolledAccessEpoch } from '../../domain/identity/epoch.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { makeTestServices } from '../helpers/services.ts';
import { poll } from '../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

const { sql } = await makeDatabaseForFile();
const raise = 'insert into access_change default values';

/** Writes a change in a transaction that stays open until `commit` is called. */
async function openChange(): Promise<{ readonly id: string; commit(): Promise<unknown> }> {
  const [written, mayCommit] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  const done = sql.begin(async (transaction) => {
    const [row] = await transaction.unsafe<{ id: string }[]>(`${raise} returning id::text`);
    written.resolve(row?.id ?? '');
    await mayCommit.promise;
  });
  return {
    id: await written.promise,
    commit() {
      mayCommit.resolve();
      return done;
    },
  };
}

test('changes that commit in another order than their ids change the signature', async () => {
  const first = await openChange();
  await sql.unsafe(raise);
  const before = await accessSignature(sql);
  await first.commit();
  expect(await accessSignature(sql)).not.toBe(before);
});

test('a change of a transaction that was open at the last purge is not purged', async () => {
  const change = await openChange();
  const oldest = await oldestOpenTransaction(sql);
  await change.commit();
  await deleteAccessChanges(sql, oldest);
  // Transactions of other databases on the server can keep earlier changes too.
  expect((await sql`select from access_change where id = ${change.id}`).length).toBe(1);
});

test('a process that cannot read the changes of rights serves no caller', async () => {
  const unreachable = openDatabase('postgres://waybill:x@127.0.0.1:1/none', { name: 'waybill test', max: 1 });
  const services = makeTestServices(unreachable);
  const error = await services.principals.identify({ type: 'bearer', token: 'any' }).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(ServiceError);
  expect((error as ServiceError).status).toBe('SERVICE_UNAVAILABLE');
  await unreachable.end({ timeout: 0 });
});

test('a process whose database is silent serves no caller until it responds again', async () => {
  const log = pino({ level: 'silent' });
  const epoch = new PolledAccessEpoch({ sql, log }, { silentMs: 50 });
  const mayEnd = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const silent = sql.begin(async (transaction) => {
    await transaction.unsafe('lock table access_change in access exclusive mode');
    isLocked.resolve();
    await mayEnd.promise;
  });
  await isLocked.promise;
  const refused = await epoch.confirmed().catch((one: unknown) => one);
  expect(refused).toMatchObject({ status: 'SERVICE_UNAVAILABLE' });
  // Work that could not ask for the rights of its user is repeated, and counts no fault.
  expect(isUnavailable((refused as ServiceError).cause)).toBe(true);
  mayEnd.resolve();
  await silent;
  await poll('the changes of rights to be read', () => epoch.confirmed().catch(() => undefined));
});
