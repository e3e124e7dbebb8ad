/** The queue of deliveries whose channel is not known yet, and of those that release 0.2 has enqueued. */
const RESOLVING = 'notification.deliver';

/** Returns the queue of a delivery. Each channel has its own, so that a provider that hangs delays no other channel. */
export const deliveryQueueOf = (channel: string | null): string =>
  channel === null ? RESOLVING : `notification.${channel}`;

/** As deliveryQueueOf, as an SQL expression over a column or expression of channels. */
export const deliveryQueueSql = (channel: string): string => `coalesce('notification.' || ${channel}, '${RESOLVING}')`;
