import {
  claimProbe,
  type ProviderState,
  providerStates,
  recordFailure,
  recordSuccess,
} from '../../db/queries/notifications/rateLimitRows.ts';
import type { ProviderPause } from '../../domain/notifications/retries.ts';
import type { Services } from '../../domain/ports/services.ts';
import { MicroBatcher } from '../../domain/runtime/microBatcher.ts';

/** ms that what other processes found is taken as it was. */
const FRESH_MS = 500;
/** Seconds after which is looked again while somebody else tries whether a provider is back. */
const TRIED_SECONDS = 5;

/** By this process's clock. */
interface Known {
  readonly failures: number;
  readonly until: number | undefined;
}

/**
 * Leaves providers alone that have been away several times in a row, all processes together; after a while one delivery
 * of one of them tries whether it is back. Those that answer cost a small read twice a second, and no write.
 */
export class CircuitBreaker {
  readonly #services: Services;
  readonly #rules: ProviderPause;
  readonly #known = new Map<string, Known>();
  readonly #tries = new Map<string, Promise<boolean>>();
  readonly #notes: MicroBatcher<string, undefined>;
  #reading: Promise<void> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(services: Services, rules: ProviderPause) {
    this.#services = services;
    this.#rules = rules;
    this.#notes = new MicroBatcher<string, undefined>({
      maxBatch: 500,
      concurrency: 1,
      write: async (providers) => {
        for (const [provider, times] of Map.groupBy(providers, (one) => one)) {
          const state = await recordFailure(services.sql, provider, times.length, rules);
          if (state) this.#keep(state);
        }
        return [];
      },
    });
  }

  /** Those of the providers that may be asked now; where none may, how many seconds to wait. */
  async available(providers: readonly string[]): Promise<{ usable: ReadonlySet<string>; seconds: number }> {
    const usable = new Set(providers);
    if (this.#rules.failures === 0) return { usable, seconds: 0 };
    await this.#read();
    let seconds = Number.POSITIVE_INFINITY;
    for (const provider of providers) {
      const until = this.#known.get(provider)?.until;
      if (until === undefined) continue;
      const left = (until - performance.now()) / 1_000;
      if (left <= 0 && (await this.#mayTry(provider))) continue;
      usable.delete(provider);
      // Spread, or all that waited would come back in one moment.
      seconds = Math.min(seconds, (left > 0 ? left : TRIED_SECONDS) * (1 + Math.random() / 5));
    }
    return { usable, seconds };
  }

  /** What a hand-over has shown of its provider. */
  async record(provider: string, away: boolean): Promise<void> {
    if (this.#rules.failures === 0) return;
    try {
      if (away) await this.#notes.submit(provider);
      else if (this.#known.delete(provider)) await recordSuccess(this.#services.sql, provider);
    } catch (error) {
      // The delivery itself has ended as it has; the next one notes the same.
      this.#services.log.warn({ err: error, provider }, 'the state of a provider was not written');
    }
  }

  /** The first that asks tries it, for all of this process that ask meanwhile. */
  async #mayTry(provider: string): Promise<boolean> {
    if (this.#tries.has(provider)) return false;
    const claim = claimProbe(this.#services.sql, provider);
    this.#tries.set(provider, claim);
    const forget = () => this.#tries.delete(provider);
    claim.then(() => setTimeout(forget, FRESH_MS).unref(), forget);
    return claim;
  }

  async #read(): Promise<void> {
    if (performance.now() - this.#readAt < FRESH_MS) return;
    this.#reading ??= providerStates(this.#services.sql)
      .then((states) => {
        this.#known.clear();
        for (const state of states) this.#keep(state);
        this.#readAt = performance.now();
      })
      .finally(() => {
        this.#reading = undefined;
      });
    await this.#reading;
  }

  #keep({ provider, failures, left }: ProviderState): void {
    this.#known.set(provider, { failures, until: left === null ? undefined : performance.now() + left });
  }
}
