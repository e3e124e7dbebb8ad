import { advanceClocks, type ClaimedPlace, placeIn } from '../../../db/queries/jobs/claimOrder.ts';
import type { ServiceDependencies } from '../../ports/serviceDependencies.ts';

/** Time between two writes of the clocks. Meanwhile, new Jobs are placed before what was claimed since. */
const WRITE_MS = 1_000;

/**
 * The places of the steps that this process claims, by queue and priority (db/queries/jobs/claimOrder.ts). Written once a
 * second at most, because all claims would otherwise wait for each other at these rows.
 */
export class ClaimClock {
  readonly #dependencies: Pick<ServiceDependencies, 'sql' | 'log'>;
  #claimed = new Map<string, ClaimedPlace>();
  #timer: Timer | undefined;

  constructor(dependencies: Pick<ServiceDependencies, 'sql' | 'log'>) {
    this.#dependencies = dependencies;
  }

  /** Notes the claim orders of claimed steps of a queue. */
  note(queue: string, claimOrders: readonly number[]): void {
    for (const claimOrder of claimOrders) {
      const { priority, place } = placeIn(claimOrder);
      const key = `${priority} ${queue}`;
      if (place > (this.#claimed.get(key)?.place ?? 0)) this.#claimed.set(key, { queue, priority, place });
    }
    if (this.#timer || this.#claimed.size === 0) return;
    this.#write();
    this.#timer = setTimeout(() => this.#writeAgain(), WRITE_MS);
    this.#timer.unref();
  }

  #writeAgain(): void {
    this.#timer = undefined;
    if (this.#claimed.size === 0) return;
    this.#write();
    this.#timer = setTimeout(() => this.#writeAgain(), WRITE_MS);
    this.#timer.unref();
  }

  #write(): void {
    const claimed = [...this.#claimed.values()];
    this.#claimed = new Map();
    // A lost write makes the clock late; the next claim advances it.
    advanceClocks(this.#dependencies.sql, claimed).catch((error: unknown) =>
      this.#dependencies.log.debug({ err: error }, 'the clocks of claims could not be written'),
    );
  }
}
