import type { Transaction } from '../../db/client.ts';
import {
  assignedCodes,
  brokenReferences,
  type Conflict,
  conflictingCodes,
  conflictingIds,
  type FreedCode,
  freedCodes,
  hiddenReferences,
  idsOfChanged,
  type ReferrerSource,
  referrers,
  renamedReferred,
} from '../../db/queries/imports/conflicts.ts';
import { duplicateEntries } from '../../db/queries/imports/duplicates.ts';
import { fullAccess } from '../access/access.ts';
import { maskOf } from '../access/hidden/hiddenMembers.ts';
import { readableRows, type TransactionScope } from '../access/reach.ts';
import { hasCode } from '../kinds/declaration/members.ts';
import { kindNamed, kinds } from '../kinds/index.ts';
import type { JsonObject, Kind, Reference } from '../kinds/kind.ts';
import { parseStored } from '../records/storedText.ts';
import { isCopy, tableOf } from '../records/table.ts';
import { duplicateProblem } from '../records/write/constraintProblems.ts';
import { type CodesOfImport, codeListsTo, listedBy, listsOwnKind, unknownAdded } from '../relations/codeLists.ts';
import { codeReferencesTo, IN_USE, referencedBy, unknownCodes } from '../relations/codeReferences.ts';
import { codeUsersOf, usedBy } from '../relations/codeUses.ts';
import { needsReferences, resolveReferences } from '../relations/resolveReferences.ts';
import { describe } from '../validation/values.ts';
import { changedValues } from './changedValues.ts';
import type { ProblemList } from './files/problemList.ts';
import { reusedHiddenIds } from './reusedIds.ts';

/** Returns the place of a change's record in the input. */
type PlaceOf = (n: number) => string;

/** The names of the two sides of an entry in problems. */
interface Sides {
  readonly left: string;
  readonly right: string;
}

/** Where the problems of the changes in waybill_changes are listed, and how they name their places. */
export interface ConflictReport {
  readonly list: ProblemList;
  readonly placeOf: PlaceOf;
  readonly sides: Sides;
  /** Whether unknown codes in lists are problems. */
  readonly checksValues: boolean;
}

/** The report of a diff, whose entries are an array. */
export const reportTo = (
  list: ProblemList,
  { checksValues }: Pick<ConflictReport, 'checksValues'> = { checksValues: false },
): ConflictReport => ({
  list,
  checksValues,
  placeOf: (n) => `[${n}]`,
  sides: { left: '.left.', right: '.right.' },
});

/**
 * Finds the conflicts of the changes in waybill_changes: ids and codes in use, broken references, referrers. Records that
 * the caller may not read are not described: their ids and codes cannot be used, references to them are like references
 * to missing records, and they are not counted as referrers.
 */
export async function findConflicts(scope: TransactionScope, kind: Kind, report: ConflictReport): Promise<void> {
  await findOwnConflicts(scope, kind, report);
  await findDuplicates(scope, kind, report);
  await findReferrers(scope, kind, report);
  await findUnresolved(scope, kind, report);
  await findUnlisted(scope.sql, kind, report);
  await findFreedCodes(scope, kind, report);
}

type FindProblems = <Row extends { n: number }>(
  text: string,
  textOf: (row: Row) => string,
  side: string,
) => Promise<void>;

function problemFinder(transaction: Transaction, { list, placeOf }: ConflictReport): FindProblems {
  return async <Row extends { n: number }>(text: string, textOf: (row: Row) => string, side: string) => {
    const rows = await transaction.unsafe<Row[]>(text);
    for (const row of rows) list.add(row.n, `${placeOf(row.n)}${side}${textOf(row)}`);
  };
}

