import type { Database, Transaction } from '../../client.ts';

const LOCK = 8_710_238;

/** Makes the second of two concurrent requests for a rebuild wait for the commit of the first. */
export const lockRebuilds = (transaction: Transaction) => transaction`select pg_advisory_xact_lock(${LOCK})`;

/** An open Job that fills new indexes. */
export interface OpenRebuild {
  readonly id: string;
  readonly jobType: string;
  /** The kind that its data name; null for all. */
  readonly kind: string | null;
  /** All its indexes are registered. */
  readonly planned: boolean;
  /** The kinds whose indexes it fills now. */
  readonly filling: readonly string[];
}

/** Returns the open Jobs of these types, the oldest first. The index `job_open` finds the few that are open. */
export const openRebuilds = (
  sql: Database | Transaction,
  engine: string,
  jobTypes: readonly string[],
): Promise<OpenRebuild[]> => sql<OpenRebuild[]>`
  select id, job_type as "jobType", doc::json -> 'data' ->> 'kind' as kind, planning_complete as planned,
    array(select kind from search_index where engine = ${engine} and job_id = job.id and state = 'FILLING') as filling
  from job
  where status in ('NEW', 'IN_PROGRESS') and managed and job_type = any(${[...jobTypes]}::text[])
  order by id`;
