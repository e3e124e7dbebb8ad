import type { Settlements } from '../../domain/queue/broker.ts';

/** How pg-boss completes the jobs of a batch (completeJobs of its plans): $1 queue, $2 ids. */
const completion = /SET completed_on = pgboss\.job_now\(\),\s+state = 'completed',/;
/** Ids are forgotten with their completion, unless pg-boss has given up a batch meanwhile. */
const MAX_IDS = 10_000;

/** Jobs that pg-boss must not complete: those that were removed when their end was written, and those that another worker has claimed. */
export class RemovedJobs {
  readonly #ids = new Set<string>();

  note(settlements: Settlements): void {
    if (this.#ids.size > MAX_IDS) this.#ids.clear();
    for (const [id, { type }] of settlements) if (type === 'removed') this.#ids.add(id);
  }

  /** Returns the values of a statement of pg-boss without those jobs, or its answer where it would complete no others. */
  withoutThem(text: string, values: unknown[]): { readonly values: unknown[]; readonly answer?: object[] } {
    const [queue, ids, ...others] = values;
    if (this.#ids.size === 0 || !Array.isArray(ids) || !completion.test(text)) return { values };
    const needed = ids.filter((id) => !this.#ids.delete(id));
    return {
      values: [queue, needed, ...others],
      ...(needed.length === 0 && { answer: [{ count: String(ids.length), ids }] }),
    };
  }
}
