import type { Transaction } from '../../db/client.ts';
import {
  DENORMALIZED_PAGE,
  denormalizedRows,
  type Rewritten,
  rewriteRows,
} from '../../db/queries/relations/denormalizedRows.ts';
import { kinds } from '../kinds/index.ts';
import type { Audit, Caller, JsonObject, Kind, Reference, Values } from '../kinds/kind.ts';
import { linksTo } from '../kinds/linkMembers.ts';
import type { Services } from '../ports/services.ts';
import { indexSyncData, newId, nextAudit, recordTexts } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { isCopy, tableOf } from '../records/table.ts';
import { publishChange } from '../runtime/publishChange.ts';
import { propagateLinkRenames, type Renamed } from './renameLinks.ts';

/** A member of another kind that copies the code of a record of this kind, or its code and name. */
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
 * The tables that rename propagation locks. They include link tables, which it only reads: the diff of an owner locks
 * its link table, and the other order would deadlock.
 */
export const tablesOfRename = (kind: Kind): string[] => [
  ...denormalizedMembersOf(kind).map((follower) => follower.kind.table),
  ...linksTo(kind).flatMap(({ owner, link }) => [owner.table, link.table]),
];

/** Whether other records have copies of members that changed. */
export function isRenamed(kind: Kind, before: JsonObject, after: JsonObject): boolean {
  const [code, name] = [before.code !== after.code, before.name !== after.name];
  if (code && linksTo(kind).length > 0) return true;
  return (code || name) && denormalizedMembersOf(kind).some((follower) => code || isCopy(follower.kind, follower.rule));
}

/**
 * Updates the copies of the codes and names of renamed records. Each updated record gets a new version and history.
 *
 * It runs after the statement that renames, which has locked the renamed rows. A writer of a referring record takes a
 * share lock on such a row: either it has committed before and is updated here, or it does not find the old code.
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
      for await (const page of denormalizedRows(transaction, tableOf(other), rule.column, ids)) {
        const written = page.flatMap(({ doc, audit, target }): Rewritten[] => {
          const before = parseStored(doc);
          const renamedTo = targets.get(target);
          if (!renamedTo) return [];
          const { id, code, name } = renamedTo;
          const values: Values = { ...before, [rule.member]: copy ? { id, code, name } : code };
          if (Bun.deepEquals(before, values)) return [];
          const next = nextAudit(parseStored<Audit>(audit), caller);
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
