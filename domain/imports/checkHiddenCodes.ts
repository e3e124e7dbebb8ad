import { type StatesOfChange, statesOfChanges } from '../../db/queries/imports/statesOfChanges.ts';
import type { Mask } from '../access/hidden/hiddenMembers.ts';
import type { TransactionScope } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import type { Kind } from '../kinds/kind.ts';
import { parseStored } from '../records/storedText.ts';
import { tableOf } from '../records/table.ts';

/** Rows that are read together. */
const PAGE = 500;

/**
 * Throws a 400 if the changes in waybill_changes would change codes that the caller does not see. The codes were added to
 * the records of the file before the snapshot, and another writer may have changed them since.
 */
export async function checkHiddenCodes(scope: TransactionScope, kind: Kind, mask: Mask): Promise<void> {
  if (mask.isTransparent) return;
  for await (const page of scope.sql.unsafe<StatesOfChange[]>(statesOfChanges(tableOf(kind))).cursor(PAGE))
    for (const { before, after } of page)
      if (!mask.hidesSameLinks(before === null ? {} : parseStored(before), parseStored(after)))
        throw badRequest('Records of the diff are being changed by others; try again.');
}
