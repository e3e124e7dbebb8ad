import type { Transaction } from '../../db/client.ts';
import { removeRows } from '../../db/queries/relations/linkRows.ts';
import { kinds } from '../kinds/index.ts';
import type { Caller, Kind, Reference } from '../kinds/kind.ts';
import { indexSyncData } from '../records/record.ts';
import { tableOf } from '../records/table.ts';

/** The link kinds whose records are deleted together with records of this kind. */
export const cascadeLinksOf = (kind: Kind): { readonly kind: Kind; readonly rule: Reference }[] =>
  kinds.flatMap((link) =>
    (link.references ?? [])
      .filter((rule) => rule.onDelete === 'cascade' && rule.target === kind.name)
      .map((rule) => ({ kind: link, rule })),
  );

/** Deletes the links of records that are about to be deleted. The caller has locked these, so no link can be added. */
export async function removeCascadeLinks(
  transaction: Transaction,
  kind: Kind,
  ids: readonly string[],
  caller: Caller,
): Promise<void> {
  const when = new Date().toISOString();
  for (const { kind: link, rule } of cascadeLinksOf(kind)) {
    const syncData = (removed: readonly string[]) => indexSyncData(link, removed, caller);
    await removeRows(transaction, tableOf(link), rule.column, ids, { who: caller.user, when, syncData });
  }
}
