import type { Database, Transaction } from '../../client.ts';
import { locking, lockTables, type TableLock } from '../tableLocks.ts';

/** Another writer was first: deadlock, serialization failure, and what a unique or foreign key found out only then. */
const RETRIED = new Set(['40P01', '40001', '23505', '23503']);
const ATTEMPTS = 6;
/** From this attempt on the table is locked against other writers: a long write must not lose for ever to short ones. */
const LOCKED_FROM = 3;

/**
 * Runs `work` on one snapshot, and again on a newer one when a concurrent write made that necessary. What it writes
 * is there as a whole or not at all. `tables` are those it writes; without any nothing is ever locked. `locks` are taken
 * each time.
 */
export async function onSnapshot<T>(
  sql: Database,
  work: (transaction: Transaction) => Promise<T>,
  { tables = [], locks = [] }: { readonly tables?: readonly string[]; readonly locks?: readonly TableLock[] } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await sql.begin('isolation level repeatable read', async (transaction) => {
        // Before the first query: the snapshot is taken once the locks are held.
        const own = attempt >= LOCKED_FROM ? locking('share row exclusive', tables) : [];
        await lockTables(transaction, [...locks, ...own]);
        return work(transaction);
      })) as T;
    } catch (error) {
      const state = (error as { code?: unknown } | null)?.code;
      if (attempt === ATTEMPTS || typeof state !== 'string' || !RETRIED.has(state)) throw error;
    }
  }
}

/** Rows of the first column of a query, as the bytes PostgreSQL sent them: nothing is parsed on the way. */
export async function* rawRows(
  transaction: Transaction,
  text: string,
  values: readonly string[] = [],
): AsyncGenerator<Buffer[]> {
  // simple: false, since only the extended protocol has portals to read from in steps.
  const query = transaction.unsafe(text, [...values], { prepare: false, simple: false } as object);
  for await (const rows of query.raw().cursor(250))
    yield (rows as unknown as Buffer[][]).map(([first]) => first as Buffer);
}
