import { WAIT_LIMIT_MS } from './signal.ts';

const INTERVAL_MS = 40;

/**
 * Waits until `condition` returns something truthy, and returns that. For states that nothing reports when they change:
 * rows that another connection writes, locks, files, other processes, a page. Where an event exists, wait for it by a
 * Signal. A condition that throws counts as not yet fulfilled.
 *
 * @param what named in the error when the limit has passed: `poll('the row to be deleted', …)`
 * @param limitMs a limit on a hang, not a measure of speed
 * @param intervalMs longer where the condition is expensive
 */
export async function poll<T>(
  what: string,
  condition: () => T | Promise<T>,
  limitMs = WAIT_LIMIT_MS,
  intervalMs = INTERVAL_MS,
): Promise<NonNullable<T>> {
  const end = Date.now() + limitMs;
  let last: unknown;
  for (;;) {
    try {
      last = await condition();
      if (last) return last as NonNullable<T>;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end)
      throw new Error(`waited ${limitMs} ms for ${what}; last: ${last instanceof Error ? last.message : String(last)}`);
    await Bun.sleep(intervalMs);
  }
}
