import { lastStatesOfNew, type ReusedId } from '../../db/queries/imports/reusedIds.ts';
import { isReadable, type TransactionScope } from '../access/reach.ts';
import type { Kind } from '../kinds/kind.ts';
import { tableOf } from '../records/table.ts';

/** Rows that are read together. */
const PAGE = 500;

/**
 * Yields the places of new records in waybill_changes with the id of a deleted record that the caller could not read.
 * Their version would show how often that record was changed.
 */
export async function* reusedHiddenIds(scope: TransactionScope, kind: Kind): AsyncGenerator<number> {
  if (!kind.keepsHistory || scope.access.of(kind).read === 'all') return;
  const rows = scope.sql.unsafe<ReusedId[]>(lastStatesOfNew(tableOf(kind)));
  for await (const page of rows.cursor(PAGE))
    for (const { n, ...state } of page) if (!isReadable(scope, kind, state)) yield n;
}
