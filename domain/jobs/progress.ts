import type { ServiceDependencies } from '../ports/serviceDependencies.ts';
import { recordText } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { PollingFeed } from '../runtime/pollingFeed.ts';

const POLL_MS = 400;

export interface JobProgress {
  readonly version: number;
  /** The Job as JSON text, without its steps. */
  readonly text: string;
  /** The stored texts of the Job. */
  readonly doc: string;
  readonly audit: string;
  readonly closed: boolean;
  /** Steps by status; a cancelled step counts as CANCELLED and not as FAILED. */
  readonly progress: Readonly<Record<'NEW' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'CANCELLED', number>>;
}

/** The progress of Jobs by their ids. */
export type JobProgressFeed = PollingFeed<JobProgress>;

export function makeJobProgressFeed({ sql, log }: Pick<ServiceDependencies, 'sql' | 'log'>): JobProgressFeed {
  return new PollingFeed(log, {
    name: 'the progress of Jobs',
    pollMs: POLL_MS,
    read: async (ids) => {
      const rows = await sql<
        { id: string; version: number; doc: string; audit: string; status: string; counts: string }[]
      >`
        select j.id, j.version, j.doc, j.audit, j.status, coalesce((select json_object_agg(status, n)::text from (
          select case when s.status = 'FAILED' and s.doc::json->>'cause' = 'CANCELLED' then 'CANCELLED' else s.status end as status,
            count(*)::int as n
          from job_step s where s.job_id = j.id group by 1) counted), '{}') as counts
        from job j where j.id = any(${ids}::uuid[])`;
      return new Map(
        rows.map((row): [string, JobProgress] => [
          row.id,
          {
            version: row.version,
            text: recordText(row),
            doc: row.doc,
            audit: row.audit,
            closed: row.status === 'COMPLETED' || row.status === 'FAILED',
            progress: {
              NEW: 0,
              IN_PROGRESS: 0,
              COMPLETED: 0,
              FAILED: 0,
              CANCELLED: 0,
              ...parseStored<object>(row.counts),
            },
          },
        ]),
      );
    },
  });
}
