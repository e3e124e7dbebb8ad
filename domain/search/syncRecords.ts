import type { Database } from '../../db/client.ts';
import { indexesOf } from '../../db/queries/search/searchIndexes.ts';
import type { Kind } from '../kinds/kind.ts';
import type { SearchEngine } from '../ports/search.ts';
import type { Context } from '../queue/context.ts';
import type { IndexSync } from '../queue/definitions.ts';

/** Ids of one call to the engine. */
const MAX_IDS = 500;

/**
 * Updates every index of a kind with the current state of these records. Returns the ids of the records that the engine rejected,
 * with its reasons.
 */
export async function syncRecords(
  { sql, search }: { readonly sql: Database; readonly search: SearchEngine },
  kind: Kind,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const failures = new Map<string, string>();
  for (let from = 0; from < ids.length; from += MAX_IDS) {
    const some = ids.slice(from, from + MAX_IDS);
    const outcome = await search.sync(kind, some, () => indexesOf(sql, search.name, kind.name));
    for (const { id, error } of outcome.failures) failures.set(id, error);
  }
  return failures;
}

/** Returns the contexts of the changes that index.sync rows or queue jobs carry. */
export const contextsOf = (all: readonly { readonly data: IndexSync }[]): Context[] =>
  all.flatMap(({ data }) => data.contexts ?? (data.context ? [data.context] : []));
