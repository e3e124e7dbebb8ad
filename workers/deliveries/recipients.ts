import { type RecipientRow, readGroups, readMembers, readUsers } from '../../db/queries/notifications/recipientRows.ts';
import { readableRows } from '../../domain/access/reach.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { user as userKind } from '../../domain/kinds/users/user.ts';
import { userGroup as groupKind } from '../../domain/kinds/users/userGroup.ts';
import { anyPhone } from '../../domain/notifications/channels/addresses.ts';
import type { ChannelDeclaration } from '../../domain/notifications/channels/channel.ts';
import { type ChannelName, channelsOf } from '../../domain/notifications/channels/index.ts';
import type { DeliveryPlan } from '../../domain/notifications/plan.ts';
import { inLanguage } from '../../domain/notifications/planInLanguage.ts';
import { addressesOf } from '../../domain/notifications/readNotification.ts';
import { preferencesOf } from '../../domain/notifications/rules/preferences.ts';
import type { Services } from '../../domain/ports/services.ts';
import { parseStored } from '../../domain/records/storedText.ts';
import { isValidAt } from '../../domain/validation/periods.ts';
import { describe, isUuid } from '../../domain/validation/values.ts';

/** A target as its client sent it; addresses are under the members that channels declare. */
export type TargetInput = JsonObject & { readonly ownerType?: string; readonly ownerId?: string };

/** A recipient with its address, or the reason why it is skipped. */
export interface Recipient {
  /** Identifies the recipient within its target; stable over repeated expansions. */
  readonly key: string;
  readonly input: JsonObject;
  readonly channel?: ChannelName;
  readonly address?: string;
  readonly skipped?: string;
  /** Id of the user whose address it is. */
  readonly userId?: string;
}

/** The recipients of a target. `expanded` is the reason why they replace the target. */
export type Resolution =
  | { readonly recipients: readonly [Recipient]; readonly expanded?: never }
  | { readonly recipients: readonly Recipient[]; readonly expanded: string }
  | { readonly failed: string };

interface UserValues extends JsonObject {
  readonly code: string;
  readonly status?: string;
  readonly validFrom?: string;
  readonly validTo?: string;
  readonly notificationConfig?: { readonly ignoredTemplateCodes?: string[]; readonly ignoredUserGroups?: string[] };
}

const BY_CHANNEL = 'one for each channel';

/** Resolves the target with this id. An address of the target itself replaces the one of its user. */
export function resolveRecipients(
  services: Services,
  id: string,
  input: TargetInput,
  plan: DeliveryPlan,
): Promise<Resolution> {
  return new RecipientResolver(services, id, input, plan).resolve();
}

class RecipientResolver {
  readonly #services: Services;
  readonly #id: string;
  readonly #input: TargetInput;
  readonly #plan: DeliveryPlan;
  readonly #channels: readonly ChannelDeclaration<ChannelName>[];

  constructor(services: Services, id: string, input: TargetInput, plan: DeliveryPlan) {
    this.#services = services;
    this.#id = id;
    this.#input = input;
    this.#plan = plan;
    this.#channels = channelsOf(plan);
  }

