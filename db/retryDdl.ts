import { sqlState } from './errors.ts';

/** Whoever writes a table that a change of it waits for waits behind it: so it waits for a moment, and tries again. */
export const LOCK_TIMEOUT = '2s';
const PAUSE_MS = 1_000;
/** It is given up once it has tried for so long. */
const LIMIT_MS = 600_000;
/** A lock that was not to be had in time; a deadlock with writers, where several tables are changed. */
const HELD = new Set(['55P03', '40P01']);

/**
 * Changes tables while others work on them.
 *
 * @param change one transaction, under LOCK_TIMEOUT; of one that was given up nothing is there
 * @param held   told once when other transactions hold a table, such as a report that runs for long
 */
export async function retryDdl(
  change: () => Promise<unknown>,
  held: (reason: string) => void = () => {},
): Promise<void> {
  for (let tried = false, end = Date.now() + LIMIT_MS; ; tried = true) {
    try {
      await change();
      return;
    } catch (error) {
      if (!HELD.has(sqlState(error) ?? '') || Date.now() > end) throw error;
      if (!tried) held((error as Error).message);
      await Bun.sleep(PAUSE_MS);
    }
  }
}
