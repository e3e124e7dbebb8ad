import type { Database } from '../../client.ts';

/** A process whose heartbeat is older counts as dead. */
const SILENT_SECONDS = 6;

/** A worker process, with its last heartbeat. */
export interface WorkerRow {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly alive: boolean;
  readonly queues: readonly string[];
  readonly startedAt: Date;
  readonly seenAt: Date;
  /** JSON text. */
  readonly status: string;
  readonly drainRequestedAt: Date | null;
  readonly drainRequestedBy: string | null;
}

/** Returns all workers, or the one with this id. */
export async function readWorkers(sql: Database, id?: string): Promise<WorkerRow[]> {
  return sql<WorkerRow[]>`
    select id, host, pid, seen_at > now() - make_interval(secs => ${SILENT_SECONDS}) as alive, queues,
      started_at as "startedAt", seen_at as "seenAt", status,
      drain_requested_at as "drainRequestedAt", drain_requested_by as "drainRequestedBy"
    from process where role = 'worker' and ${id === undefined ? sql`true` : sql`id = ${id}`} order by started_at, id`;
}

/** The first request stays. */
export async function requestDrain(sql: Database, id: string, user: string): Promise<void> {
  await sql`
    update process set drain_requested_at = now(), drain_requested_by = ${user}
    where id = ${id} and role = 'worker' and drain_requested_at is null`;
}

/** Takes a request back. Returns false if the worker has ended its drain, or its process. */
export async function withdrawDrain(sql: Database, id: string): Promise<boolean> {
  const rows = await sql`
    update process set drain_requested_at = null, drain_requested_by = null
    where id = ${id} and role = 'worker' and queues <> '{}' returning id`;
  return rows.length > 0;
}

/** Ends the drain of a worker that runs nothing more: it claims from no queue. Returns false if the request was taken back. */
export async function endDrain(sql: Database, id: string): Promise<boolean> {
  const rows = await sql`
    update process set queues = '{}' where id = ${id} and drain_requested_at is not null returning id`;
  return rows.length > 0;
}
