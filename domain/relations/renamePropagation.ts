import type { Transaction } from '../../db/client.ts';
import {
  DENORMALIZED_PAGE,
  denormalizedRows,
  type Rewritten,
  rewriteRows,
} from '../../db/queries/relations/denormalizedRows.ts';
import { badRequest } from '../errors.ts';
import { kinds } from '../kinds/index.ts';
import type { Audit, Caller, JsonObject, Kind, Reference, Values } from '../kinds/kind.ts';
import { linksText, linksTo } from '../kinds/linkMembers.ts';
import type { Services } from '../ports/services.ts';
import { indexSyncData, newId, nextAudit, recordTexts } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { isCopy, tableOf } from '../records/table.ts';
import { publishChange } from '../runtime/publishChange.ts';
import { causedProblems } from '../validation/valueProblems.ts';
import { describe } from '../validation/values.ts';
import { listersOf, propagateListedRenames, type WrittenByImport } from './codeLists.ts';
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
  ...listersOf(kind).map(({ table }) => table),
];

/** The members of a type from which members of its records are computed. */
export const appliedMembersOf = (kind: Kind): string[] =>
  denormalizedMembersOf(kind).flatMap(({ kind: other, rule }) =>
    other.applyType && other.typeMember === rule.member ? other.applyType.members : [],
  );

/** Whether other records contain members that changed, or members that are computed from them. */
export function isRenamed(kind: Kind, before: JsonObject, after: JsonObject): boolean {
  if (appliedMembersOf(kind).some((member) => before[member] !== after[member])) return true;
  const [code, name] = [before.code !== after.code, before.name !== after.name];
  if (code && (linksTo(kind).length > 0 || listersOf(kind).length > 0)) return true;
  return (code || name) && denormalizedMembersOf(kind).some((follower) => code || isCopy(follower.kind, follower.rule));
}

/**
 * Updates the copies of the codes and names of renamed records, and what is computed from a changed type. Each updated record gets a new version and history.
 *
 * It runs after the statement that renames, which has locked the renamed rows. A writer of a referring record takes a
 * share lock on such a row: either it has committed before and is updated here, or it does not find the old code.
 *
 * @param written the records of an import that renames, as of propagateListedRenames
 */
export async function propagateRename(
  transaction: Transaction,
  kind: Kind,
  renamed: readonly Renamed[],
  caller: Caller,
  written?: WrittenByImport,
): Promise<void> {
  for (let start = 0; start < renamed.length; start += DENORMALIZED_PAGE) {
    const ids = renamed.slice(start, start + DENORMALIZED_PAGE).map(({ id }) => id);
    const rows = await transaction<{ id: string; doc: string }[]>`
      select id, doc from ${transaction(kind.table)} where id = any(${ids}::uuid[])`;
    const targets = new Map(rows.map(({ id, doc }): [string, Values] => [id, parseStored(doc)]));
    for (const { kind: other, rule } of denormalizedMembersOf(kind)) {
      const copy = isCopy(other, rule);
      for await (const page of denormalizedRows(transaction, tableOf(other), rule.column, ids)) {
        const written = page.flatMap(({ doc, audit, target }): Rewritten[] => {
          const before = parseStored(doc);
          const renamedTo = targets.get(target);
          if (!renamedTo) return [];
          const { id, code = null, name = null } = renamedTo;
          const renamedValues: Values = { ...before, [rule.member]: copy ? { id, code, name } : code };
          const values = withType(other, rule, renamedValues, renamedTo);
          if (Bun.deepEquals(before, values)) return [];
          const next = nextAudit(parseStored<Audit>(audit), caller);
          return [{ ...recordTexts(other, values, next), at: next.whenEdited, links: linksText(other, values) }];
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
  await propagateListedRenames(transaction, kind, renamed, { caller, written });
}

/** Returns the values with what the type computes. Throws a 400 if a record cannot have it. */
function withType(kind: Kind, rule: Reference, values: Values, type: JsonObject): Values {
  if (!kind.applyType || kind.typeMember !== rule.member) return values;
  const applied = kind.applyType.apply(values, type);
  const problems = [...applied.problems, ...causedProblems(applied.valueProblems, values)];
  if (problems.length > 0)
    throw badRequest(`The ${kind.name} ${describe(values.code)} cannot have the changed type.`, problems);
  return { ...applied.values, id: values.id };
}

export async function publishDenormalizedChanges(services: Services, kind: Kind): Promise<void> {
  for (const { kind: other } of denormalizedMembersOf(kind)) await publishChange(services, other);
  for (const { owner } of linksTo(kind)) await publishChange(services, owner);
  for (const lister of listersOf(kind)) await publishChange(services, lister);
}
