import { rolesOfUser } from '../../db/queries/users/rolesOfUser.ts';
import { rulesOfRoles } from '../../db/queries/users/rulesOfRoles.ts';
import { type ExpressionUser, resolveExpression } from '../filtering/accessExpression.ts';
import type { Filtering } from '../filtering/index.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { isValidAt } from '../records/presentRecord.ts';

/** The user whose access is computed. */
export interface RoleHolder extends ExpressionUser {
  /** Ids of all roles of the user, including those of its groups. */
  readonly roleIds: readonly string[];
}

/** A set of records of one kind: all, or those that match one of `some`; none if `some` is empty. */
export interface Reach {
  readonly all: boolean;
  readonly some: readonly Pick<Filtering, 'conditions' | 'words'>[];
}

export interface Access {
  readonly read: Reach;
  /** A subset of `read`. */
  readonly write: Reach;
}

/** A membership of a user in a group, with its period and the role that the group grants. */
interface Membership {
  readonly group: string;
  readonly role: string | null;
  readonly period: NonNullable<Rule['validFor']> | null;
}

/** The members of an AccessRule that decide access. */
interface Rule {
  readonly id: string;
  readonly validFor?: { readonly validFrom?: string; readonly validTo?: string };
  readonly entityName?: string;
  readonly expression?: string;
  readonly accessRule?: 'READ' | 'READ_WRITE';
  readonly fullAccess: boolean;
}

/**
 * Returns a user with all roles valid at a time: its own, and those that its groups grant to their members
 * (`associatedUserRoleId`). Returns undefined if no user has the code.
 */
export async function roleHolder(services: Services, code: string, when = new Date()): Promise<RoleHolder | undefined> {
  const [row] = await services.sql.unsafe<{ id: string; code: string; ownRoles: string[]; memberships: string }[]>(
    rolesOfUser,
    [code],
    { prepare: true },
  );
  if (!row) return undefined;
  const memberships = JSON.parse(row.memberships) as Membership[];
  const now = when.toISOString();
  const current = memberships.filter(({ period }) => isValidAt(period ?? {}, now));
  return {
    id: row.id,
    code: row.code,
    groups: [...new Set(current.map(({ group }) => group))].sort(),
    roleIds: [...new Set([...row.ownRoles, ...current.flatMap(({ role }) => role ?? [])])],
  };
}

/**
 * Returns the records of a kind that the holder of these roles may read and write: the union of the valid rules of its
 * roles. A rule without fullAccess grants the records that match its expression, and none without an expression.
 */
export async function accessTo(services: Services, kind: Kind, holder: RoleHolder, when = new Date()): Promise<Access> {
  const ids = `{${holder.roleIds.join(',')}}`;
  const rows = await services.sql.unsafe<{ link: string; rule: string }[]>(rulesOfRoles, [ids], { prepare: true });
  const now = when.toISOString();
  const rules = new Map<string, Rule>();
  for (const row of rows) {
    const { period = {} } = JSON.parse(row.link) as { period?: NonNullable<Rule['validFor']> };
    const rule = JSON.parse(row.rule) as Rule;
    if (isValidAt(period, now) && isValidAt(rule.validFor ?? {}, now) && concerns(rule, kind)) rules.set(rule.id, rule);
  }
  const grants = [...rules.values()].map((rule) => ({
    writes: writes(rule),
    reach: reachOf(services, kind, rule, holder),
  }));
  return {
    read: together(grants.map(({ reach }) => reach)),
    write: together(grants.filter((one) => one.writes).map(({ reach }) => reach)),
  };
}

/** A rule without entityName applies to all kinds, but only with fullAccess. */
const concerns = ({ entityName, fullAccess }: Rule, kind: Kind): boolean =>
  entityName === undefined ? fullAccess : entityName === kind.name;

const writes = ({ accessRule, fullAccess }: Rule): boolean =>
  accessRule === undefined ? fullAccess : accessRule === 'READ_WRITE';

const NOTHING: Reach = { all: false, some: [] };

function reachOf(services: Services, kind: Kind, { id, expression, fullAccess }: Rule, asker: ExpressionUser): Reach {
  if (fullAccess) return { all: true, some: [] };
  if (expression === undefined) return NOTHING;
  try {
    const filtering = resolveExpression(kind, expression, asker);
    return filtering ? { all: false, some: [{ conditions: filtering.conditions, words: filtering.words }] } : NOTHING;
  } catch (error) {
    // The expression was valid when it was saved, but the kind has changed. An invalid expression grants nothing.
    services.log.warn({ err: error, accessRule: id }, 'an access rule is left out');
    return NOTHING;
  }
}

function together(reaches: readonly Reach[]): Reach {
  const all = reaches.some((reach) => reach.all);
  return { all, some: all ? [] : reaches.flatMap(({ some }) => some) };
}
