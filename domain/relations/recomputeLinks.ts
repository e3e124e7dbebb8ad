import type { Transaction } from '../../db/client.ts';
import { type Relinked, rewriteLinked, setLinksUntil } from '../../db/queries/relations/linkRows.ts';
import type { Audit, Caller, Kind } from '../kinds/kind.ts';
import { linksOf, withCodes } from '../kinds/linkMembers.ts';
import { indexSyncData, recordTexts } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { tableOf } from '../records/table.ts';
import { isValidAt } from '../validation/periods.ts';
import { linkRows, periodOf } from './linkRows.ts';

/** Records that are recomputed by one set of statements. */
const PAGE = 500;

/** Locks records that own links until the transaction ends, in one order. */
export async function lockOwners(transaction: Transaction, kind: Kind, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await transaction`select from ${transaction(kind.table)} where id = any(${[...ids]}::uuid[]) order by id for update`;
}

/**
 * Computes the link members of records from their links. Writes doc and search text alone: the records get neither a
 * version nor history.
 */
export async function recomputeLinks(
  transaction: Transaction,
  kind: Kind,
  all: Iterable<string>,
  caller: Caller,
): Promise<void> {
  const sorted = [...new Set(all)].sort();
  for (let start = 0; start < sorted.length; start += PAGE) {
    const ids = sorted.slice(start, start + PAGE);
    await lockOwners(transaction, kind, ids);
    const now = new Date().toISOString();
    const codesByOwner = new Map<string, Record<string, string[]>>();
    const until = new Map<string, string | null>(ids.map((id) => [id, null]));
    for (const links of linksOf(kind)) {
      for (const row of await linkRows(transaction, links, ids)) {
        const { owner, code } = row;
        const period = periodOf(row);
        const next = [period.validFrom, period.validTo].filter((at) => at !== undefined && at > now).sort()[0];
        const known = until.get(owner) ?? null;
        if (next !== undefined && (known === null || next < known)) until.set(owner, next);
        if (!isValidAt(period, now)) continue;
        const members = codesByOwner.get(owner) ?? {};
        members[links.member] = [...(members[links.member] ?? []), code];
        codesByOwner.set(owner, members);
      }
    }
    const rows = await transaction<{ id: string; doc: string; audit: string; endless: boolean }[]>`
      select id, doc, audit, links_expire_at is null as endless from ${transaction(kind.table)} where id = any(${ids}::uuid[])`;
    const ending = rows.filter(({ id, endless }) => !endless || until.get(id) !== null);
    if (ending.length > 0)
      await setLinksUntil(transaction, tableOf(kind), new Map(ending.map(({ id }) => [id, until.get(id) ?? null])));
    const changed = rows.flatMap(({ id, doc, audit }): Relinked[] => {
      const before = parseStored(doc);
      let values = before;
      for (const { member } of linksOf(kind))
        values = withCodes(kind, values, member, codesByOwner.get(id)?.[member] ?? []);
      return Bun.deepEquals(before, values) ? [] : [recordTexts(kind, values, parseStored<Audit>(audit))];
    });
    if (changed.length > 0)
      await rewriteLinked(transaction, tableOf(kind), changed, (changedIds) => indexSyncData(kind, changedIds, caller));
  }
}
