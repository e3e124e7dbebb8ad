import type { Database } from '../../../db/client.ts';

/** Returns the columns of all tables of the database, those of the search among them, in which one of the patterns matches. Case is ignored. */
export async function columnsWith(sql: Database, patterns: readonly string[]): Promise<string[]> {
  const columns = await sql<{ schema: string; table: string; column: string; type: string }[]>`
    select n.nspname as schema, c.relname as table, a.attname as column, t.typname as type
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
    where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and c.relkind in ('r', 'p')`;
  const found: string[] = [];
  for (const { schema, table, column, type } of columns) {
    // Bytes with all but ASCII written as escapes: only texts of ASCII are found in them.
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const [row] = await sql.unsafe(`select from "${schema}"."${table}" where ${text} ~* any($1::text[]) limit 1`, [
      [...patterns],
    ]);
    if (row) found.push(`${schema}.${table}.${column}`);
  }
  return found;
}
