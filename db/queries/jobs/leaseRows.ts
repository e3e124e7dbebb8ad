import type { JobStatus } from '../../../domain/kinds/processing/job.ts';
import type { Database, Transaction } from '../../client.ts';
import { queryReadable } from '../access/readableRows.ts';
import { type JobRow, jobColumns, type StepRow, stepColumns } from './jobRows.ts';

/** A step that a client's worker has claimed, with its Job. */
export interface LeasedRow extends StepRow {
  readonly incarnation: bigint;
  /** Places to the clock of its type, less those of its priority. */
  readonly place: number;
  /** The share that it belongs to, from 0. */
  readonly share: number;
  /** ms since 1970 by the clock of the database, as the end of the lease. */
  readonly claimedAt: number;
  readonly leaseUntil: number;
  readonly jobType: string;
  readonly submitter: string;
  readonly jobStatus: JobStatus;
  readonly jobDoc: string;
}

/** What one worker asks for. */
export interface LeaseShare {
  readonly worker: string;
  readonly max: number;
}

/** The first shares are filled first. */
export interface LeaseRequest {
  readonly jobTypes: readonly string[];
  readonly leaseSeconds: number;
  readonly shares: readonly LeaseShare[];
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
 * A step with a key, or that a limit counts, is claimed only with a row of `claim_slot`, whose unique index lets one step of a
 * key run. Slots are inserted in one order, so that claims do not wait for each other in a circle.
 *
 * The texts of the records stay as they are: a step that ends soon is written and indexed once (showLeases.ts).
 *
 * @param allowances the limits, which the caller has locked; absent: nothing is claimed if there is one
 */
export async function leaseSteps(
  sql: Database | Transaction,
  sources: LeaseSources,
  { jobTypes, leaseSeconds, shares }: LeaseRequest,
  allowances?: readonly ClaimAllowance[],
): Promise<LeasedRow[]> {
  const max = total(shares);
  const { text, values } =
    allowances || jobTypes.length > 1
      ? pickedOfTypes(sources, jobTypes, max, allowances)
      : { text: pickedOfType(sources), values: [jobTypes] };
  // The places at which the shares after the first begin.
  const bounds = shares.map((_, index) => String(1 + total(shares.slice(0, index))));
  const rows = await queryReadable<LeasedRow>(
    sql,
    `with picked as materialized (
      select s.*, width_bucket(row_number() over (order by s.place, s.incarnation, s.id), $4::bigint[]) as share
      from (${text}) s order by s.place, s.incarnation, s.id limit $1),
    slots as (
      insert into claim_slot (step_id, job_type, submitter, concurrency_key)
      select id, job_type, submitter, concurrency_key from picked where counted
      order by job_type, concurrency_key, place, id on conflict do nothing returning step_id)
    update job_step s set status = 'IN_PROGRESS', fence = s.fence + 1, worker = ($2::text[])[picked.share], claimed_at = now(),
      has_slot = picked.counted, claimable_at = clock_timestamp() + make_interval(secs => $3)
    from picked, job j where s.id = picked.id and j.id = s.job_id
      and (not picked.counted or picked.id in (select step_id from slots))
    returning s.id, s.version, s.incarnation, s.doc, s.audit, s.job_id as "jobId", s.name, s.status, s.fence, s.faults,
      s.queue_job_id as "queueJobId", s.worker, s.claim_order::float8 as "claimOrder", picked.place::float8 as place,
      picked.share - 1 as share, floor(extract(epoch from s.claimed_at) * 1000)::float8 as "claimedAt",
      floor(extract(epoch from s.claimable_at) * 1000)::float8 as "leaseUntil",
      j.job_type as "jobType", j.submitter, j.status as "jobStatus", j.doc as "jobDoc"`,
    [max, shares.map(({ worker }) => worker), leaseSeconds, bounds, ...values],
  );
  return rows.sort((one, two) => one.place - two.place || (one.incarnation < two.incarnation ? -1 : 1));
}

const noLimit = (types: string): string =>
  `not exists (select from claim_limit where scope = 'USER' or name = any(${types}))`;

/**
 * Returns a query of the first free steps of a type, in the order of claims, and locks them. The index `job_step_claimable` has
 * the open steps of each type in this order; the claim changes none of its columns. The lock goes with that of an index that
 * reads the steps, which would otherwise hide free steps from a claim.
 *
 * OFFSET leaves the Jobs out of the join order: PostgreSQL expects few of them to be claimable, and would begin with them, and
 * sort all their steps (5 ms for 5,000 steps).
 *
 * @param type an expression, as are `limit` and `condition`
 */
const freeSteps = ({ steps, jobs }: LeaseSources, type: string, limit: string, condition: string): string => `
  select s.id, s.claim_order, s.incarnation, s.job_type, s.concurrency_key, j.priority, j.submitter
  from ${steps} s cross join lateral (
    select j.priority, j.submitter from ${jobs} j where j.id = s.job_id and not j.managed and not j.cancelled and not j.waits
      and not j.paused and (j.start_after is null or j.start_after <= now()) and (j.deadline is null or j.deadline > now())
    offset 0) j
  where s.job_type = ${type} and s.outcome is null and s.queue_job_id is null and s.status = 'NEW'
    and (s.claimable_at is null or s.claimable_at <= now()) and ${condition}
    and (s.concurrency_key is null or not exists (
      select from claim_slot slot where slot.job_type = s.job_type and slot.concurrency_key = s.concurrency_key))
  order by s.claim_order, s.incarnation, s.id limit ${limit} for no key update of s skip locked`;

/**
 * $1 maximum number of steps, $5 their type, alone in an array. Most claims are of one type without limits: this form takes half
 * the time to plan. It is planned at each claim, because PostgreSQL expects more than one type where it does not know the array;
 * a plan for any type, made while the table was small, would scan the whole table until its statistics change.
 */
const pickedOfType = (sources: LeaseSources): string => `
  select s.id, s.incarnation, s.job_type, s.submitter, s.concurrency_key, s.concurrency_key is not null as counted,
    s.claim_order as place
  from unnest($5::text[]) as type(name) cross join lateral (${freeSteps(sources, 'type.name', '$1', noLimit('$5::text[]'))}) s`;

/**
 * A claim of several types locks up to `max` steps of each, for the time of its transaction. Types have clocks of their own
 * (claimOrder.ts), so that their places are compared by the distance to these.
 */
function pickedOfTypes(
  sources: LeaseSources,
  jobTypes: readonly string[],
  max: number,
  allowances: readonly ClaimAllowance[] | undefined,
): { readonly text: string; readonly values: (readonly string[])[] } {
  const users = (allowances ?? []).filter(({ scope }) => scope === 'USER');
  const types = new Map(
    (allowances ?? []).flatMap(({ scope, name, steps }) => (scope === 'TYPE' ? [[name, steps]] : [])),
  );
  const atMost = (allowed = max): string => String(Math.min(max, allowed));
  const condition = `j.submitter <> all ($10::text[])${allowances ? '' : ` and ${noLimit('$5::text[]')}`}`;
  const text = `
    select s.* from (
      select s.id, s.incarnation, s.job_type, s.submitter, s.concurrency_key,
        s.concurrency_key is not null or s.job_type = any ($7::text[]) or users.max is not null as counted,
        users.max as of_user, s.claim_order - coalesce(clock.place, 0) as place,
        row_number() over (partition by s.submitter order by s.claim_order - coalesce(clock.place, 0), s.incarnation, s.id) as rank
      from unnest($5::text[], $6::int[]) as type(name, max)
      cross join lateral (${freeSteps(sources, 'type.name', 'type.max', condition)}) s
      left join claim_clock clock on clock.queue = 'type ' || type.name and clock.priority = s.priority
      left join unnest($8::text[], $9::int[]) as users(name, max) on users.name = s.submitter) s
    where s.rank <= coalesce(s.of_user, $1)`;
  return {
    text,
    values: [
      jobTypes,
      jobTypes.map((type) => atMost(types.get(type))),
      [...types.keys()],
      users.map(({ name }) => name),
      users.map((user) => atMost(user.steps)),
      users.filter((user) => user.steps === 0).map(({ name }) => name),
    ],
  };
}

const total = (shares: readonly LeaseShare[]): number => shares.reduce((sum, { max }) => sum + max, 0);

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
  /** ms since 1970 by the clock of the database; null if nobody has the step. */
  readonly claimedAt: number | null;
}

