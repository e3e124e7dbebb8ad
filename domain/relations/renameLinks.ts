import type { Transaction } from '../../db/client.ts';
import { type Relinked, rewriteLinked } from '../../db/queries/relations/linkRows.ts';
import type { Audit, Caller, Kind } from '../kinds/kind.ts';
import { codesOf, linksTo, withCodes } from '../kinds/linkMembers.ts';
import { indexSyncData, recordTexts } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { tableOf } from '../records/table.ts';

/** Records that are read and written together. */
const PAGE = 500;

/** A renamed record, with its former code. */
export interface Renamed {
  readonly id: string;
  readonly from: string;
}

/**
 * Locks the owners of links to records that are about to be renamed. A writer of an owner locks it before it takes a
 * share lock on the renamed record: in the other order, the two would deadlock and the rename of a large group would
 * start over.
 */
export async function lockLinked(transaction: Transaction, kind: Kind, renamed: readonly string[]): Promise<void> {
  for (const links of linksTo(kind)) {
    const { owner, link, ownColumn, otherColumn } = links;
    await transaction`
      select from ${transaction(owner.table)} where id in (
        select ${transaction(ownColumn)} from ${transaction(link.table)}
        where ${transaction(otherColumn)} = any(${[...renamed]}::uuid[]))
      order by id for update`;
  }
}

/**
 * Replaces the former codes of renamed records in the link members of their owners. Only codes change, and nothing else
 * is read: the rename of a group of 100,000 users locks no other group of theirs.
 */
export async function propagateLinkRenames(
  transaction: Transaction,
  kind: Kind,
  renamed: readonly Renamed[],
  caller: Caller,
): Promise<void> {
  if (renamed.length === 0 || linksTo(kind).length === 0) return;
  const ids = renamed.map(({ id }) => id);
  const rows = await transaction<{ id: string; code: string }[]>`
    select id, code from ${transaction(kind.table)} where id = any(${ids}::uuid[])`;
  const codeOf = new Map(rows.map(({ id, code }) => [id, code]));
  // In one map, because two records may have swapped their codes.
  const newCodes = new Map(renamed.map(({ id, from }) => [from, codeOf.get(id) ?? from]));
  for (const { owner, link, member, ownColumn, otherColumn } of linksTo(kind)) {
    const owners = await transaction<{ id: string }[]>`
      select distinct ${transaction(ownColumn)} as id from ${transaction(link.table)}
      where ${transaction(otherColumn)} = any(${ids}::uuid[]) order by 1`;
    const pages = Array.from({ length: Math.ceil(owners.length / PAGE) }, (_, page) =>
      owners.slice(page * PAGE, (page + 1) * PAGE).map(({ id }) => id),
    );
    const read = async (page: readonly string[]) =>
      transaction<{ id: string; doc: string; audit: string }[]>`
        select id, doc, audit from ${transaction(owner.table)} where id = any(${[...page]}::uuid[]) order by id for update`;
    const renamedIn = ({ doc, audit }: { doc: string; audit: string }): Relinked[] => {
      const before = parseStored(doc);
      const codes = codesOf(before, member).map((code) => newCodes.get(code) ?? code);
      const values = withCodes(owner, before, member, codes);
      return Bun.deepEquals(before, values) ? [] : [recordTexts(owner, values, parseStored<Audit>(audit))];
    };
    const write = async (changed: readonly Relinked[]): Promise<void> => {
      if (changed.length > 0)
        await rewriteLinked(transaction, tableOf(owner), changed, (changedIds) =>
          indexSyncData(owner, changedIds, caller),
        );
    };
    // A page is read while the page before it is changed, and changed while that one is written.
    let next = read(pages[0] ?? []);
    let writing = write([]);
    for (const [index] of pages.entries()) {
      const rows = await next;
      next = watched(read(pages[index + 1] ?? []));
      const changed = rows.flatMap(renamedIn);
      await writing;
      writing = watched(write(changed));
    }
    await next;
    await writing;
  }
}

/** Keeps a rejection from being reported as unhandled until the promise is awaited. */
function watched<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
