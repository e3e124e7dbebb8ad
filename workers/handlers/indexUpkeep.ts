import { dropAbandonedIndexes } from '../../domain/search/indexes.ts';
import type { WorkContext } from '../runtime/handler.ts';

/** Drops the indexes of rebuilds that failed a day ago, and indexes that a crash has left. */
export async function indexUpkeep(_jobs: readonly unknown[], { services }: WorkContext): Promise<undefined> {
  await dropAbandonedIndexes(services);
  return undefined;
}
