import { usePreference } from '../../common/preference.ts';

/** A bulk change that this browser has started. */
export interface StartedBulk {
  readonly jobId: string;
  /** What it does: `Cancel 12 jobs`. */
  readonly label: string;
  readonly records: number;
}

/** The last bulk change of a kind, until it is dismissed. A new tab of the same browser shows it too. */
export function useStartedBulk(kind: string) {
  const [started, set] = usePreference<StartedBulk>(`bulk.${kind}`);
  return { started, start: (next: StartedBulk): void => set(next), dismiss: (): void => set(undefined) };
}
