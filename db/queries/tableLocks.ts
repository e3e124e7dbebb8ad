import type { Transaction } from '../client.ts';

/** From weakest to strongest: the lock of every writer, one that excludes writers, and one that excludes itself too. */
const MODES = ['row exclusive', 'share row exclusive', 'exclusive'] as const;

export interface TableLock {
  readonly table: string;
  readonly mode: (typeof MODES)[number];
}

export const locking = (mode: TableLock['mode'], tables: readonly string[]): TableLock[] =>
  tables.map((table) => ({ table, mode }));

/**
 * Locks tables until the transaction ends, in the order of their names. Takes no snapshot.
 *
 * A transaction of several statements locks all its tables here before it locks a row, including those that its
 * statements would lock by themselves. Otherwise it could wait for a table whose holder waits for that row.
 */
export async function lockTables(transaction: Transaction, locks: readonly TableLock[]): Promise<void> {
  const strongest = new Map<string, number>();
  for (const { table, mode } of locks) strongest.set(table, Math.max(strongest.get(table) ?? 0, MODES.indexOf(mode)));
  if (strongest.size === 0) return;
  const statements = [...strongest]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([table, mode]) => `lock table ${table} in ${MODES[mode]} mode`);
  await transaction.unsafe(statements.join(';'));
}
