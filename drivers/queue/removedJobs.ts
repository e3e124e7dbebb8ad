import type { Settlements } from '../../domain/queue/broker.ts';

/** How pg-boss completes the jobs of a batch (completeJobs of its plans): $1 queue, $2 ids. */
const completion = /SET completed_on = pgboss\.job_now\(\),\s+state = 'completed',/;
/** Ids are forgotten with their completion, unless pg-boss has given up a batch meanwhile. */
const MAX_IDS = 10_000;

/** Jobs that were removed from their queues when their end was written: pg-boss need not complete them. */
export class RemovedJobs {
  readonly #ids = new Set<string>();

  note(settlements: Settlements): void {
    if (this.#ids.size > MAX_IDS) this.#ids.clear();
    for (const [id, { type }] of settlements) if (type === 'removed') this.#ids.add(id);
  }

  /** Returns the answer to a statement of pg-boss that would complete removed jobs only; undefined for all others. */
  completed(text: string, values: readonly unknown[]): object[] | undefined {
    const [, ids] = values;
    if (this.#ids.size === 0 || !Array.isArray(ids) || !completion.test(text)) return undefined;
    const isNeeded = ids.filter((id) => !this.#ids.delete(id)).length > 0;
    return isNeeded ? undefined : [{ count: String(ids.length), ids }];
  }
}
