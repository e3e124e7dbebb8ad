import pino from 'pino';
import { openDatabase } from '../../db/client.ts';
import { PolledAccessEpoch } from '../../domain/identity/epoch.ts';
import { GrantsCache } from '../../domain/identity/grantsCache.ts';
import { PrincipalCache } from '../../domain/identity/principalCache.ts';
import { BenchCallers, type BenchRule } from '../helpers/callers.ts';
import { type Load, load } from '../helpers/load.ts';
import { loadLogs, makeLog } from '../helpers/logData.ts';
import { median, pairedRatio, startDatabases, startProcess } from '../helpers/servers.ts';

/**
 * What access costs: an api with AUTH=on, whose caller has ten rules, against an api with AUTH=off, on one database and
 * alternately. GET by id and POST by 32 clients; pages of logs by one client, where the rule of the caller is the filter
 * that the other side sends; the first request of each of 100 callers; and the check of a key that is cached. Search runs
 * in PostgreSQL.
 *
 * bun bench/access/access.ts [logs] [rounds] [seconds]
 */
const [logs = 1_000_000, rounds = 8, seconds = 3] = process.argv.slice(2).map(Number);
const CLIENTS = 32;
const RECORDS = 5_000;
const FIRST_CALLERS = 100;
const PAGES = 60;
const CHECKS = 100_000;

const none = { column: 'id', value: '00000000-0000-4000-8000-000000000000' };
/** Five rules with expressions on a kind. Only the last one lets the records through. */
const fiveOn = (entityName: string, last: object): BenchRule[] => [
  ...Array.from({ length: 4 }, () => ({ entityName, filters: [none] })),
  { entityName, filters: [last] },
];
const otherKinds: readonly BenchRule[] = ['User', 'UserGroup', 'Role', 'Script', 'NotificationRule']
  .concat(['UserType', 'UserGroupType', 'LogType', 'Sharing'])
  .map((entityName) => ({ entityName }));
const tenRules = (rules: readonly BenchRule[]): BenchRule[] => [...rules, ...otherKinds].slice(0, 10);

/** Filters over an indexed member, by the part of the logs that they match. */
const pageFilters = {
  'of 100 owners': { column: 'ownerId', operator: 'IN', value: Array.from({ length: 100 }, (_, n) => n * 7).join(',') },
  'of one owner type': { column: 'ownerType', value: 'Order' },
};

const databases = await startDatabases();
const url = await databases.make('waybill');
const sql = openDatabase(url, { name: 'bench', max: 4 });
await loadLogs(sql, logs);
await sql`
  insert into worklog_type (id, code, version, incarnation, index_version, doc, audit, search)
  select id, 'code-' || n, 1, n, n,
    json_build_object('id', id, 'code', 'code-' || n, 'name', 'Worklog type ' || n, 'description', repeat('text ', 20))::text,
    '{"version":1,"whoInserted":"anonymous","whenInserted":"2026-11-20T08:00:00.000Z","whoEdited":"anonymous","whenEdited":"2026-11-20T08:00:00.000Z"}', '{}'
  from (select gen_random_uuid() as id, n from generate_series(1, ${RECORDS}::int) n) numbered`;
await sql.unsafe('vacuum analyze worklog_type');

const off = await startProcess('api', url, { AUTH: 'off' });
const on = await startProcess('api', url, { AUTH: 'on', RATE_PER_CALLER: '0' });
const worker = await startProcess('worker', url);
const callers = new BenchCallers(off.port);

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

try {
  await indexLogs();
  await callers.prepare();
  const typesKey = await keyWith(fiveOn('WorklogType', { column: 'code', operator: 'LIKE', value: 'code-%' }));
  const logsKey = await keyWith(fiveOn('Log', { column: 'duration', operator: 'GE', value: '0' }));
  for (const [name, filter] of Object.entries(pageFilters)) await comparePages(name, filter);
  await compareReads('worklog-types', 'worklog_type', typesKey);
  await compareReads('logs', 'log', logsKey);
  await compareWrites(logsKey);
  await measureFirstRequests();
  await measureChecks(typesKey);
} finally {
  await Promise.all([off.stop(), on.stop(), worker.stop()]);
  await sql.end({ timeout: 1 });
  await databases.stop();
}

async function keyWith(rules: readonly BenchRule[]): Promise<string> {
  return callers.keyWith(await callers.role(tenRules(rules)));
}

/** The logs were loaded into the table; their index is built as after an upgrade. */
async function indexLogs(): Promise<void> {
  await fetch(`http://127.0.0.1:${off.port}/api/v2/admin/reindex/logs`, { method: 'POST' });
  await until(async () => (await sql`select 1 from job where status in ('NEW', 'IN_PROGRESS')`).length === 0);
  await indexed();
  const failed = await sql`select doc from job_step where status = 'FAILED'`;
  if (failed.length > 0) throw new Error(`the index could not be built: ${failed[0]?.doc}`);
}

