import type { Database } from '../../client.ts';

export interface RecordVersion {
  readonly id: string;
  readonly indexVersion: bigint;
}

const PAGE = 10_000;

/** Yields the ids and index versions of a range of a table, in pages by id, so that memory is constant. */
export async function* recordVersions(
  sql: Database,
  table: string,
  range: { readonly from: string; readonly to: string },
): AsyncGenerator<RecordVersion[]> {
  let after: string | null = null;
  for (;;) {
    const rows: RecordVersion[] = await sql<RecordVersion[]>`
      select id, index_version as "indexVersion" from ${sql(table)}
      where id <= ${range.to} and ${after === null ? sql`id >= ${range.from}` : sql`id > ${after}`}
      order by id limit ${PAGE}`;
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? null;
  }
}
