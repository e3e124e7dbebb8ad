import type { Database } from '../../client.ts';

/** The steps of one job type that one worker of a client has claimed. */
export interface ClientWorkerRow {
  readonly worker: string;
  readonly jobType: string;
  readonly steps: number;
  /** The oldest claim. */
  readonly claimedAt: Date;
  /** The lease that ends first. */
  readonly leaseUntil: Date;
}

/** Returns what workers of clients have claimed over HTTP. The index `job_step_claimable` has the open steps of clients. */
export const clientWorkers = (sql: Database, limit: number) => sql<ClientWorkerRow[]>`
  select s.worker, j.job_type as "jobType", count(*)::int as steps, min(s.claimed_at) as "claimedAt",
    min(s.claimable_at) as "leaseUntil"
  from job_step s join job j on j.id = s.job_id
  where s.outcome is null and s.queue_job_id is null and s.status = 'IN_PROGRESS'
    and s.worker is not null and s.claimable_at is not null
  group by s.worker, j.job_type order by s.worker, j.job_type limit ${limit}`;
