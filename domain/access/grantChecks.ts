import {
  groupsNamed,
  groupsOfMembers,
  groupsOfRole,
  hasMembers,
  type RuleRow,
  rightsOfUsers,
  rolesNamed,
  rulesById,
  rulesContaining,
  rulesOfRoles,
} from '../../db/queries/access/grantedByWrites.ts';
import type { TableLock } from '../../db/queries/tableLocks.ts';
import { forbidden } from '../errors.ts';
import { kindNamed } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';
import { describe } from '../validation/values.ts';
import type { ReservedEntity } from './access.ts';
import { rightsLocks } from './administrators.ts';
import { canGrant, type Grant, type Grantees, grantsOfChange, type WrittenChange } from './granting/grantsOfChange.ts';
import { type KeyLimit, noRights } from './grants/keyLimit.ts';
import { type ReadScope, readable, type TransactionScope } from './reach.ts';
import { type GrantedRule, grantedRule, type StoredRule } from './rules/grantedRule.ts';
import { USER_CODE, USER_GROUPS, USER_ID } from './rules/placeholders.ts';

/** A change, and the beginning of the path of its members in problems. */
export interface PlacedChange extends WrittenChange {
  readonly at?: string;
}

/** What the checks need: the access of the caller, and which reserved entity each managed type of Jobs requires. */
export interface GrantScope extends Pick<ReadScope, 'access'> {
  readonly jobTypes: Readonly<Record<string, { readonly entity?: ReservedEntity }>>;
}

/** Whether changes of the kind by this caller have to be checked by a GrantGuard. */
export function needsGrantCheck({ access }: Pick<ReadScope, 'access'>, kind: Kind): boolean {
  if (!canGrant(kind.name)) return false;
  // Admin is not the right to every type of Jobs.
  if (kind.actsForWriter) return !access.unrestricted;
  return !access.isAdministrator && access.entity('Admin') !== 'READ_WRITE';
}

/**
 * Refuses changes of records of a kind that would grant a rule which the caller cannot grant. Roles and links count with
 * everything that they will grant without another write, so that periods which begin later count too.
 *
 * The check follows the write, in its transaction, because two links can grant together what neither grants alone. Two
 * checked writes run one after the other, so that the second one sees what the first one has granted.
 */
export class GrantGuard {
  readonly locks: readonly TableLock[];
  readonly #grants: readonly Grant[];

  readonly #jobProblems: readonly string[];

  constructor(scope: GrantScope, kind: Kind, changes: readonly PlacedChange[]) {
    const checked = needsGrantCheck(scope, kind) ? changes : [];
    const grants = checked.flatMap(({ at = '', ...change }) =>
      grantsOfChange(kind.name, change).map((grant) => ({ ...grant, path: `${at}${grant.path}` })),
    );
    this.#grants = grants.filter(({ type }) => type !== 'job');
    this.#jobProblems = grants.flatMap((grant) => (grant.type === 'job' ? jobProblems(scope, grant) : []));
    this.locks = this.#grants.length > 0 ? rightsLocks : [];
  }

