import type { JobStatus } from '../../../domain/kinds/processing/job.ts';
import type { Database, Transaction } from '../../client.ts';
import { plainArray } from '../plainArray.ts';
import { type NewOutboxRow, outboxInsert } from '../queue/outbox.ts';

export interface JobRow {
  readonly id: string;
  readonly version: number;
  readonly incarnation: bigint;
  readonly doc: string;
  readonly audit: string;
  readonly jobType: string;
  readonly status: JobStatus;
  readonly planningComplete: boolean;
  readonly managed: boolean;
  readonly cancelled: boolean;
  /** Cancelled by its deadline. */
  readonly expired: boolean;
  readonly paused: boolean;
  readonly priority: number;
  /** No step starts before predecessors of the Job have ended. */
  readonly waits: boolean;
  /** The channel of a process that waits for the Job's end. */
  readonly notifyChannel: string | null;
  /** JSON text: whose rights apply to its steps; null for the service itself. */
  readonly holder: string | null;
}

export interface StepRow {
  readonly id: string;
  readonly version: number;
  readonly doc: string;
  readonly audit: string;
  readonly jobId: string;
  readonly name: string;
  readonly status: JobStatus;
  readonly fence: number;
  readonly faults: number;
  readonly queueJobId: string | null;
  readonly worker: string | null;
  readonly claimOrder: number;
}

export const jobColumns = `id, version, incarnation, doc, audit, job_type as "jobType", status,
  planning_complete as "planningComplete", managed, cancelled, waits, expired, paused, priority, notify_channel as "notifyChannel", holder`;
export const stepColumns = `id, version, doc, audit, job_id as "jobId", name, status, fence, faults,
  queue_job_id as "queueJobId", worker, claim_order::float8 as "claimOrder"`;

export async function readJob(sql: Database | Transaction, id: string): Promise<JobRow | undefined> {
  const [row] = await sql<JobRow[]>`select ${sql.unsafe(jobColumns)} from job where id = ${id}`;
  return row;
}

/**
 * Locks Jobs, in the order of their ids. A roll-up locks the Job first and counts its steps in a later statement, so that one
 * of two that happen at once sees what the other has written. NO KEY UPDATE allows inserts of new steps meanwhile, whose
 * foreign key locks the row for share.
 */
export async function lockJobs(transaction: Transaction, ids: readonly string[]): Promise<JobRow[]> {
  return transaction<JobRow[]>`
    select ${transaction.unsafe(jobColumns)} from job where id = any(${[...ids]}::uuid[]) order by id for no key update`;
}

export async function readStep(sql: Database | Transaction, id: string): Promise<StepRow | undefined> {
  const [row] = await sql<StepRow[]>`select ${sql.unsafe(stepColumns)} from job_step where id = ${id}`;
  return row;
}

export async function lockSteps(transaction: Transaction, ids: readonly string[]): Promise<StepRow[]> {
  return transaction<StepRow[]>`
    select ${transaction.unsafe(stepColumns)} from job_step where id = any(${[...ids]}::uuid[]) order by id for update`;
}

/** A record as JSON texts. */
interface StoredTexts {
  readonly doc: string;
  readonly audit: string;
}

/** Reads a Job and its steps in one statement: a worker may end them meanwhile. */
export async function readJobAndSteps(
  sql: Database,
  id: string,
): Promise<{ readonly job: StoredTexts | undefined; readonly steps: readonly StoredTexts[] }> {
  const rows = await sql<(StoredTexts & { isJob: boolean })[]>`
    select true as "isJob", doc, audit, incarnation, id from job where id = ${id}
    union all select false, doc, audit, incarnation, id from job_step where job_id = ${id}
    order by "isJob" desc, incarnation, id`;
  return { job: rows.find(({ isJob }) => isJob), steps: rows.filter(({ isJob }) => !isJob) };
}

/** Returns the steps of a Job in the order in which they were planned. */
export async function readSteps(sql: Database | Transaction, jobId: string): Promise<StepRow[]> {
  return sql<
    StepRow[]
  >`select ${sql.unsafe(stepColumns)} from job_step where job_id = ${jobId} order by incarnation, id`;
}

/** Locks a page of the open or the FAILED steps of a Job. */
export async function lockStepsOfJob(
  transaction: Transaction,
  jobId: string,
  which: 'open' | 'FAILED',
  limit: number,
): Promise<StepRow[]> {
  return transaction<StepRow[]>`
    select ${transaction.unsafe(stepColumns)} from job_step
    where job_id = ${jobId} and ${which === 'open' ? transaction`outcome is null` : transaction`outcome = 'FAILED'`} order by id limit ${limit} for update`;
}

