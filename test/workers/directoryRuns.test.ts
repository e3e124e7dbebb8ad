import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { syncDirectory } from '../../domain/directory/directorySync.ts';
import { type Directory, DirectoryUnavailable } from '../../domain/ports/directory.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { baseDn } from '../helpers/directoryEntries.ts';
import { slapdMissing, startSlapd } from '../helpers/servers/slapd.ts';
import { poll } from '../helpers/waits/poll.ts';
import { caller, startWorker, testDefinitions } from '../helpers/workerHarness.ts';
import {
  codes,
  database,
  directory,
  ended,
  engine,
  harness,
  job,
  ldap,
  ldif,
  send,
  server,
  setUpDirectory,
  sync,
  syncBy,
} from './directoryHarness.ts';

setDefaultTimeout(60_000);

describe.skipIf(slapdMissing !== undefined)(`a run of the sync${slapdMissing ? ` (${slapdMissing})` : ''}`, () => {
  setUpDirectory();

  test('changes nothing if the response of the directory is incomplete', async () => {
    await sync();
    const all = await codes();
    const referral = `dn: ou=far,${baseDn}
objectClass: referral
objectClass: extensibleObject
ou: far
ref: ldap://far.example/dc=far
`;
    const [limited, pointing] = await Promise.all([
      startSlapd(ldif, 'sizelimit size.prtotal=2'),
      startSlapd(`${ldif}\n${referral}`),
    ]);
    try {
      for (const more of [
        { url: limited.url, pageSize: 2 },
        { baseDn: 'ou=none,dc=example,dc=org' },
        { password: 'wrong' },
      ])
        await expect(syncBy(ldap(more))).rejects.toThrow(DirectoryUnavailable);
      await expect(syncBy(ldap({ url: pointing.url }))).rejects.toThrow('on another server: ldap://far.example/dc=far');
      await expect(syncBy(ldap({ groupFilter: '(cn=nobody)' }))).rejects.toThrow(
        'returned no groups, but 4 stored groups',
      );
    } finally {
      await limited.stop();
      await pointing.stop();
    }
    expect(await codes()).toEqual(all);
  });

  test('reads all pages, whatever their ends', async () => {
    for (const pageSize of [1, 2, 4, 5, 6]) {
      const pages = await Array.fromAsync(ldap({ pageSize }).all());
      expect(
        pages
          .flat()
          .map(({ group }) => group?.code)
          .sort(),
      ).toEqual(['alpha', 'beta', 'delta', 'gamma', 'odd']);
    }
  });

  test('waits for another that was requested at the same time', async () => {
    const both = await Promise.all([syncBy(directory), syncBy(directory)]);
    expect(both.map(({ added, unchanged }) => [added, unchanged]).sort()).toEqual([
      [0, 4],
      [4, 0],
    ]);
  });

  test('that is stopped, with all groups read or while another runs, writes nothing', async () => {
    const abort = new AbortController();
    const stopping: Directory = {
      find: (place) => directory.find(place),
      keyOf: (place) => directory.keyOf(place),
      async *all() {
        yield* directory.all();
        // Meanwhile another sync waits for this one.
        const other = syncDirectory(harness.services, directory, { dryRun: false, caller, signal: abort.signal });
        abort.abort(new Error('the worker stops'));
        await expect(other).rejects.toThrow('the worker stops');
      },
    };
    const options = { dryRun: false, caller, signal: abort.signal };
    await expect(syncDirectory(harness.services, stopping, options)).rejects.toThrow('the worker stops');
    expect(await codes()).toEqual([]);
    expect(await syncBy(directory)).toMatchObject({ added: 4 });
  });

  test('starts once for all schedules, retries while the directory is unavailable, and rejects a second one', async () => {
    const other = await startWorker(database.url, engine, {}, {}, { directory });
    server.pause();
    try {
      const due = [crypto.randomUUID(), crypto.randomUUID()];
      await database.sql`
        insert into outbox (id, queue, data) select id, 'maintenance.directory', '{}' from unnest(${due}::uuid[]) as id`;
      await poll('both schedules to be done', async () => {
        const rows = await database.sql`select from pgboss.job where id = any(${due}::uuid[]) and state = 'completed'`;
        return rows.length === due.length;
      });
      const open = await database.sql<{ id: string }[]>`
        select id from job where job_type = 'DIRECTORY_SYNC' and status in ('NEW', 'IN_PROGRESS')`;
      expect(open).toHaveLength(1);
      const [{ id }] = open as unknown as [{ id: string }];
      expect(await send('POST', '/jobs', job())).toMatchObject({
        status: 400,
        body: { errors: [`jobType: the DIRECTORY_SYNC ${id} is under way; wait for its end or cancel it`] },
      });
      const step = await poll('an attempt to have failed', async () => {
        const [row] = await database.sql`select doc from job_step where job_id = ${id} and faults > 0`;
        return row?.doc as string | undefined;
      });
      expect(JSON.parse(step).log).toStartWith('The directory could not be queried: ');
      server.resume();
      const { status, processingInfo } = await ended(id);
      expect({ status, ...processingInfo }).toMatchObject({ status: 'COMPLETED', attempts: 2, added: 4 });
    } finally {
      server.resume();
      await other.stop();
    }
  });

  test('has only the configured schedule', async () => {
    const schedules = async () => {
      const rows = await database.sql`select cron, timezone from pgboss.schedule where name = 'maintenance.directory'`;
      return rows.map((row) => ({ ...row }));
    };
    const cron = '0 3 1 1 *';
    const scheduled = testDefinitions.map((one) => (one.name === 'maintenance.directory' ? { ...one, cron } : one));
    await migrateQueues(database.url, scheduled);
    expect(await schedules()).toEqual([{ cron, timezone: 'UTC' }]);
    await migrateQueues(database.url, testDefinitions);
    expect(await schedules()).toEqual([]);
  });
});
