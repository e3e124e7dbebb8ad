/** Bounds how many pieces of work run at a time. The others wait in the order in which they came. */
export interface Semaphore {
  /**
   * Takes a permit.
   *
   * @param maxWaitMs Infinity waits without limit
   * @returns the function that releases the permit; undefined if none was free in time. Rejects when `signal` aborts.
   */
  acquire(maxWaitMs: number, signal?: AbortSignal): Promise<(() => void) | undefined>;
  /** Runs `work` with a permit. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function makeSemaphore(permits: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = permits;

  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };

  return {
    async acquire(maxWaitMs, signal) {
      signal?.throwIfAborted();
      if (free > 0) {
        free--;
        return release;
      }
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(grant), 1);
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
        };
        const expire = () => {
          leave();
          resolve(undefined);
        };
        const timer = maxWaitMs === Infinity ? undefined : setTimeout(expire, maxWaitMs);
        const onAbort = () => {
          leave();
          reject(signal?.reason);
        };
        const grant = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
          resolve(release);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.push(grant);
      });
    },

    async run(work) {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
