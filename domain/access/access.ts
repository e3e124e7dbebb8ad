import type { Condition } from '../filtering/index.ts';
import type { Kind } from '../kinds/kind.ts';
import type { GrantedRule, Right } from './rules/grantedRule.ts';
import type { ReservedEntity } from './rules/reservedEntities.ts';

export type { Right } from './rules/grantedRule.ts';
export { type ReservedEntity, reservedEntities } from './rules/reservedEntities.ts';

/** The records of one kind that a caller reaches: all, those for which the condition holds, or none for want of a rule. */
export type Reach = 'all' | 'none' | Condition;

export interface KindAccess {
  readonly read: Reach;
  /** A part of `read`. */
  readonly write: Reach;
}

/** What a caller may do. */
export interface Access {
  /** Every record may be read and written. */
  readonly unrestricted: boolean;
  /** May do everything, and may grant everything. */
  readonly isAdministrator: boolean;
  of(kind: Kind): KindAccess;
  entity(name: ReservedEntity): Right | undefined;
  /**
   * Whether the caller may grant a rule: it has the same rule now, or one with fullAccess that covers it.
   *
   * @param groups codes of the groups that `${user.groups}` in the rule would stand for; the caller must be in them too
   */
  mayGrant(rule: GrantedRule, groups?: readonly string[]): boolean;
}

const everyRecord: KindAccess = { read: 'all', write: 'all' };

/** The access of the service itself, and of every caller while authentication is off. */
export const fullAccess: Access = {
  unrestricted: true,
  isAdministrator: true,
  of: () => everyRecord,
  entity: () => 'READ_WRITE',
  mayGrant: () => true,
};

const noRecord: KindAccess = { read: 'none', write: 'none' };

/** The access of a user without a rule. */
export const noAccess: Access = {
  unrestricted: false,
  isAdministrator: false,
  of: () => noRecord,
  entity: () => undefined,
  mayGrant: () => false,
};

/**
 * What an operation requires of its caller. `public`: nothing. `signedIn`: a valid credential. A kind: at least one rule
 * for the kind with the right; each record is then checked by itself. An entity: a rule for the reserved name.
 */
export type Needs =
  | 'public'
  | 'signedIn'
  | { readonly kind: string; readonly right: Right }
  | { readonly entity: ReservedEntity; readonly right: Right };

/** Narrows the rights of a user to a kind or a reserved entity; without entityName, to all of them. */
export interface KeyScope {
  readonly entityName?: string;
  readonly accessRule: Right;
}
