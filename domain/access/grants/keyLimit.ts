import { covers, type GrantedRule, isSameRule } from '../rules/grantedRule.ts';

/**
 * What the user of a key had when a caller without the right to Admin made the key: the rules that were checked then,
 * and the codes of the groups. The key never has more, whatever the user gets later.
 */
export interface KeyLimit {
  readonly rules: readonly GrantedRule[];
  readonly groups: readonly string[];
}

/** The limit of a key that has no rights. */
export const noRights: KeyLimit = { rules: [], groups: [] };

/** Whether a key with the limit has a rule: the rule is unchanged, or a rule of the limit with fullAccess covers it. */
export const allows = ({ rules }: KeyLimit, rule: GrantedRule): boolean =>
  rules.some((one) => covers(one, rule) || isSameRule(one, rule));
