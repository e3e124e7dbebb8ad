import type { Database, Transaction } from '../../../db/client.ts';
import { grantsOfUser } from '../../../db/queries/access/grantsOfUser.ts';
import type { StoredRule } from '../rules/grantedRule.ts';
import { type KeyLimit, noRights } from './keyLimit.ts';
import type { StoredPeriod } from './periodCheck.ts';

/** The membership of a user in a group, and the role that the group grants. */
interface Membership {
  readonly group: string;
  readonly roleId: string | null;
  readonly period: StoredPeriod | null;
  readonly validFor: StoredPeriod | null;
}

interface StoredRole {
  readonly id: string;
  readonly code: string;
  readonly validFor: StoredPeriod;
}

/** The link of a role and a rule. */
export interface RuleLink {
  readonly roleId: string;
  readonly period: StoredPeriod | null;
  readonly rule: StoredRule;
}

/** Everything that decides what a user may do, of any time. */
export interface StoredRights {
  readonly id: string;
  readonly code: string;
  readonly status: string | undefined;
  readonly validFor: StoredPeriod;
  readonly ownRoleIds: readonly string[];
  readonly memberships: readonly Membership[];
  readonly roles: readonly StoredRole[];
  readonly links: readonly RuleLink[];
  /** The limit of the key by which the user acts. */
  readonly limit?: KeyLimit;
}

interface GrantsRow {
  readonly id: string;
  readonly code: string;
  readonly doc: string;
  readonly ownRoleIds: readonly string[];
  readonly memberships: string;
  readonly roles: string;
  readonly links: string;
  readonly limit: string | null;
}

/**
 * Returns undefined if no user has the id.
 *
 * @param limitedBy id of the key whose limit applies
 */
export async function readRights(
  { sql }: { readonly sql: Database | Transaction },
  userId: string,
  limitedBy?: string,
): Promise<StoredRights | undefined> {
  const [row] = await sql.unsafe<GrantsRow[]>(grantsOfUser, [userId, limitedBy ?? null], { prepare: true });
  if (!row) return undefined;
  const { id, code, ownRoleIds } = row;
  const { status, ...validFor }: StoredPeriod & { readonly status?: string } = JSON.parse(row.doc);
  return {
    ...{ id, code, status, validFor, ownRoleIds },
    memberships: JSON.parse(row.memberships),
    roles: JSON.parse(row.roles),
    links: JSON.parse(row.links),
    ...(limitedBy !== undefined && { limit: row.limit === null ? noRights : JSON.parse(row.limit) }),
  };
}
