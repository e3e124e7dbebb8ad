import type { Transaction } from '../../db/client.ts';
import { insertLinks, type NewLink, removeRows } from '../../db/queries/relations/linkRows.ts';
import type { Caller, Values } from '../kinds/kind.ts';
import { codesOf, type Links } from '../kinds/linkMembers.ts';
import { firstAudit, indexSyncData, newId, recordTexts } from '../records/record.ts';
import { tableOf } from '../records/table.ts';
import { isValidAt } from '../validation/periods.ts';
import { linkRows, periodOf } from './linkRows.ts';

/** Records whose links are written by one set of statements. */
const PAGE = 500;

/** The target of a link was renamed or removed since its code was looked up. */
export class LinkTargetMissing extends Error {
  override readonly name = 'LinkTargetMissing';
}

/**
 * Makes the link records agree with the link member of records that are written and locked: removes links that are valid
 * now and not in the member, and adds the codes without a valid link, without a period. Other links stay as they are.
 *
 * @throws LinkTargetMissing
 */
export async function makeLinks(
  transaction: Transaction,
  links: Links,
  records: readonly Values[],
  caller: Caller,
): Promise<void> {
  const { link, target, member, ownerMember, targetMember } = links;
  const now = new Date();
  for (let start = 0; start < records.length; start += PAGE) {
    const page = records.slice(start, start + PAGE);
    const allCodes = [...new Set(page.flatMap((values) => codesOf(values, member)))];
    const targets = await transaction<{ id: string; code: string }[]>`
      select id, code from ${transaction(target.table)} where code = any(${allCodes}::text[]) order by id for share`;
    if (targets.length < allCodes.length) throw new LinkTargetMissing(`a ${target.name} was renamed or removed`);
    const idOf = new Map(targets.map(({ id, code }) => [code, id]));
    const rows = await linkRows(
      transaction,
      links,
      page.map(({ id }) => id),
    );
    const validByOwner = Map.groupBy(
      rows.filter((row) => isValidAt(periodOf(row), now.toISOString())),
      ({ owner }) => owner,
    );
    const removed: string[] = [];
    const added: NewLink[] = [];
    const audit = firstAudit(caller, now);
    for (const values of page) {
      const codes = new Set(codesOf(values, member));
      const valid = validByOwner.get(values.id) ?? [];
      removed.push(...valid.filter(({ code }) => !codes.has(code)).map(({ id }) => id));
      const linked = new Set(valid.map(({ code }) => code));
      for (const code of codes) {
        const leadsTo = idOf.get(code);
        if (leadsTo === undefined || linked.has(code)) continue;
        const record = { id: newId(), [ownerMember]: values.id, [targetMember]: leadsTo };
        added.push({ ...recordTexts(link, record, audit), owner: values.id, target: leadsTo });
      }
    }
    const writing = {
      who: caller.user,
      when: now.toISOString(),
      syncData: (ids: readonly string[]) => indexSyncData(link, ids, caller),
    };
    const columns = { owner: links.ownColumn, target: links.otherColumn };
    if (removed.length > 0) await removeRows(transaction, tableOf(link), 'id', removed, writing);
    if (added.length > 0) await insertLinks(transaction, tableOf(link), columns, added, writing);
  }
}
