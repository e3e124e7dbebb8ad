import type { DeliverNotification } from '../../domain/queue/definitions.ts';
import { DeliveryEngine } from '../deliveries/engine.ts';
import type { Handler } from '../runtime/handler.ts';

/**
 * Delivers messages to the targets of notifications. All batches and queues of a worker share one engine with its caches,
 * so that it has each attempt in hand once.
 */
export function makeNotificationDeliver(): Handler<DeliverNotification> {
  let engine: DeliveryEngine | undefined;
  return (jobs, context) => {
    engine ??= new DeliveryEngine(context);
    return engine.deliver(jobs);
  };
}
