import { queryReadable } from '../../db/queries/access/readableRows.ts';
import { compileFiltering } from '../../db/queries/search/filtering.ts';
import { lateralSearchColumns } from '../../db/queries/search/searchColumns.ts';
import { BoundValues } from '../../db/queries/sqlText.ts';
import { searchColumns } from '../filtering/columns.ts';
import type { Filtering } from '../filtering/index.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';

/** The records that match a filtering, of which the page, the size and the order are ignored. */
export interface Selection {
  readonly filtering: Pick<Filtering, 'conditions' | 'words'>;
  /** The table of the kind, or a subquery with its columns. */
  readonly source: string;
}

/**
 * Yields the ids of the selected records in batches, sorted by id. Reads the database, not an index.
 *
 * @param after only records with greater ids are selected
 */
export async function* matchingIds(
  services: Services,
  kind: Kind,
  { filtering, source }: Selection,
  batchSize: number,
  after = '00000000-0000-0000-0000-000000000000',
): AsyncGenerator<string[]> {
  let last = after;
  for (;;) {
    const values = new BoundValues();
    const previous = values.add(last);
    const condition = compileFiltering(filtering, values);
    const text = `select r.id from ${source} r, ${lateralSearchColumns(searchColumns(kind))}
       where r.id > ${previous}::uuid and ${condition} order by r.id limit ${batchSize}`;
    const rows: { id: string }[] = await queryReadable<{ id: string }>(services.sql, text, values.list);
    if (rows.length > 0) yield rows.map(({ id }) => id);
    if (rows.length < batchSize) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Counts the selected records in the database. */
export async function countMatchingRows(
  services: Services,
  kind: Kind,
  { filtering, source }: Selection,
): Promise<number> {
  const values = new BoundValues();
  const condition = compileFiltering(filtering, values);
  const text = `select count(*)::int as count from ${source} r, ${lateralSearchColumns(searchColumns(kind))} where ${condition}`;
  const [row] = await queryReadable<{ count: number }>(services.sql, text, values.list);
  return row?.count ?? 0;
}
