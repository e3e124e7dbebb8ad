import type { Database } from '../client.ts';

/**
 * The physical indexes that a change of this kind has to reach: the live one and those being filled. Asked anew each
 * time, after the rows were read: a list from before misses an index registered in between, and a stale document
 * would stay in it.
 */
export async function indexesOf(sql: Database, engine: string, kind: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from search_index where engine = ${engine} and kind = ${kind} order by number`;
  return rows.map(({ name }) => name);
}
