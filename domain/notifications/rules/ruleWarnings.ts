import { ruleEvents } from '../../../db/queries/notifications/eventRows.ts';
import type { ConfigurationContext, JsonObject } from '../../kinds/kind.ts';
import { refusedHost } from '../../validation/allowedHosts.ts';
import { nearestOf } from '../../validation/nearestName.ts';
import { isObject } from '../../validation/values.ts';
import { channels } from '../channels/index.ts';
import { type RuleConfig, readRuleConfig } from './ruleConfig.ts';
import { closedMinutes } from './window.ts';

/** Returns what is valid in a rule but prevents that it sends, or is ignored. */
export function ruleWarnings(values: JsonObject, { allowedHosts }: ConfigurationContext): string[] {
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
  return [...warnings, ...hostWarnings(values, members, allowedHosts), ...misspeltMembers(members)];
}

function hostWarnings(
  { evalNotificationUrl }: JsonObject,
  { url }: JsonObject,
  allowedHosts: readonly string[] | undefined,
): string[] {
  return Object.entries({ 'config.url': url, evalNotificationUrl }).flatMap(([path, value]) => {
    const refusal = refusedHost(value, allowedHosts);
    return refusal === undefined ? [] : [`${path}: is not called, ${refusal}`];
  });
}

/** The members of a rule's `config` that Waybill reads or writes. */
const ruleConfigMembers: ReadonlySet<string> = new Set([
  ...channels.flatMap(({ template, settings }) => [...(template ? [template.member] : []), ...Object.keys(settings)]),
  ...['subject', 'deliveryFrom', 'deliveryTo', 'timeZone', 'expireAfterMinutes', 'critical', 'throttle', 'digest'],
  ...['escalation', 'languages', 'requiredParams', 'attachments', 'notificationTo'],
  // Of rules of the type SYSTEM.
  ...['event', 'jobTypes', 'kinds', 'changes'],
  // Reports of the secret.
  ...['secretSet', 'secretChangedAt'],
]);

/** Edits by which a member is misspelt, as a part of its length. Others belong to other application areas. */
const MISSPELT = 0.25;

function misspeltMembers(config: JsonObject): string[] {
  return Object.keys(config).flatMap((name) => {
    const nearest = ruleConfigMembers.has(name) ? undefined : nearestOf(name, [...ruleConfigMembers], MISSPELT);
    return nearest === undefined ? [] : [`config.${name.slice(0, 60)}: is ignored, did you mean ${nearest}?`];
  });
}

function expiryWarnings({ window, expireAfterMinutes }: RuleConfig): string[] {
  if (!window || expireAfterMinutes === undefined || expireAfterMinutes >= closedMinutes(window)) return [];
  return [
    `config.expireAfterMinutes: a notification can expire before the window opens, which is closed for ${closedMinutes(window)} minutes a day`,
  ];
}
