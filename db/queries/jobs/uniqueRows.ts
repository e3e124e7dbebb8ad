import type { Transaction } from '../../client.ts';
import { type JobRow, jobColumns } from './jobRows.ts';

/**
 * Locks a key of a job type until the end of the transaction. A statement of its own: the next one sees the Job that the
 * transaction before has inserted. No unique index, because Jobs of one key are open at the same time if old ones are resent.
 */
export async function lockUniqueKey(transaction: Transaction, jobType: string, key: string): Promise<void> {
  await transaction`select pg_advisory_xact_lock(hashtextextended(${key}, hashtextextended(${jobType}, 0)))`;
}

/**
 * Returns and locks the newest open Job of this type and key, or else the newest that is COMPLETED and was created within so many
 * seconds. The lock for share waits for a transaction that ends the Job, then PostgreSQL compares the status again.
 */
export async function findUnique(
  transaction: Transaction,
  { jobType, key, withinSeconds }: { readonly jobType: string; readonly key: string; readonly withinSeconds: number },
): Promise<JobRow | undefined> {
  const matches = transaction`job_type = ${jobType} and unique_key = ${key}`;
  const open = transaction`status in ('NEW', 'IN_PROGRESS')`;
  const recent = transaction`status = 'COMPLETED' and incarnation > (select clock_us()) - ${withinSeconds}::bigint * 1000000`;
  const [row] = await transaction<JobRow[]>`
    select ${transaction.unsafe(jobColumns)} from job
    where id = any(array(
      select id from job where ${matches} and ${open}
      union all (select id from job where ${matches} and ${recent} order by incarnation desc limit 1)))
      and (${open} or ${recent})
    order by status = 'COMPLETED', incarnation desc limit 1 for share`;
  return row;
}
