import { isDatabaseUnavailable, isPoolClosed, isTransactionConflict } from '../../db/errors.ts';
import { retry } from '../../db/retry.ts';
import { BrowserUnavailable } from '../ports/rendering.ts';
import { SearchUnavailable } from '../ports/search.ts';

const CONFLICT_PAUSE_MS = 10;
const OUTAGE_PAUSE_MS = 250;

/** Whether the database, the search engine or the browser cannot be reached. Work waits for them; an outage counts as no attempt. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof SearchUnavailable || error instanceof BrowserUnavailable || isDatabaseUnavailable(error);

/** Repeats a write through an outage of up to `limitMs`, so that the recorded work is not repeated after a restart. Ends with the pool. */
export function retryWhileUnavailable<T>(write: () => Promise<T>, limitMs = 20_000): Promise<T> {
  const end = Date.now() + limitMs;
  return retry(write, (error) => {
    if (Date.now() > end || isPoolClosed(error)) return undefined;
    if (isTransactionConflict(error)) return CONFLICT_PAUSE_MS;
    return isUnavailable(error) ? OUTAGE_PAUSE_MS : undefined;
  });
}
