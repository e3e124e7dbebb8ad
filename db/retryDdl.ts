import { classify } from './errors.ts';
import { retry } from './retry.ts';

/** Limit of each wait for a lock. A waiting ALTER TABLE blocks every later writer of that table. */
export const LOCK_TIMEOUT = '2s';
const PAUSE_MS = 1_000;
const LIMIT_MS = 600_000;

export interface DdlRetryOptions {
  /** Called once, when another transaction holds a lock that the change needs. */
  readonly onBlocked?: (reason: string) => void;
  readonly maxAttempts?: number;
  /** Between attempts: room for the writers that queued behind the last one. */
  readonly pauseMs?: number;
}

/**
 * Changes tables while other processes work on them: repeats a change that got no lock in time, or that met writers in
 * a deadlock, for up to ten minutes.
 *
 * @param change one transaction, or one statement, under LOCK_TIMEOUT; an attempt that fails leaves nothing behind
 */
export async function retryDdl(
  change: () => Promise<unknown>,
  { onBlocked, maxAttempts = Number.POSITIVE_INFINITY, pauseMs = PAUSE_MS }: DdlRetryOptions = {},
): Promise<void> {
  const end = Date.now() + LIMIT_MS;
  await retry(change, (error, attempt) => {
    const fault = classify(error);
    const isBlocked = fault === 'lockTimeout' || fault === 'deadlock';
    if (!isBlocked || attempt >= maxAttempts || Date.now() > end) return undefined;
    if (attempt === 1) onBlocked?.(error instanceof Error ? error.message : String(error));
    return pauseMs;
  });
}
