import { isTransactionConflict } from './errors.ts';
import { retry } from './retry.ts';

const MAX_ATTEMPTS = 5;

/** Repeats a write after a deadlock or a serialization failure, for up to five attempts. */
export function withTransactionRetry<T>(write: () => Promise<T>): Promise<T> {
  return retry(write, (error, attempt) => (isTransactionConflict(error) && attempt < MAX_ATTEMPTS ? 0 : undefined));
}
