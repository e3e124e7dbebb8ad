import type { Database } from '../../client.ts';

/** The states of queue jobs, as operators see them. */
export const queueJobStates = ['WAITING', 'SCHEDULED', 'RUNNING', 'ENDED'] as const;
export type QueueJobState = (typeof queueJobStates)[number];

export interface QueueJobRow {
  readonly id: string;
  /** The state of pg-boss. */
  readonly state: string;
  readonly data: string;
  readonly queuedAt: Date;
  readonly dueAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly attempts: number;
  readonly reason: string | null;
}

/** Rows and order of each state. Ended jobs stay until pg-boss deletes them. */
const listOf: Readonly<Record<QueueJobState, { readonly rows: string; readonly order: string }>> = {
  WAITING: { rows: `state < 'active' and start_after <= now()`, order: 'start_after, id' },
  SCHEDULED: { rows: `state < 'active' and start_after > now()`, order: 'start_after, id' },
  RUNNING: { rows: `state = 'active'`, order: 'started_on, id' },
  ENDED: { rows: `state > 'active'`, order: 'completed_on desc, id' },
};

/** Returns a part of the jobs of a queue in a state: those due first, those that run longest, or those that ended last. */
export async function queueJobs(
  sql: Database,
  { queue, state }: { readonly queue: string; readonly state: QueueJobState },
  { from, size }: { readonly from: number; readonly size: number },
): Promise<{ total: number; rows: QueueJobRow[] }> {
  const { rows: condition, order } = listOf[state];
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::int as total from pgboss.job where name = ${queue} and ${sql.unsafe(condition)}`;
  const rows = await sql<QueueJobRow[]>`
    select id, state, coalesce(data, '{}')::text as data, created_on as "queuedAt", start_after as "dueAt",
      started_on as "startedAt", completed_on as "endedAt",
      retry_count + case when state < 'active' then 0 else 1 end as attempts, output->>'message' as reason
    from pgboss.job where name = ${queue} and ${sql.unsafe(condition)}
    order by ${sql.unsafe(order)} limit ${size} offset ${from}`;
  return { total: counted?.total ?? 0, rows };
}
