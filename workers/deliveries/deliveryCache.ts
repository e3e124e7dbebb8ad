import { type DeliveryRow, readPlans } from '../../db/queries/notifications/deliveryRows.ts';
import type { ChannelDeclaration, Composed } from '../../domain/notifications/channels/channel.ts';
import type { DeliveryPlan } from '../../domain/notifications/plan.ts';
import { parseStored } from '../../domain/records/storedText.ts';
import { MicroBatcher } from '../../domain/runtime/microBatcher.ts';
import type { WorkContext } from '../runtime/handler.ts';
import { compose } from './compose.ts';

/** Maximum numbers of cached plans and messages, and total bytes of their attachments. */
const PLANS = 500;
const MESSAGES = 500;
const MAX_BYTES = 64 * 1024 * 1024;

/** The notification of a delivery, as it was read. */
type OfNotification = Pick<DeliveryRow, 'notificationId' | 'notificationVersion'>;

const versionOf = ({ notificationId, notificationVersion }: OfNotification) =>
  `${notificationId} ${notificationVersion}`;

/**
 * Caches plans and messages, which all targets of a notification share. Those of an earlier version are not used: an erasure
 * may have replaced texts of a person since.
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
      run: async (ids) => {
        const plans = await readPlans(sql, ids);
        return ids.map((id) => parseStored<DeliveryPlan>(plans.get(id) ?? '{}'));
      },
    });
  }

  plan(row: OfNotification): Promise<DeliveryPlan> {
    return cached(this.#plans, PLANS, versionOf(row), () => this.#reads.submit(row.notificationId));
  }

  /** Returns the message of a notification by the templates of the plan, which may be those of a language. */
  message(row: OfNotification, plan: DeliveryPlan, channel: ChannelDeclaration): Promise<Composed> {
    if (this.#bytes > MAX_BYTES) {
      this.#bytes = 0;
      this.#messages.clear();
    }
    return cached(
      this.#messages,
      MESSAGES,
      `${channel.name} ${versionOf(row)} ${plan.language ?? ''} ${plan.digestOf ?? ''}`,
      async () => {
        const message = await compose(this.#context, row.notificationId, plan, channel);
        for (const { content } of message.attachments) this.#bytes += content.byteLength;
        return message;
      },
    );
  }
}

function cached<T>(
  entries: Map<string, Promise<T>>,
  maxEntries: number,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const existing = entries.get(key);
  if (existing) return existing;
  const [oldest] = entries.keys();
  if (entries.size >= maxEntries && oldest !== undefined) entries.delete(oldest);
  const created = make();
  entries.set(key, created);
  created.catch(() => entries.delete(key));
  return created;
}
