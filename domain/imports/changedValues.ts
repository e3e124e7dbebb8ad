import type { Transaction } from '../../db/client.ts';
import { valuesOfChanges } from '../../db/queries/imports/conflicts.ts';
import type { Kind } from '../kinds/kind.ts';
import { tableOf } from '../records/table.ts';

const PAGE_ROWS = 2_000;

/** Yields the changes in pages. @param member only those whose text may have this member */
export async function* changedValues(
  transaction: Transaction,
  kind: Kind,
  member?: string,
): AsyncGenerator<ValuesRow[]> {
  for (let after = -1; ; ) {
    const text = valuesOfChanges(tableOf(kind), member);
    const rows: ValuesRow[] = await transaction.unsafe<ValuesRow[]>(text, [after, PAGE_ROWS]);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_ROWS) return;
    after = last.n;
  }
}

interface ValuesRow {
  readonly n: number;
  readonly values: string;
  /** The stored record of a CHANGE. */
  readonly before: string | null;
}
