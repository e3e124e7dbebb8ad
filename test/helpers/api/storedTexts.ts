import type { Database } from '../../../db/client.ts';

/** Returns the tables, those of search indexes too, that have a row which contains a text. */
export async function tablesContaining(sql: Database, text: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql.unsafe(`select from ${name} r where position($1 in r::text) > 0 limit 1`, [text]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
