import type { ServiceDependencies } from '../ports/serviceDependencies.ts';
import { type Access, type KeyScope, noAccess } from './access.ts';
import { GrantedAccess } from './grants/grantedAccess.ts';
import { allows } from './grants/keyLimit.ts';
import { PeriodCheck } from './grants/periodCheck.ts';
import { readRights, type StoredRights } from './grants/storedRights.ts';
import { type GrantedRule, grantedRule } from './rules/grantedRule.ts';

/** What a user may do, and by which roles and groups. The limit of a key leaves a part of the groups and rules. */
export interface Grants {
  readonly user: { readonly id: string; readonly code: string };
  /** Whether the user is enabled and valid. An inactive user has no groups, roles and rights. */
  readonly isActive: boolean;
  /** Codes of the current groups, sorted. */
  readonly groups: readonly string[];
  /** Codes of the valid roles, including those of the groups, sorted. */
  readonly roles: readonly string[];
  readonly rules: readonly GrantedRule[];
  readonly access: Access;
  /** When the next period of the user, of a group, a role, a rule or a link begins or ends, in ms since 1970. */
  readonly validUntil: number;
}

/**
 * Returns what a user may do: the union of the access rules of its roles, its own ones and those that its groups grant to
 * their members (`associatedUserRoleId`). Periods of the user, of groups, memberships, roles, links and rules all have to
 * be valid. Returns undefined if no user has the id.
 *
 * @param scopes narrow the rights; an empty array leaves none
 * @param limitedBy id of the key whose limit applies
 */
export async function grantsOf(
  services: Pick<ServiceDependencies, 'sql' | 'log'>,
  userId: string,
  {
    scopes,
    limitedBy,
    when = new Date(),
  }: {
    readonly scopes?: readonly KeyScope[] | undefined;
    readonly limitedBy?: string | undefined;
    readonly when?: Date;
  } = {},
): Promise<Grants | undefined> {
  const rights = await readRights(services, userId, limitedBy);
  return rights && grantsFrom(services, rights, { scopes, when });
}

/** As `grantsOf`, from rights that have been read. */
export function grantsFrom(
  services: Pick<ServiceDependencies, 'log'>,
  rights: StoredRights,
  { scopes, when = new Date() }: { readonly scopes?: readonly KeyScope[] | undefined; readonly when?: Date } = {},
): Grants {
  const user = { id: rights.id, code: rights.code };
  const periods = new PeriodCheck(when);
  const isValid = periods.includesNow(rights.validFor);
  if (rights.status !== 'ENABLE' || !isValid)
    return {
      ...{ user, isActive: false, groups: [], roles: [], rules: [] },
      ...{ access: noAccess, validUntil: periods.nextBoundary },
    };
  const { groups, roles, rules } = currentGrants(rights, periods);
  return {
    ...{ user, isActive: true, groups, roles, rules },
    access: new GrantedAccess({ ...user, groups }, rules, { log: services.log, scopes }),
    validUntil: periods.nextBoundary,
  };
}

function currentGrants(rights: StoredRights, periods: PeriodCheck): Pick<Grants, 'groups' | 'roles' | 'rules'> {
  const memberships = rights.memberships.filter(({ period, validFor }) => periods.includesNow(period, validFor));
  const roleIds = new Set([...rights.ownRoleIds, ...memberships.map(({ roleId }) => roleId)]);
  const roles = rights.roles.filter(({ id, validFor }) => periods.includesNow(validFor) && roleIds.has(id));
  const validRoleIds = new Set(roles.map(({ id }) => id));
  const links = rights.links.filter(
    ({ roleId, period, rule }) => periods.includesNow(period, rule.validFor) && validRoleIds.has(roleId),
  );
  const groups = [...new Set(memberships.map(({ group }) => group))].sort();
  const rules = [...new Map(links.map(({ rule }) => [rule.id, grantedRule(rule)])).values()];
  const { limit } = rights;
  return {
    groups: limit ? groups.filter((group) => limit.groups.includes(group)) : groups,
    roles: roles.map(({ code }) => code).sort(),
    rules: limit ? rules.filter((rule) => allows(limit, rule)) : rules,
  };
}
