/** A limit on a hang, not a measure of speed; ms. */
export const WAIT_LIMIT_MS = 30_000;
/** For the last evaluation of a condition, which may be what hangs. */
const LAST_LOOK_MS = 5_000;

/** Wakes the waits of a test for a state of something that reports its changes: a server, a list, an output. */
export class Signal {
  readonly #wakers = new Set<() => void>();

  /** Evaluates the conditions of all waits again. */
  notify(): void {
    for (const wake of [...this.#wakers]) wake();
  }

  /**
   * Resolves with the first truthy value of `condition`, which is evaluated now and after each `notify`. If the condition
   * throws, the wait fails.
   *
   * @param what named in the error when the limit has passed: `until('the message to arrive', …)`
   */
  async until<T>(what: string, condition: () => T | Promise<T>, limitMs = WAIT_LIMIT_MS): Promise<NonNullable<T>> {
    const end = performance.now() + limitMs;
    for (;;) {
      const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
      // Before the condition, so that a change while it is evaluated is not missed.
      this.#wakers.add(wake);
      const timer = setTimeout(wake, end - performance.now());
      try {
        const value = await condition();
        if (value) return value as NonNullable<T>;
        await woken;
      } finally {
        clearTimeout(timer);
        this.#wakers.delete(wake);
      }
      if (performance.now() >= end) {
        const isMissed = await Promise.race([condition(), Bun.sleep(LAST_LOOK_MS)]);
        throw new Error(`waited ${limitMs} ms for ${what}${isMissed ? ', which nothing has reported' : ''}`);
      }
    }
  }
}

/** A list that signals each of its additions. */
export class SignalledList<T> extends Signal {
  readonly items: T[] = [];

  add(...items: readonly T[]): void {
    this.items.push(...items);
    this.notify();
  }
}
