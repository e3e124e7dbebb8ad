import type { Database } from '../../db/client.ts';
import { unchangedIds } from '../../db/queries/search/indexedRows.ts';
import { indexesOf } from '../../db/queries/search/searchIndexes.ts';
import type { Kind } from '../kinds/kind.ts';
import type { SearchEngine } from '../ports/search.ts';
import type { Context } from '../queue/context.ts';
import type { IndexSync } from '../queue/definitions.ts';

/** Ids of one call to the engine. */
const MAX_IDS = 500;

/** The indexes of kinds as they were listed last, by the names of the kinds. */
export type ListedIndexes = Map<string, readonly string[]>;

/**
 * Updates every index of a kind with the current state of these records. Returns the ids of the records that the engine rejected,
 * with its reasons.
 *
 * @param listed spares an engine inside the database the list of the indexes, while it does not change
 */
export async function syncRecords(
  { sql, search }: { readonly sql: Database; readonly search: SearchEngine },
  kind: Kind,
  ids: readonly string[],
  listed: ListedIndexes = new Map(),
): Promise<Map<string, string>> {
  const failures = new Map<string, string>();
  const list = async (): Promise<string[]> => {
    const names = await indexesOf(sql, search.name, kind.name);
    listed.set(kind.name, names);
    return names;
  };
  for (let from = 0; from < ids.length; from += MAX_IDS) {
    const some = ids.slice(from, from + MAX_IDS);
    const outcome = await search.sync(kind, some, list, { expectedIndexes: listed.get(kind.name) ?? [] });
    for (const { id, error } of outcome.failures) failures.set(id, error);
  }
  return failures;
}

/**
 * Returns the ids of index.sync rows or queue jobs of a kind that have to be indexed: of created records, those that nothing has
 * changed since. The row of a change indexes the others.
 */
export async function idsToSync(
  sql: Database,
  kind: Kind,
  all: readonly { readonly data: IndexSync }[],
): Promise<string[]> {
  const of = (isCreated: boolean) =>
    all.filter(({ data }) => (data.created === true) === isCreated).flatMap(({ data }) => data.ids);
  const created = of(true);
  const unchanged = created.length > 0 ? await unchangedIds(sql, kind.table, created) : [];
  return [...new Set([...of(false), ...unchanged])];
}

/** Returns the contexts of the changes that index.sync rows or queue jobs carry. */
export const contextsOf = (all: readonly { readonly data: IndexSync }[]): Context[] =>
  all.flatMap(({ data }) => data.contexts ?? (data.context ? [data.context] : []));
