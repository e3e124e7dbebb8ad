import { describe, expect, test } from 'bun:test';
import { type Database, openDatabase } from '../../db/client.ts';
import { roleProblem, tablesWithoutPrivilege } from '../../db/roles/applyRoles.ts';
import { scramVerifier } from '../../db/roles/scramVerifier.ts';
import { tableGrants } from '../../db/roles/tableGrants.ts';
import { kinds } from '../../domain/kinds/index.ts';
import { makeDatabaseForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import { roleNames, rolesOf } from '../helpers/servers/databaseRoles.ts';

const database = await makeDatabaseForFile();
const { sql } = database;
const urls = await rolesOf(database.url);
const [api, worker] = [urls.api, urls.worker].map((url) =>
  openDatabase(url, { name: 'waybill test role', max: 2 }),
) as [Database, Database];
const names = roleNames(new URL(database.url).pathname.slice(1));
stopAfterFile(() => Promise.all([api, worker].map((one) => one.end({ timeout: 1 }))));

/** The SQLSTATE with which a statement fails. */
const refusal = (role: Database, text: string) =>
  role.unsafe(text).then(
    () => 'accepted',
    (error: { code: string; message: string }) => (error.code === '42501' ? 'refused' : error.message),
  );

test('every table has an entry of the privileges on it', async () => {
  const rows = await sql<{ table: string }[]>`
    select relname as "table" from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  expect(Object.keys(tableGrants).sort()).toEqual(rows.map(({ table }) => table).sort());
});

test('the roles have the privileges that their processes need, and each lacks some of the other', async () => {
  expect(await tablesWithoutPrivilege(api, 'api')).toEqual([]);
  expect(await tablesWithoutPrivilege(worker, 'worker')).toEqual([]);
  expect(await tablesWithoutPrivilege(worker, 'api')).toContain('api_key');
  expect(await tablesWithoutPrivilege(sql, 'api')).toEqual([]);
});

test('an api erases the texts of a user alone, and a worker erases nothing', async () => {
  expect(await refusal(api, `insert into erasure select gen_random_uuid()`)).toBe('refused');
  expect(await refusal(api, `update erasure set patterns = '{x}'`)).toBe('refused');
  const ids = `'${crypto.randomUUID()}', '${crypto.randomUUID()}'`;
  expect(await refusal(worker, `select begin_erasure(${ids}, false, '{}')`)).toBe('refused');
  expect(await refusal(worker, `select * from erase_texts('${crypto.randomUUID()}', 'public.log', 0, 1)`)).toBe(
    'refused',
  );
  expect(await refusal(api, `select * from texts_of_person('${crypto.randomUUID()}')`)).toBe('refused');
  expect(await refusal(api, `select begin_erasure(${ids}, false, '{}')`)).toContain('foreign key');
});

test('guarded kinds are those whose records a worker cannot create', async () => {
  const reference = kinds.filter(({ operations }) => operations.includes('bulk'));
  const lacking = await tablesWithoutPrivilege(worker, 'api');
  expect(reference.flatMap(({ name, guarded }) => (guarded === true ? [name] : []))).toEqual(
    reference.flatMap(({ name, table }) => (lacking.includes(table) ? [name] : [])),
  );
});

describe('PostgreSQL refuses the worker', () => {
  const id = `'${Bun.randomUUIDv7()}'`;
  const record = `${id}, 1, 1, 1, '{}', '{}', '{}'`;
  test.each([
    ['keys', 'select hash from api_key'],
    ['the names of keys', 'select public_part from api_key'],
    ['passwords', 'select hash from user_password'],
    ['sessions', 'select token_hash from session'],
    ['attempts to sign in', 'delete from sign_in_failure'],
    ['a key of its own', `insert into api_key select * from api_key`],
    ['a rule of its own', `insert into access_rule values (${record}, 'MINE')`],
    ['other rules', `update access_rule set doc = '{}'`],
    ['links of rules', `insert into role_access_rule values (${record}, ${id}, ${id})`],
    ['links of roles', `insert into user_role values (${record}, ${id}, ${id})`],
    ['deleting links', 'delete from user_role'],
    ['roles', `update role set doc = '{}'`],
    ['new users', `insert into app_user values (${record}, 'me', ${id})`],
    ['the code that identifies a user', `update app_user set code = 'me'`],
    ['reading the audit list', 'select doc from audit_entry'],
    ['the past of the audit list', `update audit_entry set doc = '{}'`],
    ['emptying the audit list', 'delete from audit_entry'],
    ['the past of records', `update history set doc = '{}'`],
    ['emptying histories', 'delete from history'],
    ['what a bulk change does', `update bulk_change set holder = null`],
    ['the records of a bulk change', `update bulk_item set input = '{}'`],
    ['new records of a bulk change', `insert into bulk_item (job_id, record_id, input) values (${id}, ${id}, '{}')`],
    ['privileges', `grant select on api_key to ${names.worker}`],
    ['the role of the owner', 'set role waybill'],
    ['the role of the api', `set role ${names.api}`],
    ['tables', 'create table mine ()'],
    ['functions', 'create function mine() returns int language sql return 1'],
    ['functions beside the indexes', 'create function search.mine() returns int language sql return 1'],
    ['triggers', 'create trigger mine before insert on log for each row execute function refuse_group_role()'],
    ['removing tables', 'drop table log'],
    ['emptying tables', 'truncate outbox'],
  ])('%s', async (_what, text) => {
    expect(await refusal(worker, text)).toBe('refused');
  });

  test('the role that a group grants, in a new group and in a group that exists', async () => {
    const [type] = await sql<{ id: string }[]>`
      insert into user_group_type values (gen_random_uuid(), 1, 1, 1, '{}', '{}', '{}', 'T') returning id`;
    const [role] = await sql<{ id: string }[]>`
      insert into role values (gen_random_uuid(), 1, 1, 1, '{}', '{}', '{}', 'R') returning id`;
    const insert = (code: string, granted: string) => `
      insert into user_group (id, version, incarnation, index_version, doc, audit, search, code, type_id, associated_user_role_id)
      values (gen_random_uuid(), 1, 1, 1, '{}', '{}', '{}', '${code}', '${type?.id}', ${granted})`;
    expect(await refusal(worker, insert('WITH', `'${role?.id}'`))).toBe('refused');
    expect(await refusal(worker, insert('WITHOUT', 'null'))).toBe('accepted');
    expect(await refusal(worker, `update user_group set associated_user_role_id = '${role?.id}'`)).toBe('refused');
    expect(await refusal(worker, `update user_group set doc = '{"a":1}', associated_user_role_id = null`)).toBe(
      'accepted',
    );
    expect(await refusal(api, `update user_group set associated_user_role_id = '${role?.id}'`)).toBe('accepted');
  });
});

describe('PostgreSQL refuses the api', () => {
  test.each([
    ['the past of the audit list', `update audit_entry set doc = '{}'`],
    ['emptying the audit list', 'delete from audit_entry'],
    ['the past of records', `update history set doc = '{}'`],
    ['emptying histories', 'delete from history'],
    ['other secrets', `update shared_key set value = ''`],
    ['tables', 'create table mine ()'],
    ['removing tables', 'drop table api_key'],
    ['dropping months of logs', `select drop_log_partition('2020-01-01')`],
    ['the role of the owner', 'set role waybill'],
  ])('%s', async (_what, text) => {
    expect(await refusal(api, text)).toBe('refused');
  });
});

describe('a function of the owner runs nothing but what it is for', () => {
  test.each([
    ['a month that is none', `select make_log_partition('2030-01-02')`, 'a partition begins with a month'],
    ['the last day', `select delete_audit_entries(now(), 10)`, 'entries of the last day are not deleted'],
    ['an attached month', `select make_log_partition('2030-01-01'), drop_log_partition('2030-01-01')`, 'is attached'],
    ['another table', `select drop_index_table('users', 'x"; drop table log; --')`, 'no index has the name'],
    ['another view', `select set_index_alias('x;y', 'users-000001', '{}')`, 'no kind has the path'],
    [
      'an expression in a view',
      `select set_index_alias('users', 'users-000001', array['mine(t."record") as "name"'])`,
      'a view has no column',
    ],
    [
      'another table in a view',
      `select set_index_alias('users', 'users-000001', array['(select record from (select r.value as record from public.shared_key r) r) as record'])`,
      'a view has no column',
    ],
    [
      'an expression in a column',
      `select extend_index_table('users-000009', array['"x" text default query_to_xml(''select 1'')'], '{}')`,
      'an index has no column',
    ],
    [
      'two columns in one',
      `select extend_index_table('users-000009', array['"x" uuid, add "y" uuid'], '{}')`,
      'an index has no column',
    ],
    [
      'an expression in an index',
      `select extend_index_table('users-000009', '{}', array['(lower("record"))'])`,
      'an index has no index',
    ],
    [
      'another expression among joined texts',
      `select extend_index_table('users-000009', '{}', array['using gin ((chr(10) || coalesce("a", '''') || chr(10) ||
        mine("record")) gin_trgm_ops) with (gin_pending_list_limit = 1)'])`,
      'an index has no index',
    ],
  ])('%s', async (_what, text, message) => {
    expect(await refusal(worker, text)).toContain(message);
  });
});

test('roles that no privilege would limit are rejected', async () => {
  const [row] = await sql<{ user: string }[]>`select current_user as user`;
  const problem = (apiRole: string, workerRole: string) =>
    roleProblem(sql, { api: { name: apiRole }, worker: { name: workerRole } });
  expect(await problem(names.api, names.worker)).toBeUndefined();
  expect(await problem(names.api, names.api)).toContain('need two roles');
  expect(await problem(row?.user ?? '', names.worker)).toContain('has the rights of the owner');
});

test('a password is sent as the verifier of RFC 7677', () => {
  // The example of RFC 7677, with its salt and its iterations.
  const verifier = scramVerifier('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'));
  expect(verifier).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  );
});