/** The texts of a Job or step to be written. */
export interface Texts {
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
  readonly search: string;
}

export interface NewJobRow extends Texts {
  readonly jobType: string;
  readonly status: JobStatus;
  readonly planningComplete: boolean;
  readonly managed: boolean;
  readonly waits: boolean;
  readonly notifyChannel: string | null;
  readonly holder: string | null;
  readonly priority: number;
  readonly startAfter: string | null;
  readonly deadline: string | null;
  readonly uniqueKey: string | null;
  /** The user whose share its steps have. */
  readonly submitter: string;
}

/** Returns false if a Job has the id. */
export async function insertJob(transaction: Transaction, row: NewJobRow): Promise<boolean> {
  const rows = await transaction`
    insert into job (id, version, incarnation, index_version, doc, audit, search, job_type, status,
      planning_complete, managed, waits, notify_channel, holder, priority, start_after, deadline, unique_key, submitter)
    select ${row.id}::uuid, 1, clock.us, clock.us, ${row.doc}, ${row.audit}, ${row.search}, ${row.jobType}, ${row.status},
      ${row.planningComplete}, ${row.managed}, ${row.waits}, ${row.notifyChannel}, ${row.holder}, ${row.priority},
      ${row.startAfter}::timestamptz, ${row.deadline}::timestamptz, ${row.uniqueKey}, ${row.submitter}
    from (select clock_us() as us offset 0) clock on conflict (id) do nothing returning id`;
  return rows.length > 0;
}

export interface JobChange extends Texts {
  readonly status: JobStatus;
  readonly planningComplete: boolean;
  readonly cancelled: boolean;
  readonly expired: boolean;
  readonly waits: boolean;
  readonly closes: boolean;
}

/** The caller has locked the row. */
export async function updateJob(transaction: Transaction, change: JobChange): Promise<void> {
  await transaction`
    update job set version = version + 1, index_version = greatest(index_version + 1, clock_us()),
      doc = ${change.doc}, audit = ${change.audit}, search = ${change.search}, status = ${change.status},
      planning_complete = ${change.planningComplete}, cancelled = ${change.cancelled}, waits = ${change.waits},
      paused = paused and ${change.status} in ('NEW', 'IN_PROGRESS'), expired = ${change.expired},
      close_count = close_count + ${change.closes ? 1 : 0}, updated_at = now() where id = ${change.id}`;
}

/** Changes what the record of a Job does not show. The caller has locked the row. */
export async function markJob(
  transaction: Transaction,
  mark: Pick<JobRow, 'id' | 'planningComplete' | 'cancelled' | 'expired' | 'waits'>,
): Promise<void> {
  await transaction`
    update job set planning_complete = ${mark.planningComplete}, cancelled = ${mark.cancelled}, waits = ${mark.waits},
      expired = ${mark.expired}
    where id = ${mark.id}`;
}

/** Removes the deadline of a Job if it has passed, and returns whether it has. The caller has locked the row and writes the record. */
export async function dropPassedDeadline(transaction: Transaction, id: string): Promise<boolean> {
  const { count } = await transaction`update job set deadline = null where id = ${id} and deadline <= now()`;
  return count > 0;
}

/** Joins JSON texts to one parameter. No JSON text contains a control character, so that nothing is escaped. */
export const SEPARATOR = '\u0001';

export const joined = (rows: readonly Texts[], member: 'doc' | 'audit' | 'search'): string =>
  rows.map((row) => row[member]).join(SEPARATOR);

export interface StepChange extends Texts {
  /** As read: a row that has changed since is not written. */
  readonly version: number;
  /** As read: a claim raises the fence but not the version. */
  readonly wasFence: number;
  readonly wasStatus: JobStatus;
  readonly wasWorker: string | null;
  readonly name: string;
  readonly chunkId: string | null;
  readonly status: JobStatus;
  readonly fence: number;
  readonly faults: number;
  readonly queueJobId: string | null;
  readonly worker: string | null;
  /** Seconds until a step that no queue job carries may be claimed again; null: at once. */
  readonly pauseSeconds: number | null;
  /** It has ended for good, and nothing is left to do for its queue job. */
  readonly isDone: boolean;
}

/**
 * Writes a batch of steps and outbox rows in one statement, and returns the ids of the steps that were still as read. A worker that
 * was replaced names an old fence and changes no step; the outbox rows are written all the same.
 *
 * The first array is in a subquery, so that a plan for one step costs the same as one for any number of them: otherwise PostgreSQL
 * would plan each call, which takes twice as long as the statement with one step.
 *
 * @param queue the queue that has claimed queue jobs of the steps, which are removed with those that are done
 */
