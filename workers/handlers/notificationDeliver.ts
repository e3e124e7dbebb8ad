import type { DeliverNotification } from '../../domain/queue/definitions.ts';
import { DeliveryEngine } from '../deliveries/engine.ts';
import type { Handler } from '../runtime/handler.ts';

/** Delivers messages to the targets of notifications. All batches of a worker share one engine with its caches. */
export function makeNotificationDeliver(): Handler<DeliverNotification> {
  let engine: DeliveryEngine | undefined;
  return (jobs, context) => {
    engine ??= new DeliveryEngine(context);
    return engine.deliver(jobs);
  };
}
