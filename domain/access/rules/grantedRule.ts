import { type ReservedEntity, reservedEntities } from './reservedEntities.ts';

/** READ_WRITE includes READ. */
export type Right = 'READ' | 'READ_WRITE';

/** What an access rule grants while it is valid. */
export interface GrantedRule {
  readonly id: string;
  readonly code: string;
  /** A kind or a reserved entity; without it, every kind, but only with fullAccess. */
  readonly entityName?: string;
  readonly expression?: string;
  readonly right: Right;
  readonly fullAccess: boolean;
}

/** The members of an AccessRule that decide access. */
export interface StoredRule {
  readonly id: string;
  readonly code: string;
  readonly validFor?: { readonly validFrom?: string; readonly validTo?: string };
  readonly entityName?: string;
  readonly expression?: string;
  readonly accessRule?: Right;
  readonly fullAccess: boolean;
}

export function grantedRule({ id, code, entityName, expression, accessRule, fullAccess }: StoredRule): GrantedRule {
  return {
    ...{ id, code, fullAccess, right: accessRule ?? (fullAccess ? 'READ_WRITE' : 'READ') },
    ...(entityName !== undefined && { entityName }),
    ...(expression !== undefined && { expression }),
  };
}

/** Whether the rule grants everything, access itself included. */
export const isAdministrators = ({ entityName, fullAccess, right }: GrantedRule): boolean =>
  entityName === undefined && fullAccess && right === 'READ_WRITE';

/** Whether the rule grants anything to anybody. */
export const grantsSomething = ({ entityName, expression, fullAccess }: GrantedRule): boolean =>
  fullAccess || (entityName !== undefined && expression !== undefined);

/** Whether a rule grants all that another one grants, because it has fullAccess. */
export function covers(rule: GrantedRule, other: GrantedRule): boolean {
  if (isAdministrators(rule)) return true;
  if (!rule.fullAccess || (other.right === 'READ_WRITE' && rule.right === 'READ')) return false;
  if (rule.entityName === other.entityName) return true;
  return rule.entityName === undefined && !reservedEntities.includes(other.entityName as ReservedEntity);
}

/** Whether two states of one rule grant the same. */
export const isSameRule = (one: GrantedRule, other: GrantedRule): boolean =>
  one.id === other.id &&
  one.entityName === other.entityName &&
  one.expression === other.expression &&
  one.right === other.right &&
  one.fullAccess === other.fullAccess;
