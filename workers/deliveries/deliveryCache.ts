import { readPlans } from '../../db/queries/notifications/deliveryRows.ts';
import type { ChannelDeclaration, Composed } from '../../domain/notifications/channels/channel.ts';
import type { DeliveryPlan } from '../../domain/notifications/plan.ts';
import { MicroBatcher } from '../../domain/runtime/microBatcher.ts';
import type { WorkContext } from '../runtime/handler.ts';
import { compose } from './compose.ts';

/** Notifications whose plans and messages are kept at a time, and the bytes of attachments that all of them may have. */
const PLANS = 500;
const MESSAGES = 500;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * What is the same for all targets of a notification, kept for the next of them. An accepted notification's plan never
 * changes, and neither does what is made of it.
 */
export class DeliveryCache {
  readonly #context: WorkContext;
  readonly #plans = new Map<string, Promise<DeliveryPlan>>();
  readonly #messages = new Map<string, Promise<Composed>>();
  readonly #reads: MicroBatcher<string, DeliveryPlan>;
  #bytes = 0;

  constructor(context: WorkContext) {
    this.#context = context;
    const { sql } = context.services;
    this.#reads = new MicroBatcher({
      maxBatch: 100,
      concurrency: 1,
      write: async (ids) => {
        const plans = await readPlans(sql, ids);
        return ids.map((id) => JSON.parse(plans.get(id) ?? '{}') as DeliveryPlan);
      },
    });
  }

  plan(notificationId: string): Promise<DeliveryPlan> {
    return remembered(this.#plans, PLANS, notificationId, () => this.#reads.submit(notificationId));
  }

  message(notificationId: string, plan: DeliveryPlan, channel: ChannelDeclaration): Promise<Composed> {
    if (this.#bytes > MAX_BYTES) {
      this.#bytes = 0;
      this.#messages.clear();
    }
    return remembered(this.#messages, MESSAGES, `${channel.name} ${notificationId}`, async () => {
      const message = await compose(this.#context, notificationId, plan, channel);
      for (const { content } of message.attachments) this.#bytes += content.byteLength;
      return message;
    });
  }
}

function remembered<T>(kept: Map<string, Promise<T>>, most: number, key: string, make: () => Promise<T>): Promise<T> {
  const known = kept.get(key);
  if (known) return known;
  const [oldest] = kept.keys();
  if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
  const made = make();
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  return made;
}
