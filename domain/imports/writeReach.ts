import { changesOutside } from '../../db/queries/imports/writeReach.ts';
import { conditionsOf, type TransactionScope } from '../access/reach.ts';
import { forbidden } from '../errors.ts';
import { searchColumns } from '../filtering/columns.ts';
import type { Kind } from '../kinds/kind.ts';
import type { ChangeAudits } from './changeAudits.ts';
import { ProblemList } from './files/problemList.ts';

/**
 * Throws a 403 if the caller may not write a record of waybill_changes as it is, or as it would be. Call it before the
 * changes are compared with other records, so that the answer does not depend on records out of reach. A change of a
 * missing record is a 403 too if the caller cannot read every record: the response is the same as for a hidden record.
 */
export async function checkWriteReach(
  { sql: transaction, access }: TransactionScope,
  kind: Kind,
  { firstSearch }: ChangeAudits,
): Promise<void> {
  const { read, write } = access.of(kind);
  if (write === 'all') return;
  const reach = { conditions: conditionsOf(write), excludesMissing: read !== 'all' };
  const { text, values } = changesOutside(kind.table, searchColumns(kind), reach, firstSearch);
  const rows = await transaction.unsafe<{ n: number }[]>(text, values, { prepare: false });
  if (rows.length === 0) return;
  const list = new ProblemList();
  for (const { n } of rows) list.add(n, `[${n}]: is out of the reach of your access rules, as it is or as it would be`);
  throw forbidden(`Your access rules do not allow these changes of ${kind.plural}.`, list.texts);
}
