import type { Database, Transaction } from '../../client.ts';
import type { RecordTable } from './recordStatements.ts';

/** The last state of a deleted record. */
export interface DeletedState {
  readonly version: number;
  readonly doc: string;
  readonly audit: string;
}

/**
 * Returns the last state of the deleted records that had this id; undefined if there are none.
 *
 * @param incarnation of the record that has the id now, if there is one
 */
export async function lastDeleted(
  sql: Database | Transaction,
  { kind, keepsHistory }: Pick<RecordTable, 'kind' | 'keepsHistory'>,
  id: string,
  incarnation?: bigint,
): Promise<DeletedState | undefined> {
  if (!keepsHistory) return undefined;
  const own = incarnation === undefined ? null : String(incarnation);
  const [row] = await sql<DeletedState[]>`
    select version, doc, audit from history
    where kind = ${kind} and record_id = ${id} and incarnation is distinct from ${own}::bigint
    order by version desc limit 1`;
  return row;
}
