import { type StatesOfChange, statesOfChanges } from '../../db/queries/imports/statesOfChanges.ts';
import { GrantGuard, type GrantScope, needsGrantCheck, type PlacedChange } from '../access/grantChecks.ts';
import { grantsOfChange } from '../access/granting/grantsOfChange.ts';
import type { TransactionScope } from '../access/reach.ts';
import type { Kind } from '../kinds/kind.ts';
import { parseStored } from '../records/storedText.ts';
import { tableOf } from '../records/table.ts';

/** Rows that are read together. */
const PAGE = 500;

/**
 * Returns the guard of what the changes in waybill_changes grant. Call it before the changes are written: it reads the
 * states before them. The locks of a diff (locksOfDiff) include those of the guard.
 */
export async function grantGuardOfDiff(scope: TransactionScope & GrantScope, kind: Kind): Promise<GrantGuard> {
  const changes: PlacedChange[] = [];
  if (!needsGrantCheck(scope, kind)) return new GrantGuard(scope, kind, changes);
  const rows = scope.sql.unsafe<StatesOfChange[]>(statesOfChanges(tableOf(kind)));
  for await (const page of rows.cursor(PAGE)) {
    for (const { n, before, after } of page) {
      const change = { ...(before !== null && { before: parseStored(before) }), after: parseStored(after) };
      if (grantsOfChange(kind.name, change).length > 0) changes.push({ at: `[${n}].right.`, ...change });
    }
  }
  return new GrantGuard(scope, kind, changes);
}
