import type { JsonObject } from '../../kinds/kind.ts';
import type { GrantedRule } from '../rules/grantedRule.ts';
import { grantedRule, type StoredRule } from '../rules/grantedRule.ts';
import { USER_CODE } from '../rules/placeholders.ts';
import { endsOf, exceeds } from './periods.ts';

/** Who gets rules: a user, the members of a group, or all users with a role. */
export type Grantees = { readonly userId: string } | { readonly groupId: string } | { readonly usersOfRole: string };

/** What a write grants to somebody. `path` is the member by which it does. */
export type Grant = { readonly path: string } & (
  | { readonly type: 'newRule'; readonly rule: GrantedRule }
  | { readonly type: 'rule'; readonly id: string; readonly to: Grantees }
  | { readonly type: 'role'; readonly id?: string; readonly code?: string; readonly to: Grantees }
  | { readonly type: 'membership'; readonly id?: string; readonly code?: string; readonly userId: string }
  /** All rights of the user. The caller's own rules do not cover those with a placeholder of `placeholders`. */
  | { readonly type: 'user'; readonly id: string; readonly placeholders?: readonly string[] }
  /** `${user.groups}` of the members contains another code. */
  | { readonly type: 'groupCode'; readonly id: string }
  /** Jobs that workers create with the rights of the writer. */
  | { readonly type: 'job'; readonly jobType: string }
);

/** The change of a record; `before` is absent for a new one. */
export interface WrittenChange {
  readonly before?: JsonObject | undefined;
  readonly after: JsonObject;
}

/** Returns what the change of a record grants, by its kind. Changes of other kinds grant nothing. */
export const grantsOfChange = (kind: string, change: WrittenChange): readonly Grant[] =>
  (Object.hasOwn(byKind, kind) ? byKind[kind]?.(change) : undefined) ?? [];

export const canGrant = (kind: string): boolean => Object.hasOwn(byKind, kind);

const byKind: Readonly<Record<string, (change: WrittenChange) => readonly Grant[]>> = {
  User: ofUser,
  UserRole({ before, after }) {
    const { userId, roleId } = after;
    if (before && before.userId === userId && before.roleId === roleId) return [];
    return [{ path: 'roleId', type: 'role', id: String(roleId), to: { userId: String(userId) } }];
  },
  UserUserGroup({ before, after }) {
    const { userId, userGroupId } = after;
    const isSame = before && before.userId === userId && before.userGroupId === userGroupId;
    if (isSame && !exceeds(endsOf(after.period), endsOf(before.period))) return [];
    const path = isSame ? 'period' : 'userGroupId';
    return [{ path, type: 'membership', id: String(userGroupId), userId: String(userId) }];
  },
  UserGroup: ofGroup,
  Role({ before, after }) {
    const names = ['validityFrom', 'validityTo'] as const;
    if (!before || !exceeds(endsOf(after, names), endsOf(before, names))) return [];
    const id = String(after.id);
    return [{ path: 'validityTo', type: 'role', id, to: { usersOfRole: id } }];
  },
  RoleAccessRule({ before, after }) {
    const isSame = before && before.roleId === after.roleId && before.accessRuleId === after.accessRuleId;
    if (isSame && !exceeds(endsOf(after.period), endsOf(before.period))) return [];
    const [id, role] = [String(after.accessRuleId), String(after.roleId)];
    return [{ path: isSame ? 'period' : 'accessRuleId', type: 'rule', id, to: { usersOfRole: role } }];
  },
  // Every writer becomes the user whose rights the Jobs have.
  Schedule: ({ after }) => [{ path: 'jobType', type: 'job', jobType: String(after.jobType) }],
  AccessRule({ before, after }) {
    const rule = grantedRule(after as unknown as StoredRule);
    const isSame = before && isDecidedAlike(before, after);
    if (isSame && !exceeds(endsOf(after.validFor), endsOf(before.validFor))) return [];
    // Who has the rule now does not have it for a longer time: without an id, only another rule can cover it.
    return [{ path: isSame ? 'validFor' : 'entityName', type: 'newRule', rule: { ...rule, id: '' } }];
  },
};

const isDecidedAlike = (before: JsonObject, after: JsonObject): boolean =>
  ['entityName', 'expression', 'accessRule', 'fullAccess'].every((member) => before[member] === after[member]);

/**
 * A user who becomes active, or whom another person can become, gets all rights of the user. A provider of tokens and a
 * directory know a user by the code.
 */
function ofUser({ before, after }: WrittenChange): readonly Grant[] {
  const userId = String(after.id);
  const added = (member: string): string[] => {
    const former = new Set(textsIn(before?.[member]));
    return textsIn(after[member]).filter((code) => !former.has(code));
  };
  const linked: Grant[] = [
    ...added('roles').map((code): Grant => ({ path: 'roles', type: 'role', code, to: { userId } })),
    ...added('groups').map((code): Grant => ({ path: 'groups', type: 'membership', code, userId })),
  ];
  if (!before) return linked;
  const enabling: Readonly<Record<string, boolean>> = {
    status: before.status !== after.status && after.status === 'ENABLE',
    authentication: before.authentication !== after.authentication && after.authentication !== 'EMPTY',
    code: before.code !== after.code,
    validTo: exceeds(endsOf(after), endsOf(before)),
  };
  const path = Object.keys(enabling).find((member) => enabling[member]);
  if (path === undefined) return linked;
  // Under another code, the same rules reach other records.
  const placeholders = enabling.code ? [USER_CODE] : [];
  return [...linked, { path, type: 'user', id: userId, placeholders }];
}

function ofGroup({ before, after }: WrittenChange): readonly Grant[] {
  const roleId = after.associatedUserRoleId;
  const to = { groupId: String(after.id) };
  // A new group has no members.
  if (!before)
    return typeof roleId === 'string' ? [{ path: 'associatedUserRoleId', type: 'role', id: roleId, to }] : [];
  const isProlonged = exceeds(endsOf(after), endsOf(before));
  const isAnotherRole = before.associatedUserRoleId !== roleId;
  const grants: Grant[] = [];
  if (typeof roleId === 'string' && (isAnotherRole || isProlonged))
    grants.push({ path: isAnotherRole ? 'associatedUserRoleId' : 'validTo', type: 'role', id: roleId, to });
  if (isProlonged || before.code !== after.code)
    grants.push({ path: isProlonged ? 'validTo' : 'code', type: 'groupCode', id: to.groupId });
  return grants;
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
