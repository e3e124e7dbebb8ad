import type { Transaction } from '../../db/client.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import type { Services } from '../ports/services.ts';

/**
 * Runs a transaction that locks Jobs and steps. Claims lock steps in no order, and ends of Jobs
 * lock their successors, so PostgreSQL may end it to resolve a deadlock; it is then retried.
 */
export const inJobTransaction = <T>(
  { sql }: Pick<Services, 'sql'>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> => withTransactionRetry(async () => (await sql.begin(work)) as T);

/** Steps of one transaction, for Jobs that may have very many. */
export const STEPS_PER_TRANSACTION = 500;