/** Finds the conflicts that the changed records themselves cause: ids and codes in use, broken references. */
export async function findOwnConflicts(scope: TransactionScope, kind: Kind, report: ConflictReport): Promise<void> {
  const { sides, placeOf } = report;
  const table = { ...tableOf(kind), readable: readableRows(scope, kind) };
  const findProblems = problemFinder(scope.sql, report);
  await findProblems<Conflict>(
    conflictingIds(table),
    ({ value, readable }) => (readable ? `id: ${describe(value)} is taken by another ${kind.name}` : `id: ${UNUSABLE}`),
    sides.right,
  );
  for await (const n of reusedHiddenIds(scope, kind)) report.list.add(n, `${placeOf(n)}${sides.right}id: ${UNUSABLE}`);
  if (hasCode(kind)) {
    await findProblems<Conflict & { first: number | null }>(
      conflictingCodes(table),
      ({ value, first, readable }) => {
        if (!readable) return `code: ${UNUSABLE}`;
        return `code: ${describe(value)} is ${first === null ? `taken by another ${kind.name}` : `given in ${placeOf(first)} already`}`;
      },
      sides.right,
    );
  }
  for (const rule of kind.references ?? []) {
    const target = rule.target === kind.name ? kind : kindNamed(rule.target);
    if (!target) continue;
    const reference = { ...rule, copies: isCopy(kind, rule) };
    const textOf = ({ value }: { value: string }) =>
      `${rule.member}: no ${target.name} has the ${rule.by} ${describe(value)}`;
    await findProblems<Conflict>(brokenReferences(table, tableOf(target), reference), textOf, sides.right);
    if (scope.access.of(target).read === 'all') continue;
    const readableTarget = { ...tableOf(target), readable: readableRows(scope, target) };
    await findProblems<Conflict>(hiddenReferences(table, readableTarget, reference), textOf, sides.right);
  }
}

const UNUSABLE = 'cannot be used';

/** Finds changed records that are the same as another record but for the id. */
async function findDuplicates(scope: TransactionScope, kind: Kind, report: ConflictReport): Promise<void> {
  if (!kind.distinct) return;
  const table = { ...tableOf(kind), readable: readableRows(scope, kind) };
  await problemFinder(scope.sql, report)<Conflict & { first: number | null }>(
    duplicateEntries(table),
    ({ value, first, readable }) => {
      if (!readable) return duplicateProblem(kind, undefined);
      return duplicateProblem(kind, first === null ? `the ${kind.name} ${value}` : report.placeOf(first));
    },
    report.sides.right,
  );
}

/** Finds records of any kind that refer to removed or renamed records. */
async function findReferrers(scope: TransactionScope, kind: Kind, report: ConflictReport): Promise<void> {
  const inUse = new InUse(report);
  for (const referrer of new Set([...kinds, kind])) {
    for (const rule of referrer.references ?? []) {
      if (rule.target !== kind.name || rule.onDelete === 'cascade') continue;
      await countReferrers(scope, kind, { kind: referrer, rule }, inUse);
    }
  }
  inUse.report();
}

interface Referrer {
  readonly kind: Kind;
  readonly rule: Reference;
}

async function countReferrers(
  scope: TransactionScope,
  kind: Kind,
  { kind: referrer, rule }: Referrer,
  inUse: InUse,
): Promise<void> {
  const { sql: transaction } = scope;
  const everyRow: ReferrerSource = { table: referrer.table, source: referrer.table };
  const readableRow: ReferrerSource = { table: referrer.table, source: readableRows(scope, referrer) };
  const hidesSome = scope.access.of(referrer).read !== 'all';
  const table = tableOf(kind);
  const who = (count: number) => `${count} ${count === 1 ? `${referrer.name} points` : `${referrer.plural} point`}`;
  const counted = (source: ReferrerSource) =>
    transaction.unsafe<{ n: number; count: number }[]>(referrers(table, source, rule));
  for (const { n, count } of await counted(readableRow))
    inUse.add('left', n, `id: ${who(count)} to it by ${rule.member}`);
  if (hidesSome) for (const { n } of await counted(everyRow)) inUse.addHidden('left', n);
  if (rule.by === 'id' || rule.denormalized) return;
  const named = (source: ReferrerSource) =>
    transaction.unsafe<{ n: number; value: string; count: number }[]>(renamedReferred(table, source, rule));
  for (const { n, value, count } of await named(readableRow))
    inUse.add('right', n, `code: ${who(count)} to ${describe(value)} by ${rule.member}`);
  if (hidesSome) for (const { n } of await named(everyRow)) inUse.addHidden('right', n);
}

/** Reports what refers to removed and renamed records; where only hidden records do, that they are in use. */
class InUse {
  readonly #report: ConflictReport;
  readonly #counted = { left: new Set<number>(), right: new Set<number>() };
  readonly #hidden = { left: new Set<number>(), right: new Set<number>() };

  constructor(report: ConflictReport) {
    this.#report = report;
  }

  add(side: keyof Sides, n: number, problem: string): void {
    this.#counted[side].add(n);
    this.#add(side, n, problem);
  }

  addHidden(side: keyof Sides, n: number): void {
    this.#hidden[side].add(n);
  }

