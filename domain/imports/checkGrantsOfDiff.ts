import { type StatesOfChange, statesOfChanges } from '../../db/queries/imports/statesOfChanges.ts';
import { checkGrants, needsGrantCheck, type PlacedChange } from '../access/grantChecks.ts';
import { grantsOfChange } from '../access/granting/grantsOfChange.ts';
import type { TransactionScope } from '../access/reach.ts';
import type { Kind } from '../kinds/kind.ts';
import { parseStored } from '../records/storedText.ts';
import { tableOf } from '../records/table.ts';

/** Rows that are read together. */
const PAGE = 500;

/** Throws a 403 if the changes in waybill_changes would grant rights that the caller cannot grant. */
export async function checkGrantsOfDiff(scope: TransactionScope, kind: Kind): Promise<void> {
  if (!needsGrantCheck(scope, kind)) return;
  const changes: PlacedChange[] = [];
  const rows = scope.sql.unsafe<StatesOfChange[]>(statesOfChanges(tableOf(kind)));
  for await (const page of rows.cursor(PAGE)) {
    for (const { n, before, after } of page) {
      const change = { ...(before !== null && { before: parseStored(before) }), after: parseStored(after) };
      if (grantsOfChange(kind.name, change).length > 0) changes.push({ at: `[${n}].right.`, ...change });
    }
  }
  await checkGrants(scope, kind, changes);
}
