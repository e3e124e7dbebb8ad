import type { Services } from '../../domain/ports/services.ts';
import type { ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import type { DeliverNotification } from '../../domain/queue/definitions.ts';
import { DeliveryEngine } from '../deliveries/engine.ts';
import type { WorkContext } from '../runtime/handler.ts';

const deliveries = new WeakMap<Services, DeliveryEngine>();

/** Tells the targets of notifications. All batches of a process share their statements and what they have read. */
export function notificationDeliver(
  jobs: readonly ClaimedJob<DeliverNotification>[],
  context: WorkContext,
): Promise<ReadonlyMap<string, Settlement>> {
  let own = deliveries.get(context.services);
  if (!own) {
    own = new DeliveryEngine(context);
    deliveries.set(context.services, own);
  }
  return own.deliver(jobs);
}
