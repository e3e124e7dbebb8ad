import type { JobStatus } from '../../../domain/kinds/processing/job.ts';
import type { Database, Transaction } from '../../client.ts';
import { queryReadable } from '../access/readableRows.ts';
import { type JobRow, jobColumns, type StepRow, stepColumns } from './jobRows.ts';

/** A step that a client's worker has claimed, with its Job. */
export interface LeasedRow extends StepRow {
  /** Places to the clock of its type, less those of its priority. */
  readonly place: number;
  /** ms since 1970 by the clock of the database. */
  readonly leaseUntil: number;
  readonly jobType: string;
  readonly submitter: string;
  readonly jobStatus: JobStatus;
  readonly jobDoc: string;
}

export interface LeaseRequest {
  readonly jobTypes: readonly string[];
  readonly max: number;
  readonly leaseSeconds: number;
  readonly worker: string;
}

/** The steps in the caller's reach, and the Jobs, each as a source of a FROM. */
export interface LeaseSources {
  readonly steps: string;
  readonly jobs: string;
}

/** How many steps a limit allows to be claimed now. */
export interface ClaimAllowance {
  readonly scope: 'TYPE' | 'USER';
  readonly name: string;
  readonly steps: number;
  /** Tokens of its rate; null if it has none. */
  readonly tokens: number | null;
}

/**
 * Claims the first free steps of clients' own Jobs in one statement. Rows that others have locked are skipped, and rows
 * that changed since the snapshot are compared again, so that two claims never return the same step. `picked` is
 * materialized: a LIMIT in a subquery could be run once for each row of the update.
 *
 * The index `job_step_claimable` has the open steps of each type in this order; the claim changes none of its columns. A
 * claim of several types locks up to `max` steps of each, for the time of its transaction. The lock goes with that of an
 * index that reads the steps, which would otherwise hide free steps from a claim. Types have clocks of their own
 * (claimOrder.ts), so that their places are compared by the distance to these.
 *
 * A step with a key, or that a limit counts, is claimed only with a row of `claim_slot`, whose unique index lets one step of a
 * key run. Slots are inserted in one order, so that claims do not wait for each other in a circle.
 *
 * @param allowances the limits, which the caller has locked; absent: nothing is claimed if there is one
 */
export async function leaseSteps(
  transaction: Transaction,
  { steps, jobs }: LeaseSources,
  { jobTypes, max, leaseSeconds, worker }: LeaseRequest,
  allowances?: readonly ClaimAllowance[],
): Promise<LeasedRow[]> {
  const users = (allowances ?? []).filter(({ scope }) => scope === 'USER');
  const types = new Map(
    (allowances ?? []).flatMap(({ scope, name, steps }) => (scope === 'TYPE' ? [[name, steps]] : [])),
  );
  const atMost = (allowed = max): string => String(Math.min(max, allowed));
  const noLimit = allowances
    ? ''
    : `and not exists (select from claim_limit where scope = 'USER' or name = any($1::text[]))`;
  const text = `
    with picked as materialized (
      select s.* from (
      select s.id, s.incarnation, type.name as job_type, s.submitter, s.concurrency_key,
        s.concurrency_key is not null or type.name = any ($6::text[]) or users.max is not null as counted, users.max as of_user,
        s.claim_order - coalesce(clock.place, 0) as place,
        row_number() over (partition by s.submitter order by s.claim_order - coalesce(clock.place, 0), s.incarnation, s.id) as rank
      from unnest($1::text[], $5::int[]) as type(name, max) cross join lateral (
        select s.id, s.claim_order, s.incarnation, s.concurrency_key, j.priority, j.submitter from ${steps} s join ${jobs} j on j.id = s.job_id
        where s.job_type = type.name and s.outcome is null and s.queue_job_id is null and s.status = 'NEW'
          and (s.claimable_at is null or s.claimable_at <= now())
          and not j.managed and not j.cancelled and not j.waits and not j.paused and (j.start_after is null or j.start_after <= now())
          and (j.deadline is null or j.deadline > now()) and j.submitter <> all ($9::text[]) ${noLimit}
          and (s.concurrency_key is null or not exists (
            select from claim_slot slot where slot.job_type = s.job_type and slot.concurrency_key = s.concurrency_key))
        order by s.claim_order, s.incarnation, s.id limit type.max for no key update of s skip locked) s
      left join claim_clock clock on clock.queue = 'type ' || type.name and clock.priority = s.priority
      left join unnest($7::text[], $8::int[]) as users(name, max) on users.name = s.submitter) s
      where s.rank <= coalesce(s.of_user, $2)
      order by s.place, s.incarnation, s.id limit $2),
    slots as (
      insert into claim_slot (step_id, job_type, submitter, concurrency_key)
      select id, job_type, submitter, concurrency_key from picked where counted
      order by job_type, concurrency_key, place, id on conflict do nothing returning step_id)
    update job_step s set status = 'IN_PROGRESS', fence = s.fence + 1, worker = $3, claimed_at = now(), has_slot = picked.counted,
      claimable_at = clock_timestamp() + make_interval(secs => $4)
    from picked, job j where s.id = picked.id and j.id = s.job_id
      and (not picked.counted or picked.id in (select step_id from slots))
    returning s.id, s.version, s.incarnation, s.doc, s.audit, s.job_id as "jobId", s.name, s.status, s.fence, s.faults,
      s.queue_job_id as "queueJobId", s.worker, s.claim_order::float8 as "claimOrder", picked.place::float8 as place, floor(extract(epoch from s.claimable_at) * 1000)::float8 as "leaseUntil",
      j.job_type as "jobType", j.submitter, j.status as "jobStatus", j.doc as "jobDoc"`;
  const rows = await queryReadable<LeasedRow>(transaction, text, [
    ...[jobTypes, max, worker, leaseSeconds],
    jobTypes.map((type) => atMost(types.get(type))),
    [...types.keys()],
    users.map(({ name }) => name),
    users.map((user) => atMost(user.steps)),
    users.filter((user) => user.steps === 0).map(({ name }) => name),
  ]);
  return rows.sort((one, two) => one.place - two.place || (one.incarnation < two.incarnation ? -1 : 1));
}

