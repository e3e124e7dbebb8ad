import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { cpuOfServer } from './cpu.ts';

/** With `BENCH_STATEMENTS=1`, the statements that took the most time are printed at the end. */
export const countsStatements = process.env['BENCH_STATEMENTS'] === '1';

/** A statement of all its calls; ms include those of planning. */
export interface Statement {
  readonly ms: number;
  readonly planMs: number;
  readonly calls: number;
  readonly rows: number;
  /** Bytes in the write-ahead log. */
  readonly walBytes: number;
  readonly database: string;
  readonly query: string;
}

/** What a database server has done, for profiles. */
export interface ServerWork {
  readonly seconds: number;
  readonly statements: readonly Statement[];
}

/** The file in a folder of profiles with the ServerWork. */
export const SERVER_FILE = 'server.json';

/** Forgets the statements so far: those that migrate a database are no part of a benchmark. */
export async function resetStatements(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`create extension if not exists pg_stat_statements`;
  await sql`select pg_stat_statements_reset()`;
  await sql.end();
}

/** Prints the 25 statements of all databases that took the most time, or, in a profile, writes them and the processor seconds. */
export async function reportStatements(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const statements = await sql<Statement[]>`
    select (total_exec_time + total_plan_time)::float8 as ms, total_plan_time::float8 as "planMs", calls::int, rows::int,
      wal_bytes::float8 as "walBytes", datname as database, regexp_replace(query, '\\s+', ' ', 'g') as query
    from pg_stat_statements s join pg_database d on d.oid = s.dbid
    where toplevel and datname <> current_database() order by 1 desc limit 25`;
  const profiles = process.env['BENCH_PROFILES'];
  if (profiles) {
    const [{ pid }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
    const work: ServerWork = { seconds: cpuOfServer(pid), statements };
    writeFileSync(join(profiles, SERVER_FILE), JSON.stringify(work));
  } else
    for (const { ms, planMs, calls, rows, walBytes, database, query } of statements)
      console.log(
        `${ms.toFixed(0).padStart(7)} ms (planned ${planMs.toFixed(0)}) ${calls} calls ${rows} rows ${Math.round(walBytes / 1_000)} KB ${database}: ${query.slice(0, 160)}`,
      );
  await sql.end();
}
