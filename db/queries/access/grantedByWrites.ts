import type { Database, Transaction } from '../../client.ts';

type Connection = Database | Transaction;

/** An access rule as it is stored. */
export interface RuleRow {
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
}

export interface UserRights {
  readonly id: string;
  /** Ids of the roles, including those of the groups. */
  readonly roleIds: readonly string[];
  /** Codes of the groups. */
  readonly groups: readonly string[];
}

/** Whether a period has not ended yet: one that begins later will grant its right without another write. */
const isNotOver = (validTo: string): string => `coalesce(${validTo} collate "C" > $2, true)`;
const linkIsNotOver = (link: string): string => isNotOver(`${link}.doc::json -> 'period' ->> 'validTo'`);
const membershipIsNotOver = (link: string, group: string): string =>
  `${linkIsNotOver(link)} and ${isNotOver(`${group}.doc::json ->> 'validTo'`)}`;
const now = (): string => new Date().toISOString();

/** Returns the roles and groups of users, whatever the status and the validity of the users and roles. */
export async function rightsOfUsers(sql: Connection, ids: readonly string[]): Promise<UserRights[]> {
  const text = `
    with membership as (
      select l.user_id, g.code, g.associated_user_role_id as role_id
      from user_user_group l join user_group g on g.id = l.user_group_id
      where l.user_id = any($1::uuid[]) and ${membershipIsNotOver('l', 'g')})
    select u.id,
      array(select role_id from user_role where user_id = u.id
        union select role_id from membership where user_id = u.id and role_id is not null) as "roleIds",
      array(select code from membership where user_id = u.id) as groups
    from app_user u where u.id = any($1::uuid[])`;
  return sql.unsafe<UserRights[]>(text, [`{${ids.join(',')}}`, now()]);
}

/** @param users query of the ids of users, by $1 */
const groupsOf = (users: string): string => `
  select distinct g.code from user_user_group l join user_group g on g.id = l.user_group_id
  where l.user_id in (${users}) and ${membershipIsNotOver('l', 'g')}`;

const groupsByRole = groupsOf(`
  select user_id from user_role where role_id = $1::uuid
  union select m.user_id from user_user_group m join user_group r on r.id = m.user_group_id
    where r.associated_user_role_id = $1::uuid and ${membershipIsNotOver('m', 'r')}`);
const groupsByGroup = groupsOf(`
  select m.user_id from user_user_group m where m.user_group_id = $1::uuid and ${linkIsNotOver('m')}`);

/** Returns the codes of all groups of the users with a role, their own one or one of a group. */
export const groupsOfRole = (sql: Connection, roleId: string) => codes(sql, groupsByRole, roleId);

/** Returns the codes of all groups of the members of a group. */
export const groupsOfMembers = (sql: Connection, groupId: string) => codes(sql, groupsByGroup, groupId);

const codes = async (sql: Connection, text: string, id: string): Promise<string[]> =>
  (await sql.unsafe<{ code: string }[]>(text, [id, now()])).map(({ code }) => code);

/** Returns the rules of roles, whatever the validity of the roles. */
export async function rulesOfRoles(
  sql: Connection,
  ids: readonly string[],
): Promise<(RuleRow & { readonly roleId: string })[]> {
  const text = `
    select l.role_id as "roleId", a.id, a.doc, a.audit from role_access_rule l join access_rule a on a.id = l.access_rule_id
    where l.role_id = any($1::uuid[]) and ${linkIsNotOver('l')} and ${isNotOver("a.doc::json -> 'validFor' ->> 'validTo'")}`;
  return sql.unsafe<(RuleRow & { readonly roleId: string })[]>(text, [`{${ids.join(',')}}`, now()]);
}

export const rulesById = (sql: Connection, ids: readonly string[]) =>
  sql<RuleRow[]>`select id, doc, audit from access_rule where id = any(${[...ids]}::uuid[])`;

/** Returns the rules whose text contains a placeholder. */
export const rulesContaining = (sql: Connection, placeholder: string) =>
  sql<RuleRow[]>`select id, doc, audit from access_rule where position(${placeholder} in doc) > 0`;

/** Returns the roles with these codes. */
export const rolesNamed = (sql: Connection, codes: readonly string[]) =>
  sql<{ id: string; code: string }[]>`select id, code from role where code = any(${[...codes]}::text[])`;

/** Returns groups by id or code with the roles that they grant to their members. */
export const groupsNamed = (sql: Connection, ids: readonly string[], codes: readonly string[]) =>
  sql<{ id: string; code: string; roleId: string | null }[]>`
    select id, code, associated_user_role_id as "roleId" from user_group
    where id = any(${[...ids]}::uuid[]) or code = any(${[...codes]}::text[])`;

export async function hasMembers(sql: Connection, groupId: string): Promise<boolean> {
  return (await sql`select 1 from user_user_group where user_group_id = ${groupId} limit 1`).length > 0;
}
