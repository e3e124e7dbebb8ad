import type { Transaction } from '../client.ts';

/** From the weakest. What writes rows holds the first; the second lets nobody else write; the third is for one at a time. */
const MODES = ['row exclusive', 'share row exclusive', 'exclusive'] as const;

export interface TableLock {
  readonly table: string;
  readonly mode: (typeof MODES)[number];
}

export const locking = (mode: TableLock['mode'], tables: readonly string[]): TableLock[] =>
  tables.map((table) => ({ table, mode }));

/**
 * Locks tables until the transaction ends. Every transaction of several statements that meets others at whole tables
 * asks for all of them here, before it holds a row, also for what its statements would lock by themselves: all take them
 * in one order, by name, and nobody waits for a table with a row in hand that whoever has the table waits for.
 *
 * It takes no snapshot.
 */
export async function lockTables(transaction: Transaction, locks: readonly TableLock[]): Promise<void> {
  const strongest = new Map<string, number>();
  for (const { table, mode } of locks) strongest.set(table, Math.max(strongest.get(table) ?? 0, MODES.indexOf(mode)));
  if (strongest.size === 0) return;
  const statements = [...strongest.keys()]
    .sort()
    .map((table) => `lock table ${table} in ${MODES[strongest.get(table) as number]} mode`);
  await transaction.unsafe(statements.join(';'));
}
