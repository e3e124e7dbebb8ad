import { expect, setDefaultTimeout, test } from 'bun:test';
import { openDatabase } from '../../db/client.ts';
import { stopAfterFile } from '../helpers/bootstrap.ts';
import { makeEmptyDatabase } from '../helpers/database.ts';
import { baseDn, baseEntries, groupEntry } from '../helpers/directoryEntries.ts';
import { spawnProcess, startProcess, type TestProcess } from '../helpers/processes/process.ts';
import { asRole, roleNames } from '../helpers/servers/databaseRoles.ts';
import { slapdMissing, startSlapd } from '../helpers/servers/slapd.ts';
import { startSmtp } from '../helpers/servers/smtp.ts';
import {
  createFixtures,
  importRecords,
  jobCompletion,
  request,
  startDocuments,
} from '../helpers/upgrade/upgradeClient.ts';
import { poll } from '../helpers/waits/poll.ts';

setDefaultTimeout(120_000);

/** One api and one worker, each as its database role, on a database that the owner has migrated. */
const empty = await makeEmptyDatabase();
stopAfterFile(() => empty.drop());
const sql = openDatabase(empty.url, { name: 'waybill test', max: 2 });
stopAfterFile(() => sql.end({ timeout: 1 }));
const smtp = await startSmtp();
stopAfterFile(() => smtp.stop());
const directory = slapdMissing
  ? undefined
  : await startSlapd(`${baseEntries}\n${groupEntry(`cn=alpha,${baseDn}`, 'alpha', 'description: First\n')}\n`);
stopAfterFile(() => directory?.stop());

const names = roleNames(new URL(empty.url).pathname.slice(1));
const passwords = { api: 'of the ápi', worker: 'of the worker' };
const roles = {
  ...{ DATABASE_API_ROLE: names.api, DATABASE_API_PASSWORD: passwords.api },
  ...{ DATABASE_WORKER_ROLE: names.worker, DATABASE_WORKER_PASSWORD: passwords.worker },
};
const common = {
  ...{ SMTP_URL: smtp.url, SMTP_FROM: 'waybill@example.com', LOG_RETENTION_MONTHS: '1' },
  ...(directory && {
    ...{ LDAP_URL: directory.url, LDAP_BIND_DN: directory.bindDn, LDAP_PASSWORD: directory.password },
    ...{ LDAP_BASE_DN: baseDn, LDAP_GROUP_FILTER: '(objectClass=groupOfNames)', LDAP_GROUP_TYPE: 'TEAM' },
  }),
};
const urlOf = (role: 'api' | 'worker') => asRole(empty.url, names[role], passwords[role]);

async function migrate(more: Record<string, string>): Promise<[number | null, string]> {
  const process = spawnProcess('migrate', { environment: { DATABASE_URL: empty.url, ...more } });
  const code = await process.exited;
  await process.drained;
  return [code, process.output()];
}

async function start(word: 'api' | 'worker'): Promise<TestProcess> {
  const process = await startProcess(word, { environment: { ...common, DATABASE_URL: urlOf(word) } });
  stopAfterFile(() => process.stop());
  return process;
}

async function refusedStart(word: 'api' | 'worker', url: string): Promise<string> {
  const process = spawnProcess(word, { environment: { DATABASE_URL: url } });
  expect(await process.exited).toBe(1);
  await process.drained;
  return process.output();
}

/** Lets the worker do the work of a maintenance queue, and resolves when it has. */
async function maintain(queue: string): Promise<void> {
  const id = crypto.randomUUID();
  await sql`insert into outbox (id, queue, data) values (${id}, ${queue}, '{}')`;
  await poll(`the end of ${queue}`, async () => {
    const [row] = await sql<{ state: string; output: string }[]>`
      select state, output::text from pgboss.job where id = ${id} and state in ('completed', 'failed', 'retry')`;
    return row && expect(row.state, row.output).toBe('completed') === undefined;
  });
}

const logMembers = (endDate: string) => ({ request: '', response: '', endDate, relatedData: {} });

let api: TestProcess;
let worker: TestProcess;

test('the roles are made by migrate, which can be repeated', async () => {
  expect(await migrate({ DATABASE_API_ROLE: names.api })).toEqual([
    1,
    expect.stringContaining('DATABASE_WORKER_ROLE is not. Set both or neither.'),
  ]);
  for (let runs = 0; runs < 2; runs++) expect(await migrate(roles)).toEqual([0, expect.stringContaining('up to date')]);
});

test('a process as a role without its privileges says what is missing, and does not migrate', async () => {
  expect(await refusedStart('api', urlOf('worker'))).toMatch(/lacks privileges on .*\bapi_key, .*DATABASE_API_ROLE=/);
  await sql.unsafe(`revoke insert on audit_entry from ${names.worker}`);
  expect(await refusedStart('worker', urlOf('worker'))).toContain(
    `The role ${names.worker} lacks privileges on audit_entry: run \`npm run migrate\` as the owner of the tables, with DATABASE_WORKER_ROLE=${names.worker}.`,
  );
  await sql.unsafe(`revoke usage on schema drizzle from ${names.worker}`);
  expect(await refusedStart('worker', urlOf('worker'))).toContain('lacks privileges on the tables: run');
  expect(await migrate(roles)).toEqual([0, expect.stringContaining('up to date')]);
});

