import type { NewOutboxRow } from '../../db/queries/queue/outbox.ts';
import type { JsonObject } from '../kinds/kind.ts';
import { newId } from '../records/record.ts';

/** What happened on the platform itself: rules of the type SYSTEM are evaluated for it. */
export interface SystemEvent {
  readonly ownerType: 'Job' | 'Queue';
  readonly ownerId: string;
  readonly data: JsonObject;
}

export const EVENT_QUEUE = 'event.notification';

/** A row of the outbox, to be written in the transaction in which it happens. */
export function systemEventRow({ ownerType, ownerId, data }: SystemEvent, id = newId()): NewOutboxRow {
  return { id, queue: EVENT_QUEUE, data: JSON.stringify({ eventType: 'SYSTEM', ownerType, ownerId, data }) };
}

/** Dead letters of these tell nobody: the notification of one could end as the next. */
export const silentQueues: readonly string[] = [EVENT_QUEUE, 'notification.deliver'];
