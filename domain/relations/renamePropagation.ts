import type { Transaction } from '../../db/client.ts';
import {
  DENORMALIZED_PAGE,
  denormalizedRows,
  type Rewritten,
  rewriteRows,
} from '../../db/queries/relations/denormalizedRows.ts';
import { kinds } from '../kinds/index.ts';
import type { Audit, Caller, JsonObject, Kind, Reference, Values } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { indexSyncData, newId, nextAudit, recordTexts } from '../records/record.ts';
import { isCopy, tableOf } from '../records/table.ts';
import { publishChange } from '../runtime/cacheInvalidation.ts';
import { linksTo } from './linkMembers.ts';
import { propagateLinkRenames, type Renamed } from './renameLinks.ts';

/** Members of other kinds that say the code of a record of this kind, or its code and name. */
interface Follower {
  readonly kind: Kind;
  readonly rule: Reference;
}

export const denormalizedMembersOf = (kind: Kind): Follower[] =>
  kinds.flatMap((other) =>
    (other.references ?? [])
      .filter((rule) => rule.denormalized && rule.target === kind.name)
      .map((rule) => ({ kind: other, rule })),
  );

/**
 * The tables of what follows a record that is renamed. That of links too, which it only reads: a diff of those that the
 * links are of has that table, and would hold them in another order.
 */
export const tablesOfRename = (kind: Kind): string[] => [
  ...denormalizedMembersOf(kind).map((follower) => follower.kind.table),
  ...linksTo(kind).flatMap(({ owner, link }) => [owner.table, link.table]),
];

/** Whether others say of this record what it no longer is. */
export function isRenamed(kind: Kind, before: JsonObject, after: JsonObject): boolean {
  const [code, name] = [before.code !== after.code, before.name !== after.name];
  if (code && linksTo(kind).length > 0) return true;
  return (code || name) && denormalizedMembersOf(kind).some((follower) => code || isCopy(follower.kind, follower.rule));
}

/**
 * Lets the records that point to these say what they are called now: a change of their own, with version and history.
 *
 * Its statements come after the one that renamed. That one holds the renamed row, and whoever writes a record that
 * points to it wants a share of the row: they have either committed before, and are seen here, or find the name gone.
 */
export async function propagateRename(
  transaction: Transaction,
  kind: Kind,
  renamed: readonly Renamed[],
  caller: Caller,
): Promise<void> {
  for (let start = 0; start < renamed.length; start += DENORMALIZED_PAGE) {
    const ids = renamed.slice(start, start + DENORMALIZED_PAGE).map(({ id }) => id);
    const rows = await transaction<{ id: string; code: string; name: string }[]>`
      select id, code, doc::json ->> 'name' as name from ${transaction(kind.table)} where id = any(${ids}::uuid[])`;
    const targets = new Map(rows.map((row) => [row.id, row]));
    for (const { kind: other, rule } of denormalizedMembersOf(kind)) {
      const copy = isCopy(other, rule);
      const copyOf = (id: string) => {
        const { code, name } = targets.get(id) ?? {};
        return copy ? { id, code, name } : code;
      };
      for await (const page of denormalizedRows(transaction, tableOf(other), rule.column, ids)) {
        const written = page.flatMap(({ doc, audit, target }): Rewritten[] => {
          const before = JSON.parse(doc) as Values;
          const values = { ...before, [rule.member]: copyOf(target) } as Values;
          if (Bun.deepEquals(before, values)) return [];
          const next = nextAudit(JSON.parse(audit) as Audit, caller);
          return [{ ...recordTexts(other, values, next), at: next.whenEdited }];
        });
        if (written.length === 0) continue;
        const syncData = indexSyncData(
          other,
          written.map(({ id }) => id),
          caller,
        );
        await rewriteRows(transaction, tableOf(other), written, { who: caller.user, outboxId: newId(), syncData });
      }
    }
  }
  await propagateLinkRenames(transaction, kind, renamed, caller);
}

export async function publishDenormalizedChanges(services: Services, kind: Kind): Promise<void> {
  for (const { kind: other } of denormalizedMembersOf(kind)) await publishChange(services, other);
  for (const { owner } of linksTo(kind)) await publishChange(services, owner);
}
