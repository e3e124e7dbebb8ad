import { setDefaultTimeout } from 'bun:test';
import type { Database } from '../../db/client.ts';
import { kindNamed } from '../../domain/kinds/index.ts';
import type { JsonObject, Kind } from '../../domain/kinds/kind.ts';
import type { Services } from '../../domain/ports/services.ts';
import { removeRecord } from '../../domain/records/write/removeRecord.ts';
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
const save = async (services: Services, name: string, values: JsonObject): Promise<string> =>
  (JSON.parse((await saveRecord(services, kind(name), values, options)).record) as { id: string }).id;
const patch = (services: Services, name: string, id: string, values: JsonObject) =>
  patchRecord(services, kind(name), id, values, options);

let count = 0;
/** A code of this order, and of no other. */
const codeOf = (word: string, order: number): string => `${word}${order}`;

interface Rows {
  readonly order: number;
  readonly user: string;
  /** What the user is linked to: a group, a role or its type. */
  readonly target: string;
}

await save(own, 'UserGroupType', { code: 'TEAM', name: 'Team', registry: {} });
await save(own, 'UserType', { code: 'TYPE', name: 'Type', type: 'INDIVIDUAL', registry: {} });

/** Returns a function that stores a user, and a record that the user can be linked to. */
const prepareWith =
  (name: string, values: JsonObject = {}): Race<Rows>['prepare'] =>
  async () => {
    const order = ++count;
    const target = await save(own, name, { code: codeOf('OLD', order), name: 'N', ...values });
    const type = name === 'UserType' ? codeOf('OLD', order) : 'TYPE';
    const user = await save(own, 'User', { code: codeOf('USER', order), type, chars: {} });
    return { order, user, target };
  };
const withGroup = prepareWith('UserGroup', { type: 'TEAM', chars: {} });
const withRole = prepareWith('Role');
const withType = prepareWith('UserType', { type: 'INDIVIDUAL', registry: {} });

/** Describes the users of an order. A user that disagrees with its links, its type, its search text or its history is wrong. */
async function stateOfUsers(sql: Database, { order }: Rows): Promise<string> {
  const rows = await sql<{ doc: string; right: boolean }[]>`
    select u.doc, coalesce(u.doc::jsonb -> 'groups', '[]') = (select coalesce(jsonb_agg(distinct g.code), '[]')
        from user_user_group l join user_group g on g.id = l.user_group_id where l.user_id = u.id)
      and coalesce(u.doc::jsonb -> 'roles', '[]') = (select coalesce(jsonb_agg(distinct r.code), '[]')
        from user_role l join role r on r.id = l.role_id where l.user_id = u.id)
      and coalesce(u.doc::jsonb -> 'groups', '[]') = coalesce(u.search::jsonb -> 'groups', '[]')
      and u.doc::jsonb ->> 'type' = (select code from user_type t where t.id = u.type_id)
      and u.version = (select max(version) from history h where h.record_id = u.id) as right
    from app_user u where code = any(${[codeOf('USER', order), codeOf('NEW', order)]}) order by code`;
  const users = rows.map(({ doc, right }) => {
    const { type, groups = [], roles = [], email } = JSON.parse(doc);
    const members = [type, ...groups, ...roles, email].filter((one) => one !== undefined);
    return `${right ? 'a user' : 'a wrong user'} with ${members.join(' ').replaceAll(/\d+/g, '')}`;
  });
  return users.join(' and ') || 'no user';
}

/** Renames the record that the user is linked to. */
const rename =
  (name: string): Race<Rows>['sides'][string] =>
  async (services, { target, order }) => {
    await patch(services, name, target, { code: codeOf('RENAMED', order) });
    return 'renamed';
  };

const link: Race<Rows>['sides'][string] = async (services, { user, target }) => {
  await save(services, 'UserUserGroup', { userId: user, userGroupId: target });
  return 'linked';
};

const noForeignKeys = [/^lock table/, 'set local session_replication_role = replica; lock table'] as const;

testRace<Rows>(database, {
  name: 'a new link to a group and the rename of the group',
  prepare: withGroup,
  state: stateOfUsers,
  sides: { link, rename: rename('UserGroup') },
  outcomes: ['linked, renamed: a user with TYPE RENAMED'],
  without: {
    name: 'the share lock of the targets and the foreign keys',
    replacements: [[/ for share of t/, ''], noForeignKeys],
  },
});

testRace<Rows>(database, {
  name: 'a user that gets a role and the rename of the role',
  prepare: withRole,
  state: stateOfUsers,
  sides: {
    patch: async (services, { user, order }) => {
      await patch(services, 'User', user, { roles: [codeOf('OLD', order)] });
      return 'patched';
    },
    rename: rename('Role'),
  },
  outcomes: ['patched, renamed: a user with TYPE RENAMED', 'patch refused, renamed: a user with TYPE'],
  without: {
    name: 'the share lock of the targets and the foreign keys',
    replacements: [[/ for share( of t)?/, ''], noForeignKeys],
  },
});

testRace<Rows>(database, {
  name: 'a new user and the rename of its type',
  prepare: withType,
  state: stateOfUsers,
  sides: {
    create: async (services, { order }) => {
      await save(services, 'User', { code: codeOf('NEW', order), type: codeOf('OLD', order), chars: {} });
      return 'created';
    },
    rename: rename('UserType'),
  },
  outcomes: [
    'created, renamed: a user with RENAMED and a user with RENAMED',
    'create refused, renamed: a user with RENAMED',
  ],
  without: { name: 'the share lock of the type', replacements: [[/ for share/, '']] },
});

testRace<Rows>(database, {
  name: 'a change of a user and the rename of its type',
  prepare: withType,
  state: stateOfUsers,
  sides: {
    patch: async (services, { user }) => {
      await patch(services, 'User', user, { email: 'e@example.com' });
      return 'patched';
    },
    rename: rename('UserType'),
  },
  outcomes: ['patched, renamed: a user with RENAMED e@example.com'],
  without: {
    name: 'the locks of the user and its type, and the comparison of versions',
    replacements: [
      [/ for share/, ''],
      [/ for no key update/, ''],
      [/ and version = \$11::int/, ''],
    ],
  },
});

testRace<Rows>(database, {
  name: 'a new link of a user and the deletion of the user',
  prepare: withGroup,
  sides: {
    link,
    remove: async (services, { user }) => {
      await removeRecord(services, kind('User'), user, { caller });
      return 'removed';
    },
  },
  async state(sql, { user }) {
    const [row] = await sql<{ users: number; links: number; made: number; removed: number }[]>`
      select (select count(*)::int from app_user where id = ${user}) as users,
        (select count(*)::int from user_user_group where user_id = ${user}) as links,
        (select count(*)::int from history where kind = 'UserUserGroup' and change = 'CREATED' and doc like ${`%${user}%`}) as made,
        (select count(*)::int from history where kind = 'UserUserGroup' and change = 'DELETED' and doc like ${`%${user}%`}) as removed`;
    return `${row?.users} users, ${row?.links} links, ${row?.made} made, ${row?.removed} removed`;
  },
  outcomes: [
    'linked, removed: 0 users, 0 links, 1 made, 1 removed',
    'link refused, removed: 0 users, 0 links, 0 made, 0 removed',
  ],
  without: {
    name: 'the foreign keys',
    replacements: [noForeignKeys],
  },
});
