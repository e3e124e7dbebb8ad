import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly loading: boolean;
  readonly reload: () => void;
}

/**
 * ms between looks of a list of what is searched: what is written is found a moment later, and a list that is opened
 * before that would go on saying that there is nothing.
 */
export const LIST_MS = 5_000;

/**
 * What `load` answers, asked again whenever a dependency changes, on `reload`, and every so many ms when `every` is
 * given and the page is seen. What was there stays until the next is.
 */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  dependencies: readonly unknown[],
  every?: number | undefined,
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
  const shown = useRef(key);
  const asked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what load reads
  useEffect(() => {
    const controller = new AbortController();
    // What belongs to another place must not be taken for this one's.
    if (shown.current !== key) setState({ data: undefined, error: undefined, loading: true });
    else setState((before) => ({ ...before, loading: true }));
    shown.current = key;
    asked.current = true;
    const ended = (): void => {
      if (!controller.signal.aborted) asked.current = false;
    };
    latest
      .current(controller.signal)
      .finally(ended)
      .then(
        (data) => !controller.signal.aborted && setState({ data, error: undefined, loading: false }),
        (error: Error) =>
          !controller.signal.aborted && setState((before) => ({ data: before.data, error, loading: false })),
      );
    return () => controller.abort();
  }, [key, round]);
  useEffect(() => {
    if (every === undefined) return;
    const timer = setInterval(() => {
      // One that takes longer than the pause would otherwise never be answered.
      if (!document.hidden && !asked.current) reload();
    }, every);
    return () => clearInterval(timer);
  }, [every, reload]);
  return { ...state, reload };
}
