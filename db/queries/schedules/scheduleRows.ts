import type { Database, Transaction } from '../../client.ts';

/** A schedule that was written since its next run was planned. */
export interface ChangedSchedule {
  readonly id: string;
  /** The record as JSON text. */
  readonly doc: string;
  readonly revision: number;
  readonly timing: string | null;
  readonly plannedAt: Date | null;
  readonly nextAt: Date | null;
  /** When it was written, by the clock of an api; at most the present time of the database. */
  readonly writtenAt: Date;
}

export const changedSchedules = (sql: Database, limit: number) => sql<ChangedSchedule[]>`
  select s.schedule_id as id, r.doc, s.revision, s.timing, s.planned_at as "plannedAt", s.next_at as "nextAt",
    least((r.audit::jsonb->>'whenEdited')::timestamptz, clock_timestamp()) as "writtenAt"
  from schedule_state s join schedule r on r.id = s.schedule_id
  where s.planned_revision < s.revision order by s.schedule_id limit ${limit}`;

/** The time of a run by its pattern, and when it starts. */
export interface PlannedRun {
  readonly plannedAt: Date;
  readonly nextAt: Date;
}

/** Stores the next run of a changed schedule, unless it has changed again or another process has planned it. */
export const planSchedule = (
  sql: Database,
  { id, revision }: Pick<ChangedSchedule, 'id' | 'revision'>,
  { timing, run }: { readonly timing: string | null; readonly run: PlannedRun | undefined },
) => sql`
  update schedule_state set planned_revision = ${revision}, timing = ${timing}, fence = fence + 1,
    planned_at = ${run?.plannedAt ?? null}, next_at = ${run?.nextAt ?? null}, waiting = waiting and ${run !== undefined}
  where schedule_id = ${id} and revision = ${revision} and planned_revision < ${revision}`;

/** Marks a change as planned that does not concern the next run. */
export const keepPlan = (sql: Database, { id, revision }: Pick<ChangedSchedule, 'id' | 'revision'>) => sql`
  update schedule_state set planned_revision = ${revision}
  where schedule_id = ${id} and revision = ${revision} and planned_revision < ${revision}`;

/** A schedule whose next run is due. */
export interface DueSchedule {
  readonly id: string;
  readonly doc: string;
  /** JSON text; null if it is unknown. */
  readonly holder: string | null;
  readonly revision: number;
  readonly fence: number;
  readonly plannedAt: Date;
  readonly nextAt: Date;
  readonly waiting: boolean;
  /** The Job of the run before, if it has not ended. */
  readonly openJobId: string | null;
  readonly now: Date;
}

export const dueSchedules = (sql: Database, limit: number) => sql<DueSchedule[]>`
  select s.schedule_id as id, r.doc, s.holder, s.revision, s.fence, s.planned_at as "plannedAt",
    s.next_at as "nextAt", s.waiting, j.id as "openJobId", clock_timestamp() as now
  from schedule_state s join schedule r on r.id = s.schedule_id
  left join job j on j.id = s.job_id and j.status in ('NEW', 'IN_PROGRESS')
  where s.next_at <= clock_timestamp() and s.planned_revision = s.revision
  order by s.next_at limit ${limit}`;

/** Returns the ms until the next run of any schedule; undefined if there is none. */
export async function msToNextRun(sql: Database): Promise<number | undefined> {
  const [row] = await sql<{ ms: number | null }[]>`
    select (extract(epoch from min(next_at) - clock_timestamp()) * 1000)::float8 as ms from schedule_state
    where next_at is not null and planned_revision = revision`;
  return row?.ms ?? undefined;
}

/**
 * Locks the state of a schedule until the end of the transaction. Returns false if another process has it in hand, or if
 * it has changed since it was read.
 */
export async function lockRun(
  transaction: Transaction,
  { id, revision, fence }: Pick<DueSchedule, 'id' | 'revision' | 'fence'>,
): Promise<boolean> {
  const { count } = await transaction`
    select from schedule_state where schedule_id = ${id} and revision = ${revision} and fence = ${fence}
    for update skip locked`;
  return count === 1;
}

/** What has become of a run. */
export interface RunOutcome {
  readonly outcome: 'STARTED' | 'SKIPPED' | 'MISSED' | 'FAILED';
  readonly jobId?: string;
  readonly reason?: string;
}

/** Runs of a schedule that are stored. */
const STORED_RUNS = 100;

/** Stores a run. Returns false if there is one of this time. */
export async function insertRun(
  transaction: Transaction,
  { id, plannedAt }: Pick<DueSchedule, 'id' | 'plannedAt'>,
  { outcome, jobId, reason }: RunOutcome,
): Promise<boolean> {
  const { count } = await transaction`
    insert into schedule_run (schedule_id, planned_at, outcome, job_id, reason)
    values (${id}, ${plannedAt}, ${outcome}, ${jobId ?? null}, ${reason ?? null}) on conflict do nothing`;
  await transaction`
    delete from schedule_run where schedule_id = ${id} and planned_at <= (
      select planned_at from schedule_run where schedule_id = ${id}
      order by planned_at desc offset ${STORED_RUNS} limit 1)`;
  return count === 1;
}

/** Moves a schedule to its next run; a Job that was started becomes its last. */
export const moveToRun = (
  transaction: Transaction,
  id: string,
  { run, jobId }: { readonly run: PlannedRun | undefined; readonly jobId: string | undefined },
) => transaction`
  update schedule_state set fence = fence + 1, waiting = false, job_id = coalesce(${jobId ?? null}::uuid, job_id),
    planned_at = ${run?.plannedAt ?? null}, next_at = ${run?.nextAt ?? null}
  where schedule_id = ${id}`;

/** Has a run wait for the end of the Job before: workers look again after so many seconds. */
export const postponeRun = (
  sql: Database,
  { id, revision, fence }: Pick<DueSchedule, 'id' | 'revision' | 'fence'>,
  seconds: number,
) => sql`
  update schedule_state set waiting = true, next_at = clock_timestamp() + make_interval(secs => ${seconds})
  where schedule_id = ${id} and revision = ${revision} and fence = ${fence}`;

/** A stored run. */
export interface StoredRun {
  readonly plannedAt: Date;
  readonly decidedAt: Date;
  readonly outcome: RunOutcome['outcome'];
  readonly jobId: string | null;
  readonly reason: string | null;
}

interface NextRun {
  readonly nextAt: Date | null;
  /** The time of the next run by its pattern, before the jitter. */
  readonly plannedAt: Date | null;
  readonly waiting: boolean;
  /** The text of the timing that was planned; null before the first plan, and of a paused schedule. */
  readonly timing: string | null;
  /** Whether the last change of the schedule was planned. */
  readonly isPlanned: boolean;
}

/** Returns the stored runs of a schedule, newest first, and when it runs next. */
export async function runsOf(sql: Database, id: string): Promise<NextRun & { readonly runs: readonly StoredRun[] }> {
  const [[state], runs] = await Promise.all([
    sql<NextRun[]>`
      select next_at as "nextAt", planned_at as "plannedAt", waiting, timing, planned_revision = revision as "isPlanned"
      from schedule_state where schedule_id = ${id}`,
    sql<StoredRun[]>`
      select planned_at as "plannedAt", decided_at as "decidedAt", outcome, job_id as "jobId", reason
      from schedule_run where schedule_id = ${id} order by planned_at desc limit ${STORED_RUNS}`,
  ]);
  const unplanned = { nextAt: null, plannedAt: null, waiting: false, timing: null, isPlanned: false };
  return { ...(state ?? unplanned), runs };
}
