import type { Database } from '../../../db/client.ts';
import { withJobState } from './jobState.ts';
import { Signal, WAIT_LIMIT_MS } from './signal.ts';

/** Waits for the ends of Jobs by their NOTIFY, on a channel that it enters into their rows as a waiting caller does. */
export class JobEnds {
  readonly #sql: Database;
  readonly #channel = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  readonly #notifications = new Signal();
  #listening: Promise<unknown> | undefined;

  constructor(sql: Database) {
    this.#sql = sql;
  }

  /**
   * Resolves with the first truthy value of `read`, which is called now and whenever such a Job ends. The error of a wait
   * that has passed its limit has the state of the Job.
   */
  async until<T>(id: string, read: () => Promise<T>, limitMs?: number): Promise<NonNullable<T>> {
    const notify = () => this.#notifications.notify();
    // After a lost connection it listens again, and a notification may have been missed.
    this.#listening ??= this.#sql.listen(this.#channel, notify, notify);
    await this.#listening;
    await this.#sql`update job set notify_channel = ${this.#channel} where id = ${id}`;
    return withJobState(this.#sql, id, this.#notifications.until(`Job ${id} to end`, read, limitMs));
  }
}

/** Resolves when the Job has ended: its event stream of the api at `url` ends then. */
export async function jobEnd(url: string, id: string, limitMs = WAIT_LIMIT_MS): Promise<void> {
  const response = await fetch(`${url}/api/v2/jobs/${id}/events`, { signal: AbortSignal.timeout(limitMs) });
  if (!response.ok) throw new Error(`the events of Job ${id}: ${response.status} ${await response.text()}`);
  const events = await response.text();
  if (!/"status":"(COMPLETED|FAILED)"/.test(events))
    throw new Error(`the event stream of Job ${id} broke off: ${events}`);
}
