import { openDatabase } from '../../db/client.ts';
import { cpuOf } from '../helpers/cpu.ts';
import { type Running, startDatabases, startProcess } from '../helpers/servers.ts';

/**
 * What a service does that nobody uses, with one api and one worker: the bytes that it writes to the write-ahead log, its processor
 * time, and its memory. The first minutes are left out: pg-boss supervises each queue once after the start.
 *
 * bun bench/runtime/idle.ts [seconds]
 */
const [seconds = 300] = process.argv.slice(2).map(Number);
const SETTLED_MS = 150_000;

const databases = await startDatabases();
const url = await databases.make('waybill');
const sql = openDatabase(url, { name: 'bench', max: 2 });
const processes: readonly (readonly [string, Running])[] = [
  ['api', await startProcess('api', url)],
  ['worker', await startProcess('worker', url)],
];
const place = async (): Promise<string> =>
  (await sql<{ place: string }[]>`select pg_current_wal_insert_lsn()::text as place`)[0]?.place ?? '';

await Bun.sleep(SETTLED_MS);
await sql.unsafe('create extension pg_walinspect; checkpoint');
const from = await place();
const before = processes.map(([, { pid }]) => cpuOf(pid));
await Bun.sleep(seconds * 1_000);
const until = await place();
const perHour = (count: number): string => ((count * 3_600) / seconds / 1e6).toFixed(2);
// By table or index; the records of a commit belong to none.
const rows = await sql<{ what: string; count: number; bytes: number }[]>`
  with records as (
    select record_length, resource_manager || ' ' || record_type as type,
      (regexp_match(block_ref, 'rel [0-9]+/[0-9]+/([0-9]+)'))[1]::oid as file
    from pg_get_wal_records_info(${from}::pg_lsn, ${until}::pg_lsn))
  select coalesce(n.nspname || '.' || c.relname, type) as what, count(*)::int as count, sum(record_length)::int as bytes
  from records left join pg_class c on c.relfilenode = file left join pg_namespace n on n.oid = c.relnamespace
  group by 1 order by 3 desc`;
for (const { what, count, bytes } of rows.slice(0, 8))
  console.log(`${what.padEnd(50)} ${String(count).padStart(6)} records, ${perHour(bytes)} MB an hour`);
console.log(`write-ahead log: ${perHour(rows.reduce((sum, { bytes }) => sum + bytes, 0))} MB an hour`);
for (const [index, [name, { pid }]] of processes.entries()) {
  const share = ((cpuOf(pid) - (before[index] ?? 0)) / seconds) * 100;
  const pss = Number(/Pss:\s+(\d+)/.exec(await Bun.file(`/proc/${pid}/smaps_rollup`).text())?.[1] ?? 0) / 1_024;
  console.log(`${name}: ${share.toFixed(2)} % of a processor, ${pss.toFixed(0)} MB (PSS)`);
}
for (const [, running] of processes) await running.stop();
await sql.end();
await databases.stop();