test('a role without the privileges of migrate, or of admin create, is named by a sentence', async () => {
  const lacking = 'The role in DATABASE_URL lacks privileges (permission denied for ';
  for (const role of ['api', 'worker'] as const) {
    const [code, output] = await migrate({ ...roles, DATABASE_URL: urlOf(role) });
    expect({ code, output: output.trim().split('\n') }).toEqual({
      code: 1,
      output: [expect.stringContaining(lacking)],
    });
    expect(output).toContain('set DATABASE_URL to that of the owner of the tables.');
  }
  const create = async (role: 'api' | 'worker') => {
    const command = [process.execPath, 'main.ts', 'admin', 'create', '--code', 'root'];
    const { exitCode, stdout, stderr } = Bun.spawnSync(command, { env: { ...process.env, DATABASE_URL: urlOf(role) } });
    return { exitCode, stdout: stdout.toString(), stderr: stderr.toString().trim().split('\n') };
  };
  expect(await create('worker')).toEqual({ exitCode: 1, stdout: '', stderr: [expect.stringContaining(lacking)] });
  expect(await create('api')).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/\nwbk_\w+\n$/) });
});

test('records, diffs, searches, documents and messages', async () => {
  [api, worker] = await Promise.all([start('api'), start('worker')]);
  await createFixtures(api);
  expect(await importRecords(api, 12_000)).toBe(12_000);
  await poll('the records to be found', async () => {
    return (await request(api, 'GET', '/worklog-types/search/count?filtering={}')) === 12_000;
  });
  await request(api, 'POST', '/worklog-types', { code: 'fresh', name: 'Fresh' });
  await request(api, 'PATCH', '/worklog-types/fresh?immediatelyRefresh=true', { name: 'Found' });
  expect(await request(api, 'POST', '/scripts/two/evaluate', { n: 2 })).toEqual({ twice: 4 });
  await jobCompletion(api, await startDocuments(api, 150));
  expect(await request<string>(api, 'POST', '/documents/generate/letter/html', { n: 7 })).toContain('7');
  await request(api, 'POST', '/notifications', {
    ...{ ownerType: 'Test', ownerId: '1', templateCode: 'now', data: {} },
    notificationTo: [{ email: 'to@example.com' }],
  });
  await smtp.changes.until('the message', () => smtp.accepted.length > 0);
});

test('rebuilds of indexes, whose tables neither process owns', async () => {
  for (const kind of ['WorklogType', 'User', 'Log']) {
    const job = { jobType: 'REINDEX', data: { kind }, startDate: '2026-11-21', status: 'NEW' };
    await jobCompletion(api, (await request<{ id: string }>(api, 'POST', '/jobs', job)).id);
  }
  expect(await request(api, 'GET', '/worklog-types/search/count?filtering={}')).toBe(12_001);
  await request(api, 'PUT', '/admin/indexes/worklog-types/mapping');
  await maintain('maintenance.indexes');
  const [row] = await sql<{ owned: boolean; tables: number }[]>`
    select bool_and(tableowner = current_user) as owned, count(*)::int as tables from pg_tables where schemaname = 'search'`;
  expect(row).toEqual({ owned: true, tables: expect.any(Number) });
});

test('months of logs are created by the api, and dropped by the worker', async () => {
  const now = new Date().toISOString();
  await sql.unsafe(`drop table log_${now.slice(0, 7).replace('-', '_')}`);
  const log = { logTypeCode: 'T', startDate: now, ownerType: 'Test', ownerId: '1', ...logMembers(now) };
  const { id } = await request<{ id: string }>(api, 'POST', '/logs', log);
  expect(await request(api, 'GET', `/logs/${id}`)).toMatchObject({ ownerId: '1' });
  await sql`select make_log_partition('2020-01-01')`;
  await sql`
    insert into log (id, month, owner_type, owner_id, log_type_code, start_date, version, incarnation, index_version, doc, audit, search)
    select gen_random_uuid(), '2020-01-01', owner_type, owner_id, log_type_code, start_date, version, incarnation, index_version, doc, audit, search
    from log where id = ${id}`;
  await maintain('maintenance.logs');
  expect((await sql`select to_regclass('log_2020_01') as "table"`)[0]).toEqual({ table: null });
});

test('retention and the upkeep of notifications', async () => {
  await sql`update job set updated_at = now() - interval '200 days' where status = 'COMPLETED'`;
  await maintain('maintenance.retention');
  await maintain('maintenance.notifications');
});

test.skipIf(!directory)('groups of the directory, whose new names reach users', async () => {
  const synchronize = async () => {
    const job = { jobType: 'DIRECTORY_SYNC', data: {}, startDate: '2026-11-21', status: 'NEW' };
    await jobCompletion(api, (await request<{ id: string }>(api, 'POST', '/jobs', job)).id);
  };
  const member = `cn=alpha,${baseDn}`;
  await request(api, 'POST', '/user-groups', {
    ...{ code: 'before', name: 'Before', type: 'TEAM', chars: {}, ldapMemberOf: member },
  });
  await request(api, 'POST', '/users', { code: 'novak', type: 'INDIVIDUAL', chars: {}, groups: ['before'] });
  await synchronize();
  expect(await request(api, 'GET', '/user-groups/alpha')).toMatchObject({ ldapMemberOf: member });
  expect(await request(api, 'GET', '/users/novak')).toMatchObject({ groups: ['alpha'] });
});

test('PostgreSQL has refused nothing to them', async () => {
  for (const process of [api, worker]) {
    expect(await process.stop()).toBe(0);
    const failed = process.logs().filter(({ level }) => !['info', 'debug'].includes(level));
    expect(failed).toEqual([]);
  }
  const [row] = await sql<{ dead: number }[]>`
    select (select count(*)::int from pgboss.job where name like '%.dead') as dead`;
  expect(row?.dead).toBe(0);
});
