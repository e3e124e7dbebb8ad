import { sqlState } from './sqlState.ts';

/** What PostgreSQL says to statements that come behind one that failed. */
const IN_FAILED_TRANSACTION = '25P02';

/**
 * Statements of one transaction that do not need each other's answers: they are sent at once and done one after the
 * other, so that there is one round for all of them. When one fails the others are waited for too, and what is thrown
 * is why it failed, not that it had.
 */
export async function together<T extends readonly unknown[]>(
  statements: {
    readonly [index in keyof T]: PromiseLike<T[index]>;
  },
): Promise<T> {
  const ends = await Promise.allSettled(statements);
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  if (failures.length > 0) throw failures.find((failure) => sqlState(failure) !== IN_FAILED_TRANSACTION) ?? failures[0];
  return ends.map((end) => (end as PromiseFulfilledResult<unknown>).value) as unknown as T;
}
