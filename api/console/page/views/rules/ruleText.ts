import type { NotificationRule } from '../../../../../client/api.ts';
import { duration } from '../../common/format.ts';

/** A recipient: an address, or a record that has addresses. */
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

const namesOf = (targets: readonly Target[]): string => targets.map(nameOf).join(', ');

/** `a@example.org, the group dispatch or its members` */
export function describeRecipients(
  { config, evalNotificationUrl }: NotificationRule,
  evaluation: { notificationTo?: unknown },
): string {
  if (isTargets(evaluation.notificationTo)) return namesOf(evaluation.notificationTo);
  const own = (config as Record<string, unknown> | undefined)?.['notificationTo'];
  const fallback = isTargets(own) ? namesOf(own) : 'nobody';
  if (evalNotificationUrl === undefined)
    return isTargets(own)
      ? `${fallback}, as configured in the rule`
      : 'nobody: neither the data nor the rule names one';
  return `the recipients that ${evalNotificationUrl} returns, or else ${fallback}`;
}

const titles: Readonly<Record<string, string>> = { email: 'e-mail', sms: 'SMS' };
/** The channel that sends data without a template. */
const WEBHOOK = 'webhook';

/** Returns the effect of the rule as pairs of a name and a description. */
export function describeRule(rule: NotificationRule): [name: string, value: string][] {
  const { apiSenderBeanName: sender, config, evalNotificationUrl } = rule;
  const values = (config ?? {}) as Record<string, unknown>;
  const text = (name: string): string | undefined =>
    typeof values[name] === 'string' || typeof values[name] === 'number' ? String(values[name]) : undefined;
  const only = (name: string): boolean => sender === undefined || sender === name;
  const templates = Object.keys(values).flatMap((member) => {
    const channel = /^(\w+)TemplateCode$/.exec(member)?.[1];
    if (channel === undefined || !only(`${channel}Sender`) || text(member) === undefined) return [];
    return [`${titles[channel] ?? channel} from the template ${text(member)}`];
  });
  const webhook = sender === `${WEBHOOK}Sender` ? [`a ${WEBHOOK} at ${text('url')}`] : [];
  const messages = [...templates, ...webhook];
  const [from, to] = [text('deliveryFrom'), text('deliveryTo')];
  const rows: [string, string | undefined][] = [
    ['Sends', messages.join(' and ') || 'nothing: config names no template'],
    ['Subject', text('subject')],
    ['Recipients', isTargets(values['notificationTo']) ? namesOf(values['notificationTo']) : undefined],
    ['Delivered', from || to ? `${from ?? '00:00'}–${to ?? '24:00'} ${text('timeZone') ?? 'UTC'}` : undefined],
    [
      'Expires after',
      typeof values['expireAfterMinutes'] === 'number' ? duration(values['expireAfterMinutes'] * 60) : undefined,
    ],
    ['Fetches missing data from', evalNotificationUrl],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== undefined);
}
