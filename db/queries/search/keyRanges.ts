import type { Database } from '../../client.ts';

export interface KeyRangeRow {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/**
 * Cuts a table into stretches of `size` records by id, from the primary key alone: one index-only scan of a stretch at
 * a time, so that neither the memory nor a snapshot grows with the table. Records that come in meanwhile may fall
 * outside of every stretch; index.sync brings those in.
 */
export async function* keyRanges(sql: Database, table: string, size: number): AsyncGenerator<KeyRangeRow> {
  let after: string | null = null;
  for (;;) {
    const [row]: KeyRangeRow[] = await sql<KeyRangeRow[]>`
      select min(id::text) as from, max(id::text) as to, count(*)::int as count
      from (
        select id from ${sql(table)} ${after === null ? sql`` : sql`where id > ${after}`} order by id limit ${size}
      ) stretch`;
    if (!row || row.count === 0) return;
    yield row;
    if (row.count < size) return;
    after = row.to;
  }
}
