import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Transaction } from '../../../db/client.ts';
import { hashPassword } from '../../../domain/identity/passwords.ts';
import { tokenOf } from '../../helpers/access.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import type { TestAnswer } from '../../helpers/api.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

/** Changes of a user that are being stored while the user uses the earlier password. */

const api = await startAuthenticatedApiForFile();
const { administrator, callerWith, sql } = api;
const password = 'correct horse battery';

async function userWithPassword() {
  const { code, userId } = await callerWith([]);
  expect((await administrator.request('PUT', `/users/${code}/password`, { password })).status).toBe(200);
  return { code, userId };
}

const signIn = (code: string): Promise<TestAnswer> => api.request('POST', '/session', { code, password });

/** Returns the answer to a request that is sent before a change is committed, and that ends or waits for it. */
async function whileChanging(
  change: (transaction: Transaction) => Promise<unknown>,
  send: () => Promise<TestAnswer>,
): Promise<TestAnswer> {
  let answering: Promise<TestAnswer> | undefined;
  await sql.begin(async (transaction) => {
    await change(transaction);
    let isAnswered = false;
    answering = send().finally(() => {
      isAnswered = true;
    });
    await poll('the request to end, or to wait for the change', async () => {
      const waiting = await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      return isAnswered || waiting.length > 0;
    });
  });
  if (!answering) throw new Error('nothing was sent');
  return answering;
}

test('a session does not begin by the authentication that its user had before', async () => {
  const { code, userId } = await userWithPassword();
  const doc = JSON.stringify((await administrator.request('GET', `/users/${userId}`)).json());
  const changed = JSON.stringify({ ...JSON.parse(doc), auditInfo: undefined, authentication: 'PKI' });
  const answer = await whileChanging(
    (transaction) => transaction`update app_user set doc = ${changed} where id = ${userId}`,
    () => signIn(code),
  );
  expect(answer.status).toBe(401);
  expect(await sql`select from session where user_id = ${userId}`).toHaveLength(0);
});

test('a password that an administrator sets is not replaced by a user who knows the one before', async () => {
  const { code, userId } = await userWithPassword();
  const cookie = `__Host-waybill-session=${tokenOf((await signIn(code)).headers)}`;
  const hash = await hashPassword('set by an administrator');
  const answer = await whileChanging(
    (transaction) => transaction`update user_password set hash = ${hash} where user_id = ${userId}`,
    () => api.request('PUT', `/users/${code}/password`, { password: 'my next one', current: password }, { cookie }),
  );
  expect([answer.status, answer.errors]).toEqual([400, ['current: is not the present password']]);
  expect((await sql`select hash from user_password where user_id = ${userId}`)[0]).toEqual({ hash });
});