async function comparePages(name: string, filter: object): Promise<void> {
  const key = await keyWith([{ entityName: 'Log', filters: [filter] }]);
  await indexed();
  const page = async (port: number, query: object, headers: Record<string, string>) => {
    const text = encodeURIComponent(JSON.stringify(query));
    const began = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/api/v2/logs/search/page?filtering=${text}`, { headers });
    const body = await response.text();
    const ms = performance.now() - began;
    if (!response.ok) throw new Error(body);
    return { ms, body };
  };
  const times: Record<'off' | 'on', number[]> = { off: [], on: [] };
  for (let number = 0; number < PAGES; number++) {
    const query = { page: number % 5, sort: [{ column: 'startDate', direction: 'DESC' }] };
    const sent = await page(off.port, { ...query, filters: [filter] }, {});
    const ruled = await page(on.port, query, bearer(key));
    if (sent.body !== ruled.body) throw new Error(`the rule and the filter ${name} find different logs`);
    // The first pages prepare statements.
    if (number < 10) continue;
    times.off.push(sent.ms);
    times.on.push(ruled.ms);
  }
  const [offMs, onMs] = [median(times.off), median(times.on)];
  console.log(`page ${name}: off ${offMs.toFixed(1)} ms, on ${onMs.toFixed(1)} ms`);
  console.log(`page ${name}: ratio ${pairedRatio(times.on, times.off)} (at most 1.3)`);
}

async function compareReads(path: string, table: string, key: string): Promise<void> {
  const ids = await sql<{ id: string }[]>`select id from ${sql(table)} order by id limit ${RECORDS}`;
  await compareLoads(`GET ${path}`, key, {
    method: 'GET',
    requests: ids.map(({ id }) => ({ path: `/api/v2/${path}/${id}` })),
  });
}

async function compareWrites(key: string): Promise<void> {
  const bodies = Array.from({ length: 2_000 }, (_, number) => {
    const { id: _id, ...body } = makeLog(number, '');
    return JSON.stringify(body);
  });
  await compareLoads('POST logs', key, {
    method: 'POST',
    requests: bodies.map((body) => ({ path: '/api/v2/logs', body })),
  });
}

async function compareLoads(name: string, key: string, requests: Pick<Load, 'method' | 'requests'>): Promise<void> {
  const common = { clients: CLIENTS, warmUpSeconds: 1, seconds, ...requests };
  const offs: number[] = [];
  const ons: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const without = await load({ port: off.port, ...common });
    await indexed();
    const within = await load({ port: on.port, headers: bearer(key), ...common });
    await indexed();
    console.log(name, JSON.stringify({ off: without, on: within }));
    for (const { refused, firstRefusal } of [without, within])
      if (refused > 0) throw new Error(`${refused} requests were refused: ${firstRefusal}`);
    offs.push(without.perSecond);
    ons.push(within.perSecond);
  }
  console.log(`${name}: off ${median(offs)}/s, on ${median(ons)}/s`);
  console.log(`${name}: ratio ${pairedRatio(ons, offs)} (at least 0.85)`);
}

/** The callers share a role with ten rules. Each sends two requests; the second one finds its rights in the caches. */
async function measureFirstRequests(): Promise<void> {
  const role = await callers.role(
    tenRules(fiveOn('WorklogType', { column: 'code', operator: 'LIKE', value: 'code-%' })),
  );
  const keys: string[] = [];
  while (keys.length < FIRST_CALLERS) keys.push(await callers.keyWith(role));
  await indexed();
  const firsts: number[] = [];
  const repeats: number[] = [];
  for (const key of keys) {
    for (const times of [firsts, repeats]) {
      const began = performance.now();
      const response = await fetch(`http://127.0.0.1:${on.port}/api/v2/worklog-types/code-1`, { headers: bearer(key) });
      const body = await response.text();
      times.push(performance.now() - began);
      if (!response.ok) throw new Error(body);
    }
  }
  const p95 = firsts.toSorted((left, right) => left - right)[Math.floor(firsts.length * 0.95)] ?? 0;
  console.log(`second request of a caller: ${median(repeats).toFixed(2)} ms`);
  console.log(`first request of a caller: ${median(firsts).toFixed(2)} ms, p95 ${p95.toFixed(2)} ms (below 5 ms)`);
}

/** Checks a key in this process as a request does: the credential, then what its user may do. */
async function measureChecks(key: string): Promise<void> {
  const dependencies = { sql, log: pino({ level: 'silent' }) };
  const epoch = new PolledAccessEpoch(dependencies);
  const principals = new PrincipalCache(dependencies, epoch);
  const accesses = new GrantsCache(dependencies, epoch);
  await epoch.start();
  const check = async () => accesses.of(await principals.identify({ type: 'bearer', token: key }));
  for (let count = 0; count < CHECKS; count++) await check();
  const began = performance.now();
  for (let count = 0; count < CHECKS; count++) await check();
  const us = ((performance.now() - began) * 1_000) / CHECKS;
  await epoch.stop();
  console.log(`check of a cached key: ${us.toFixed(1)} µs (below 50 µs)`);
}

/** Waits until the outbox and the queue are empty, so that the work of one side does not slow down the other. */
async function indexed(): Promise<void> {
  await until(async () => {
    const [row] = await sql<{ pending: number }[]>`
      select (select count(*) from outbox)::int
        + (select count(*) from pgboss.job where name = 'index.sync' and state < 'completed')::int as pending`;
    return row?.pending === 0;
  });
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await Bun.sleep(50);
}
