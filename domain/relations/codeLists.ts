import type { Transaction } from '../../db/client.ts';
import { listingRows } from '../../db/queries/relations/codeListRows.ts';
import { type Rewritten, rewriteRows } from '../../db/queries/relations/denormalizedRows.ts';
import { fullAccess } from '../access/access.ts';
import { type ReadScope, readable, readableCodes, type TransactionScope } from '../access/reach.ts';
import { kindNamed, kinds } from '../kinds/index.ts';
import type { Audit, Caller, CodeList, Json, JsonObject, Kind, ValueProblem, Values } from '../kinds/kind.ts';
import { linksText } from '../kinds/linkMembers.ts';
import { indexSyncData, newId, nextAudit, recordTexts } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { tableOf } from '../records/table.ts';
import { causedProblems } from '../validation/valueProblems.ts';
import { describe, isObject } from '../validation/values.ts';
import { IN_USE } from './codeReferences.ts';
import { codeOf, codesIn, elementsIn, listedIn, unfitListed } from './listedCodes.ts';
import { LinkTargetMissing } from './makeLinks.ts';
import type { Renamed } from './renameLinks.ts';

/**
 * Members that list the codes of other records, such as the groups that a user ignores. A writer of such a list takes
 * share locks on the records of the codes that it adds. A writer that deletes or renames such a record locks it first,
 * and reads the lists in a later statement: neither misses the other.
 */

interface Lister {
  readonly kind: Kind;
  readonly list: CodeList;
}

/** The lists that may contain codes of this kind. */
export const codeListsTo = ({ name }: Kind): Lister[] =>
  kinds.flatMap((kind) =>
    (kind.codeLists ?? []).filter(({ targets }) => targets.includes(name)).map((list) => ({ kind, list })),
  );

/** The kinds with lists that may contain codes of this kind. */
export const listersOf = (kind: Kind): Kind[] => [...new Set(codeListsTo(kind).map((lister) => lister.kind))];

const targetsOf = ({ targets }: CodeList): Kind[] => targets.flatMap((name) => kindNamed(name) ?? []);

/** Whether records of this kind list other records of it. */
export const listsOwnKind = ({ name, codeLists = [] }: Kind): boolean =>
  codeLists.some(({ targets }) => targets.includes(name));

/** Codes that an import assigns to records of its kind, and codes that no record has after it. */
export interface CodesOfImport {
  readonly assigned: ReadonlySet<string>;
  readonly lost: ReadonlySet<string>;
}

/**
 * Returns the problems of each record: listed codes that no record has which the caller may read.
 *
 * @param imported what an import of this kind, with these records, changes
 */
export async function unknownListed(
  scope: ReadScope,
  kind: Kind,
  records: readonly JsonObject[],
  imported?: CodesOfImport,
): Promise<ValueProblem[][]> {
  const problems = records.map((): ValueProblem[] => []);
  for (const list of kind.codeLists ?? []) {
    const codes = [...new Set(records.flatMap((values) => codesIn(values, list)))];
    const known = new Set<string>();
    for (const target of codes.length > 0 ? targetsOf(list) : [])
      for (const code of await readableCodes(scope, target, codes)) known.add(code);
    const isOwn = list.targets.includes(kind.name);
    const { assigned, lost } = (isOwn && imported) || noCodes;
    for (const [record, values] of records.entries())
      for (const { code, path } of listedIn(values, list)) {
        if (assigned.has(code) || (known.has(code) && !lost.has(code))) continue;
        problems[record]?.push({
          text: `${path}: no ${list.targets.join(' or ')} has the code ${describe(code)}`,
          isStored: (stored) => !lost.has(code) && codesIn(stored, list).includes(code),
          ...(isOwn && { isOfInput: true }),
        });
      }
    addEach(problems, await unfitListed(scope, list, records, { except: assigned, isOwn }));
  }
  return problems;
}

const addEach = <One>(lists: readonly One[][], added: readonly One[][]): void =>
  lists.forEach((list, index) => void list.push(...(added[index] ?? [])));

const noCodes: CodesOfImport = { assigned: new Set(), lost: new Set() };