  async resolve(): Promise<Resolution> {
    const { ownerType, ownerId = '' } = this.#input;
    if (ownerType === 'User') {
      const user = withKey(
        await readUsers(this.#services.sql, readableRows(this.#services, userKind), [ownerId]),
        ownerId,
      );
      if (!user) return { failed: `no User has the id or code ${describe(ownerId)}` };
      return resolutionOf(this.#recipientsOfUser(this.#id, this.#input, user), BY_CHANNEL);
    }
    const own = addressesOf(this.#input, this.#channels, this.#id);
    if (ownerType === 'UserGroup' && own.length === 0) return this.#resolveGroup(ownerId);
    const recipients = own.map(({ channel, address }) => ({ key: channel, input: this.#input, channel, address }));
    return resolutionOf(recipients, BY_CHANNEL);
  }

  /** A group with an address is the recipient; otherwise those of its members are that the sender may read. */
  async #resolveGroup(ownerId: string): Promise<Resolution> {
    const { sql } = this.#services;
    const group = withKey(await readGroups(sql, readableRows(this.#services, groupKind), [ownerId]), ownerId);
    if (!group) return { failed: `no UserGroup has the id or code ${describe(ownerId)}` };
    const owner = `group ${describe(group.code)}`;
    const isTarget = this.#channels.some(({ address }) => !address);
    const values = isTarget ? {} : this.#addressValues(parseStored<JsonObject>(group.doc), {});
    const addresses = addressesOf(values, this.#channels, this.#id);
    if (addresses.length > 0) {
      const recipients = addresses.map((one) => this.#validated({ key: one.channel, input: this.#input }, one, owner));
      return resolutionOf(recipients, BY_CHANNEL);
    }
    const now = new Date().toISOString();
    const members = new Map<string, RecipientRow>();
    for (const { link, ...member } of await readMembers(sql, readableRows(this.#services, userKind), group.id)) {
      const { period } = parseStored<{ period?: JsonObject }>(link);
      if (isValidAt(period ?? {}, now)) members.set(member.id, member);
    }
    const recipients = [...members.values()].flatMap((member) =>
      this.#recipientsOfUser(member.id, { ownerType: 'User', ownerId: member.id }, member, group.code),
    );
    if (recipients.length > 0) {
      const count = members.size === 1 ? '1 member' : `${members.size} members`;
      return { recipients, expanded: `the ${count} of the ${owner}` };
    }
    const skipped = `the ${owner} has no address and no members`;
    return { recipients: [{ key: 'group', input: this.#input, skipped }] };
  }

  /** @param group code of the group that the target names, if the user is resolved as its member */
  #recipientsOfUser(id: string, input: TargetInput, user: RecipientRow, group?: string): Recipient[] {
    const values = parseStored<UserValues>(user.doc);
    const owner = `user ${describe(values.code)}`;
    const base = (channel: string): Recipient => ({ key: `${user.id} ${channel}`, input });
    const exclusion = exclusionOf(values, this.#plan, group);
    if (exclusion !== undefined) return [{ ...base(''), skipped: `the ${owner} ${exclusion}` }];
    const addresses = addressesOf(this.#addressValues(values, input), this.#channels, id);
    if (addresses.length === 0) {
      const titles = this.#channels.flatMap(({ address }) => address?.title ?? []);
      return [{ ...base(''), skipped: `the ${owner} has no ${titles.join(' or ')}` }];
    }
    const ignored = values.notificationConfig?.ignoredTemplateCodes ?? [];
    const plan = inLanguage(this.#plan, preferencesOf(user.doc).language);
    return addresses.map((one) => {
      const template = plan.channels[one.channel]?.template?.code;
      if (template !== undefined && ignored.includes(template))
        return { ...base(one.channel), skipped: `the ${owner} ignores the template ${describe(template)}` };
      return this.#validated({ ...base(one.channel), userId: user.id }, one, owner);
    });
  }

  /** The addresses of a user or group under the members of targets; those of the target come first. */
  #addressValues(owner: JsonObject, input: JsonObject): JsonObject {
    const values: JsonObject = {};
    for (const { address } of this.#channels) {
      const value = address && (input[address.member] ?? owner[address.ownerMember]);
      if (address && value !== undefined) values[address.member] = value;
    }
    return values;
  }

  /** Addresses of users and groups are not validated when their records are written. */
  #validated(base: Recipient, one: { channel: ChannelName; address: string }, owner: string): Recipient {
    const { channel, address } = one;
    const declared = this.#channels.find(({ name }) => name === channel)?.address;
    if (!declared) return { ...base, channel, address };
    const read = declared.read(address, this.#services.phoneRules ?? anyPhone);
    if ('shown' in read) return { ...base, channel, address: read.shown };
    return { ...base, skipped: `the ${declared.title} of the ${owner} cannot be used: ${read.problem}` };
  }
}

const resolutionOf = (recipients: Recipient[], expanded: string): Resolution => {
  const [first] = recipients;
  return first && recipients.length === 1 ? { recipients: [first] } : { recipients, expanded };
};

/** Returns the row whose id is `key`, or else whose code is `key`. */
function withKey<Row extends { readonly id: string; readonly code: string }>(rows: Row[], key: string) {
  const id = isUuid(key) ? key.toLowerCase() : key;
  return rows.find((row) => row.id === id) ?? rows.find(({ code }) => code === key);
}

/** Returns the reason why a user gets no message of this plan; undefined if the user does. */
function exclusionOf(values: UserValues, plan: DeliveryPlan, group: string | undefined): string | undefined {
  const { notificationConfig: { ignoredTemplateCodes = [], ignoredUserGroups = [] } = {} } = values;
  if (values.status === 'DISABLE') return 'is disabled';
  if (!isValidAt(values, new Date().toISOString())) return 'is not valid now';
  if (ignoredTemplateCodes.includes(plan.templateCode)) return `ignores the template ${describe(plan.templateCode)}`;
  if (group !== undefined && ignoredUserGroups.includes(group)) return `ignores the group ${describe(group)}`;
  return undefined;
}
