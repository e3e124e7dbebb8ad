import type { NewOutboxRow } from '../../db/queries/queue/outbox.ts';
import type { JsonObject } from '../kinds/kind.ts';
import { newId } from '../records/record.ts';
import { type QueueDefinition, queues } from './definitions.ts';

/** An event of the service itself, which triggers rules of the type SYSTEM. */
export interface SystemEvent {
  readonly ownerType: 'Job' | 'Notification' | 'Queue';
  readonly ownerId: string;
  readonly data: JsonObject;
}

export const EVENT_QUEUE = 'event.notification';

/** The outbox row of an event, to be written in the transaction in which it happens. */
export function systemEventRow({ ownerType, ownerId, data }: SystemEvent, id = newId()): NewOutboxRow {
  return { id, queue: EVENT_QUEUE, data: JSON.stringify({ eventType: 'SYSTEM', ownerType, ownerId, data }) };
}

/**
 * Queues whose dead letters publish no event: the notification of one could become the next, and a failed step publishes
 * the event of its Job.
 */
export const silentQueues: readonly string[] = [
  EVENT_QUEUE,
  ...Object.values<QueueDefinition>(queues).flatMap(({ name, steps, deliveries }) =>
    steps || deliveries ? [name] : [],
  ),
];
