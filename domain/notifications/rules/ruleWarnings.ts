import type { JsonObject, WarningContext } from '../../kinds/kind.ts';
import { describe, isObject } from '../../validation/values.ts';
import { channels } from '../channels/index.ts';
import { isRelativeUrl, type RuleConfig, readRuleConfig } from './ruleConfig.ts';
import { closedMinutes } from './window.ts';

/** Returns what is valid in a rule but prevents that it sends. */
export function ruleWarnings(values: JsonObject, { microserviceCodes }: WarningContext): string[] {
  const config = readRuleConfig(isObject(values.config) ? values.config : {});
  const { apiSenderBeanName, evalNotificationUrl, microserviceCode } = values;
  const warnings: string[] = [];
  if (
    apiSenderBeanName === undefined &&
    !channels.some(({ template }) => template && config.channelTexts[template.member])
  )
    warnings.push('config: has no template of a channel, so that the rule sends nothing');
  warnings.push(...expiryWarnings(config));
  if (
    typeof evalNotificationUrl === 'string' &&
    isRelativeUrl(evalNotificationUrl) &&
    typeof microserviceCode === 'string' &&
    microserviceCodes?.includes(microserviceCode) === false
  )
    warnings.push(`microserviceCode: MICROSERVICE_URLS has no URL for ${describe(microserviceCode)}`);
  return warnings;
}

function expiryWarnings({ window, expireAfterMinutes }: RuleConfig): string[] {
  if (!window || expireAfterMinutes === undefined || expireAfterMinutes >= closedMinutes(window)) return [];
  return [
    `config.expireAfterMinutes: a notification can expire before the window opens, which is closed for ${closedMinutes(window)} minutes a day`,
  ];
}
