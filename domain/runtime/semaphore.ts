/** So many at a time, in the order they came. */
export interface Semaphore {
  /**
   * @param limit maximum wait in ms; Infinity waits without limit
   * @returns what gives the slot back; undefined when none was free in time. Rejects when `signal` says so first.
   */
  acquire(limit: number, signal?: AbortSignal): Promise<(() => void) | undefined>;
}

export function makeSemaphore(count: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = count;

  const give = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };

  return {
    async acquire(limit, signal) {
      signal?.throwIfAborted();
      if (free > 0) {
        free--;
        return give;
      }
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(go), 1);
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
        };
        const expire = () => {
          leave();
          resolve(undefined);
        };
        const timer = limit === Infinity ? undefined : setTimeout(expire, limit);
        const onAbort = () => {
          leave();
          reject(signal?.reason);
        };
        const go = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
          resolve(give);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.push(go);
      });
    },
  };
}
