import type { Channel } from '../../ports/channels.ts';
import type { DeliveryPlan } from '../plan.ts';
import type { ChannelAddress, ChannelDeclaration } from './channel.ts';
import { emailChannel } from './email.ts';
import { smsChannel } from './sms.ts';
import { webhookChannel } from './webhook.ts';

/** All channels, in the order in which a notification uses them. */
const declared = [emailChannel, smsChannel, webhookChannel] as const;

type Declared = (typeof declared)[number];
export type ChannelName = Declared['name'];
type MessageOf<D> = D extends ChannelDeclaration<string, infer Message> ? Message : never;

/** The drivers of each channel, one for each provider, in the order of fallback. */
export type ChannelDrivers = {
  readonly [D in Declared as D['name']]: readonly Channel<MessageOf<D>>[];
};

export const channels: readonly ChannelDeclaration<ChannelName>[] = declared;

export const channelNames: readonly ChannelName[] = channels.map(({ name }) => name);

/** @throws Error if this release has no channel of that name */
export function channelNamed(name: string): ChannelDeclaration<ChannelName> {
  const channel = channels.find((one) => one.name === name);
  if (!channel) throw new Error(`This release has no channel ${JSON.stringify(name)}.`);
  return channel;
}

/** Returns the channels of a plan, in the order of declaration. */
export const channelsOf = (plan: Pick<DeliveryPlan, 'channels'>): ChannelDeclaration<ChannelName>[] =>
  channels.filter(({ name }) => plan.channels[name] !== undefined);

type Capability = 'isSuppressible' | 'hasReceipts' | 'hasUnsubscribeLink';

export const channelNamesWith = (capability: Capability): ChannelName[] =>
  channels.filter((channel) => channel[capability]).map(({ name }) => name);

/** The members of targets that hold addresses. */
export const addressMembers: readonly ChannelAddress[] = channels.flatMap(({ address }) => address ?? []);

/** Returns the drivers, each replaced by the result of `change`. */
export function mapDrivers(
  drivers: ChannelDrivers,
  change: <Message>(driver: Channel<Message>, channel: ChannelName) => Channel<Message>,
): ChannelDrivers {
  const changed = channelNames.map((name) => {
    const ofChannel: readonly Channel<unknown>[] = drivers[name];
    return [name, ofChannel.map((driver) => change(driver, name))];
  });
  return Object.fromEntries(changed) as ChannelDrivers;
}