/** Notified of job types, as `topicOfType` names them, when clients' steps can be claimed. */
export const CLAIMABLE_CHANNEL = 'waybill_claimable_steps';

/** The name of a job type on the channel: types may contain commas, and a payload is short. */
export const topicOfType = (jobType: string): string => new Bun.CryptoHasher('md5').update(jobType).digest('hex');

/**
 * Wakes the workers that wait for steps of these Jobs, once the transaction commits. Only for clients' own Jobs, because
 * NOTIFY serializes the commits of a database.
 */
export async function announceClaimable(transaction: Transaction, jobIds: readonly string[]): Promise<void> {
  await transaction`
    select pg_notify(${CLAIMABLE_CHANNEL}, topic) from (
      select distinct md5(job_type) as topic from job where id = any(${[...jobIds]}::uuid[]) and not managed) types`;
}

/** A locked step with the state of its lease by the clock of the database. */
export interface LockedLease extends StepRow {
  /** VALID: its worker may write. LAPSED: the lease has ended. NONE: no worker has leased the step. */
  readonly lease: 'VALID' | 'LAPSED' | 'NONE';
}

export async function lockLeases(transaction: Transaction, ids: readonly string[]): Promise<LockedLease[]> {
  return transaction<LockedLease[]>`
    select ${transaction.unsafe(stepColumns)}, case
      when status <> 'IN_PROGRESS' or worker is null or queue_job_id is not null or claimable_at is null then 'NONE'
      when claimable_at > clock_timestamp() then 'VALID' else 'LAPSED' end as lease
    from job_step where id = any(${[...ids]}::uuid[]) order by id for update`;
}

/** Locks the Jobs of these steps, as lockJobs does. */
export async function lockJobsOfSteps(transaction: Transaction, ids: readonly string[]): Promise<JobRow[]> {
  return transaction<JobRow[]>`
    select ${transaction.unsafe(jobColumns)} from job
    where id = any(array(select job_id from job_step where id = any(${[...ids]}::uuid[]))) order by id for no key update`;
}

/** Lets leases end so many seconds from now. The caller has locked the rows. Returns the ends, in ms since 1970, by id. */
export async function extendLeases(
  transaction: Transaction,
  ids: readonly string[],
  leaseSeconds: number,
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction<{ id: string; leaseUntil: number }[]>`
    update job_step set claimable_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = any(${[...ids]}::uuid[])
    returning id, floor(extract(epoch from claimable_at) * 1000)::float8 as "leaseUntil"`;
  return new Map(rows.map((row) => [row.id, row.leaseUntil]));
}

export async function jobIdsOfSteps(sql: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select distinct job_id as id from job_step where id = any(${[...ids]}::uuid[])`;
  return rows.map(({ id }) => id);
}

/** Steps whose lease has lapsed, by Job. */
export async function lapsedLeases(sql: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await sql<{ jobId: string; ids: string[] }[]>`
    select job_id as "jobId", array_agg(id) as ids from (
      select id, job_id from job_step
      where outcome is null and queue_job_id is null and status = 'IN_PROGRESS' and worker is not null and claimable_at <= now()
      limit 1000) lapsed
    group by job_id`;
  return new Map(rows.map(({ jobId, ids }) => [jobId, ids]));
}
