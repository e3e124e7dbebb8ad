import { openDatabase } from '../../db/client.ts';
import { cpuOf } from '../helpers/cpu.ts';
import { load } from '../helpers/load.ts';
import { loadLogs } from '../helpers/logData.ts';
import {
  median,
  pairedRatio,
  type Running,
  runsPeer,
  startBare,
  startDatabases,
  startProcess,
} from '../helpers/servers.ts';

/**
 * GET by id of 32 clients, against a bare route that reads the same row by primary key: of a kind with history
 * (WorklogType), and of a log in its partition. Both read the same database, and run alternately.
 *
 * bun bench/records/get.ts [rounds] [seconds]
 */
const [rounds = 8, seconds = 3] = process.argv.slice(2).map(Number);
const CLIENTS = 32;
const RECORDS = 5_000;

const databases = await startDatabases();
const url = await databases.make('waybill');
const sql = openDatabase(url, { name: 'bench', max: 2 });
await loadLogs(sql, RECORDS);
await sql`
  insert into worklog_type (id, code, version, incarnation, index_version, doc, audit, search)
  select id, 'code-' || n, 1, n, n,
    json_build_object('id', id, 'code', 'code-' || n, 'name', 'Worklog type ' || n, 'description', repeat('text ', 20))::text,
    '{"version":1,"whoInserted":"anonymous","whenInserted":"2026-11-20T08:00:00.000Z","whoEdited":"anonymous","whenEdited":"2026-11-20T08:00:00.000Z"}', '{}'
  from (select gen_random_uuid() as id, n from generate_series(1, ${RECORDS}::int) n) numbered`;
await sql.unsafe('vacuum analyze worklog_type');
const subjects = {
  'worklog-types': await sql<{ id: string }[]>`select id from worklog_type`,
  logs: await sql<{ id: string }[]>`select id from log`,
};

const api = await startProcess('api', url);
const bare = await startBare(url);
const run = (port: number, base: string, ids: readonly { readonly id: string }[]) =>
  load({
    port,
    clients: CLIENTS,
    warmUpSeconds: 1,
    seconds,
    method: 'GET',
    requests: ids.map(({ id }) => ({ path: `${base}/${id}` })),
  });
/** Runs the load, and adds the processor time of the server per request, in µs. */
async function timed(server: Running, base: string, ids: readonly { readonly id: string }[]) {
  const before = cpuOf(server.pid);
  const outcome = await run(server.port, base, ids);
  const cpuUs = Math.round(((cpuOf(server.pid) - before) / (outcome.perSecond * (seconds + 1))) * 1_000_000);
  return { ...outcome, cpuUs };
}

try {
  for (const [path, ids] of Object.entries(subjects)) {
    const waybill: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const bareOutcome = runsPeer ? await timed(bare, `/${path}`, ids) : undefined;
      const outcome = await timed(api, `/api/v2/${path}`, ids);
      console.log(path, JSON.stringify({ bare: bareOutcome, waybill: outcome }));
      waybill.push(outcome.perSecond);
      if (bareOutcome) peer.push(bareOutcome.perSecond);
    }
    console.log(`${path}: bare ${median(peer)} GET/s, waybill ${median(waybill)} GET/s`);
    console.log(`${path}: ratio ${pairedRatio(waybill, peer)} (at least 0.8)`);
  }
} finally {
  await Promise.all([api.stop(), bare.stop()]);
  await sql.end({ timeout: 1 });
  await databases.stop();
}
