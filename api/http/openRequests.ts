/** Counts the requests whose response is not sent yet. */
export interface OpenRequests {
  /** Counts a request. The returned function ends it. */
  readonly begin: () => () => void;
  /** Resolves when no request is open, or at the limit. */
  drained(limitMs: number): Promise<void>;
}

export function makeOpenRequests(): OpenRequests {
  let open = 0;
  let onDrained: (() => void) | undefined;
  const end = (): void => {
    if (--open === 0) onDrained?.();
  };
  return {
    begin() {
      open++;
      return end;
    },
    async drained(limitMs) {
      if (open === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      onDrained = resolve;
      const limit = setTimeout(resolve, limitMs);
      await promise;
      clearTimeout(limit);
    },
  };
}
