import type { PgBoss } from 'pg-boss';
import type { Database } from '../../db/client.ts';
import type { ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import { retryWhileUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';

type Retry = Pick<Extract<Settlement, { readonly type: 'retry' }>, 'seconds' | 'faults' | 'reason'>;

/**
 * Puts claimed jobs back into their queues. The attempt is raised together with its limit: a job that is claimed again has
 * a retryCount of its own then, so that whatever this process still sends for the old one is refused. pg-boss's own
 * restore() checks neither.
 */
export async function releaseJobs(
  sql: Database,
  jobs: readonly ClaimedJob[],
  { seconds, faults, reason }: Retry,
): Promise<void> {
  if (jobs.length === 0) return;
  const data = faults === undefined ? '{}' : JSON.stringify({ faults });
  const output = reason === undefined ? null : JSON.stringify({ message: reason });
  await sql`
    update pgboss.job j set state = 'created', started_on = null, heartbeat_on = null,
      retry_count = j.retry_count + 1, retry_limit = j.retry_limit + 1,
      start_after = now() + make_interval(secs => ${seconds}),
      data = coalesce(j.data, '{}') || ${data}::text::jsonb, output = coalesce(${output}::text::jsonb, j.output)
    from unnest(${jobs.map(({ queue }) => queue)}::text[], ${jobs.map(({ id }) => id)}::uuid[],
      ${jobs.map(({ retryCount }) => retryCount)}::int[]) as claim(queue, id, attempt)
    where j.name = claim.queue and j.id = claim.id and j.state = 'active' and j.retry_count = claim.attempt`;
}

/**
 * Settles the jobs of a batch that are to be retried or become dead letters. The others stay active: pg-boss completes
 * them in one statement once the handler returns.
 */
export async function settleJobs(
  { boss, sql }: { readonly boss: PgBoss; readonly sql: Database },
  jobs: readonly ClaimedJob[],
  settlements: ReadonlyMap<string, Settlement>,
): Promise<void> {
  const retries = new Map<string, { retry: Retry; jobs: ClaimedJob[] }>();
  for (const job of jobs) {
    const settlement = settlements.get(job.id);
    if (settlement?.type !== 'retry') continue;
    const { seconds, faults, reason } = settlement;
    const key = `${seconds} ${faults} ${reason}`;
    const group = retries.get(key);
    if (group) group.jobs.push(job);
    else retries.set(key, { retry: settlement, jobs: [job] });
  }
  // After an outage the jobs go on at once; otherwise their leases would have to lapse.
  for (const group of retries.values()) await retryWhileUnavailable(() => releaseJobs(sql, group.jobs, group.retry));
  for (const { id, queue, retryCount } of jobs) {
    const settlement = settlements.get(id);
    if (settlement?.type !== 'deadLetter') continue;
    // A job that fails at its last attempt becomes a dead letter, and a trigger publishes the event
    // (db/queries/queue/deadLetterEvents.ts).
    await sql`
      update pgboss.job set retry_limit = retry_count
      where name = ${queue} and id = ${id} and state = 'active' and retry_count = ${retryCount}`;
    await boss.fail(queue, { id, retryCount }, { message: settlement.reason });
  }
}
