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
    planned_at = ${run?.plannedAt ?? null}, next_at = ${run?.nextAt ?? null}, waiting = false
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

/** @param reader orders those of one time, so that processes that read at once begin with different ones */
export const dueSchedules = (sql: Database, reader: string, limit: number) => sql<DueSchedule[]>`
  select s.schedule_id as id, r.doc, s.holder, s.revision, s.fence, s.planned_at as "plannedAt",
    s.next_at as "nextAt", s.waiting, j.id as "openJobId", clock_timestamp() as now
  from schedule_state s join schedule r on r.id = s.schedule_id
  left join job j on j.id = s.job_id and j.status in ('NEW', 'IN_PROGRESS')
  where s.next_at <= clock_timestamp() and s.planned_revision = s.revision
  order by s.next_at, md5(s.schedule_id || ${reader}) limit ${limit}`;

/** What schedules wait for. */
export interface ScheduleWork {
  /** A schedule was written since its next run was planned. */
  readonly changed: boolean;
  /** ms until the next run of any schedule; null if there is none. */
  readonly ms: number | null;
}

export async function scheduleWork(sql: Database): Promise<ScheduleWork> {
  const [row] = await sql<ScheduleWork[]>`
    select exists (select from schedule_state where planned_revision < revision) as changed, (
      select (extract(epoch from min(next_at) - clock_timestamp()) * 1000)::float8 from schedule_state
      where next_at is not null and planned_revision = revision) as ms`;
  return row ?? { changed: false, ms: null };
}

/**
 * Locks the states of schedules until the end of the transaction. Returns the ids of those that no other process has in hand,
 * and that have not changed since they were read.
 */
