import type { Database } from '../../client.ts';

/** An open step of a managed Job beside its queue job. */
export interface OpenStep {
  readonly id: string;
  readonly jobId: string;
  readonly jobType: string;
  readonly status: string;
  readonly version: number;
  readonly fence: number;
  readonly queueJobId: string | null;
  /** State of its queue job; null when there is none. */
  readonly state: string | null;
  readonly retryCount: number | null;
  /** Its queue job is still in the outbox. */
  readonly waits: boolean;
  /** The process that has claimed it is alive. */
  readonly alive: boolean;
}

/**
 * Open managed steps with their queue jobs, in one snapshot. Steps IN_PROGRESS are few (those that workers have claimed),
 * steps NEW may be very many: they are read in pages, by id.
 *
 * The queue's name is part of the key of pg-boss's table and picks its partition.
 *
 * @param queueOf   job type → the queue of its steps
 * @param silentFor a process without a heartbeat for so many seconds is dead
 */
export async function openSteps(
  sql: Database,
  queueOf: ReadonlyMap<string, string>,
  {
    status,
    after,
    limit,
    silentFor,
  }: { status: 'NEW' | 'IN_PROGRESS'; after: string; limit: number; silentFor: number },
): Promise<OpenStep[]> {
  return sql<OpenStep[]>`
    select s.id, s.job_id as "jobId", j.job_type as "jobType", s.status, s.version, s.fence, s.queue_job_id as "queueJobId",
      q.state::text as state, q.retry_count as "retryCount",
      exists (select from outbox o where o.id = s.queue_job_id) as waits,
      exists (select from process p where p.id = s.worker::uuid
        and p.seen_at > now() - make_interval(secs => ${silentFor})) as alive
    from (select * from job_step where outcome is null and status = ${status} and id > ${after} order by id limit ${limit}) s
    join job j on j.id = s.job_id and j.managed and not j.cancelled
    join unnest(${[...queueOf.keys()]}::text[], ${[...queueOf.values()]}::text[]) as types(type, queue) on types.type = j.job_type
    left join pgboss.job q on q.name = types.queue and q.id = s.queue_job_id
    order by s.id`;
}
