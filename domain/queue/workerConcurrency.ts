import type { SearchEngine } from '../ports/search.ts';
import type { QueueSettings } from './definitions.ts';

/** Returns how many batches of a queue a worker runs at a time if no administrator has set a limit. */
export function workerConcurrency(
  { concurrency, limitedBySearch }: Pick<QueueSettings, 'concurrency' | 'limitedBySearch'>,
  { concurrentSyncs }: Pick<SearchEngine, 'concurrentSyncs'>,
): number {
  return limitedBySearch ? Math.min(concurrency, concurrentSyncs) : concurrency;
}
