import type { PendingQuery, Row } from 'postgres';
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

/** The queue of the steps of each job type. The queue's name is part of the key of pg-boss's table and picks its partition. */
export type StepQueues = ReadonlyMap<string, string>;

/** The form of the id of a step: the data of a queue job may have any text in its place. */
export const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * Open managed steps with their queue jobs, in one snapshot, by id: a page of them all, of which there may be very many.
 *
 * @param silentFor a process without a heartbeat for so many seconds is dead
 */
export async function openSteps(
  sql: Database,
  queueOf: StepQueues,
  { after, limit, silentFor }: { readonly after: string; readonly limit: number; readonly silentFor: number },
): Promise<OpenStep[]> {
  const page = sql`select * from job_step where outcome is null and id > ${after} order by id limit ${limit}`;
  return withQueueJobs(sql, queueOf, page, silentFor);
}

/**
 * The same for the open steps that most likely need a repair, wherever they are among all: those in progress whose process is dead
 * while their queue job is claimed, and those whose queue job has become a dead letter lately. The claimed queue jobs have an index
 * of their own (overdueClaims.ts); those with a recent heartbeat, which are most, are passed over first.
 */
export async function abandonedSteps(
  sql: Database,
  queueOf: StepQueues,
  {
    deadLetterQueues,
    deadFor,
    limit,
    silentFor,
  }: {
    readonly deadLetterQueues: readonly string[];
    /** A dead letter is new for so many seconds. */
    readonly deadFor: number;
    readonly limit: number;
    readonly silentFor: number;
  },
): Promise<OpenStep[]> {
  const stepId = sql`case when q.data->>'stepId' ~ ${UUID} then (q.data->>'stepId')::uuid end`;
  const found = sql`
    (select s.* from pgboss.job q join job_step s on s.id = ${stepId}
     where q.state = 'active' and q.name = any(${[...new Set(queueOf.values())]}::text[])
       and (q.heartbeat_on is null or q.heartbeat_on < now() - make_interval(secs => ${silentFor / 2}))
       and s.outcome is null and s.status = 'IN_PROGRESS' and not ${isAlive(sql, silentFor)}
     limit ${limit})
    union
    (select s.* from pgboss.job q join job_step s on s.id = ${stepId}
     where q.state = 'created' and q.name = any(${[...deadLetterQueues]}::text[])
       and q.created_on > now() - make_interval(secs => ${deadFor}) and s.outcome is null
     limit ${limit})`;
  return withQueueJobs(sql, queueOf, found, silentFor);
}

const isAlive = (sql: Database, silentFor: number) => sql`
  exists (select from process p where p.id::text = s.worker and p.seen_at > now() - make_interval(secs => ${silentFor}))`;

/**
 * The ids of the queue jobs are collected before they are looked up: a join has a cached plan that was made when the queue was empty, and
 * reads all jobs of the queue for each step, until the statistics of the table change (as claimIn of drivers/queue/claimStatements.ts).
 */
async function withQueueJobs(
  sql: Database,
  queueOf: StepQueues,
  steps: PendingQuery<Row[]>,
  silentFor: number,
): Promise<OpenStep[]> {
  const queues = [...new Set(queueOf.values())];
  return sql<OpenStep[]>`
    with step as materialized (${steps}),
    queued as materialized (
      select name, id, state::text as state, retry_count from pgboss.job
      where name = any(${queues}::text[]) and id = any(array(select queue_job_id from step)))
    select s.id, s.job_id as "jobId", j.job_type as "jobType", s.status, s.version, s.fence, s.queue_job_id as "queueJobId",
      q.state, q.retry_count as "retryCount",
      exists (select from outbox o where o.id = s.queue_job_id) as waits, ${isAlive(sql, silentFor)} as alive
    from step s
    join job j on j.id = s.job_id and j.managed and not j.cancelled
    join unnest(${[...queueOf.keys()]}::text[], ${[...queueOf.values()]}::text[]) as types(type, queue) on types.type = j.job_type
    left join queued q on q.name = types.queue and q.id = s.queue_job_id
    order by s.id`;
}
