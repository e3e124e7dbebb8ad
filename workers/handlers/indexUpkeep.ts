import { dropForsakenIndexes } from '../../domain/search/indexes.ts';
import type { WorkContext } from '../runtime/handler.ts';

/** Drops the indexes of rebuilds that failed a day ago, and what a crash left to be dropped. */
export async function indexUpkeep(_jobs: readonly unknown[], { platform }: WorkContext): Promise<undefined> {
  await dropForsakenIndexes(platform);
  return undefined;
}
