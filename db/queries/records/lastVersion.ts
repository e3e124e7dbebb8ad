import type { Database, Transaction } from '../../client.ts';
import type { RecordTable } from './recordStatements.ts';

/**
 * Returns the last version of the deleted records that had this id; 0 if there are none.
 *
 * @param incarnation of the record that has the id now, if there is one
 */
export async function lastVersion(
  sql: Database | Transaction,
  { kind, keepsHistory }: Pick<RecordTable, 'kind' | 'keepsHistory'>,
  id: string,
  incarnation?: bigint,
): Promise<number> {
  if (!keepsHistory) return 0;
  const own = incarnation === undefined ? null : String(incarnation);
  const [row] = await sql<{ version: number | null }[]>`
    select max(version) as version from history
    where kind = ${kind} and record_id = ${id} and incarnation is distinct from ${own}::bigint`;
  return row?.version ?? 0;
}