/** Whether a write adds a code to a list. */
export const addsListed = (kind: Kind, before: JsonObject | undefined, after: JsonObject): boolean =>
  (kind.codeLists ?? []).some((list) => addedCodes(list, before, after).length > 0);

function addedCodes(list: CodeList, before: JsonObject | undefined, after: JsonObject): string[] {
  const stored = new Set(before && codesIn(before, list));
  return [...new Set(codesIn(after, list))].filter((code) => !stored.has(code));
}

/**
 * Locks the records whose codes a write adds to a list, so that none is renamed or deleted before the commit.
 *
 * @throws LinkTargetMissing if one was since its code was looked up
 */
export async function shareListed(
  transaction: Transaction,
  kind: Kind,
  before: JsonObject | undefined,
  after: JsonObject,
): Promise<void> {
  for (const list of kind.codeLists ?? []) {
    const added = addedCodes(list, before, after);
    const found = await sharedCodes(transaction, list, added);
    if (added.some((code) => !found.has(code)))
      throw new LinkTargetMissing(`a ${list.targets.join(' or ')} was renamed or removed`);
  }
}

async function sharedCodes(
  transaction: Transaction,
  list: CodeList,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const target of codes.length > 0 ? targetsOf(list) : []) {
    const rows = await transaction<{ code: string }[]>`
      select code from ${transaction(target.table)} where code = any(${[...codes]}::text[]) order by id for share`;
    for (const { code } of rows) found.add(code);
  }
  return found;
}

/** As unknownListed, of codes that are not in the stored record. Locks the records of the others as shareListed does. */
export async function unknownAdded(
  transaction: Transaction,
  kind: Kind,
  records: readonly { readonly values: JsonObject; readonly stored: JsonObject }[],
  imported?: CodesOfImport,
): Promise<string[][]> {
  const values = records.map((record) => record.values);
  for (const list of kind.codeLists ?? [])
    await sharedCodes(transaction, list, [...new Set(values.flatMap((one) => codesIn(one, list)))]);
  const problems = await unknownListed({ sql: transaction, access: fullAccess }, kind, values, imported);
  return problems.map((some, index) => causedProblems(some, records[index]?.stored));
}

/** The records that an import writes: their ids, and the codes that they have after it. */
export interface WrittenByImport {
  readonly ids: ReadonlySet<string>;
  readonly codes: ReadonlySet<string>;
}

/**
 * Replaces the former codes of renamed records in the lists that contain them. Each changed record gets a new version
 * and history. It runs after the statement that renames. A former code that a record of another target still has stays
 * beside the new one.
 *
 * @param written records of the kind whose lists name records as they are after the import: if two records swap their
 *   codes, a list that came with them is right already
 */
export async function propagateListedRenames(
  transaction: Transaction,
  kind: Kind,
  renamed: readonly Renamed[],
  { caller, written }: { readonly caller: Caller; readonly written?: WrittenByImport | undefined },
): Promise<void> {
  const listers = listersOf(kind);
  if (renamed.length === 0 || listers.length === 0) return;
  const ids = renamed.map(({ id }) => id);
  const rows = await transaction<{ id: string; code: string }[]>`
    select id, code from ${transaction(kind.table)} where id = any(${ids}::uuid[])`;
  const codeOf = new Map(rows.map(({ id, code }) => [id, code]));
  // In one map, because two records may have swapped their codes.
  const newCodes = new Map(
    renamed.flatMap(({ id, from }): [string, string][] => {
      const code = codeOf.get(id);
      return code === undefined || code === from ? [] : [[from, code]];
    }),
  );
  if (newCodes.size === 0) return;
  const codesOfWritten = new Map([...newCodes].filter(([from]) => !written?.codes.has(from)));
  for (const lister of listers) {
    const lists = codeListsTo(kind).filter((one) => one.kind === lister);
    const retained = new Map<CodeList, ReadonlySet<string>>();
    for (const { list } of lists)
      retained.set(list, await codesOfOthers(transaction, kind, list, [...newCodes.keys()]));
    for await (const page of listingRows(transaction, tableOf(lister), [...newCodes.keys()], { lock: true })) {
      const rewritten = page.flatMap(({ id, doc, audit }): Rewritten[] => {
        const before = parseStored(doc);
        const codes = lister.name === kind.name && written?.ids.has(id) ? codesOfWritten : newCodes;
        let values: Values = before;
        for (const { list } of lists) values = withNewCodes(values, list, codes, retained.get(list));
        if (Bun.deepEquals(before, values)) return [];
        const next = nextAudit(parseStored<Audit>(audit), caller);
        return [{ ...recordTexts(lister, values, next), at: next.whenEdited, links: linksText(lister, values) }];
      });
      const changed = rewritten.map(({ id }) => id);
      const queued = { outboxId: newId(), syncData: indexSyncData(lister, changed, caller) };
      if (changed.length > 0)
        await rewriteRows(transaction, tableOf(lister), rewritten, { who: caller.user, ...queued });
    }
  }
}

