import type { Transaction } from '../../db/client.ts';
import { idsOfChanges, ownersOfChanges, relinkedIds } from '../../db/queries/relations/linkRows.ts';
import { badRequest } from '../errors.ts';
import type { Caller, Kind } from '../kinds/kind.ts';
import { type Links, linksOf, linksTo, ownersOf } from '../kinds/linkMembers.ts';
import { parseStored } from '../records/storedText.ts';
import { tableOf } from '../records/table.ts';
import { LinkTargetMissing, makeLinks } from './makeLinks.ts';
import { recomputeLinks } from './recomputeLinks.ts';

const TOGETHER = 500;

/**
 * Returns a function that applies the link changes of a diff. Call this one before the changes are applied, because it
 * reads the former owners, and the returned one after them.
 *
 * @param leave link kinds that the caller imports separately, after these records
 */
export async function linkWritesOfDiff(
  transaction: Transaction,
  kind: Kind,
  leave: ReadonlySet<string>,
  caller: Caller,
): Promise<(transaction: Transaction) => Promise<void>> {
  const table = tableOf(kind);
  const selectIds = async (text: string) => (await transaction.unsafe<{ id: string }[]>(text)).map(({ id }) => id);
  const owners = ownersOf(kind);
  if (owners.length > 0) {
    const before = await Promise.all(owners.map(({ ownColumn }) => selectIds(ownersOfChanges(table, ownColumn))));
    return async () => {
      for (const [index, { owner, ownColumn }] of owners.entries()) {
        const after = await selectIds(ownersOfChanges(table, ownColumn));
        await recomputeLinks(transaction, owner, [...(before[index] ?? []), ...after], caller);
      }
    };
  }
  const relinked: { links: Links; ids: string[] }[] = [];
  for (const links of linksOf(kind)) {
    if (!leave.has(links.linkKind)) relinked.push({ links, ids: await selectIds(relinkedIds(table, links.member)) });
  }
  if (linksOf(kind).length === 0) return async () => {};
  return async () => {
    for (const { links, ids } of relinked) await relink(transaction, links, ids, caller);
    await recomputeLinks(transaction, kind, await selectIds(idsOfChanges), caller);
  };
}

async function relink(transaction: Transaction, links: Links, ids: readonly string[], caller: Caller): Promise<void> {
  for (let start = 0; start < ids.length; start += TOGETHER) {
    const rows = await transaction<{ doc: string }[]>`
      select doc from ${transaction(links.owner.table)}
      where id = any(${ids.slice(start, start + TOGETHER)}::uuid[]) order by id`;
    const records = rows.map(({ doc }) => parseStored(doc));
    try {
      await makeLinks(transaction, links, records, caller);
    } catch (error) {
      if (!(error instanceof LinkTargetMissing)) throw error;
      throw badRequest('Records that the diff points to are being changed by others; try again.');
    }
  }
}

/**
 * Tables that the save of a diff locks against other writers: the links, and the records that own them. They are the
 * same whether the diff is of owners, links or targets.
 */
export const tablesOfLinks = (kind: Kind): string[] => [
  ...linksOf(kind).map(({ link }) => link.table),
  ...ownersOf(kind).map(({ owner }) => owner.table),
  ...linksTo(kind).flatMap(({ owner, link }) => [owner.table, link.table]),
];
