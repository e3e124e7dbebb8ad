import type { Transaction } from '../../db/client.ts';
import { classify } from '../../db/errors.ts';
import {
  applyChanges,
  auditsOfChanged,
  brokenReferences,
  conflictingCodes,
  conflictingIds,
  deferConstraints,
  freedCodes,
  referrers,
  removedIds,
  renamedReferred,
  repointReferrers,
  valuesOfChanges,
} from '../../db/queries/imports/applyChanges.ts';
import { lineOf, stageAudits } from '../../db/queries/imports/diffTables.ts';
import { rawRows } from '../../db/queries/imports/snapshot.ts';
import { renamedIds } from '../../db/queries/relations/denormalizedRows.ts';
import { locking, type TableLock } from '../../db/queries/tableLocks.ts';
import { badRequest } from '../errors.ts';
import { auditDocument } from '../filtering/searchDocument.ts';
import { hasCode } from '../kinds/declaration/members.ts';
import { kindNamed, kinds } from '../kinds/index.ts';
import type { Audit, Caller, JsonObject, Kind } from '../kinds/kind.ts';
import { firstAudit, indexSyncData, nextAudit } from '../records/record.ts';
import { isCopy, tableOf } from '../records/table.ts';
import { cascadeLinksOf, removeCascadeLinks } from '../relations/cascadeLinks.ts';
import { codeReferenceLocks, codeReferencesTo, referencedBy, unknownCodes } from '../relations/codeReferences.ts';
import { hierarchiesOf, hierarchyLocks, ringsOfChanges } from '../relations/hierarchy.ts';
import { linksTo } from '../relations/linkMembers.ts';
import { linkWritesOfDiff, tablesOfLinks } from '../relations/linksOfDiff.ts';
import type { Renamed } from '../relations/renameLinks.ts';
import { denormalizedMembersOf, propagateRename } from '../relations/renamePropagation.ts';
import { Spool, SpoolWriter } from '../runtime/spool.ts';
import { describe } from '../validation/values.ts';
import { ProblemList } from './files/problemList.ts';
import { inside } from './stagedRecord.ts';

/** Returns the place of a change's record in the input. */
export type PlaceOf = (n: number) => string;

/** The names of the two sides of an entry in problems. */
interface Sides {
  readonly left: string;
  readonly right: string;
}

/** Finds the conflicts of the changes in waybill_changes: ids and codes in use, broken references, referrers. */
export async function findConflicts(
  transaction: Transaction,
  kind: Kind,
  list: ProblemList,
  placeOf: PlaceOf,
  sides: Sides,
): Promise<void> {
  await findOwnConflicts(transaction, kind, list, placeOf, sides);
  await findReferrers(transaction, kind, list, placeOf, sides);
  await findCodeReferences(transaction, kind, list, placeOf, sides);
}

/** Finds codes in free members that no record has, and records that contain the code of a removed or renamed record. */
async function findCodeReferences(
  transaction: Transaction,
  kind: Kind,
  list: ProblemList,
  placeOf: PlaceOf,
  sides: Sides,
): Promise<void> {
  if (kind.codeReferences) {
    const rows = await transaction.unsafe<{ n: number; values: string }[]>(valuesOfChanges);
    const unknown = await unknownCodes(
      transaction,
      kind,
      rows.map(({ values }) => JSON.parse(values) as JsonObject),
    );
    for (const [index, { n }] of rows.entries())
      for (const problem of unknown[index] ?? []) list.add(n, `${placeOf(n)}${sides.right}${problem}`);
  }
  if (codeReferencesTo(kind).length === 0) return;
  const freed = await transaction.unsafe<{ n: number; code: string; removed: boolean }[]>(freedCodes(tableOf(kind)));
  const named = await referencedBy(
    transaction,
    kind,
    freed.map(({ code }) => code),
  );
  for (const { n, code, removed } of freed) {
    const side = removed ? `${sides.left}id` : `${sides.right}code`;
    for (const problem of named.get(code) ?? []) list.add(n, `${placeOf(n)}${side}: ${problem}`);
  }
}

type FindProblems = <Row extends { n: number }>(
  text: string,
  textOf: (row: Row) => string,
  side: string,
) => Promise<void>;

function problemFinder(transaction: Transaction, list: ProblemList, placeOf: PlaceOf): FindProblems {
  return async <Row extends { n: number }>(text: string, textOf: (row: Row) => string, side: string) => {
    const rows = await transaction.unsafe<Row[]>(text);
    for (const row of rows) list.add(row.n, `${placeOf(row.n)}${side}${textOf(row)}`);
  };
}

