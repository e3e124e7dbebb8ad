import type { Database } from '../../client.ts';

export interface ProcessMetrics {
  readonly id: string;
  readonly role: string;
  readonly host: string;
  readonly pid: number;
  readonly metrics: Uint8Array;
}

/** Stores the metrics of a process, unless its row was deleted. */
export async function storeMetrics(sql: Database, processId: string, metrics: Uint8Array): Promise<void> {
  await sql`
    insert into process_metrics (process_id, metrics)
    select id, ${metrics} from process where id = ${processId} for key share
    on conflict (process_id) do update set metrics = excluded.metrics`;
}

/** Returns the metrics of all processes with a heartbeat within the last `silentSeconds`. */
export async function liveMetrics(sql: Database, silentSeconds: number): Promise<ProcessMetrics[]> {
  return sql<ProcessMetrics[]>`
    select p.id, p.role, p.host, p.pid, m.metrics from process p join process_metrics m on m.process_id = p.id
    where p.seen_at > now() - make_interval(secs => ${silentSeconds}) order by p.role, p.started_at, p.id`;
}

/** Metrics of the database itself. */
export interface DatabaseCounts {
  readonly connections: readonly { readonly application: string; readonly state: string; readonly count: number }[];
  readonly maxConnections: number;
  readonly outboxOldestSeconds: number;
}

export async function databaseCounts(sql: Database): Promise<DatabaseCounts> {
  const connections = await sql<{ application: string; state: string; count: number }[]>`
    select coalesce(nullif(application_name, ''), 'unnamed') as application, coalesce(state, 'unknown') as state,
      count(*)::int as count
    from pg_stat_activity where datname = current_database() group by 1, 2 order by 1, 2`;
  const [row] = await sql<{ max: number; oldest: number | null }[]>`
    select current_setting('max_connections')::int as max,
      (select extract(epoch from now() - min(not_before))::float8 from outbox where not_before <= now() and error is null) as oldest`;
  return { connections, maxConnections: row?.max ?? 0, outboxOldestSeconds: Math.max(0, row?.oldest ?? 0) };
}