  report(): void {
    for (const [side, member] of [['left', 'id'] as const, ['right', 'code'] as const])
      for (const n of this.#hidden[side].difference(this.#counted[side])) this.#add(side, n, `${member}: ${IN_USE}`);
  }

  #add(side: keyof Sides, n: number, problem: string): void {
    const { list, placeOf, sides } = this.#report;
    list.add(n, `${placeOf(n)}${sides[side]}${problem}`);
  }
}

/**
 * Finds copies, links and codes in free members that name no record, or none that the caller may read. They were resolved
 * when the file was read; only in the snapshot it is certain which references are unchanged, and so may stay.
 */
async function findUnresolved(
  scope: TransactionScope,
  kind: Kind,
  { list, placeOf, sides }: ConflictReport,
): Promise<void> {
  const isRestricted = !scope.access.unrestricted && needsReferences(kind);
  if (!kind.codeReferences && !isRestricted) return;
  for await (const rows of changedValues(scope.sql, kind)) {
    const records = rows.map(({ values }) => parseStored<JsonObject>(values));
    const missing = await unknownCodes({ ...scope, access: fullAccess }, kind, records);
    const stored = rows.map(({ before }) => parseStored<JsonObject>(before ?? '{}'));
    const mask = await maskOf(scope, kind, records);
    const visible = records.map((values) => mask.show(values));
    const hidden = isRestricted ? await resolveReferences(scope, kind, visible, stored) : [];
    for (const [index, { n }] of rows.entries()) {
      const problems = new Set([...(missing[index] ?? []), ...(hidden[index]?.problems ?? [])]);
      for (const problem of problems) list.add(n, `${placeOf(n)}${sides.right}${problem}`);
    }
  }
}

/** Finds codes that changes add to a list, or leave there, and that no record has, and locks the records of the others. */
async function findUnlisted(
  transaction: Transaction,
  kind: Kind,
  { list, placeOf, sides, checksValues }: ConflictReport,
): Promise<void> {
  const [lists] = kind.codeLists ?? [];
  if (!lists) return;
  const imported = listsOwnKind(kind) ? await codesOfChanges(transaction, kind) : undefined;
  for await (const rows of changedValues(transaction, kind, lists.member)) {
    const records = rows.map(({ values, before }) => {
      return { values: parseStored<JsonObject>(values), stored: parseStored<JsonObject>(before ?? '{}') };
    });
    const problems = await unknownAdded(transaction, kind, records, imported);
    for (const [index, { n }] of checksValues ? rows.entries() : [])
      for (const problem of problems[index] ?? []) list.add(n, `${placeOf(n)}${sides.right}${problem}`);
  }
}

async function codesOfChanges(transaction: Transaction, kind: Kind): Promise<CodesOfImport> {
  const assigned = await transaction.unsafe<{ code: string }[]>(assignedCodes);
  const freed = await transaction.unsafe<FreedCode[]>(freedCodes(tableOf(kind)));
  const lost = freed.filter(({ removed, taken }) => removed && !taken);
  return { assigned: new Set(assigned.map(({ code }) => code)), lost: new Set(lost.map(({ code }) => code)) };
}

/** Finds records that contain the code of a removed or renamed record in a free member, or of a removed one in a list. */
async function findFreedCodes(
  scope: TransactionScope,
  kind: Kind,
  { list, placeOf, sides }: ConflictReport,
): Promise<void> {
  if (codeReferencesTo(kind).length + codeListsTo(kind).length + codeUsersOf(kind).length === 0) return;
  const freed = await scope.sql.unsafe<FreedCode[]>(freedCodes(tableOf(kind)));
  const named = await referencedBy(
    scope,
    kind,
    freed.map(({ code }) => code),
  );
  const lost = freed.filter(({ removed, taken }) => removed && !taken).map(({ code }) => code);
  // The lists of changed records are checked as they will be.
  const changed = listsOwnKind(kind) ? await scope.sql.unsafe<{ id: string }[]>(idsOfChanged) : [];
  const listed = await listedBy(scope, kind, lost, new Set(changed.map(({ id }) => id)));
  const used = await usedBy(scope, kind, lost);
  for (const { n, code, removed } of freed) {
    const side = removed ? `${sides.left}id` : `${sides.right}code`;
    const problems = [
      ...(named.get(code) ?? []),
      ...((removed && listed.get(code)) || []),
      ...((removed && used.get(code)) || []),
    ];
    for (const problem of problems) list.add(n, `${placeOf(n)}${side}: ${problem}`);
  }
}
