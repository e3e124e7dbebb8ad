import type { Transaction } from '../../db/client.ts';
import { classify } from '../../db/errors.ts';
import { applyChanges, deferConstraints, removedIds, repointReferrers } from '../../db/queries/imports/applyChanges.ts';
import { codesOfWritten } from '../../db/queries/imports/conflicts.ts';
import { storeStagedWriteOnly } from '../../db/queries/records/writeOnlyRows.ts';
import { renamedIds } from '../../db/queries/relations/denormalizedRows.ts';
import { locking, type TableLock } from '../../db/queries/tableLocks.ts';
import { AdministratorGuard } from '../access/administrators.ts';
import { badRequest } from '../errors.ts';
import type { Caller, Kind } from '../kinds/kind.ts';
import { linksTo } from '../kinds/linkMembers.ts';
import { indexSyncData } from '../records/record.ts';
import { tableOf } from '../records/table.ts';
import { nameWriter } from '../records/write/nameWriter.ts';
import { cascadeLinksOf, removeCascadeLinks } from '../relations/cascadeLinks.ts';
import { listersOf, listsOwnKind, type WrittenByImport } from '../relations/codeLists.ts';
import { codeReferenceLocks } from '../relations/codeReferences.ts';
import { codeUsersOf } from '../relations/codeUses.ts';
import { hierarchiesOf, hierarchyLocks, ringsOfChanges } from '../relations/hierarchy.ts';
import { linkWritesOfDiff, tablesOfLinks } from '../relations/linksOfDiff.ts';
import type { Renamed } from '../relations/renameLinks.ts';
import { appliedMembersOf, denormalizedMembersOf, propagateRename } from '../relations/renamePropagation.ts';
import { type ChangeAudits, stageChangeAudits } from './changeAudits.ts';
import { ProblemList } from './files/problemList.ts';

interface WriteOptions {
  readonly audits?: ChangeAudits;
  readonly check?: boolean;
  readonly leave?: ReadonlySet<string>;
}

/**
 * Writes the changes in waybill_changes, their history and their outbox rows. Returns whether there were any changes.
 *
 * @param audits the staged auditInfo of the changes, if it is staged already
 * @param check whether to check references and the last administrator here; otherwise the caller checks them before the
 *   commit
 * @param leave link kinds that the caller imports separately, after these records
 */
export async function writeChanges(
  transaction: Transaction,
  kind: Kind,
  caller: Caller,
  { audits, check = true, leave = new Set() }: WriteOptions = {},
): Promise<boolean> {
  const table = tableOf(kind);
  const administrators = AdministratorGuard.ofKinds([kind]);
  await nameWriter(transaction, kind, caller);
  if (check) await administrators.begin(transaction);
  await transaction.unsafe(deferConstraints);
  const { when, first, firstSearch } = audits ?? (await stageChangeAudits(transaction, kind, caller));
  if (cascadeLinksOf(kind).length > 0) {
    const removed = await transaction.unsafe<{ id: string }[]>(removedIds);
    await removeCascadeLinks(
      transaction,
      kind,
      removed.map(({ id }) => id),
      caller,
    );
  }
  const propagates = denormalizedMembersOf(kind).length > 0 || linksTo(kind).length > 0 || listersOf(kind).length > 0;
  const link = await linkWritesOfDiff(transaction, kind, leave, caller);
  const renamed = propagates ? await transaction.unsafe<Renamed[]>(renamedIds(table, appliedMembersOf(kind))) : [];
  const written = await whole(
    applyChanges(
      transaction,
      { ...table, references: kind.references ?? [] },
      {
        who: caller.user,
        when,
        audit: first,
        auditSearch: firstSearch,
        syncData: indexSyncData(kind, [], caller),
      },
      {
        beforeCheck: denormalizedMembersOf(kind).flatMap(({ kind: other, rule }) =>
          rule.by === 'code' ? [repointReferrers(tableOf(other), rule)] : [],
        ),
        check,
      },
    ),
  );
  if (kind.writeOnly) await storeStagedWriteOnly(transaction, kind.writeOnly.table);
  const rings = new ProblemList();
  for (const { n, problem } of await ringsOfChanges(transaction, kind)) rings.add(n, `[${n}].right.${problem}`);
  rings.throwIfAny(`The ${kind.plural} would stand above themselves.`);
  await link(transaction);
  const lists = renamed.length > 0 && listsOwnKind(kind) ? await writtenRecords(transaction) : undefined;
  await propagateRename(transaction, kind, renamed, caller, lists);
  if (check) await administrators.end(transaction);
  return written;
}

async function writtenRecords(transaction: Transaction): Promise<WrittenByImport> {
  const rows = await transaction.unsafe<{ id: string; code: string }[]>(codesOfWritten);
  return { ids: new Set(rows.map(({ id }) => id)), codes: new Set(rows.map(({ code }) => code)) };
}

/** References were resolved before the snapshot. A record that was renamed since then is not found, which is a 400. */
async function whole<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (classify(error) !== 'notNullViolation') throw error;
    throw badRequest('Records that the diff points to are being changed by others; try again.');
  }
}

/**
 * The locks that the save of a diff takes before its snapshot. No other writer may write records that refer to records
 * of the diff: a commit after the snapshot would be invisible, and its references would not be updated.
 */
export const locksOfDiff = (kind: Kind): TableLock[] => [
  ...locksOfImport(kind),
  ...locking(
    'share row exclusive',
    codeUsersOf(kind).map((user) => user.kind.table),
  ),
];

/** As `locksOfDiff`, for the import of an archive, which looks for uses of codes outside of its snapshot. */
export function locksOfImport(kind: Kind): TableLock[] {
  const tables = [
    ...denormalizedMembersOf(kind).map((follower) => follower.kind.table),
    ...tablesOfLinks(kind),
    ...listersOf(kind).map(({ table }) => table),
    ...cascadeLinksOf(kind).map((link) => link.kind.table),
  ];
  return [
    ...AdministratorGuard.ofKinds([kind]).locks,
    ...codeReferenceLocks(kind),
    ...hierarchyLocks(hierarchiesOf(kind)),
    ...locking('share row exclusive', tables),
    ...locking('row exclusive', [kind.table]),
  ];
}
