import type { NotificationRuleValues } from './ruleConfig.ts';

/** Returns why a rule triggers nothing at this time, as the end of a sentence; undefined if the rule is valid. */
export function invalidity({ validityFrom, validityTo }: NotificationRuleValues, now = new Date()): string | undefined {
  const when = now.toISOString();
  if (validityFrom !== undefined && when < validityFrom) return `is not valid before ${validityFrom}`;
  if (validityTo !== undefined && when >= validityTo) return `is not valid since ${validityTo}`;
  return undefined;
}
