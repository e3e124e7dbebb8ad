import type { ConfigurationContext, JsonObject, NamedRecord, Values } from '../../kinds/kind.ts';
import { describe, isObject } from '../../validation/values.ts';
import { addressMembers, channels } from '../channels/index.ts';
import { followedChanges } from './recordChangeRule.ts';
import { readRuleConfig } from './ruleConfig.ts';
import { eventProblems } from './ruleEvents.ts';

/** The members of a rule that mean nothing without `config`. */
const membersWithConfig = ['eventType', 'evalNotificationUrl'] as const;

/** The kinds of the records that can be recipients. */
const recipientKinds = ['User', 'UserGroup'] as const;

/** Returns the problems that prevent a rule from sending, and that earlier releases have stored. */
export function newRuleProblems(values: JsonObject, context: ConfigurationContext): string[] {
  return [
    ...configProblems(values),
    ...eventProblems(values),
    ...recipientProblems(values),
    ...microserviceProblems(values, context),
  ];
}

/** A sender reports what it needs of `config` itself. */
function configProblems(values: JsonObject): string[] {
  if (values.config !== undefined || values.apiSenderBeanName !== undefined) return [];
  const beside = membersWithConfig.find((member) => values[member] !== undefined);
  return beside === undefined ? [] : [`config: is required beside ${beside}`];
}

function recipientProblems(values: JsonObject): string[] {
  const { config, eventType, evalNotificationUrl, apiSenderBeanName } = values;
  if (!isObject(config) || followedChanges(values)) return [];
  const { notificationTo } = readRuleConfig(config);
  if (eventType === 'SYSTEM' && evalNotificationUrl === undefined && !notificationTo?.length)
    return ['config.notificationTo: is required for the type SYSTEM without evalNotificationUrl'];
  const sender = channels.find((channel) => channel.sender === apiSenderBeanName);
  return (notificationTo ?? []).flatMap((target, index) => {
    const path = `config.notificationTo[${index}]`;
    if (recipientKinds.some((kind) => kind === target.ownerType))
      return target.ownerId === undefined ? [`${path}.ownerId: is required beside ownerType ${target.ownerType}`] : [];
    // A channel without addresses sends to the rule itself.
    if ((sender && !sender.address) || addressMembers.some(({ member }) => target[member] !== undefined)) return [];
    const members = addressMembers.map(({ member }) => member).join(' or ');
    return [`${path}: must have ${members}, or ownerType ${recipientKinds.join(' or ')} and ownerId`];
  });
}

function microserviceProblems({ microserviceCode: code }: JsonObject, context: ConfigurationContext): string[] {
  const { microserviceCodes: known = [] } = context;
  if (typeof code !== 'string' || known.includes(code)) return [];
  if (known.length === 0) return ['microserviceCode: is not allowed, because MICROSERVICE_URLS names no microservice'];
  return [`microserviceCode: must be one of ${known.join(', ')}, not ${describe(code)}`];
}

/** Returns the users and groups that a rule names as recipients. */
export function recipientsNamed({ config }: Values | JsonObject): NamedRecord[] {
  const targets = isObject(config) && Array.isArray(config.notificationTo) ? config.notificationTo : [];
  return targets.flatMap((target, index) => {
    if (!isObject(target) || typeof target.ownerId !== 'string') return [];
    const kind = recipientKinds.find((one) => one === target.ownerType);
    return kind ? [{ path: `config.notificationTo[${index}].ownerId`, kind, idOrCode: target.ownerId }] : [];
  });
}
