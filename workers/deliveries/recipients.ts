import { readGroups, readMembers, readUsers } from '../../db/queries/notifications/recipientRows.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { type ChannelName, channelsOf, type DeliveryPlan } from '../../domain/notifications/plan.ts';
import { addressesOf } from '../../domain/notifications/readNotification.ts';
import { anyPhone, isEmail, readPhone } from '../../domain/notifications/recipients/addresses.ts';
import type { Services } from '../../domain/ports/services.ts';
import { isValidAt } from '../../domain/records/presentRecord.ts';
import { describe, isUuid } from '../../domain/validation/values.ts';

/** A target as it was given. */
export interface TargetInput {
  readonly ownerType?: string;
  readonly ownerId?: string;
  readonly email?: string;
  readonly phone?: string;
}

/** One who is told, or is not and why. */
export interface Recipient {
  /** Tells recipients of a target apart: expanded again, it is the same. */
  readonly key: string;
  readonly given: JsonObject;
  readonly channel?: ChannelName;
  readonly address?: string;
  readonly skipped?: string;
}

/** Who a target stands for. `expanded` says why there are several, or none of its own. */
export type Resolution =
  | { readonly recipients: readonly [Recipient]; readonly expanded?: never }
  | { readonly recipients: readonly Recipient[]; readonly expanded: string }
  | { readonly failed: string };

interface UserValues {
  readonly code: string;
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly status?: string;
  readonly validFrom?: string;
  readonly validTo?: string;
  readonly notificationConfig?: { readonly ignoredTemplateCodes?: string[]; readonly ignoredUserGroups?: string[] };
}

/** Looks up who a target stands for. An address that the target has itself is used in place of what the user has. */
export async function resolve(
  services: Services,
  id: string,
  given: TargetInput,
  plan: DeliveryPlan,
): Promise<Resolution> {
  const wanted = channelsOf(plan);
  const { ownerType, ownerId = '' } = given;
  const own = addressesOf(given, wanted, id);
  if (ownerType === 'User') {
    const user = keyed(await readUsers(services.sql, [ownerId]), ownerId);
    if (!user) return { failed: `no User has the id or code ${describe(ownerId)}` };
    return several(ofUser(services, id, given, plan, user, undefined), 'one for each channel');
  }
  if (ownerType === 'UserGroup' && own.length === 0) return ofGroup(services, id, given, plan, ownerId);
  return several(
    own.map(({ channel, address }) => ({ key: channel, given: { ...given }, channel, address })),
    'one for each channel',
  );
}

const several = (recipients: Recipient[], expanded: string): Resolution => {
  const [first] = recipients;
  return first && recipients.length === 1 ? { recipients: [first] } : { recipients, expanded };
};

/** An id is meant before a code. */
function keyed<Row extends { readonly id: string; readonly code: string }>(rows: Row[], key: string): Row | undefined {
  const id = isUuid(key) ? key.toLowerCase() : key;
  return rows.find((row) => row.id === id) ?? rows.find(({ code }) => code === key);
}

async function ofGroup(
  services: Services,
  id: string,
  given: TargetInput,
  plan: DeliveryPlan,
  ownerId: string,
): Promise<Resolution> {
  const wanted = channelsOf(plan);
  const group = keyed(await readGroups(services.sql, [ownerId]), ownerId);
  if (!group) return { failed: `no UserGroup has the id or code ${describe(ownerId)}` };
  const { email, phoneNumber } = JSON.parse(group.doc) as { email?: string; phoneNumber?: string };
  const addresses = wanted.includes('webhook')
    ? addressesOf({}, wanted, id)
    : addressesOf({ ...(email && { email }), ...(phoneNumber && { phone: phoneNumber }) }, wanted, id);
  if (addresses.length > 0) {
    return several(
      addresses.map((one) =>
        checked(services, { key: one.channel, given: { ...given } }, one, `group ${describe(group.code)}`),
      ),
      'one for each channel',
    );
  }
  const now = new Date().toISOString();
  const members = new Map<string, { id: string; doc: string }>();
  for (const { link, ...member } of await readMembers(services.sql, group.id)) {
    const { period } = JSON.parse(link) as { period?: JsonObject };
    if (isValidAt(period ?? {}, now)) members.set(member.id, member);
  }
  const recipients = [...members.values()].flatMap((member) =>
    ofUser(services, member.id, { ownerType: 'User', ownerId: member.id }, plan, member, group.code),
  );
  if (recipients.length > 0) {
    const count = members.size === 1 ? '1 member' : `${members.size} members`;
    return { recipients, expanded: `the ${count} of the group ${describe(group.code)}` };
  }
  const skipped = `the group ${describe(group.code)} has no address and no members`;
  return { recipients: [{ key: 'group', given: { ...given }, skipped }] };
}

/** The channels of one user, or why it is not told. `group`: through which it is reached. */
function ofUser(
  services: Services,
  id: string,
  given: TargetInput,
  plan: DeliveryPlan,
  user: { readonly id: string; readonly doc: string },
  group: string | undefined,
): Recipient[] {
  const values = JSON.parse(user.doc) as UserValues;
  const who = `user ${describe(values.code)}`;
  const base = (channel: string): Recipient => ({ key: `${user.id} ${channel}`, given: { ...given } });
  const general = whyNot(values, plan, group);
  if (general !== undefined) return [{ ...base(''), skipped: `the ${who} ${general}` }];
  const email = given.email ?? values.email;
  const phone = given.phone ?? values.phoneNumber;
  const wanted = channelsOf(plan);
  const ignored = values.notificationConfig?.ignoredTemplateCodes ?? [];
  const addresses = addressesOf({ ...(email && { email }), ...(phone && { phone }) }, wanted, id);
  if (addresses.length === 0) {
    const lacking = wanted.includes('sms')
      ? wanted.includes('email')
        ? 'e-mail address or phone number'
        : 'phone number'
      : 'e-mail address';
    return [{ ...base(''), skipped: `the ${who} has no ${lacking}` }];
  }
  return addresses.map((one) => {
    const template = one.channel === 'webhook' ? undefined : plan[one.channel]?.code;
    if (template !== undefined && ignored.includes(template))
      return { ...base(one.channel), skipped: `the ${who} ignores the template ${describe(template)}` };
    return checked(services, base(one.channel), one, who);
  });
}

function whyNot(values: UserValues, plan: DeliveryPlan, group: string | undefined): string | undefined {
  const { notificationConfig: { ignoredTemplateCodes = [], ignoredUserGroups = [] } = {} } = values;
  if (values.status === 'DISABLE') return 'is disabled';
  if (!isValidAt(values, new Date().toISOString())) return 'is not valid now';
  if (ignoredTemplateCodes.includes(plan.templateCode)) return `ignores the template ${describe(plan.templateCode)}`;
  if (group !== undefined && ignoredUserGroups.includes(group)) return `ignores the group ${describe(group)}`;
  return undefined;
}

/** What records say of users and groups was never checked as an address. */
function checked(
  { phoneRules = anyPhone }: Services,
  base: Recipient,
  { channel, address }: { channel: ChannelName; address: string },
  who: string,
): Recipient {
  if (channel === 'webhook') return { ...base, channel, address };
  if (channel === 'email')
    return isEmail(address)
      ? { ...base, channel, address }
      : { ...base, skipped: `the e-mail address of the ${who} is none` };
  const phone = readPhone(address, phoneRules);
  if ('problem' in phone) return { ...base, skipped: `the phone number of the ${who} ${phone.problem}` };
  return { ...base, channel, address: phone.number };
}
