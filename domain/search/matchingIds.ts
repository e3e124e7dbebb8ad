import { compileFiltering } from '../../db/queries/search/filtering.ts';
import { lateralSearchColumns } from '../../db/queries/search/searchColumns.ts';
import { BoundValues } from '../../db/queries/sqlText.ts';
import { searchColumns } from '../filtering/columns.ts';
import { parseFiltering } from '../filtering/index.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';

/**
 * Yields the ids of the records that match a filtering in batches, sorted by id. Reads the database, not an index. The
 * page and the size of the filtering are ignored.
 */
export async function* matchingIds(
  services: Services,
  kind: Kind,
  filtering: string,
  batchSize: number,
): AsyncGenerator<string[]> {
  const parsed = parseFiltering(kind, filtering, 'backup');
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const values = new BoundValues();
    const after = values.add(last);
    const condition = compileFiltering(parsed, values);
    const rows = await services.sql.unsafe<{ id: string }[]>(
      `select r.id from ${kind.table} r, ${lateralSearchColumns(searchColumns(kind))}
       where r.id > ${after}::uuid and ${condition} order by r.id limit ${batchSize}`,
      values.list,
    );
    if (rows.length > 0) yield rows.map(({ id }) => id);
    if (rows.length < batchSize) return;
    last = rows.at(-1)?.id ?? last;
  }
}
