import type { Database, Transaction } from '../../client.ts';
import { queryReadable } from '../access/readableRows.ts';
import { type JobRow, jobColumns, type NewJobRow } from './jobRows.ts';

/**
 * Locks the predecessors of a new Job for share: none of them ends before the commit, whose end then finds the new Job; or
 * it has ended, and the new Job finds that.
 */
export async function lockPredecessors(transaction: Transaction, ids: readonly string[]): Promise<JobRow[]> {
  return transaction<JobRow[]>`
    select ${transaction.unsafe(jobColumns)} from job where id = any(${[...ids]}::uuid[]) order by id for share`;
}

/** Stores for which Jobs a new Job waits. */
export async function insertDependencies(
  transaction: Transaction,
  jobId: string,
  predecessors: readonly string[],
): Promise<void> {
  await transaction`
    insert into job_dependency (job_id, predecessor_id)
    select ${jobId}::uuid, id from unnest(${[...predecessors]}::uuid[]) as input(id)`;
}

/** Ids of up to `limit` Jobs that wait for a Job. */
export async function waitingFor(transaction: Transaction, jobId: string, limit: number): Promise<string[]> {
  const rows = await transaction<{ id: string }[]>`
    select j.id from job_dependency d join job j on j.id = d.job_id
    where d.predecessor_id = ${jobId} and d.ended_as is null and j.waits and j.status in ('NEW', 'IN_PROGRESS')
    order by j.id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Ids of up to `limit` Jobs that wait for a Job that has ended or does not exist any more. */
export async function overdueJobs(sql: Database, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select j.id from job j where j.waits and j.status in ('NEW', 'IN_PROGRESS') and exists (
      select from job_dependency d left join job p on p.id = d.predecessor_id
      where d.job_id = j.id and d.ended_as is null and (p.id is null or p.status in ('COMPLETED', 'FAILED')))
    order by j.id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** The end of a predecessor: its status, or DELETED. */
export interface PredecessorEnd {
  readonly predecessorId: string;
  readonly endedAs: 'COMPLETED' | 'FAILED' | 'DELETED';
}

/**
 * Marks the predecessors of a Job that have ended, and returns those that were not marked before. The caller has locked the
 * Job in an earlier statement: of two predecessors that end at once, the second transaction reads the mark of the first.
 */
export async function markEnds(transaction: Transaction, jobId: string): Promise<PredecessorEnd[]> {
  return transaction<PredecessorEnd[]>`
    update job_dependency d set ended_as = ended.status
    from (
      select o.predecessor_id, coalesce(p.status, 'DELETED') as status
      from job_dependency o left join job p on p.id = o.predecessor_id
      where o.job_id = ${jobId} and o.ended_as is null and (p.id is null or p.status in ('COMPLETED', 'FAILED'))) ended
    where d.job_id = ${jobId} and d.predecessor_id = ended.predecessor_id
    returning d.predecessor_id as "predecessorId", d.ended_as as "endedAs"`;
}

/** Ids of all Jobs that wait for this one, or for one that waits for it. */
export async function waitingChain(sql: Database | Transaction, jobId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    with recursive chain(id) as (
      select ${jobId}::uuid
      union
      select d.job_id from chain c join job_dependency d on d.predecessor_id = c.id join job j on j.id = d.job_id
      where d.ended_as is null and j.waits and j.status in ('NEW', 'IN_PROGRESS'))
    select id from chain where id <> ${jobId}`;
  return rows.map(({ id }) => id);
}

/** A Job of a chain. */
export interface ChainedJobRow {
  readonly id: string;
  readonly incarnation: bigint;
  readonly jobType: string;
  readonly status: string;
  readonly cause: string | null;
  readonly waits: boolean;
  /** JSON text of `after` of the Job. */
  readonly after: string | null;
}

/**
 * Returns up to `limit` Jobs of the chain of a Job, beginning with it, then its neighbours. A recursion finds only rows that
 * are read, so that a long chain costs no more than the limit.
 *
 * @param jobs source of the Jobs in reach (`readableRows`)
 */
export const chainAround = (sql: Database, jobs: string, id: string, limit: number) =>
  queryReadable<ChainedJobRow>(
    sql,
    `with recursive chain(id) as (
       select id from ${jobs} j where id = $1::uuid
       union
       select j.id from chain c
         cross join lateral (
           select job_id as id from job_dependency where predecessor_id = c.id
           union all
           select predecessor_id from job_dependency where job_id = c.id) d
         join ${jobs} j on j.id = d.id)
     select j.id, j.incarnation, j.job_type as "jobType", j.status, doc::json ->> 'cause' as cause, waits,
       doc::json ->> 'after' as after
     from (select id, row_number() over () as place from chain limit $2) near join job j on j.id = near.id order by near.place`,
    [id, limit],
  );

/** Stores the queue job that plans a Job once it starts: the relay leaves it until then. */
export async function insertWaitingPlan(
  transaction: Transaction,
  { id, data, priority, startAfter }: Pick<NewJobRow, 'id' | 'priority' | 'startAfter'> & { readonly data: string },
): Promise<void> {
  await transaction`
    insert into outbox (id, queue, data, priority, start_after, not_before)
    values (${id}, 'job.plan', ${data}, ${priority}, ${startAfter}::timestamptz, 'infinity')`;
}

/** Lets the relay move a waiting plan; stores it again if it is lost. */
export async function releaseWaitingPlan(transaction: Transaction, id: string, data: string): Promise<void> {
  await transaction`
    insert into outbox (id, queue, data) values (${id}, 'job.plan', ${data})
    on conflict (id) do update set not_before = excluded.not_before`;
}

export async function deleteWaitingPlan(transaction: Transaction, id: string): Promise<void> {
  await transaction`delete from outbox where id = ${id}`;
}
