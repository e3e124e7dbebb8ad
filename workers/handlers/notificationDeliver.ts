import type { Platform } from '../../domain/ports/ports.ts';
import type { Settlement, TakenJob } from '../../domain/queue/broker.ts';
import type { DeliverNotification } from '../../domain/queue/definitions.ts';
import { Deliveries } from '../deliveries/engine.ts';
import type { WorkContext } from '../runtime/handler.ts';

const deliveries = new WeakMap<Platform, Deliveries>();

/** Tells the targets of notifications. All batches of a process share their statements and what they have read. */
export function notificationDeliver(
  jobs: readonly TakenJob<DeliverNotification>[],
  context: WorkContext,
): Promise<ReadonlyMap<string, Settlement>> {
  let own = deliveries.get(context.platform);
  if (!own) {
    own = new Deliveries(context);
    deliveries.set(context.platform, own);
  }
  return own.deliver(jobs);
}
