import type { FailedRequest } from '../clients/apiClient.ts';
import type { InHand } from '../clients/client.ts';

/** Promised greatest time in ms from the end of a fault until everything that was in hand has gone on. */
export const PROMISED_MS = 30_000;
/** Promised greatest time in ms from the end of a fault to the last 5xx. */
export const PROMISED_ERRORS_MS = 10_000;
/** After this time in ms, what has not gone on counts as stuck. */
const STUCK_MS = 150_000;
const INTERVAL_MS = 200;

export interface Recovery {
  /** By the name of what was in hand: ms from the end of the fault until the last of it had gone on. */
  readonly times: Readonly<Record<string, number>>;
  /** By name: what has not gone on until the end of the wait. */
  readonly stuck: Readonly<Record<string, readonly string[]>>;
  /** By name: what had not gone on within the promised time, as it was stored then. */
  readonly late: Readonly<Record<string, readonly string[]>>;
}

/**
 * Waits until everything that is in hand now has gone on.
 *
 * @param endedAt end of the fault, by performance.now()
 * @param lateMs time after the end from which what has not gone on is late
 */
export async function measureRecovery(
  all: readonly InHand[],
  endedAt: number,
  lateMs = PROMISED_MS,
): Promise<Recovery> {
  const times: Record<string, number> = {};
  const stuck: Record<string, readonly string[]> = {};
  const late: Record<string, readonly string[]> = {};
  const measure = async (one: InHand): Promise<void> => {
    let waiting = one.ids();
    for (;;) {
      // What cannot be known, for example because the database is not back, waits still.
      waiting = await one.remaining(waiting, endedAt).catch(() => waiting);
      const elapsedMs = performance.now() - endedAt;
      times[one.name] = elapsedMs;
      if (waiting.length === 0) return;
      if (elapsedMs > lateMs) late[one.name] ??= (await one.describe?.(waiting).catch(() => undefined)) ?? waiting;
      if (elapsedMs > STUCK_MS) {
        stuck[one.name] = waiting;
        return;
      }
      await Bun.sleep(INTERVAL_MS);
    }
  };
  await Promise.all(all.map(measure));
  return { times, stuck, late };
}

/**
 * Returns the ms from the end of a fault to the last request that failed after it: the end of a 5xx, or the start of a
 * request without an answer. 0 if none failed.
 */
export function lastFailureMs(failed: readonly FailedRequest[], endedAt: number): number {
  const moments = failed.map((request) => (request.status === 0 ? request.sentAt : request.endedAt) - endedAt);
  return Math.max(0, ...moments);
}