export async function lockLeases(transaction: Transaction, ids: readonly string[]): Promise<LockedLease[]> {
  return transaction<LockedLease[]>`
    select ${transaction.unsafe(stepColumns)}, case
      when status <> 'IN_PROGRESS' or worker is null or queue_job_id is not null or claimable_at is null then 'NONE'
      when claimable_at > clock_timestamp() then 'VALID' else 'LAPSED' end as lease,
      floor(extract(epoch from claimed_at) * 1000)::float8 as "claimedAt"
    from job_step where id = any(${[...ids]}::uuid[]) order by id for update`;
}

/** Returns the ids of the steps that a worker still has by these claims. */
export async function openLeases(
  sql: Database,
  claims: readonly { readonly id: string; readonly fence: number }[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select s.id from unnest(${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ fence }) => fence)}::int[]) as input(id, fence)
    join job_step s on s.id = input.id and s.fence = input.fence
    where s.status = 'IN_PROGRESS' and s.worker is not null and s.queue_job_id is null`;
  return rows.map(({ id }) => id);
}

/** Reads the Jobs of these steps. */
export async function jobsOfSteps(transaction: Transaction, ids: readonly string[]): Promise<JobRow[]> {
  return transaction<JobRow[]>`
    select ${transaction.unsafe(jobColumns)} from job
    where id = any(array(select job_id from job_step where id = any(${[...ids]}::uuid[])))`;
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

/** Leases that have lapsed, by Job, and steps that are leased for a while and whose record does not say that they run. */
export interface OverdueLeases {
  readonly lapsed: ReadonlyMap<string, readonly string[]>;
  readonly unshown: readonly { readonly id: string; readonly fence: number }[];
}

/**
 * Finds both in one scan of the open steps of clients' own Jobs. A record shows a claim soon, unless its process has died: only
 * the records of claims of the last minute are read.
 */
export async function overdueLeases(sql: Database): Promise<OverdueLeases> {
  const rows = await sql<{ id: string; jobId: string; fence: number; lapsed: boolean }[]>`
    select id, job_id as "jobId", fence, claimable_at <= now() as lapsed from job_step
    where outcome is null and queue_job_id is null and status = 'IN_PROGRESS' and worker is not null and (claimable_at <= now()
      or claimed_at between now() - interval '1 minute' and now() - interval '1 second' and doc::json->>'status' <> 'IN_PROGRESS')
    limit 1000`;
  const lapsed = Map.groupBy(
    rows.filter((row) => row.lapsed),
    ({ jobId }) => jobId,
  );
  return {
    lapsed: new Map([...lapsed].map(([jobId, steps]) => [jobId, steps.map(({ id }) => id)])),
    unshown: rows.filter((row) => !row.lapsed),
  };
}
