import { PgBoss } from 'pg-boss';
import { openDatabase } from '../../db/client.ts';
import { logPartitions, makeLogPartition, monthOf } from '../../db/queries/logs/logPartitions.ts';
import { load } from '../helpers/load.ts';
import { loadLogs, makeLog } from '../helpers/logData.ts';
import { residentMb } from '../helpers/memory.ts';
import { type Running, startDatabases, startProcess } from '../helpers/servers.ts';

/**
 * What grows with the number of logs, with the index in PostgreSQL: at each size, a rebuild of the index by two workers, POST and
 * GET of 32 clients, the p95 of questions of one client, the bytes on disk, the memory of each process, and the deletion of an old
 * month, which has a tenth of the logs. What touches a bounded number of records should be flat (within 1.3) from one size to the
 * next, and a rebuild and a deletion linear.
 *
 * bun bench/records/growth.ts [logs ...]
 */
const counts = process.argv.slice(2).map(Number);
const sizes = counts.length > 0 ? counts : [100_000, 1_000_000, 10_000_000];
const CLIENTS = 32;
const SECONDS = 5;
const ASKED = 60;
const oldMonth = monthOf(new Date(), -2);

const databases = await startDatabases();
const url = await databases.make('waybill');
const sql = openDatabase(url, { name: 'bench', max: 2 });
const api = await startProcess('api', url);
/** Without those of `maintenance.logs`, which drop a month before it is measured. */
const queues = { QUEUES: 'index.sync,job.plan,step.reindex,maintenance.indexes' };
const workers = [await startProcess('worker', url, queues), await startProcess('worker', url, queues)];
const at = `http://127.0.0.1:${api.port}/api/v2`;

/** The measures of each size, by name, in their order. */
const measured = new Map<string, { unit: string; values: number[] }>();
function note(name: string, unit: string, value: number): void {
  const row = measured.get(name) ?? { unit, values: [] };
  row.values.push(value);
  measured.set(name, row);
  console.log(`  ${name}: ${format(value)} ${unit}`);
}
const format = (value: number): string => (value >= 100 ? Math.round(value).toString() : value.toPrecision(3));

try {
  let loaded = 0;
  for (const size of sizes) {
    console.log(`${size} logs`);
    const inOldMonth = size / 10;
    await makeLogPartition(sql, oldMonth);
    await loadLogs(sql, inOldMonth, loaded, oldMonth);
    await loadLogs(sql, size - inOldMonth - loaded, loaded + inOldMonth);
    loaded = size - inOldMonth;
    note('rebuild of the index, per log', 'µs', ((await rebuild()) / size) * 1e6);
    await sql.unsafe('vacuum analyze');
    await measureRequests(size);
    await measureQuestions(size);
    await measureDisk(size);
    note('memory of the api', 'MB', residentMb(api.pid));
    note('memory of a worker', 'MB', Math.max(...workers.map(({ pid }) => residentMb(pid))));
    await measureDeletion(inOldMonth);
  }
  printTable();
} finally {
  await Promise.all([api, ...workers].map((one: Running) => one.stop()));
  await sql.end({ timeout: 1 });
  await databases.stop();
}