/** Finds the conflicts that the changed records themselves cause: ids and codes in use, broken references. */
export async function findOwnConflicts(
  transaction: Transaction,
  kind: Kind,
  list: ProblemList,
  placeOf: PlaceOf,
  sides: Sides,
): Promise<void> {
  const table = tableOf(kind);
  const findProblems = problemFinder(transaction, list, placeOf);
  await findProblems<{ n: number; value: string }>(
    conflictingIds(table),
    ({ value }) => `id: ${describe(value)} is taken by another ${kind.name}`,
    sides.right,
  );
  if (hasCode(kind)) {
    await findProblems<{ n: number; value: string; first: number | null }>(
      conflictingCodes(table),
      ({ value, first }) =>
        `code: ${describe(value)} is ${first === null ? `taken by another ${kind.name}` : `given in ${placeOf(first)} already`}`,
      sides.right,
    );
  }
  for (const rule of kind.references ?? []) {
    const target = rule.target === kind.name ? kind : kindNamed(rule.target);
    if (!target) continue;
    await findProblems<{ n: number; value: string }>(
      brokenReferences(table, tableOf(target), { ...rule, copies: isCopy(kind, rule) }),
      ({ value }) => `${rule.member}: no ${target.name} has the ${rule.by} ${describe(value)}`,
      sides.right,
    );
  }
}

/** Finds records of any kind that refer to removed or renamed records. */
async function findReferrers(
  transaction: Transaction,
  kind: Kind,
  list: ProblemList,
  placeOf: PlaceOf,
  sides: Sides,
): Promise<void> {
  const table = tableOf(kind);
  const findProblems = problemFinder(transaction, list, placeOf);
  for (const referrer of new Set([...kinds, kind])) {
    for (const rule of referrer.references ?? []) {
      if (rule.target !== kind.name || rule.onDelete === 'cascade') continue;
      await findProblems<{ n: number; count: number }>(
        referrers(table, tableOf(referrer), rule),
        ({ count }) =>
          `id: ${count} ${count === 1 ? `${referrer.name} points` : `${referrer.plural} point`} to it by ${rule.member}`,
        sides.left,
      );
      if (rule.by === 'id' || rule.denormalized) continue;
      await findProblems<{ n: number; value: string; count: number }>(
        renamedReferred(table, tableOf(referrer), rule),
        ({ value, count }) =>
          `code: ${count} ${count === 1 ? `${referrer.name} points` : `${referrer.plural} point`} to ${describe(value)} by ${rule.member}`,
        sides.right,
      );
    }
  }
}

/**
 * Writes the changes in waybill_changes, their history and their outbox rows. Returns whether there were any changes.
 *
 * @param check whether to check references here; otherwise the caller checks them before the commit
 * @param leave link kinds that the caller imports separately, after these records
 */
export async function writeChanges(
  transaction: Transaction,
  kind: Kind,
  caller: Caller,
  { check = true, leave = new Set() }: { check?: boolean; leave?: ReadonlySet<string> } = {},
): Promise<boolean> {
  const table = tableOf(kind);
  await transaction.unsafe(deferConstraints);
  const now = new Date();
  const spool = new Spool();
  try {
    const writer = new SpoolWriter(spool);
    for await (const rows of rawRows(transaction, auditsOfChanged(table))) {
      for (const row of rows) {
        const { n, audit } = JSON.parse(row.toString()) as { n: number; audit: Audit };
        const next = nextAudit(audit, caller, now);
        await writer.add(lineOf([n, next.whenEdited, JSON.stringify(next), inside(auditDocument(next))]));
      }
    }
    await writer.flush();
    await stageAudits(transaction, spool.chunks());
  } finally {
    await spool.close();
  }
  if (cascadeLinksOf(kind).length > 0) {
    const removed = await transaction.unsafe<{ id: string }[]>(removedIds);
    await removeCascadeLinks(
      transaction,
      kind,
      removed.map(({ id }) => id),
      caller,
    );
  }
  const first = firstAudit(caller, now);
  const propagates = denormalizedMembersOf(kind).length > 0 || linksTo(kind).length > 0;
  const link = await linkWritesOfDiff(transaction, kind, leave, caller);
  const renamed = propagates ? await transaction.unsafe<Renamed[]>(renamedIds(table)) : [];
  const written = await whole(
    applyChanges(
      transaction,
      { ...table, references: kind.references ?? [] },
      {
        who: caller.user,
        when: now.toISOString(),
        audit: JSON.stringify(first),
        auditSearch: inside(auditDocument(first)),
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
  const rings = new ProblemList();
  for (const { n, problem } of await ringsOfChanges(transaction, kind)) rings.add(n, `[${n}].right.${problem}`);
  rings.throwIfAny(`The ${kind.plural} would stand above themselves.`);
  await link(transaction);
  await propagateRename(transaction, kind, renamed, caller);
  return written;
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
export function locksOfDiff(kind: Kind): TableLock[] {
  const tables = [
    ...denormalizedMembersOf(kind).map((follower) => follower.kind.table),
    ...tablesOfLinks(kind),
    ...cascadeLinksOf(kind).map((link) => link.kind.table),
  ];
  return [
    ...codeReferenceLocks(kind),
    ...hierarchyLocks(hierarchiesOf(kind)),
    ...locking('share row exclusive', tables),
    ...locking('row exclusive', [kind.table]),
  ];
}
