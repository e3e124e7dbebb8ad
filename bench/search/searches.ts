import { openDatabase } from '../../db/client.ts';
import { benchElasticsearch } from '../helpers/elasticsearch.ts';
import { loadLogs, streets } from '../helpers/logData.ts';
import { startDatabases, startProcess } from '../helpers/servers.ts';

/**
 * Pages of a search with its exact total over many logs, on both engines in one run: the p95 of each question over HTTP,
 * by one client. The engines alternate after each question.
 *
 * bun bench/search/searches.ts [logs] [times]
 */
const [logs = 1_000_000, times = 40] = process.argv.slice(2).map(Number);
const LIMIT_MS = 100;

const server = await benchElasticsearch();
const databases = await startDatabases();
const url = await databases.make('waybill');
const sql = openDatabase(url, { name: 'bench', max: 2 });
await loadLogs(sql, logs);
console.log(`${logs} logs loaded`);

const engines = { postgres: {}, elasticsearch: { ELASTICSEARCH_URL: server.url } };
const ports: Record<string, number> = {};
const running: { stop(): Promise<void> }[] = [];
for (const [engine, env] of Object.entries(engines)) {
  await Bun.$`${process.execPath} main.ts migrate`.env({ ...process.env, DATABASE_URL: url, ...env }).quiet();
  const api = await startProcess('api', url, env);
  const workers = [await startProcess('worker', url, env), await startProcess('worker', url, env)];
  const began = performance.now();
  // The index that exists is empty, because the logs were loaded directly into the table. The index of the other engine
  // is filled by a Job that the migration starts.
  if (engine === 'postgres') await fetch(`http://127.0.0.1:${api.port}/api/v2/admin/reindex/logs`, { method: 'POST' });
  for (let open = 1; open > 0; ) {
    await Bun.sleep(500);
    open = (await sql`select 1 from job where status in ('NEW', 'IN_PROGRESS')`).length;
    const failed = await sql`select doc from job_step where status = 'FAILED'`;
    if (failed.length > 0) throw new Error(`the index could not be built: ${failed[0]?.doc}`);
  }
  console.log(`${engine}: index built in ${Math.round((performance.now() - began) / 1_000)} s`);
  await Promise.all(workers.map((worker) => worker.stop()));
  ports[engine] = api.port;
  running.push(api);
}

/** A question that is printed and not counted: it shows how far an exact total scales. */
const BROAD = 'LIKE, one log in eight';

const hex = (number: number): string => ((number * 2_654_435_761) % 4_294_967_296).toString(16);
const some = (round: number): number => ((round + 1) * 7_919) % logs;

/** Filterings of typical questions, with a different value each time. */
const questions: Record<string, (round: number) => object> = {
  'first page, by start, newest first': () => ({ sort: [{ column: 'startDate', direction: 'DESC' }] }),
  'page 200': (round) => ({ page: 200 + round, size: 20, sort: [{ column: 'startDate' }] }),
  'one owner': (round) => ({
    filters: [
      { column: 'ownerId', value: String(some(round) % 50_000) },
      { column: 'ownerType', value: 'Order' },
    ],
  }),
  'correlation id': (round) => ({ filters: [{ column: 'correlationId', value: `c-${hex(some(round))}` }] }),
  'an hour of one code': (round) => ({
    filters: [
      { column: 'resultCode', value: 'E42' },
      {
        column: 'startDate',
        operator: 'GE',
        value: new Date(Date.UTC(2026, 10, 1) + some(round) * 1_000).toISOString(),
      },
      {
        column: 'startDate',
        operator: 'LT',
        value: new Date(Date.UTC(2026, 10, 1) + (some(round) + 3_600) * 1_000).toISOString(),
      },
    ],
    sort: [{ column: 'startDate' }],
  }),
  'LIKE %8 characters% in request': (round) => ({
    filters: [
      {
        column: 'request',
        operator: 'LIKE',
        value: `%${((some(round) * 2_654_435_761) % 4_294_967_296).toString(36).slice(0, 8)}%`,
      },
    ],
  }),
  'LIKE %3 characters% in request': (round) => ({
    filters: [{ column: 'request', operator: 'LIKE', value: hex(some(round)).slice(0, 3) }],
  }),
  [BROAD]: (round) => ({
    filters: [{ column: 'request', operator: 'LIKE', value: streets[round % streets.length] }],
  }),
  'LIKE, one log in 2,400': (round) => ({
    filters: [{ column: 'request', operator: 'LIKE', value: `${streets[round % streets.length]} ${100 + round}"` }],
  }),
  'LIKE %correlation%': (round) => ({
    filters: [{ column: 'correlationId', operator: 'LIKE', value: `%${hex(some(round)).slice(0, 6)}%` }],
  }),
};

let worst: Record<string, number> = {};
try {
  for (const [question, filtering] of Object.entries(questions)) {
    const taken: Record<string, number[]> = { postgres: [], elasticsearch: [] };
    let found = 0;
    for (let round = 0; round < times; round++) {
      const answers: string[] = [];
      for (const [engine, port] of Object.entries(ports)) {
        const query = encodeURIComponent(JSON.stringify(filtering(round)));
        const began = performance.now();
        const response = await fetch(`http://127.0.0.1:${port}/api/v2/logs/search/page?filtering=${query}`);
        const text = await response.text();
        taken[engine]?.push(performance.now() - began);
        if (!response.ok) throw new Error(text);
        answers.push(text);
        if (round === 0) found = (JSON.parse(text) as { totalElements: number }).totalElements;
      }
      if (answers[0] !== answers[1]) throw new Error(`the engines answer ${question} differently`);
    }
    const line = Object.entries(taken).map(([engine, all]) => {
      const sorted = all.sort((left, right) => left - right);
      const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
      if (question !== BROAD) worst = { ...worst, [engine]: Math.max(worst[engine] ?? 0, p95) };
      return `${engine} p50 ${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1)} p95 ${p95.toFixed(1)} ms`;
    });
    console.log(`${question.padEnd(36)} ${String(found).padStart(7)} found, ${line.join(', ')}`);
  }
  for (const [engine, p95] of Object.entries(worst))
    console.log(
      `${engine}: worst p95 ${p95.toFixed(1)} ms, ratio to ${LIMIT_MS} ms ${(p95 / LIMIT_MS).toFixed(2)} (below 1)`,
    );
} finally {
  await Promise.all(running.map((api) => api.stop()));
  await sql.end({ timeout: 1 });
  await databases.stop();
  await server.stop();
}
