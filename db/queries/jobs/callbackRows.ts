import type { Database, Transaction } from '../../client.ts';

/** Where the ends of a Job are posted. */
export interface CallbackRow {
  readonly url: string;
  readonly secret: string | null;
}

/** The statements of the table of callbacks. No other statement reads their secrets. */

export async function insertCallback(
  transaction: Transaction,
  jobId: string,
  { url, secret }: CallbackRow,
): Promise<void> {
  await transaction`insert into job_callback (job_id, url, secret) values (${jobId}, ${url}, ${secret})`;
}

export async function readCallback(sql: Database, jobId: string): Promise<CallbackRow | undefined> {
  const [row] = await sql<CallbackRow[]>`select url, secret from job_callback where job_id = ${jobId}`;
  return row;
}

/** Marks the present end of a Job as enqueued. Returns false if it is, or if the Job has no callback. */
export async function markEnqueued(transaction: Transaction, jobId: string): Promise<boolean> {
  const rows = await transaction`
    update job_callback c set enqueued_close = j.close_count from job j
    where c.job_id = ${jobId} and j.id = c.job_id and c.enqueued_close < j.close_count returning c.job_id`;
  return rows.length > 0;
}

/** Ids of Jobs that have ended without a callback: a process of the previous release has ended them. */
export async function jobsWithoutCallback(sql: Database): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select j.id from job_callback c join job j on j.id = c.job_id
    where c.enqueued_close = 0 and j.close_count > 0 and j.status in ('COMPLETED', 'FAILED') limit 100`;
  return rows.map(({ id }) => id);
}
