import type { NotificationRule } from '../../../../../client/api.ts';
import { duration } from '../../format.ts';

/** Who is told: an address, or a record that has some. */
export interface Target {
  readonly email?: string;
  readonly phone?: string;
  readonly ownerType?: string;
  readonly ownerId?: string;
}

const isTargets = (value: unknown): value is readonly Target[] => Array.isArray(value) && value.length > 0;

const nameOf = ({ email, phone, ownerType, ownerId }: Target): string =>
  [email, phone].filter(Boolean).join(' and ') ||
  (ownerType === 'UserGroup'
    ? `the group ${ownerId} or its members`
    : [ownerType, ownerId].filter(Boolean).join(' ')) ||
  'an empty address';

const named = (targets: readonly Target[]): string => targets.map(nameOf).join(', ');

/** `a@example.org, the group dispatch or its members` */
export function recipients(
  { config, evalNotificationUrl }: NotificationRule,
  given: { notificationTo?: unknown },
): string {
  if (isTargets(given.notificationTo)) return named(given.notificationTo);
  const own = (config as Record<string, unknown> | undefined)?.['notificationTo'];
  const otherwise = isTargets(own) ? named(own) : 'nobody';
  if (evalNotificationUrl === undefined)
    return isTargets(own) ? `${otherwise}, as the rule says` : 'nobody: none is named here, or by the rule';
  return `whom ${evalNotificationUrl} names, or else ${otherwise}`;
}

/** What the rule does, in words: a name and what is so called. */
export function told(rule: NotificationRule): [name: string, value: string][] {
  const { apiSenderBeanName: sender, config, evalNotificationUrl } = rule;
  const values = (config ?? {}) as Record<string, unknown>;
  const text = (name: string): string | undefined =>
    typeof values[name] === 'string' || typeof values[name] === 'number' ? String(values[name]) : undefined;
  const only = (name: string): boolean => sender === undefined || sender === name;
  const ways = [
    only('emailSender') && text('emailTemplateCode') && `e-mail from the template ${text('emailTemplateCode')}`,
    only('smsSender') && text('smsTemplateCode') && `SMS from the template ${text('smsTemplateCode')}`,
    sender === 'webhookSender' && `a webhook at ${text('url')}`,
  ].filter((way) => typeof way === 'string');
  const [from, to] = [text('deliveryFrom'), text('deliveryTo')];
  const rows: [string, string | undefined][] = [
    ['By', ways.join(' and ') || 'nothing: config names no template'],
    ['Subject', text('subject')],
    ['Recipients', isTargets(values['notificationTo']) ? named(values['notificationTo']) : undefined],
    ['Delivered', from || to ? `${from ?? '00:00'}–${to ?? '24:00'} ${text('timeZone') ?? 'UTC'}` : undefined],
    [
      'Expires after',
      typeof values['expireAfterMinutes'] === 'number' ? duration(values['expireAfterMinutes'] * 60) : undefined,
    ],
    ['Asks for what is missing', evalNotificationUrl],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== undefined);
}
