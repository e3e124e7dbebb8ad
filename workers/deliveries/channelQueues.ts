import { deliveryQueueOf } from '../../db/queries/notifications/deliveryQueue.ts';
import { enqueue, type NewOutboxRow } from '../../db/queries/queue/outbox.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { Settlement } from '../../domain/queue/broker.ts';
import type { DeliverNotification } from '../../domain/queue/definitions.ts';
import { newId } from '../../domain/records/record.ts';
import { MicroBatcher } from '../../domain/runtime/microBatcher.ts';
import type { DeliveryJob } from './effects.ts';

/** Passes deliveries from the queue in which they were claimed to the queues of their channels. */
export class ChannelQueues {
  readonly #rows: MicroBatcher<NewOutboxRow, undefined>;

  constructor(services: Services) {
    this.#rows = new MicroBatcher<NewOutboxRow, undefined>({
      maxBatch: 500,
      concurrency: 1,
      run: async (rows) => {
        await withTransactionRetry(() => enqueue(services.sql, rows));
        services.wakeRelay();
        return [];
      },
    });
  }

  /** Whether a job is in the queue of its channel. */
  includes(job: DeliveryJob, channel: string | null): boolean {
    return job.queue === deliveryQueueOf(channel);
  }

  /**
   * Enqueues the delivery in the queue of its channel; the claimed job is done. If the worker dies in between, the delivery
   * has two jobs, of which one makes the attempt.
   */
  async passOn({ data }: DeliveryJob, channel: string | null): Promise<Settlement> {
    const { targetId, context, slots } = data;
    const payload: DeliverNotification = { targetId, context, ...(slots && { slots }) };
    await this.#rows.submit({ id: newId(), queue: deliveryQueueOf(channel), data: JSON.stringify(payload) });
    return { type: 'done' };
  }
}