export async function updateSteps(
  sql: Database | Transaction,
  changes: readonly StepChange[],
  outgoing: readonly NewOutboxRow[],
  queue?: string,
): Promise<Set<string>> {
  if (changes.length === 0) return new Set();
  const plain = (of: (row: StepChange) => string | number | null): string => plainArray(changes.map(of));
  const removal =
    queue === undefined
      ? sql``
      : sql`, (select remove_queue_jobs(${queue}, array(select done_job from changed where done_job is not null)))`;
  const [row] = await sql<{ ids: string | null }[]>`
    with outgoing as (${outboxInsert(sql, outgoing)}),
    changed as (update job_step s set version = s.version + 1, index_version = greatest(s.index_version + 1, clock_us()),
      doc = input.doc, audit = input.audit, search = input.search, name = input.name, chunk_id = input.chunk_id,
      status = input.status, fence = input.fence, faults = input.faults, queue_job_id = input.queue_job_id,
      worker = input.worker, claimed_at = case when input.status = 'IN_PROGRESS' then s.claimed_at end,
      claimable_at = case when input.pause_seconds is not null then clock_timestamp() + make_interval(secs => input.pause_seconds)
        when input.status = s.status then s.claimable_at end
    from unnest((select ${plain((row) => row.id)}::uuid[]), ${plain((row) => row.version)}::int[],
      string_to_array(${joined(changes, 'doc')}, ${SEPARATOR}), string_to_array(${joined(changes, 'audit')}, ${SEPARATOR}),
      string_to_array(${joined(changes, 'search')}, ${SEPARATOR}), ${changes.map((row) => row.name)}::text[],
      ${plain((row) => row.chunkId)}::uuid[], ${plain((row) => row.status)}::text[],
      ${plain((row) => row.fence)}::int[], ${plain((row) => row.faults)}::int[],
      ${plain((row) => row.queueJobId)}::uuid[], ${changes.map((row) => row.worker)}::text[],
      ${plain((row) => row.wasFence)}::int[], ${plain((row) => row.wasStatus)}::text[],
      ${changes.map((row) => row.wasWorker)}::text[], ${plain((row) => row.pauseSeconds)}::float8[],
      ${plain((row) => Number(row.isDone))}::int[])
      as input(id, version, doc, audit, search, name, chunk_id, status, fence, faults, queue_job_id, worker,
        was_fence, was_status, was_worker, pause_seconds, is_done)
    where s.id = input.id and s.version = input.version and s.fence = input.was_fence and s.status = input.was_status
      and s.worker is not distinct from input.was_worker
    returning s.id, case when input.is_done = 1 then s.queue_job_id end as done_job)
    select string_agg(id::text, ',') as ids${removal} from changed`;
  return new Set(row?.ids?.split(','));
}

export interface StepCounts {
  readonly jobId: string;
  readonly anyNew: boolean;
  readonly anyRunning: boolean;
  readonly anyCompleted: boolean;
  readonly anyFailed: boolean;
}

/** Which statuses the steps of Jobs have. Read by the index on (job_id, outcome), without a count of many steps. */
export async function countSteps(transaction: Transaction, jobIds: readonly string[]): Promise<StepCounts[]> {
  return transaction<StepCounts[]>`
    select input.id as "jobId",
      exists (select from job_step s where s.job_id = input.id and s.outcome is null and s.status = 'NEW') as "anyNew",
      exists (select from job_step s where s.job_id = input.id and s.outcome is null and s.status = 'IN_PROGRESS') as "anyRunning",
      exists (select from job_step s where s.job_id = input.id and s.outcome = 'COMPLETED') as "anyCompleted",
      exists (select from job_step s where s.job_id = input.id and s.outcome = 'FAILED') as "anyFailed"
    from unnest(${[...jobIds]}::uuid[]) as input(id)`;
}

/**
 * The ids of those Jobs that changes of their steps may change: Jobs that have no open step, or are not IN_PROGRESS. Ordered
 * as the index is: the planner expects to find an open step soon and would otherwise read the table from its start, where all
 * have ended (21 ms a call for a Job of 30,000 steps).
 */
export async function jobsToRollUp(sql: Database | Transaction, jobIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select j.id from job j left join lateral (
      select true as found from job_step s where s.job_id = j.id and s.outcome is null order by s.job_id, s.outcome limit 1) open on true
    where j.id = any(${[...jobIds]}::uuid[]) and (j.status <> 'IN_PROGRESS' or open.found is null)`;
  return rows.map(({ id }) => id);
}

/** Returns the code of the user who has created a Job. */
export async function submitterOfJob(sql: Database, id: string): Promise<string> {
  const [row] = await sql<{ submitter: string }[]>`select submitter from job where id = ${id}`;
  return row?.submitter ?? '';
}
