import { sqlState } from './errors.ts';

const RETRIED = new Set(['40P01', '40001']);
const ATTEMPTS = 5;

/** Runs a write again when PostgreSQL ended it for the sake of another: a deadlock or a serialization failure. */
export async function withTransactionRetry<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (attempt === ATTEMPTS || !RETRIED.has(sqlState(error) ?? '')) throw error;
    }
  }
}
