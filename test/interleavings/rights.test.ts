import { setDefaultTimeout } from 'bun:test';
import type { Database } from '../../db/client.ts';
import { createAdministrator } from '../../domain/identity/administrator.ts';
import { kindNamed } from '../../domain/kinds/index.ts';
import type { JsonObject, Kind } from '../../domain/kinds/kind.ts';
import { patchRecord, saveRecord } from '../../domain/records/write/saveRecord.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { type Race, testRace } from '../helpers/interleavings/race.ts';
import { makeTestServices } from '../helpers/services.ts';
import { caller } from '../helpers/workerHarness.ts';

// A limit on a hang.
setDefaultTimeout(120_000);

const database = await makeDatabaseForFile();
const own = makeTestServices(database.sql);
const options = { caller, refresh: false };
const kind = (name: string): Kind => kindNamed(name) as Kind;

const save = async (name: string, values: JsonObject): Promise<string> =>
  (JSON.parse((await saveRecord(own, kind(name), values, options)).record) as { id: string }).id;

/** The two records of an order. */
type Pair = readonly [string, string];

let count = 0;
const patchOf =
  (name: string, index: 0 | 1, values: (other: string) => JsonObject): Race<Pair>['sides'][string] =>
  async (services, pair) => {
    await patchRecord(services, kind(name), pair[index], values(pair[1 - index] as string), options);
    return 'done';
  };

await save('UserGroupType', { code: 'TEAM', name: 'Team', registry: {} });
await save('UserType', { code: 'PERSON', name: 'Person', type: 'INDIVIDUAL', registry: {} });
const rule = await save('AccessRule', { code: 'ALL', name: 'All', fullAccess: true, accessRule: 'READ_WRITE' });
const role = await save('Role', { code: 'ADMIN', name: 'Admin' });
await save('RoleAccessRule', { roleId: role, accessRuleId: rule });

await save('UserType', { code: 'INDIVIDUAL', name: 'Individual', type: 'INDIVIDUAL', registry: {} });

async function makePair(make: (code: string) => Promise<string>): Promise<Pair> {
  count++;
  return [await make(`A${count}`), await make(`B${count}`)];
}

testRace<Pair>(database, {
  name: 'two administrators who are disabled',
  async prepare(sql) {
    // Those of earlier orders: without a role, they are administrators no more.
    await sql`delete from user_role`;
    return makePair(async (code) => {
      const userId = await save('User', { code, type: 'PERSON', chars: {} });
      await save('UserRole', { userId, roleId: role });
      return userId;
    });
  },
  sides: {
    first: patchOf('User', 0, () => ({ status: 'DISABLE' })),
    second: patchOf('User', 1, () => ({ status: 'DISABLE' })),
  },
  async state(sql: Database, pair) {
    const rows =
      await sql`select from app_user where id = any(${[...pair]}::uuid[]) and doc::json->>'status' = 'ENABLE'`;
    return `${rows.length} administrators`;
  },
  outcomes: ['done, second refused: 1 administrators', 'first refused, done: 1 administrators'],
  without: {
    name: 'the lock of administrators',
    replacements: [
      [/lock table administrator_lock in exclusive mode/, 'lock table administrator_lock in row exclusive mode'],
    ],
  },
});

testRace<Pair>(database, {
  name: 'two groups that become the parent of each other',
  prepare: () => makePair((code) => save('UserGroup', { code, name: code, type: 'TEAM', chars: {} })),
  sides: {
    first: patchOf('UserGroup', 0, (other) => ({ parentUserGroupId: other })),
    second: patchOf('UserGroup', 1, (other) => ({ parentUserGroupId: other })),
  },
  async state(sql: Database, pair) {
    const rows = await sql`select from user_group where id = any(${[...pair]}::uuid[]) and parent_id is not null`;
    return `${rows.length} of them below the other`;
  },
  outcomes: ['done, second refused: 1 of them below the other', 'first refused, done: 1 of them below the other'],
  without: {
    name: 'the lock of the hierarchy',
    replacements: [[/user_group_hierarchy_lock in exclusive mode/, 'user_group_hierarchy_lock in row exclusive mode']],
  },
});

const create: Race<string>['sides'][string] = async (services, code) => {
  await createAdministrator(services, code, caller);
  return 'created';
};

testRace<string>(database, {
  name: 'two creations of the first administrator',
  async prepare(sql) {
    const ofAdministrator = sql`(select id from role where code = 'WAYBILL_ADMINISTRATOR')`;
    await sql`delete from user_role`;
    await sql`delete from role_access_rule where role_id in ${ofAdministrator}`;
    await sql`delete from role where code = 'WAYBILL_ADMINISTRATOR'`;
    await sql`delete from access_rule where code = 'WAYBILL_ADMINISTRATOR'`;
    return `BOSS${++count}`;
  },
  sides: { first: create, second: create },
  async state(sql: Database, code) {
    const [row] = await sql<{ users: number; roles: number; keys: number }[]>`
      select count(*)::int as users, sum((select count(*) from user_role l where l.user_id = u.id))::int as roles,
        sum((select count(*) from api_key k where k.user_id = u.id))::int as keys
      from app_user u where code = ${code}`;
    return `${row?.users} users, ${row?.roles} roles, ${row?.keys} keys`;
  },
  outcomes: ['created, created: 1 users, 1 roles, 2 keys'],
  without: {
    name: 'the lock of the creation',
    replacements: [[/select pg_advisory_xact_lock\(8710235\)/, 'select 1']],
  },
});
