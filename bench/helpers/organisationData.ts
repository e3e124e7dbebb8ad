import type { Database } from '../../db/client.ts';
import type { JsonObject, Kind, Values } from '../../domain/kinds/kind.ts';
import { role } from '../../domain/kinds/users/role.ts';
import { sharing } from '../../domain/kinds/users/sharing.ts';
import { user } from '../../domain/kinds/users/user.ts';
import { userGroup } from '../../domain/kinds/users/userGroup.ts';
import { userGroupType } from '../../domain/kinds/users/userGroupType.ts';
import { userType } from '../../domain/kinds/users/userType.ts';
import { userUserGroup } from '../../domain/kinds/users/userUserGroup.ts';
import { firstAudit, recordTexts } from '../../domain/records/record.ts';

/*
 * Loads an organisation directly into the tables, with one statement for each kind. The texts of a record are computed
 * once, with a mark in each place that differs between records; PostgreSQL replaces the marks by numbers. Triggers are
 * disabled (the foreign keys are right by construction), and no history or outbox rows are written.
 */

export const GROUPS_OF_USER = 10;
/** When each record was written. */
export const DAY = '2026-11-01T00:00:00.000Z';
const caller = { user: 'bench', requestId: 'bench', traceId: 'bench' };

const prefixes: Record<string, string> = {
  ...{ user: 'a', group: 'b', link: 'c', sharing: 'd', type: 'e' },
  ...{ notification: '8', target: '9' },
};
/** Returns the id of the nth record of a kind. */
export const idOf = (of: string, n: number): string =>
  `${prefixes[of]}0000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
/** Returns the same id as an SQL expression; `n` is an SQL expression too. */
export const sqlId = (of: string, n: string): string =>
  `('${prefixes[of]}0000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))`;

export const userCode = (n: number): string => `user-${String(n).padStart(7, '0')}`;
export const groupCode = (n: number): string => `group-${String(n).padStart(5, '0')}`;
/** Returns the number of the first group of a user. The numbers of its groups are consecutive. */
export const firstGroup = (n: number, groups: number): number => (n * 37) % (groups - GROUPS_OF_USER + 1);

/** Returns a mark that folding and word splitting do not change, like the digits that replace it. */
export const mark = (name: string): string => `qz${name}zq`;
/** Returns a mark that is a valid UUID and the id of no record. */
export const uuidMark = (n: number): string => `f0000000-0000-7000-8000-00000000000${n}`;

/**
 * Inserts a record for each n from 1 to `count`. `marks` maps each mark to the SQL expression of n that replaces it; `writtenAt` is one of the
 * time of its last change in µs.
 */
export async function insert(
  sql: Database,
  kind: Kind,
  count: number,
  values: Values,
  {
    id,
    marks = {},
    columns = {},
    where = 'true',
    writtenAt = '1000000 + n',
  }: {
    id: string;
    marks?: Record<string, string>;
    columns?: Record<string, string>;
    where?: string;
    writtenAt?: string;
  },
): Promise<void> {
  const texts = recordTexts(kind, values, firstAudit(caller, new Date(DAY)));
  const filled = (text: string): string =>
    Object.entries({ [values.id]: id, ...marks }).reduce(
      (whole, [from, to]) => (text.includes(from) ? `replace(${whole}, '${from}', ${to})` : whole),
      `'${text.replaceAll("'", "''")}'::text`,
    );
  const extra = { ...(texts.code === null ? {} : { code: filled(texts.code) }), ...columns };
  await sql.begin(async (transaction) => {
    await transaction.unsafe(`set local session_replication_role = replica`);
    await transaction.unsafe(
      `insert into ${kind.table} (id, version, incarnation, index_version, doc, audit, search${Object.keys(extra)
        .map((name) => `, ${name}`)
        .join('')})
      select ${id}::uuid, 1, 1000000 + n, ${writtenAt}, ${filled(texts.doc)}, ${filled(texts.audit)}, ${filled(texts.search)}${Object.values(
        extra,
      )
        .map((value) => `, ${value}`)
        .join('')}
      from generate_series(1, ${count}) n where ${where}`,
    );
  });
}

export const TYPE_ID = idOf('type', 1);
export const GROUP_TYPE_ID = idOf('type', 2);

/** Inserts a user type, a group type and groups of this type. */
export async function loadGroups(sql: Database, groups: number): Promise<void> {
  const type = (kind: Kind, id: string, more: JsonObject) =>
    insert(sql, kind, 1, { id, code: 'TYPE', name: 'Type', ...more, registry: {} }, { id: `'${id}'` });
  await type(userType, TYPE_ID, { type: 'INDIVIDUAL' });
  await type(userGroupType, GROUP_TYPE_ID, {});
  await insert(sql, role, 1, { id: idOf('type', 3), code: 'ROLE', name: 'Role' }, { id: `'${idOf('type', 3)}'` });
  const group = {
    id: uuidMark(0),
    code: `group-${mark('code')}`,
    type: 'TYPE',
    name: `Splicing crew ${mark('code')}`,
    description: `Fibre splicing and measuring in district ${mark('code')}`,
    email: `crew${mark('code')}@example.org`,
    chars: { district: mark('code'), shifts: ['day', 'night'] },
  };
  await insert(sql, userGroup, groups, group, {
    id: sqlId('group', 'n'),
    marks: { [mark('code')]: "lpad(n::text, 5, '0')" },
    columns: { type_id: `'${GROUP_TYPE_ID}'` },
  });
  await sql.unsafe('vacuum analyze user_group');
}

/** Inserts users, each in ten groups, and their links. One link in a hundred has a period. */
export async function loadUsers(sql: Database, users: number, groups: number): Promise<void> {
  const first = `(n::bigint * 37 % ${groups - GROUPS_OF_USER + 1})`;
  const own = Array.from({ length: GROUPS_OF_USER }, (_, k) => mark(`g${k}`));
  const values = {
    id: uuidMark(0),
    code: `user-${mark('code')}`,
    type: 'TYPE',
    givenName: `Jana${mark('given')}`,
    familyName: `Nováková${mark('family')}`,
    name: `Jana${mark('given')} Nováková${mark('family')}`,
    email: `user${mark('code')}@example.org`,
    phoneNumber: `+420${mark('code')}`,
    status: 'ENABLE',
    authentication: 'PASSWORD',
    description: `Technician number ${mark('code')} of the fibre crews`,
    groups: own.map((group) => `group-${group}`),
    chars: { shoe: mark('shoe'), desk: `D-${mark('code')}` },
  };
  const marks = {
    [mark('code')]: "lpad(n::text, 7, '0')",
    [mark('given')]: '(n % 500)::text',
    [mark('family')]: '(n % 20011)::text',
    [mark('shoe')]: '(n % 20)::text',
    ...Object.fromEntries(own.map((group, k) => [group, `lpad((${first} + ${k + 1})::text, 5, '0')`])),
  };
  await insert(sql, user, users, values, {
    id: sqlId('user', 'n'),
    marks,
    columns: { type_id: `'${TYPE_ID}'`, links_expire_at: "case when n % 10 = 0 then timestamptz '2099-01-01' end" },
  });
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'user_user_group' and indexname not like '%_pkey'`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  // Every tenth user has a period on its first link. The ten links of a user are inserted in a row.
  for (const period of [true, false]) {
    const [n, k] = period ? ['(n * 10)', '0'] : [`((n - 1) / ${GROUPS_OF_USER} + 1)`, `((n - 1) % ${GROUPS_OF_USER})`];
    const numbered = (text: string) => text.replaceAll(/\bn\b/g, n);
    const target = sqlId('group', `(${numbered(first)} + ${k} + 1)`);
    const link = {
      id: uuidMark(0),
      userId: uuidMark(1),
      userGroupId: uuidMark(2),
      ...(period ? { period: { validTo: '2099-01-01T00:00:00.000Z' } } : {}),
    };
    await insert(sql, userUserGroup, period ? Math.floor(users / 10) : users * GROUPS_OF_USER, link, {
      id: sqlId('link', `${n}::bigint * ${GROUPS_OF_USER} + ${k}`),
      marks: { [uuidMark(1)]: sqlId('user', n), [uuidMark(2)]: target },
      columns: { user_id: `${sqlId('user', n)}::uuid`, user_group_id: `${target}::uuid` },
      where: period ? 'true' : `not (${n} % 10 = 0 and ${k} = 0)`,
    });
  }
  for (const { definition } of indexes) await sql.unsafe(definition);
  await sql.unsafe('vacuum analyze app_user');
  await sql.unsafe('vacuum analyze user_user_group');
}

/** Inserts sharings of five owner types. Ten share a reference, five share an owner, and one in a thousand is public. */
export async function loadSharings(sql: Database, sharings: number): Promise<void> {
  for (const isPublic of [true, false]) {
    const n = isPublic ? '(n * 1000)' : '(n + (n - 1) / 999)';
    const count = Math.floor(isPublic ? sharings / 1_000 : (sharings * 999) / 1_000);
    const values = {
      id: uuidMark(0),
      ownerType: `T${mark('type')}`,
      ownerId: `o${mark('owner')}`,
      refType: 'UserGroup',
      refId: `r${mark('ref')}`,
      sharingTypeCode: `S${mark('sub')}`,
      description: 'Shared on the way',
      isPublic,
    };
    await insert(sql, sharing, count, values, {
      id: sqlId('sharing', n),
      marks: {
        [mark('type')]: `(${n} % 5)::text`,
        [mark('owner')]: `(${n} / 5 % ${sharings / 25} * 5 + ${n} % 5)::text`,
        [mark('ref')]: `(${n} % ${sharings / 10})::text`,
        [mark('sub')]: `(${n} / 7 % 3)::text`,
      },
    });
  }
  await sql.unsafe('vacuum analyze sharing');
}
