import type { Database } from '../../client.ts';

/** First key of the session locks of workers; the second one is a hash of the worker's name. */
const SESSION_LOCK = 8_710_241;

/**
 * Takes the lock of a worker on its session. PostgreSQL releases it when the connection ends, and within 20 seconds of the
 * loss of the machine.
 */
export async function lockSession(session: Database, worker: string): Promise<void> {
  // Not as parameters of the connection, which a connection pool may reject.
  await session`select set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '5', false),
    set_config('tcp_keepalives_count', '3', false)`;
  await session`select pg_advisory_lock(${SESSION_LOCK}::int, hashtext(${worker}))`;
}

/** Returns the workers among these that have neither their session lock nor a heartbeat of the last `silentSeconds`. */
export async function goneWorkers(
  sql: Database,
  workers: readonly string[],
  silentSeconds: number,
): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`
    select name from unnest(${[...workers]}::text[]) as given(name)
    where not exists (
      select from process p where p.status::json->>'worker' = name
        and p.seen_at > clock_timestamp() - make_interval(secs => ${silentSeconds}))
    and not exists (
      select from pg_locks l where l.locktype = 'advisory' and l.granted
        and l.database = (select oid from pg_database where datname = current_database())
        and l.classid = ${SESSION_LOCK} and l.objid = (hashtext(name)::bigint & 4294967295)::oid and l.objsubid = 2)`;
  return new Set(rows.map(({ name }) => name));
}
