import { ruleEvents } from '../../../db/queries/notifications/eventRows.ts';
import type { JsonObject } from '../../kinds/kind.ts';
import { isObject } from '../../validation/values.ts';
import { channels } from '../channels/index.ts';
import { type RuleConfig, readRuleConfig } from './ruleConfig.ts';
import { closedMinutes } from './window.ts';

/** Returns what is valid in a rule but prevents that it sends. */
export function ruleWarnings(values: JsonObject): string[] {
  const members = isObject(values.config) ? values.config : {};
  const config = readRuleConfig(members);
  const { apiSenderBeanName, eventType = 'REST' } = values;
  const warnings: string[] = [];
  if (
    apiSenderBeanName === undefined &&
    !channels.some(({ template }) => template && config.channelTexts[template.member])
  )
    warnings.push('config: has no template of a channel, so that the rule sends nothing');
  warnings.push(...expiryWarnings(config));
  if (eventType !== 'SYSTEM' && ruleEvents.some((event) => event === members.event))
    warnings.push(
      `config.event: ${members.event} triggers rules of the type SYSTEM, and this one is of the type ${eventType}`,
    );
  return warnings;
}

function expiryWarnings({ window, expireAfterMinutes }: RuleConfig): string[] {
  if (!window || expireAfterMinutes === undefined || expireAfterMinutes >= closedMinutes(window)) return [];
  return [
    `config.expireAfterMinutes: a notification can expire before the window opens, which is closed for ${closedMinutes(window)} minutes a day`,
  ];
}
