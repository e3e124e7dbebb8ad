import type { RetryPolicy } from '../../../domain/queue/retryPolicy.ts';
import type { Database, Transaction } from '../../client.ts';

export interface RetryPolicyRow extends RetryPolicy {
  readonly jobType: string;
  readonly setAt: Date;
  readonly setBy: string;
}

/** Returns the policies of these job types, or all. */
export async function readRetryPolicies(
  sql: Database | Transaction,
  jobTypes?: readonly string[],
): Promise<RetryPolicyRow[]> {
  return sql<RetryPolicyRow[]>`
    select job_type as "jobType", attempts, initial_seconds as "initialSeconds", factor, max_seconds as "maxSeconds",
      not_retried as "notRetried", set_at as "setAt", set_by as "setBy"
    from retry_policy where ${jobTypes ? sql`job_type = any(${[...jobTypes]}::text[])` : sql`true`}
    order by job_type limit 10000`;
}

export async function storeRetryPolicy(
  sql: Database,
  { jobType, attempts, initialSeconds, factor, maxSeconds, notRetried, setBy }: Omit<RetryPolicyRow, 'setAt'>,
): Promise<void> {
  await sql`
    insert into retry_policy (job_type, attempts, initial_seconds, factor, max_seconds, not_retried, set_by)
    values (${jobType}, ${attempts}, ${initialSeconds}, ${factor}, ${maxSeconds}, ${[...notRetried]}::text[], ${setBy})
    on conflict (job_type) do update set attempts = excluded.attempts, initial_seconds = excluded.initial_seconds,
      factor = excluded.factor, max_seconds = excluded.max_seconds, not_retried = excluded.not_retried,
      set_at = now(), set_by = excluded.set_by`;
}

export async function deleteRetryPolicy(sql: Database, jobType: string): Promise<void> {
  await sql`delete from retry_policy where job_type = ${jobType}`;
}
