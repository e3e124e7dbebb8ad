import type { Database, Transaction } from './client.ts';
import { isDatabaseUnavailable, isTransactionConflict } from './errors.ts';
import { retry } from './retry.ts';

const MAX_ATTEMPTS = 5;
const LOST_PAUSE_MS = 50;

/** Repeats a write after a deadlock or a serialization failure, for up to five attempts. */
export function withTransactionRetry<T>(write: () => Promise<T>): Promise<T> {
  return retry(write, (error, attempt) => (isTransactionConflict(error) && attempt < MAX_ATTEMPTS ? 0 : undefined));
}

/**
 * Runs a transaction, and repeats it as `withTransactionRetry` does. It is also repeated if its connection was lost before
 * the commit was sent, so that it is certain that nothing is stored: PostgreSQL closes the connection of a process that is so busy
 * that it sends no statement for `idle_in_transaction_session_timeout`.
 */
export function inTransactionWithRetry<T>(sql: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  let isOpen = false;
  const attempt = async (): Promise<T> => {
    isOpen = false;
    return (await sql.begin(async (transaction) => {
      isOpen = true;
      const result = await work(transaction);
      isOpen = false;
      return result;
    })) as T;
  };
  return retry(attempt, (error, attempts) => {
    if (attempts >= MAX_ATTEMPTS) return undefined;
    if (isTransactionConflict(error)) return 0;
    return isOpen && isDatabaseUnavailable(error) ? LOST_PAUSE_MS : undefined;
  });
}