/** Returns the seconds from the request to the promotion of the new index. */
async function rebuild(): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${at}/admin/reindex/logs`, { method: 'POST' });
  const { jobId } = (await answer.json()) as { jobId: string };
  for (let status = ''; status !== 'COMPLETED'; ) {
    await Bun.sleep(100);
    status = (await sql<{ status: string }[]>`select status from job where id = ${jobId}`)[0]?.status ?? '';
    if (status === 'FAILED') throw new Error('the rebuild failed');
  }
  return (performance.now() - began) / 1_000;
}

async function measureRequests(size: number): Promise<void> {
  const ids = await sql<{ id: string }[]>`
    select id from log tablesample system (${Math.min(100, (500_000 / size) * 100)}) order by random() limit 5000`;
  const common = { port: api.port, clients: CLIENTS, warmUpSeconds: 1, seconds: SECONDS };
  const read = await load({
    ...common,
    method: 'GET',
    requests: ids.map(({ id }) => ({ path: `/api/v2/logs/${id}` })),
  });
  if (read.refused > 0) throw new Error(read.firstRefusal);
  note('GET by id', '/s', read.perSecond);
  const requests = Array.from({ length: 2_000 }, (_, number) => {
    const { id: _id, ...body } = makeLog(size + number, '');
    return { path: '/api/v2/logs', body: JSON.stringify(body) };
  });
  const written = await load({ ...common, method: 'POST', requests });
  if (written.refused > 0) throw new Error(written.firstRefusal);
  note('POST', '/s', written.perSecond);
  await waitUntilIndexed();
}

/** Waits until the records that were posted are in the index. */
async function waitUntilIndexed(): Promise<void> {
  for (let pending = 1; pending > 0; ) {
    await Bun.sleep(50);
    const [row] = await sql<{ pending: number }[]>`
      select (select count(*) from outbox)::int
        + (select count(*) from pgboss.job where name = 'index.sync' and state < 'completed')::int as pending`;
    pending = row?.pending ?? 0;
  }
}

async function measureQuestions(size: number): Promise<void> {
  const some = (round: number): number => ((round + 1) * 7_919_777) % size;
  const order = (round: number): number => (some(round) * 2_654_435_761) % 4_294_967_296;
  const newest = { sort: [{ column: 'startDate', direction: 'DESC' }] };
  const correlated = (round: number) => ({
    filters: [{ column: 'correlationId', value: `c-${order(round).toString(16)}` }],
  });
  const like = (value: string) => ({ filters: [{ column: 'request', operator: 'LIKE', value }] });
  const questions: Record<string, { path: string; filtering: (round: number) => object }> = {
    'the newest 20, total=false': { path: 'page?total=false&', filtering: () => newest },
    'the newest 20, with the total': { path: 'page?', filtering: () => newest },
    'a correlation id': { path: 'page?', filtering: correlated },
    'LIKE, 1 match': { path: 'page?', filtering: (round) => like(`%${order(round).toString(36)}"%`) },
    'LIKE, one log in eight, total=false': { path: 'page?total=false&', filtering: () => like('Main Street') },
    'one result code in seven, total=false': {
      path: 'page?total=false&',
      filtering: () => ({ filters: [{ column: 'resultCode', value: 'E42' }], ...newest }),
    },
    'count of all': { path: 'count?', filtering: () => ({}) },
    'count of a result code': {
      path: 'count?',
      filtering: () => ({ filters: [{ column: 'resultCode', value: 'E42' }] }),
    },
  };
  for (const [name, { path, filtering }] of Object.entries(questions)) {
    const taken: number[] = [];
    for (let round = 0; round < ASKED; round++) {
      const began = performance.now();
      const response = await fetch(
        `${at}/logs/search/${path}filtering=${encodeURIComponent(JSON.stringify(filtering(round)))}`,
      );
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      taken.push(performance.now() - began);
    }
    taken.sort((left, right) => left - right);
    note(`${name}, p95`, 'ms', taken[Math.ceil(taken.length * 0.95) - 1] ?? 0);
  }
}

async function measureDisk(size: number): Promise<void> {
  const [row] = await sql<{ table: number; index: number; all: number }[]>`
    select sum(pg_table_size(c.oid)) filter (where n.nspname = 'public' and c.relname ~ '^log_[0-9]')::float8 as "table",
      sum(pg_total_relation_size(c.oid)) filter (where n.nspname = 'search')::float8 as "index",
      sum(pg_total_relation_size(c.oid)) filter (where n.nspname in ('public', 'search'))::float8 as "all"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r'`;
  note('table, per log', 'bytes', (row?.table ?? 0) / size);
  note('search index, per log', 'bytes', (row?.index ?? 0) / size);
  note('all tables and indexes, per log', 'bytes', (row?.all ?? 0) / size);
}

/** A worker with a retention of one month drops the old one, and the others remove its logs from the index. */
async function measureDeletion(count: number): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, migrate: false, supervise: false, schedule: false });
  await boss.start();
  const keeper = await startProcess('worker', url, { QUEUES: 'maintenance.logs', LOG_RETENTION_MONTHS: '1' });
  // The cron of the queue may have sent one that nobody has taken.
  await boss.deleteAllJobs('maintenance.logs');
  const id = await boss.send('maintenance.logs', {});
  const perLog = async (): Promise<number> => {
    const [row] = await sql<{ seconds: number }[]>`
      select extract(epoch from clock_timestamp() - started_on)::float8 as seconds from pgboss.job where id = ${id}`;
    return ((row?.seconds ?? Number.NaN) / count) * 1e6;
  };
  while ((await logPartitions(sql)).some(({ month }) => month === oldMonth)) await Bun.sleep(20);
  note('deletion of a month, per log', 'µs', await perLog());
  await waitUntilIndexed();
  note('and of its logs from the index, per log', 'µs', await perLog());
  await Promise.all([keeper.stop(), boss.stop({ graceful: false })]);
}

function printTable(): void {
  const titles = ['', ...sizes.map(String), 'last to the one before'];
  console.log(`| ${titles.join(' | ')} |\n|${titles.map(() => '---|').join('')}`);
  for (const [name, { unit, values }] of measured) {
    const [before, last] = values.slice(-2);
    const ratio = before !== undefined && last !== undefined ? (last / before).toFixed(2) : '';
    console.log(`| ${name} (${unit}) | ${values.map(format).join(' | ')} | ${ratio} |`);
  }
}
