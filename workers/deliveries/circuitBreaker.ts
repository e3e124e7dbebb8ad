import {
  claimProbe,
  type ProviderState,
  providerStates,
  recordFailure,
  recordSuccess,
} from '../../db/queries/notifications/rateLimitRows.ts';
import type { CircuitBreakerRules } from '../../domain/notifications/retries.ts';
import type { Services } from '../../domain/ports/services.ts';
import { MicroBatcher } from '../../domain/runtime/microBatcher.ts';

/** ms for which the states that other processes wrote are cached. */
const FRESH_MS = 500;
/** Seconds until the next check while another delivery probes the provider. */
const PROBING_SECONDS = 5;

/** Times are by this process's clock. */
interface Known {
  readonly failures: number;
  readonly until: number | undefined;
}

/**
 * Opens when a provider was unavailable several times in a row, across all processes. After a pause, one delivery of one
 * process probes the provider. Available providers cost one small read every 500 ms and no write.
 */
export class CircuitBreaker {
  readonly #services: Services;
  readonly #rules: CircuitBreakerRules;
  readonly #known = new Map<string, Known>();
  readonly #probes = new Map<string, Promise<boolean>>();
  readonly #failures: MicroBatcher<string, undefined>;
  #reading: Promise<void> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(services: Services, rules: CircuitBreakerRules) {
    this.#services = services;
    this.#rules = rules;
    this.#failures = new MicroBatcher<string, undefined>({
      maxBatch: 500,
      concurrency: 1,
      run: async (providers) => {
        for (const [provider, times] of Map.groupBy(providers, (one) => one)) {
          const state = await recordFailure(services.sql, provider, times.length, rules);
          if (state) this.#fail(state);
        }
        return [];
      },
    });
  }

  /** Returns the providers that may be used now, and the seconds to wait if none may. */
  async available(providers: readonly string[]): Promise<{ usable: ReadonlySet<string>; seconds: number }> {
    const usable = new Set(providers);
    if (this.#rules.failures === 0) return { usable, seconds: 0 };
    await this.#read();
    let seconds = Number.POSITIVE_INFINITY;
    for (const provider of providers) {
      const until = this.#known.get(provider)?.until;
      if (until === undefined) continue;
      const remainingSeconds = (until - performance.now()) / 1_000;
      if (remainingSeconds <= 0 && (await this.#mayProbe(provider))) continue;
      usable.delete(provider);
      // Randomized, so that waiting deliveries do not all return at the same time.
      seconds = Math.min(
        seconds,
        (remainingSeconds > 0 ? remainingSeconds : PROBING_SECONDS) * (1 + Math.random() / 5),
      );
    }
    return { usable, seconds };
  }

  /** Records whether a provider was unavailable. */
  async record(provider: string, isUnavailable: boolean): Promise<void> {
    if (this.#rules.failures === 0) return;
    try {
      if (isUnavailable) await this.#failures.submit(provider);
      else await this.#succeed(provider);
    } catch (error) {
      // The outcome of the delivery is already known; the next delivery records the state again.
      this.#services.log.warn({ err: error, provider }, 'The state of a provider was not written.');
    }
  }

  #fail(state: ProviderState): void {
    const wasOpen = this.#isOpen(state.provider);
    this.#store(state);
    if (wasOpen || !this.#isOpen(state.provider)) return;
    const { provider, failures } = state;
    const seconds = Math.round((state.probeInMs ?? 0) / 1_000);
    this.#services.log.warn({ provider, failures, seconds }, 'the circuit breaker of a provider is open');
  }

  async #succeed(provider: string): Promise<void> {
    const wasOpen = this.#known.get(provider)?.until !== undefined;
    if (!this.#known.delete(provider)) return;
    await recordSuccess(this.#services.sql, provider);
    if (wasOpen) this.#services.log.info({ provider }, 'the circuit breaker of a provider is closed');
  }

  #isOpen(provider: string): boolean {
    const until = this.#known.get(provider)?.until;
    return until !== undefined && until > performance.now();
  }

  /** Returns true to one caller of this process, which probes for all, if it claims the probe. */
  async #mayProbe(provider: string): Promise<boolean> {
    if (this.#probes.has(provider)) return false;
    const claim = claimProbe(this.#services.sql, provider);
    this.#probes.set(provider, claim);
    const forget = () => this.#probes.delete(provider);
    claim.then(() => setTimeout(forget, FRESH_MS).unref(), forget);
    return claim;
  }

  async #read(): Promise<void> {
    if (performance.now() - this.#readAt < FRESH_MS) return;
    this.#reading ??= providerStates(this.#services.sql)
      .then((states) => {
        this.#known.clear();
        for (const state of states) this.#store(state);
        this.#readAt = performance.now();
      })
      .finally(() => {
        this.#reading = undefined;
      });
    await this.#reading;
  }

  #store({ provider, failures, probeInMs }: ProviderState): void {
    this.#known.set(provider, { failures, until: probeInMs === null ? undefined : performance.now() + probeInMs });
  }
}