export async function lockRuns(
  transaction: Transaction,
  due: readonly Pick<DueSchedule, 'id' | 'revision' | 'fence'>[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction<{ id: string }[]>`
    select s.schedule_id as id from schedule_state s
    join unnest(${due.map(({ id }) => id)}::uuid[], ${due.map(({ revision }) => revision)}::int[],
      ${due.map(({ fence }) => fence)}::int[]) as d(id, revision, fence)
      on s.schedule_id = d.id and s.revision = d.revision and s.fence = d.fence
    for update of s skip locked`;
  return new Set(rows.map(({ id }) => id));
}

/** What has become of a run. */
export interface RunOutcome {
  readonly outcome: 'STARTED' | 'SKIPPED' | 'MISSED' | 'FAILED';
  readonly jobId?: string;
  readonly reason?: string;
}

/** Runs of a schedule that are stored. */
const STORED_RUNS = 100;

/** Stores runs of different schedules. Returns the ids of the schedules that had no run of this time. */
export async function insertRuns(
  transaction: Transaction,
  runs: readonly (Pick<DueSchedule, 'id' | 'plannedAt'> & RunOutcome)[],
): Promise<ReadonlySet<string>> {
  const ids = runs.map(({ id }) => id);
  const inserted = transaction<{ id: string }[]>`
    insert into schedule_run (schedule_id, planned_at, outcome, job_id, reason)
    select * from unnest(${ids}::uuid[], ${runs.map(({ plannedAt }) => plannedAt.toISOString())}::timestamptz[],
      ${runs.map(({ outcome }) => outcome)}::text[], ${runs.map(({ jobId }) => jobId ?? null)}::uuid[],
      ${runs.map(({ reason }) => reason ?? null)}::text[])
    on conflict do nothing returning schedule_id as id`;
  const deleted = transaction`
    delete from schedule_run r using unnest(${ids}::uuid[]) as d(id) where r.schedule_id = d.id and r.planned_at <= (
      select planned_at from schedule_run where schedule_id = d.id
      order by planned_at desc offset ${STORED_RUNS} limit 1)`;
  const [rows] = await Promise.all([inserted, deleted]);
  return new Set(rows.map(({ id }) => id));
}

/** Pause between looks at a Job whose end a run waits for. */
const WAIT = "interval '1 second'";

/** A schedule whose run was decided, and its next run. */
export interface MovedSchedule {
  readonly id: string;
  readonly run: PlannedRun | undefined;
  /** Whether the next run waits for the Job of the run before. */
  readonly waits: boolean;
  readonly jobId: string | undefined;
}

/** Moves schedules to their next runs; a Job that was started becomes the last one of its schedule. */
export const moveToRuns = (transaction: Transaction, moved: readonly MovedSchedule[]) => transaction`
  update schedule_state s set fence = s.fence + 1, waiting = m.waits, job_id = coalesce(m.job_id, s.job_id),
    planned_at = m.planned_at,
    next_at = case when m.waits then clock_timestamp() + ${transaction.unsafe(WAIT)} else m.next_at end
  from unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ jobId }) => jobId ?? null)}::uuid[],
    ${moved.map(({ run }) => run?.plannedAt.toISOString() ?? null)}::timestamptz[],
    ${moved.map(({ run }) => run?.nextAt.toISOString() ?? null)}::timestamptz[],
    ${moved.map(({ waits }) => String(waits))}::text[]::boolean[]) as m(id, job_id, planned_at, next_at, waits)
  where s.schedule_id = m.id`;

/** Postpones a run until the Job of the run before has ended: workers check again after a pause. */
export const postponeRun = (
  sql: Database,
  { id, revision, fence }: Pick<DueSchedule, 'id' | 'revision' | 'fence'>,
) => sql`
  update schedule_state set waiting = true, next_at = clock_timestamp() + ${sql.unsafe(WAIT)}
  where schedule_id = ${id} and revision = ${revision} and fence = ${fence}`;

/** A stored run. */
export interface StoredRun {
  readonly plannedAt: Date;
  readonly decidedAt: Date;
  readonly outcome: RunOutcome['outcome'];
  readonly jobId: string | null;
  readonly reason: string | null;
}

export interface NextRun {
  readonly nextAt: Date | null;
  /** The time of the next run by its pattern, before the jitter. */
  readonly plannedAt: Date | null;
  readonly waiting: boolean;
  /** The text of the timing that was planned; null before the first plan, and of a paused schedule. */
  readonly timing: string | null;
  /** Whether the last change of the schedule was planned. */
  readonly isPlanned: boolean;
  readonly now: Date;
}

/** When a schedule runs next. A run that waits is looked at again and again, but its time is that of its pattern. */
export const NEXT_AT = 'case when s.waiting then s.planned_at else s.next_at end';

/** What a schedule is at, with one of its stored runs, if it has any. */
type StateAndRun = NextRun & { readonly [Member in keyof StoredRun as `run_${Member}`]: StoredRun[Member] | null };

/** Returns the stored runs of a schedule, newest first, and when it runs next, by one statement: a worker changes both together. */
export async function runsOf(sql: Database, id: string): Promise<NextRun & { readonly runs: readonly StoredRun[] }> {
  const rows = await sql<[StateAndRun, ...StateAndRun[]]>`
    select ${sql.unsafe(NEXT_AT)} as "nextAt", s.planned_at as "plannedAt", coalesce(s.waiting, false) as waiting, s.timing,
      coalesce(s.planned_revision = s.revision, false) as "isPlanned", clock_timestamp() as now,
      r.planned_at as "run_plannedAt", r.decided_at as "run_decidedAt", r.outcome as "run_outcome", r.job_id as "run_jobId",
      r.reason as "run_reason"
    from (select ${id}::uuid as id) asked
    left join schedule_state s on s.schedule_id = asked.id
    left join lateral (
      select * from schedule_run where schedule_id = asked.id order by planned_at desc limit ${STORED_RUNS}) r on true
    order by r.planned_at desc`;
  const runs = rows.flatMap((row): StoredRun[] => {
    const { run_plannedAt: plannedAt, run_decidedAt: decidedAt, run_outcome: outcome } = row;
    if (!plannedAt || !decidedAt || !outcome) return [];
    return [{ plannedAt, decidedAt, outcome, jobId: row.run_jobId, reason: row.run_reason }];
  });
  const [{ nextAt, plannedAt, waiting, timing, isPlanned, now }] = rows;
  return { nextAt, plannedAt, waiting, timing, isPlanned, now, runs };
}
