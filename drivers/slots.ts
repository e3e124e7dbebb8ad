/** So many at a time, in the order they came. */
export interface Slots {
  /** Resolves with what gives the slot back; rejects when `signal` says so first. */
  take(signal?: AbortSignal): Promise<() => void>;
}

export function makeSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;

  const give = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  const once = () => {
    let given = false;
    return () => {
      if (!given) give();
      given = true;
    };
  };

  return {
    take: (signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        if (free > 0) {
          free--;
          return resolve(once());
        }
        const onAbort = () => {
          waiting.splice(waiting.indexOf(go), 1);
          reject(signal?.reason);
        };
        const go = () => {
          signal?.removeEventListener('abort', onAbort);
          resolve(once());
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.push(go);
      }),
  };
}
