import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly loading: boolean;
  readonly reload: () => void;
}

/** Refresh interval of lists, in ms. Search finds a new record shortly after the write, so lists refresh by themselves. */
export const LIST_REFRESH_MS = 5_000;

/**
 * Loads data, and reloads it when a dependency changes, on `reload`, and every `refreshMs` while the page is visible.
 * The previous data stays until the next arrives, unless a dependency has changed.
 *
 * @param arrangement what data is shown and in which order, out of the same: after its change the previous data stays too
 */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  dependencies: readonly unknown[],
  refreshMs?: number | undefined,
  arrangement?: unknown,
): Loaded<T> {
  const [state, setState] = useState<{ data: T | undefined; error: Error | undefined; loading: boolean }>({
    data: undefined,
    error: undefined,
    loading: true,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const key = JSON.stringify(dependencies);
  const arranged = JSON.stringify(arrangement);
  const shown = useRef(key);
  const pending = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what load reads
  useEffect(() => {
    const controller = new AbortController();
    // Data of the previous dependencies must not be shown.
    if (shown.current !== key) setState({ data: undefined, error: undefined, loading: true });
    else setState((before) => ({ ...before, loading: true }));
    shown.current = key;
    pending.current = true;
    const settled = (): void => {
      if (!controller.signal.aborted) pending.current = false;
    };
    latest
      .current(controller.signal)
      .finally(settled)
      .then(
        (data) => !controller.signal.aborted && setState({ data, error: undefined, loading: false }),
        (error: Error) =>
          !controller.signal.aborted && setState((before) => ({ data: before.data, error, loading: false })),
      );
    return () => controller.abort();
  }, [key, arranged, round]);
  useEffect(() => {
    if (refreshMs === undefined) return;
    const timer = setInterval(() => {
      // A reload aborts the pending request. A request slower than the interval would never complete.
      if (!document.hidden && !pending.current) reload();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [refreshMs, reload]);
  return { ...state, reload };
}
