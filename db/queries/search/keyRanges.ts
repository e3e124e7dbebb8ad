import type { Database } from '../../client.ts';

export interface KeyRangeRow {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/**
 * Divides a table into ranges of `size` records by id, by one index-only scan of the primary key for each range, so that
 * neither memory nor the age of a snapshot grows with the table. Records inserted meanwhile may be outside every range;
 * index.sync indexes them.
 */
export async function* keyRanges(sql: Database, table: string, size: number): AsyncGenerator<KeyRangeRow> {
  let after: string | null = null;
  for (;;) {
    const [row]: KeyRangeRow[] = await sql<KeyRangeRow[]>`
      select min(id::text) as from, max(id::text) as to, count(*)::int as count
      from (
        select id from ${sql(table)} ${after === null ? sql`` : sql`where id > ${after}`} order by id limit ${size}
      ) key_range`;
    if (!row || row.count === 0) return;
    yield row;
    if (row.count < size) return;
    after = row.to;
  }
}
