import type { Database, Transaction } from '../../client.ts';
import { classify, type DatabaseFault } from '../../errors.ts';
import { retry } from '../../retry.ts';
import { locking, lockTables, type TableLock } from '../tableLocks.ts';

/** Faults caused by a concurrent write that committed first, which can also violate a unique or foreign key. */
const conflicts: ReadonlySet<DatabaseFault | undefined> = new Set([
  'deadlock',
  'serializationFailure',
  'uniqueViolation',
  'foreignKeyViolation',
]);
const MAX_ATTEMPTS = 6;
/** From this attempt on the tables are locked against other writers, so that a long write is not starved by short ones. */
const LOCKED_FROM = 3;

/**
 * Runs `work` in one repeatable-read transaction, and repeats it on a newer snapshot after a conflict with a concurrent
 * write.
 *
 * @param tables the tables that it writes; they are locked from the third attempt on
 * @param locks  are taken by every attempt
 */
export function onSnapshot<T>(
  sql: Database,
  work: (transaction: Transaction) => Promise<T>,
  { tables = [], locks = [] }: { readonly tables?: readonly string[]; readonly locks?: readonly TableLock[] } = {},
): Promise<T> {
  const run = async (attempt: number) =>
    (await sql.begin('isolation level repeatable read', async (transaction) => {
      // Before the first query, so that the snapshot is taken under the locks.
      const own = attempt >= LOCKED_FROM ? locking('share row exclusive', tables) : [];
      await lockTables(transaction, [...locks, ...own]);
      return work(transaction);
    })) as T;
  return retry(run, (error, attempt) => (conflicts.has(classify(error)) && attempt < MAX_ATTEMPTS ? 0 : undefined));
}

/** Yields the first column of a query in batches, as the bytes that PostgreSQL sent, without parsing them. */
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
