import { rolesOfUser } from '../../db/queries/users/rolesOfUser.ts';
import { rulesOfRoles } from '../../db/queries/users/rulesOfRoles.ts';
import { type ExpressionUser, resolveExpression } from '../filtering/accessExpression.ts';
import type { Filtering } from '../filtering/index.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { isValidAt } from '../records/presentRecord.ts';

/** Whose access is asked for. */
export interface RoleHolder extends ExpressionUser {
  /** Ids of all roles that count for him, those that come with a group included. */
  readonly roleIds: readonly string[];
}

/** Records of one kind: all of them, or those that one of `some` lets through; none when that is empty. */
export interface Reach {
  readonly all: boolean;
  readonly some: readonly Pick<Filtering, 'conditions' | 'words'>[];
}

export interface Access {
  readonly read: Reach;
  /** Never more than what is read. */
  readonly write: Reach;
}

/** A group that a user is in, for a period, and the role that it gives him. */
interface Membership {
  readonly group: string;
  readonly role: string | null;
  readonly period: NonNullable<Rule['validFor']> | null;
}

/** The members of an AccessRule that count here. */
interface Rule {
  readonly id: string;
  readonly validFor?: { readonly validFrom?: string; readonly validTo?: string };
  readonly entityName?: string;
  readonly expression?: string;
  readonly accessRule?: 'READ' | 'READ_WRITE';
  readonly fullAccess: boolean;
}

/**
 * A user with all roles that count for him at a time: his own, and those that a group gives to whoever is in it
 * (`associatedUserRoleId`). Undefined where no user has the code.
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
 * What the holder of these roles may read and write of a kind: all that the rules of his roles give together, of those
 * that hold now. A rule without fullAccess gives what its expression lets through, and nothing without one.
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

/** Every kind is meant only by a rule that says nothing more of its records either. */
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
    // It was right when it was saved: the kind has changed since. What cannot be understood gives nothing.
    services.log.warn({ err: error, accessRule: id }, 'an access rule is left out');
    return NOTHING;
  }
}

function together(reaches: readonly Reach[]): Reach {
  const all = reaches.some((reach) => reach.all);
  return { all, some: all ? [] : reaches.flatMap(({ some }) => some) };
}
