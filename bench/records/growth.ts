import { PgBoss } from 'pg-boss';
import { type Database, openDatabase } from '../../db/client.ts';
import { logPartitions } from '../../db/queries/logs/logPartitions.ts';
import { load } from '../helpers/load.ts';
import { residentMb } from '../helpers/memory.ts';
import { type Running, startDatabases, startProcess } from '../helpers/servers.ts';
import { oldMonth, oldPart, type Question, subjects } from './growthSubjects.ts';

/**
 * What grows with the number of logs, of users with ten links each, or of notifications with one target, with the index in PostgreSQL: at
 * each size, in a database of its own, a rebuild of the index by two workers, GET and POST of 32 clients, the p95 of questions and
 * of single writes of one client, the bytes on disk, the memory of each process, and what deletes old logs (a month with a tenth
 * of them) and notifications. What touches a bounded number of records should be flat (within 1.3) from one size to the next, and a
 * rebuild and a deletion linear.
 *
 * bun bench/records/growth.ts [logs|users|notifications] [records ...]
 */
const [of = 'logs', ...counts] = process.argv.slice(2);
const subject = subjects[of];
if (!subject) throw new Error(`${of} is none of ${Object.keys(subjects).join(', ')}`);
const sizes = counts.length > 0 ? counts.map(Number) : [100_000, 1_000_000];
const one = of.slice(0, -1);
const CLIENTS = 32;
const SECONDS = 5;
const ASKED = 60;
/** More than an api stores in the seconds of the measurement: codes are unique. */
const POSTED = 40_000;
/** Without those that delete old records before they are measured. */
const QUEUES = 'index.sync,job.plan,step.reindex,maintenance.indexes';

/** The measures of each size, by name, in their order. */
const measured = new Map<string, { unit: string; values: number[] }>();
function note(name: string, unit: string, value: number): void {
  const row = measured.get(name) ?? { unit, values: [] };
  row.values.push(value);
  measured.set(name, row);
  console.log(`  ${name}: ${format(value)} ${unit}`);
}
const format = (value: number): string => (value >= 100 ? Math.round(value).toString() : value.toPrecision(3));

/** The processes of one size. */
interface Service {
  readonly sql: Database;
  readonly url: string;
  readonly api: Running;
  readonly workers: readonly Running[];
  /** The URL of the operations. */
  readonly at: string;
}

for (const size of sizes) {
  console.log(`${size} ${of}`);
  await measure(size);
}
printTable();

async function measure(size: number): Promise<void> {
  const databases = await startDatabases();
  const url = await databases.make('waybill');
  const sql = openDatabase(url, { name: 'bench', max: 2 });
  const api = await startProcess('api', url);
  const workers = [await startProcess('worker', url, { QUEUES }), await startProcess('worker', url, { QUEUES })];
  const service: Service = { sql, url, api, workers, at: `http://127.0.0.1:${api.port}/api/v2` };
  try {
    if (of === 'notifications') await makeRule(service);
    await subject?.load(sql, size);
    note(`rebuild of the index, per ${one}`, 'µs', ((await rebuild(service)) / size) * 1e6);
    await sql.unsafe('vacuum analyze');
    await measureDisk(service, size);
    await measureRequests(service, size);
    await measureQuestions(service, size);
    note('memory of the api', 'MB', residentMb(api.pid));
    note('memory of a worker', 'MB', Math.max(...workers.map(({ pid }) => residentMb(pid))));
    if (of === 'logs') await measureMonth(service, oldPart(size));
    if (of === 'notifications') await measureUpkeep(service);
  } finally {
    await Promise.all([api, ...workers].map((process) => process.stop()));
    await sql.end({ timeout: 1 });
    await databases.stop();
  }
}

