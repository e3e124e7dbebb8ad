import { openDatabase } from '../../db/client.ts';
import { searchColumns } from '../../domain/filtering/columns.ts';
import { worklogType as kind } from '../../domain/kinds/processing/worklogType.ts';
import { firstAudit, recordText, recordTexts } from '../../domain/records/record.ts';
import { indexOperation } from '../../drivers/search/elasticsearch/bulk.ts';
import { indexBody } from '../../drivers/search/elasticsearch/mapping.ts';
import { cpuOf, cpuOfServer } from '../helpers/cpu.ts';
import { benchElasticsearch, bulk } from '../helpers/elasticsearch.ts';
import { load } from '../helpers/load.ts';
import { median, pairedRatio, runsPeer, startBare, startDatabases, startProcess } from '../helpers/servers.ts';

/**
 * POST of a WorklogType by concurrent clients; each response is sent when a search finds the record.
 *
 * On PostgreSQL the peer is a bare route that inserts record, history and outbox row, without an index. On Elasticsearch
 * the peer is the same number of clients that each send one bulk call with a refresh for each record.
 *
 * bun bench/records/findable.ts postgres|elasticsearch [rounds] [seconds] [clients]
 */
const [engine = 'postgres', ...numbers] = process.argv.slice(2);
const [rounds = 5, seconds = 4, clients = 32] = numbers.map(Number);
const WARM_UP = 1;

const databases = await startDatabases();
const url = await databases.make('waybill');
const server = engine === 'elasticsearch' ? await benchElasticsearch() : undefined;
const env = server ? { ELASTICSEARCH_URL: server.url } : {};
if (server) await Bun.$`${process.execPath} main.ts migrate`.env({ ...process.env, DATABASE_URL: url, ...env }).quiet();
const api = await startProcess('api', url, env);
const worker = await startProcess('worker', url, env);
const sql = openDatabase(url, { name: 'bench', max: 1 });
const [{ pid: backend }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;

/** Processor seconds of api, worker and PostgreSQL so far. */
const used = (): number[] => [cpuOf(api.pid), cpuOf(worker.pid), cpuOfServer(backend)];

let body = 0;
/** Returns bodies with unused codes, so that every POST creates a record. */
const makeBodies = (count: number) =>
  Array.from({ length: count }, () => {
    const code = `W-${body++}`;
    return JSON.stringify({ code, name: `Worklog type ${code}`, description: 'Splicing of optical fibres on the way' });
  });
/** Returns the outcome, with the µs of processor time for each record of api, worker and PostgreSQL. */
async function postRecords(count = 40_000) {
  const before = used();
  const outcome = await load({
    port: api.port,
    clients,
    warmUpSeconds: WARM_UP,
    seconds,
    method: 'POST',
    requests: makeBodies(count).map((text) => ({ path: '/api/v2/worklog-types', body: text })),
  });
  const records = outcome.perSecond * (seconds + WARM_UP);
  const cpuUs = used().map((now, at) => Math.round(((now - (before[at] ?? 0)) / records) * 1e6));
  return { ...outcome, cpuUs };
}

const results: { waybill: number[]; peer: number[] } = { waybill: [], peer: [] };
try {
  if (server) await againstBulkCalls(server.url);
  else await againstBareRoute();
  console.log(`peer    ${median(results.peer)} /s`);
  console.log(`waybill ${median(results.waybill)} POST/s`);
  console.log(`ratio   ${pairedRatio(results.waybill, results.peer)} (at least ${server ? 10 : 0.35})`);
} finally {
  await Promise.all([api.stop(), worker.stop()]);
  await sql.end({ timeout: 1 });
  await server?.stop();
  await databases.stop();
}

async function againstBareRoute(): Promise<void> {
  const bareUrl = await databases.make('bare');
  const bare = await startBare(bareUrl);
  for (let round = 0; round < rounds; round++) {
    const bareOutcome = runsPeer
      ? await load({
          port: bare.port,
          clients,
          warmUpSeconds: WARM_UP,
          seconds,
          method: 'POST',
          requests: makeBodies(60_000).map((text) => ({ path: '/worklog-types', body: text })),
        })
      : undefined;
    const own = await postRecords();
    console.log(JSON.stringify({ bare: bareOutcome, waybill: own }));
    if (bareOutcome) results.peer.push(bareOutcome.perSecond);
    results.waybill.push(own.perSecond);
  }
  await bare.stop();
}

async function againstBulkCalls(elasticsearch: string): Promise<void> {
  const response = await fetch(`${elasticsearch}/peer`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...indexBody(kind, 'peer-write', { shards: 1, replicas: 0 }) }),
  });
  if (!response.ok) throw new Error(await response.text());
  const caller = { user: 'bench', requestId: 'bench', traceId: 'bench' };
  for (let round = 0; round < rounds; round++) {
    let done = 0;
    const end = Date.now() + seconds * 1_000;
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (Date.now() < end) {
          const id = crypto.randomUUID();
          const values = {
            id,
            code: `P-${id}`,
            name: `Worklog type ${id}`,
            description: 'Splicing of optical fibres on the way',
          };
          const texts = recordTexts(kind, values, firstAudit(caller));
          const row = { id, indexVersion: String(Date.now()), record: recordText(texts), search: texts.search };
          await bulk(elasticsearch, 'peer', indexOperation(searchColumns(kind), row).text, '&refresh=true');
          done++;
        }
      }),
    );
    const perSecond = Math.round(done / seconds);
    const own = await postRecords();
    console.log(JSON.stringify({ bulkCalls: perSecond, waybill: own }));
    results.peer.push(perSecond);
    results.waybill.push(own.perSecond);
  }
}