function withNewCodes(
  values: Values,
  list: CodeList,
  newCodes: ReadonlyMap<string, string>,
  retained: ReadonlySet<string> = new Set(),
): Values {
  const codes = codesIn(values, list);
  const container = values[list.member];
  if (!isObject(container) || !codes.some((code) => newCodes.has(code))) return values;
  const { element } = list;
  const renamed = elementsIn(values, list).flatMap((one): Json[] => {
    const code = codeOf(one, element) ?? '';
    const to = newCodes.get(code);
    if (to === undefined) return [one];
    const changed = element !== undefined && isObject(one) ? { ...one, [element]: to } : to;
    return retained.has(code) ? [one, changed] : [changed];
  });
  // A list of codes has none twice; objects may have the same code for a reason.
  const elements = element === undefined ? [...new Set(renamed)] : renamed;
  return { ...values, [list.member]: { ...container, [list.list]: elements } };
}

/** Those of the codes that a record of another target of the list has. */
async function codesOfOthers(
  transaction: Transaction,
  kind: Kind,
  list: CodeList,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const target of targetsOf(list)) {
    if (target.name === kind.name) continue;
    for (const code of await readableCodes({ sql: transaction, access: fullAccess }, target, codes)) found.add(code);
  }
  return found;
}

/**
 * Returns by code which records list it, as the end of a sentence: `2 users list "x" in notificationConfig`. A code that
 * a record of another target has too stays known, and is left out. Records that the caller may not read are not counted.
 *
 * @param except ids of records of this kind whose lists do not count
 */
export async function listedBy(
  scope: TransactionScope,
  kind: Kind,
  codes: readonly string[],
  except: ReadonlySet<string> = new Set(),
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (codes.length === 0) return found;
  for (const lister of codeListsTo(kind)) {
    const others = await codesOfOthers(scope.sql, kind, lister.list, codes);
    const freed = codes.filter((code) => !others.has(code));
    for (const [code, { all, readable: visible }] of await countListing(
      scope,
      lister,
      freed,
      lister.kind.name === kind.name ? except : new Set(),
    )) {
      if (all === 0) continue;
      const who = visible === 1 ? `1 ${lister.kind.name} lists` : `${visible} ${lister.kind.plural} list`;
      const { member, list } = lister.list;
      const text = visible > 0 ? `${who} ${describe(code)} in ${member}.${list}` : IN_USE;
      found.set(code, [...(found.get(code) ?? []), text]);
    }
  }
  return found;
}

interface ListingCount {
  all: number;
  /** Those that the caller may read. */
  readable: number;
}

async function countListing(
  { sql: transaction, access }: TransactionScope,
  { kind, list }: Lister,
  codes: readonly string[],
  except: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ListingCount>> {
  const counts = new Map(codes.map((code): [string, ListingCount] => [code, { all: 0, readable: 0 }]));
  for await (const page of listingRows(transaction, tableOf(kind), codes, { lock: false }))
    for (const row of page) {
      if (except.has(row.id)) continue;
      const isCounted = readable({ access }, kind, row) !== undefined;
      for (const code of new Set(codesIn(parseStored<JsonObject>(row.doc), list))) {
        const count = counts.get(code);
        if (!count) continue;
        count.all++;
        if (isCounted) count.readable++;
      }
    }
  return counts;
}