async function send({ at }: Service, path: string, body: object): Promise<string> {
  const response = await fetch(at + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** Makes the rule of the notifications, and one notification, whose plan is copied. Their deliveries stay in the queue. */
async function makeRule(service: Service): Promise<void> {
  const content = '<p>There is no water in {{street}}.</p>';
  await send(service, '/formatter-templates', { code: 'mail', inputType: 'HTML', documentType: 'EMAIL', content });
  const config = { emailTemplateCode: 'mail', subject: 'Outage in {{street}}' };
  await send(service, '/notification-rules', { code: 'outage', name: 'Outage', config });
  await send(service, '/notifications', subject?.body(0) ?? {});
}

/** Returns the seconds from the request to the promotion of the new index. */
async function rebuild(service: Service): Promise<number> {
  const { sql } = service;
  const began = performance.now();
  const job = { jobType: 'REINDEX', status: 'NEW', startDate: new Date().toISOString(), data: { kind: subject?.kind } };
  const { id } = JSON.parse(await send(service, '/jobs', job)) as { id: string };
  for (let status = ''; status !== 'COMPLETED'; ) {
    await Bun.sleep(100);
    status = (await sql<{ status: string }[]>`select status from job where id = ${id}`)[0]?.status ?? '';
    if (status === 'FAILED') throw new Error('the rebuild failed');
  }
  return (performance.now() - began) / 1_000;
}

async function measureRequests({ sql, api }: Service, size: number): Promise<void> {
  const ids = (await subject?.ids(sql, size)) ?? [];
  const common = { port: api.port, clients: CLIENTS, warmUpSeconds: 1, seconds: SECONDS };
  const path = `/api/v2/${of}`;
  const read = await load({ ...common, method: 'GET', requests: ids.map((id) => ({ path: `${path}/${id}` })) });
  if (read.refused > 0) throw new Error(read.firstRefusal);
  note('GET by id', '/s', read.perSecond);
  const requests = Array.from({ length: POSTED }, (_, number) => ({
    path,
    body: JSON.stringify(subject?.body(size + number)),
  }));
  const written = await load({ ...common, method: 'POST', requests });
  if (written.refused > 0) throw new Error(written.firstRefusal);
  note('POST', '/s', written.perSecond);
  await waitUntilIndexed(sql);
}

/** Waits until the records that were posted are in the index. */
async function waitUntilIndexed(sql: Database): Promise<void> {
  for (let pending = 1; pending > 0; ) {
    await Bun.sleep(50);
    const [row] = await sql<{ pending: number }[]>`
      select (select count(*) from outbox where queue = 'index.sync')::int
        + (select count(*) from pgboss.job where name = 'index.sync' and state < 'completed')::int as pending`;
    pending = row?.pending ?? 0;
  }
}

async function measureQuestions({ at }: Service, size: number): Promise<void> {
  for (const [name, question] of Object.entries(subject?.questions(size) ?? {})) {
    const taken: number[] = [];
    for (let round = 0; round < ASKED; round++) taken.push(await msOf(at, question, round));
    taken.sort((left, right) => left - right);
    note(`${name}, p95`, 'ms', taken[Math.ceil(taken.length * 0.95) - 1] ?? 0);
  }
}

async function msOf(at: string, { method = 'GET', path, body }: Question, round: number): Promise<number> {
  const began = performance.now();
  const response = await fetch(at + path(round), {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body(round)) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return performance.now() - began;
}

async function measureDisk({ sql }: Service, size: number): Promise<void> {
  const [row] = await sql<{ table: number; index: number; all: number }[]>`
    select sum(pg_table_size(c.oid)) filter (where n.nspname = 'public' and c.relname ~ ${subject?.tables ?? ''})::float8 as "table",
      sum(pg_total_relation_size(c.oid)) filter (where n.nspname = 'search')::float8 as "index",
      sum(pg_total_relation_size(c.oid)) filter (where n.nspname in ('public', 'search'))::float8 as "all"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r'`;
  note(`tables, per ${one}`, 'bytes', (row?.table ?? 0) / size);
  note(`search index, per ${one}`, 'bytes', (row?.index ?? 0) / size);
  note(`all tables and indexes, per ${one}`, 'bytes', (row?.all ?? 0) / size);
}

/** Runs a job of a queue on a worker that claims from it alone. `seconds` are those since the start of the job. */
async function maintain(
  { sql, url }: Service,
  { queue, env }: { queue: string; env: Record<string, string> },
  measureRun: (seconds: () => Promise<number>, id: string) => Promise<void>,
): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, migrate: false, supervise: false, schedule: false });
  await boss.start();
  const keeper = await startProcess('worker', url, { QUEUES: queue, ...env });
  // The cron of the queue may have sent one that nobody has taken.
  await boss.deleteAllJobs(queue);
  const id = (await boss.send(queue, {})) ?? '';
  await measureRun(async () => {
    const [row] = await sql<{ seconds: number }[]>`
      select extract(epoch from coalesce(completed_on, clock_timestamp()) - started_on)::float8 as seconds
      from pgboss.job where id = ${id}`;
    return row?.seconds ?? Number.NaN;
  }, id);
  await Promise.all([keeper.stop(), boss.stop({ graceful: false })]);
}

/** A worker with a retention of one month drops the old one, and the others remove its logs from the index. */
async function measureMonth(service: Service, count: number): Promise<void> {
  const { sql } = service;
  await maintain(service, { queue: 'maintenance.logs', env: { LOG_RETENTION_MONTHS: '1' } }, async (seconds) => {
    while ((await logPartitions(sql)).some(({ month }) => month === oldMonth)) await Bun.sleep(20);
    note('deletion of a month, per log', 'µs', ((await seconds()) / count) * 1e6);
    await waitUntilIndexed(sql);
    note('and of its logs from the index, per log', 'µs', ((await seconds()) / count) * 1e6);
  });
}

/** A run deletes at most 10,000 notifications past their retention. */
async function measureUpkeep(service: Service): Promise<void> {
  const { sql } = service;
  const left = async (): Promise<number> =>
    (await sql<{ count: number }[]>`select count(*)::int as count from notification`)[0]?.count ?? 0;
  const before = await left();
  await maintain(
    service,
    { queue: 'maintenance.notifications', env: { RETENTION_DAYS: '30' } },
    async (seconds, id) => {
      for (let state = ''; state !== 'completed'; ) {
        await Bun.sleep(50);
        state = (await sql<{ state: string }[]>`select state from pgboss.job where id = ${id}`)[0]?.state ?? '';
        if (state === 'failed') throw new Error('the old notifications were not deleted');
      }
      note('deletion of old ones, per notification', 'µs', ((await seconds()) / (before - (await left()))) * 1e6);
    },
  );
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
