import type { DeliveryRow } from '../../db/queries/notifications/deliveryRows.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import type { ChannelDeclaration, OutgoingDelivery } from '../../domain/notifications/channels/channel.ts';
import type { ChannelDrivers, ChannelName } from '../../domain/notifications/channels/index.ts';
import type { DeliveryPlan } from '../../domain/notifications/plan.ts';
import type { Channel, SendResult } from '../../domain/ports/channels.ts';

/** A message bound to its recipient and to one provider. */
export interface ChannelRequest {
  readonly provider: string;
  readonly maxSendMs: number;
  /** Whether the row says that the message may have been sent, because a second one would not be seen as the same. */
  readonly recordsHandOver: boolean;
  /** As of Channel. */
  readonly confirmsHandOver: boolean;
  /** The request as the log stores it: without credentials, and with the message's text only if `full`. */
  describe(full: boolean): JsonObject;
  send(signal: AbortSignal, confirm: () => Promise<void>): Promise<SendResult>;
  /** Absent if the provider cannot look up messages. */
  readonly lookUp?: (since: Date) => Promise<SendResult | undefined>;
}

export type AddressedRow = DeliveryRow & { readonly channel: string; readonly address: string };

/** Maximum duration of a send if the driver does not declare one. */
const MAX_SEND_MS = 120_000;

/** The providers of a delivery, in the order in which they are tried. */
export const providersOf = (
  drivers: ChannelDrivers,
  { name, providerOf }: ChannelDeclaration<ChannelName>,
  plan: DeliveryPlan,
): string[] => (providerOf ? [providerOf(plan)] : drivers[name].map(({ provider }) => provider));

/** One request for each provider, in the order in which they are tried. */
export function channelRequestsOf(
  drivers: ChannelDrivers,
  channel: ChannelDeclaration<ChannelName>,
  row: AddressedRow,
  message: Pick<OutgoingDelivery, 'plan' | 'composed' | 'links' | 'secret'>,
): ChannelRequest[] {
  const { id, notificationId, address, input: target } = row;
  const outgoing = channel.messageOf({ id, notificationId, address, target, ...message });
  const ofChannel: readonly Channel<unknown>[] = drivers[channel.name];
  return ofChannel.map((driver) => ({
    provider: channel.providerOf?.(message.plan) ?? driver.provider,
    maxSendMs: driver.maxSendMs ?? MAX_SEND_MS,
    describe: (full) => channel.describe(outgoing, { full }),
    recordsHandOver: !channel.resendsUnknown,
    confirmsHandOver: driver.confirmsHandOver === true,
    send: (signal, confirm) => driver.send(outgoing, signal, confirm),
    ...(driver.lookUp && { lookUp: async (since: Date) => driver.lookUp?.(outgoing, since) }),
  }));
}
