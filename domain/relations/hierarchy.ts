import type { Transaction } from '../../db/client.ts';
import { type ChainRow, chainsOfChanges, isAbove } from '../../db/queries/relations/hierarchies.ts';
import { locking, type TableLock } from '../../db/queries/tableLocks.ts';
import type { JsonObject, Kind, Reference } from '../kinds/kind.ts';
import { tableOf } from '../records/table.ts';

type HierarchyRule = Reference & { readonly hierarchyLockTable: string };

export const hierarchiesOf = (kind: Kind): HierarchyRule[] =>
  (kind.references ?? []).filter((rule): rule is HierarchyRule => rule.hierarchyLockTable !== undefined);

/**
 * The hierarchies that a write may close to a ring. A new record has nothing below it: it can only stand above itself.
 */
export const hierarchiesChanged = (kind: Kind, before: JsonObject | undefined, after: JsonObject): HierarchyRule[] =>
  hierarchiesOf(kind).filter(({ member }) => {
    const above = after[member];
    if (above === undefined) return false;
    return before ? above !== before[member] : above === after.id;
  });

/**
 * Before anything else is held: a writer who held its record and waited for this lock would be waited for by the one
 * that has the lock and wants to point to that record.
 */
export const hierarchyLocks = (rules: readonly HierarchyRule[]): TableLock[] =>
  locking(
    'exclusive',
    rules.map(({ hierarchyLockTable }) => hierarchyLockTable),
  );

/**
 * Looks under the {@link hierarchyLocks}: each statement sees what was committed before it began. A lock taken inside the
 * writing statement would still see the old state, and two writers could make a ring together.
 */
export async function hierarchyProblems(
  transaction: Transaction,
  kind: Kind,
  values: JsonObject,
  rules: readonly HierarchyRule[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const { member, column } of rules) {
    const [row] = await transaction.unsafe(isAbove(tableOf(kind), column), [
      values[member] as string,
      values.id as string,
    ]);
    if (row) problems.push(`${member}: ${cycle(kind, values[member] as string)}`);
  }
  return problems;
}

const cycle = (kind: Kind, above: string): string => `the ${kind.name} ${above} is this one or stands below it`;

/** The same for the changes of a diff once they are made: what closes a ring, by the number of its entry. */
export async function ringsOfChanges(
  transaction: Transaction,
  kind: Kind,
): Promise<{ readonly n: number; readonly problem: string }[]> {
  const problems: { n: number; problem: string }[] = [];
  for (const { member, column } of hierarchiesOf(kind)) {
    const rows = await transaction.unsafe<ChainRow[]>(chainsOfChanges(tableOf(kind), column));
    const above = new Map(rows.map((row) => [row.id, row]));
    for (const row of inRings(above)) {
      if (row.n !== null) problems.push({ n: row.n, problem: `${member}: ${cycle(kind, row.above as string)}` });
    }
  }
  return problems.sort((one, other) => one.n - other.n);
}

/** Walks each chain once: one that comes back to itself, and not to where an earlier one went, closes a ring. */
function inRings(above: ReadonlyMap<string, ChainRow>): ChainRow[] {
  const rings: ChainRow[] = [];
  const seen = new Set<string>();
  for (const first of above.values()) {
    const path = new Map<string, ChainRow>();
    let row: ChainRow | undefined = first;
    while (row && !seen.has(row.id)) {
      seen.add(row.id);
      path.set(row.id, row);
      row = row.above === null ? undefined : above.get(row.above);
    }
    if (!row || !path.has(row.id)) continue;
    const chain = [...path.values()];
    rings.push(...chain.slice(chain.indexOf(path.get(row.id) as ChainRow)));
  }
  return rings;
}