  /** Runs after the write. Throws a 403. */
  async end(scope: TransactionScope): Promise<void> {
    if (this.#jobProblems.length > 0)
      throw forbidden('Your access rules do not allow the Jobs of this Schedule.', this.#jobProblems);
    const problems: string[] = [];
    for (const grant of this.#grants) problems.push(...foreignRules(scope, grant.path, await rulesOf(scope, grant)));
    refuse(problems);
  }
}

/**
 * Throws a 403 if the caller cannot grant all rules of a user. For a key, which lets its owner act as the user.
 *
 * @returns what was checked, as the limit of the key: whatever the user gets from then on is not included
 */
export async function checkGrantOfKey(scope: ReadScope, userId: string): Promise<KeyLimit> {
  const user = await userOf(scope, userId);
  if (!user) return noRights;
  const granted = await rulesGranted(scope, user.roleIds, user.groups);
  refuse(foreignRules(scope, 'user', withoutIds(granted, [USER_ID, USER_CODE])));
  return { rules: [...new Map(granted.map(({ rule }) => [rule.id, rule])).values()], groups: user.groups };
}

/** Returns a problem for each rule that the caller cannot grant. */
const foreignRules = (scope: ReadScope, path: string, granted: readonly RuleGrant[]): string[] =>
  granted
    .filter(({ rule, groups }) => !scope.access.mayGrant(rule, groups))
    .map(({ row, rule }) => `${path}: grants rights that you do not have${describeRule(scope, row, rule)}`);

/** Returns what the caller lacks to create Jobs of a type. */
function jobProblems(
  { access, jobTypes }: GrantScope,
  { path, jobType }: Extract<Grant, { type: 'job' }> & { readonly path: string },
): string[] {
  const job = kindNamed('Job');
  if (!job || access.of(job).write === 'none') return [`${path}: creating Jobs needs READ_WRITE of Job`];
  if (!Object.hasOwn(jobTypes, jobType)) return [];
  const entity = jobTypes[jobType]?.entity ?? 'Admin';
  return access.entity(entity) === 'READ_WRITE' ? [] : [`${path}: ${jobType} needs READ_WRITE of ${entity}`];
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw forbidden('You cannot grant rights that you do not have.', [...new Set(problems)]);
}

/** A rule that a write grants. */
interface RuleGrant {
  readonly rule: GrantedRule;
  /** The stored rule; absent for the rule that is written. */
  readonly row?: RuleRow;
  /** What `${user.groups}` would stand for. */
  readonly groups?: readonly string[];
}

async function rulesOf(scope: ReadScope, grant: Grant): Promise<readonly RuleGrant[]> {
  const { sql } = scope;
  switch (grant.type) {
    case 'newRule':
      return [{ rule: grant.rule }];
    case 'rule':
      return withGroups(scope, grant.to, await rulesById(sql, [grant.id]));
    case 'role': {
      const roleIds = grant.id === undefined ? await roleIdsOf(scope, grant.code) : [grant.id];
      return roleIds.length === 0 ? [] : withGroups(scope, grant.to, await rulesOfRoles(sql, roleIds));
    }
    case 'membership':
      return rulesOfMembership(scope, grant);
    case 'user': {
      const user = await userOf(scope, grant.id);
      const granted = user ? await rulesGranted(scope, user.roleIds, user.groups) : [];
      return withoutIds(granted, grant.placeholders ?? []);
    }
    case 'groupCode':
      if (!(await hasMembers(sql, grant.id))) return [];
      // Which records the members will reach is unknown: only full access covers them.
      return (await rulesContaining(sql, USER_GROUPS)).map((row) => withoutId(ruleGrant(row)));
    case 'job':
      return [];
  }
}

/** The groups of many users are read only for rules that depend on them. */
async function withGroups({ sql }: ReadScope, to: Grantees, rows: readonly RuleRow[]): Promise<readonly RuleGrant[]> {
  const dependsOnGroups = rows.some(({ doc }) => doc.includes(USER_GROUPS));
  const groups = dependsOnGroups ? await groupsOf(sql, to) : [];
  return rows.map((row) => ruleGrant(row, groups));
}

async function groupsOf(sql: ReadScope['sql'], to: Grantees): Promise<readonly string[]> {
  if ('groupId' in to) return groupsOfMembers(sql, to.groupId);
  if ('usersOfRole' in to) return groupsOfRole(sql, to.usersOfRole);
  return (await rightsOfUsers(sql, [to.userId]))[0]?.groups ?? [];
}

/** A caller with the same rule does not have a rule without an id: only full access covers it. */
const withoutId = (granted: RuleGrant): RuleGrant => ({ ...granted, rule: { ...granted.rule, id: '' } });

/** Returns the rules, without ids where the expression has one of the placeholders. */
const withoutIds = (granted: readonly RuleGrant[], placeholders: readonly string[]): RuleGrant[] =>
  granted.map((one) =>
    placeholders.some((placeholder) => one.rule.expression?.includes(placeholder)) ? withoutId(one) : one,
  );

/** A member gets the rules of the role of the group, and its own rules with placeholders reach the records of the group. */
async function rulesOfMembership(
  scope: ReadScope,
  { id, code, userId }: Extract<Grant, { type: 'membership' }>,
): Promise<readonly RuleGrant[]> {
  const ids = id === undefined ? [] : [id];
  const [group] = await groupsNamed(scope.sql, ids, code === undefined ? [] : [code]);
  if (!group) return [];
  const user = await userOf(scope, userId);
  const own = user ? await rulesGranted(scope, user.roleIds, [group.code]) : [];
  const roleIds = group.roleId === null ? [] : [group.roleId];
  return [
    ...own.filter(({ rule }) => rule.expression?.includes(USER_GROUPS)),
    ...(await rulesGranted(scope, roleIds, [...(user?.groups ?? []), group.code])),
  ];
}

async function rulesGranted(
  { sql }: ReadScope,
  roleIds: readonly string[],
  groups: readonly string[],
): Promise<readonly RuleGrant[]> {
  return roleIds.length === 0 ? [] : (await rulesOfRoles(sql, roleIds)).map((row) => ruleGrant(row, groups));
}

const ruleGrant = (row: RuleRow, groups: readonly string[] = []): RuleGrant => ({
  row,
  rule: grantedRule(JSON.parse(row.doc) as StoredRule),
  groups,
});

const roleIdsOf = async ({ sql }: ReadScope, code = ''): Promise<string[]> =>
  (await rolesNamed(sql, [code])).map(({ id }) => id);

const userOf = async ({ sql }: ReadScope, id: string) => (await rightsOfUsers(sql, [id]))[0];

/** Names a rule that the caller may read; empty for others. */
function describeRule(scope: ReadScope, row: RuleRow | undefined, rule: GrantedRule): string {
  const kind = kindNamed('AccessRule');
  if (row && (!kind || !readable(scope, kind, row))) return '';
  const { entityName = 'every kind', expression, fullAccess, right } = rule;
  const records = fullAccess ? '' : ` limited by ${expression ?? 'no expression'}`;
  return `: ${row ? `the access rule ${describe(rule.code)}: ` : ''}${right} of ${entityName}${records}`;
}
