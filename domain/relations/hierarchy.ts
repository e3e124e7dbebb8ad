import type { Transaction } from '../../db/client.ts';
import { type ChainRow, chainsOfChanges, isAbove } from '../../db/queries/relations/hierarchies.ts';
import { locking, type TableLock } from '../../db/queries/tableLocks.ts';
import type { JsonObject, Kind, Reference } from '../kinds/kind.ts';
import { tableOf } from '../records/table.ts';
import { textOf } from '../validation/values.ts';

type HierarchyRule = Reference & { readonly hierarchyLockTable: string };

export const hierarchiesOf = (kind: Kind): HierarchyRule[] =>
  (kind.references ?? []).filter((rule): rule is HierarchyRule => rule.hierarchyLockTable !== undefined);

/**
 * The hierarchies in which a write may create a cycle. A new record has no children: it can only be its own parent.
 */
export const hierarchiesChanged = (kind: Kind, before: JsonObject | undefined, after: JsonObject): HierarchyRule[] =>
  hierarchiesOf(kind).filter(({ member }) => {
    const above = after[member];
    if (above === undefined) return false;
    return before ? above !== before[member] : above === after.id;
  });

/**
 * The tables to lock before any row. A writer that locked its record first could deadlock with a writer that has the
 * table lock and refers to that record.
 */
export const hierarchyLocks = (rules: readonly HierarchyRule[]): TableLock[] =>
  locking(
    'exclusive',
    rules.map(({ hierarchyLockTable }) => hierarchyLockTable),
  );

/**
 * Finds cycles under the {@link hierarchyLocks}, where a statement sees all earlier commits. A statement that took the
 * lock itself would read an older snapshot, so that two writers could create a cycle together.
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
      textOf(values[member]) ?? null,
      textOf(values.id) ?? null,
    ]);
    if (row) problems.push(`${member}: ${cycle(kind, String(values[member]))}`);
  }
  return problems;
}

const cycle = (kind: Kind, above: string): string => `the ${kind.name} ${above} is this one or stands below it`;

/** Returns the cycles that the applied changes of a diff have created, by the number of the entry. */
export async function ringsOfChanges(
  transaction: Transaction,
  kind: Kind,
): Promise<{ readonly n: number; readonly problem: string }[]> {
  const problems: { n: number; problem: string }[] = [];
  for (const { member, column } of hierarchiesOf(kind)) {
    const rows = await transaction.unsafe<ChainRow[]>(chainsOfChanges(tableOf(kind), column));
    const above = new Map(rows.map((row) => [row.id, row]));
    for (const row of inRings(above)) {
      if (row.n !== null) problems.push({ n: row.n, problem: `${member}: ${cycle(kind, String(row.above))}` });
    }
  }
  return problems.sort((one, other) => one.n - other.n);
}

/** Walks each chain once. A chain that returns to one of its own rows, and not to an earlier chain, is a cycle. */
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
    const { id } = row;
    rings.push(...chain.slice(chain.findIndex((one) => one.id === id)));
  }
  return rings;
}
