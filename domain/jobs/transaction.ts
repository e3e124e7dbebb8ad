import type { Transaction } from '../../db/client.ts';
import { inTransactionWithRetry } from '../../db/withTransactionRetry.ts';
import type { ServiceDependencies } from '../ports/serviceDependencies.ts';

/**
 * Runs a transaction that locks Jobs and steps. Claims lock steps in no order, and ends of Jobs
 * lock their successors, so PostgreSQL may end it to resolve a deadlock; it is then retried, as it is if its connection is lost.
 */
export const inJobTransaction = <T>(
  { sql }: Pick<ServiceDependencies, 'sql'>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> => inTransactionWithRetry(sql, work);

/** Steps of one transaction, for Jobs that may have very many. */
export const STEPS_PER_TRANSACTION = 500;
