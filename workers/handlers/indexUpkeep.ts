import { dropAbandonedIndexes } from '../../domain/search/indexes.ts';
import type { WorkContext } from '../runtime/handler.ts';

/** Drops the indexes of rebuilds that failed a day ago, and what a crash left to be dropped. */
export async function indexUpkeep(_jobs: readonly unknown[], { services }: WorkContext): Promise<undefined> {
  await dropAbandonedIndexes(services);
  return undefined;
}
