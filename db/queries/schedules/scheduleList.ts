import type { Database } from '../../client.ts';
import { queryReadable } from '../access/readableRows.ts';
import { NEXT_AT, type StoredRun } from './scheduleRows.ts';

/** A schedule with its next run and its last one, whose columns are null if there was none. */
export interface ListedSchedule {
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
  readonly nextAt: Date | null;
  readonly waiting: boolean;
  readonly plannedAt: StoredRun['plannedAt'] | null;
  readonly decidedAt: StoredRun['decidedAt'] | null;
  readonly outcome: StoredRun['outcome'] | null;
  readonly jobId: StoredRun['jobId'];
  readonly reason: StoredRun['reason'];
  readonly total: number;
}

/**
 * Returns schedules in the order of their next runs; those without any are the last.
 *
 * @param source the schedules that the caller may read, as a source of a FROM
 */
export const listedSchedules = (
  sql: Database,
  source: string,
  { from, size }: { readonly from: number; readonly size: number },
) =>
  queryReadable<ListedSchedule>(
    sql,
    `select r.id, r.doc, r.audit, ${NEXT_AT} as "nextAt", coalesce(s.waiting, false) as waiting,
      run.planned_at as "plannedAt", run.decided_at as "decidedAt", run.outcome, run.job_id as "jobId", run.reason,
      count(*) over ()::int as total
    from ${source} r
    left join schedule_state s on s.schedule_id = r.id
    left join lateral (
      select * from schedule_run where schedule_id = r.id order by planned_at desc limit 1) run on true
    order by s.next_at nulls last, r.code, r.id offset $1 limit $2`,
    [from, size],
  );
