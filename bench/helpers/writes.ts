import { openDatabase } from '../../db/client.ts';
import { cpuOf, cpuOfServer } from './cpu.ts';
import { load } from './load.ts';
import { median, pairedRatio, runsPeer, startBare, startDatabases, startProcess } from './servers.ts';

export interface Writes {
  /** Paths of the request at the service and at the bare server. */
  readonly path: string;
  readonly barePath: string;
  readonly bodies: readonly string[];
  /** Environment variables of the bare server and of the worker. */
  readonly bareEnv: Record<string, string>;
  readonly workerEnv?: Record<string, string>;
  /** Runs once on the service before the first round. */
  readonly prepare?: (port: number) => Promise<void>;
  /** Concurrent clients; 32 by default. Before fewer are measured, 32 let both sides compile their code, as a service in use has. */
  readonly clients?: number;
  readonly rounds: number;
  readonly seconds: number;
}

const CLIENTS = 32;
const WARM_UP = 1;
const COMPILE_SECONDS = 5;

/**
 * Compares POST requests of many clients, or of one, with a bare route that inserts the same rows in one statement. The service runs
 * as deployed: an api with its relay, a worker that indexes into PostgreSQL, and log lines. Both sides share the machine
 * and the database server, and run alternately. Each run starts after the worker has indexed the records of the run
 * before, so that neither side slows down the other.
 */
export async function compareWrites(writes: Writes): Promise<void> {
  const { path, barePath, bodies, bareEnv, workerEnv, prepare, clients = CLIENTS, rounds, seconds } = writes;
  const databases = await startDatabases();
  const url = await databases.make('waybill');
  const bareUrl = await databases.make('bare');
  const sql = openDatabase(url, { name: 'bench', max: 1 });

  const [{ pid: backend }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;

  const api = await startProcess('api', url);
  const worker = await startProcess('worker', url, workerEnv);
  const bare = await startBare(bareUrl, bareEnv);
  await prepare?.(api.port);
  const run = (port: number, to: string, { by = clients, during = seconds } = {}) =>
    load({
      port,
      clients: by,
      warmUpSeconds: WARM_UP,
      seconds: during,
      method: 'POST',
      requests: bodies.map((body) => ({ path: to, body })),
    });

  const waybill: number[] = [];
  const peer: number[] = [];
  const behind: number[] = [];
  try {
    if (clients < CLIENTS) {
      const compiling = { by: CLIENTS, during: COMPILE_SECONDS };
      if (runsPeer) await run(bare.port, barePath, compiling);
      await run(api.port, path, compiling);
      await indexed();
    }
    for (let round = 0; round < rounds; round++) {
      if (runsPeer) {
        const bareCpu = await cpuSince({ bare: bare.pid });
        const bareOutcome = await run(bare.port, barePath);
        console.log('bare   ', JSON.stringify({ ...bareOutcome, cpuUs: await bareCpu(bareOutcome.perSecond) }));
        peer.push(bareOutcome.perSecond);
      }
      const cpu = await cpuSince({ api: api.pid, worker: worker.pid });
      const outcome = await run(api.port, path);
      const indexedAfterMs = await indexed();
      const cpuUs = await cpu(outcome.perSecond);
      console.log('waybill', JSON.stringify({ ...outcome, cpuUs, indexedAfterMs }));
      waybill.push(outcome.perSecond);
      behind.push(indexedAfterMs);
    }
    console.log(`bare    ${median(peer)} POST/s`);
    console.log(`waybill ${median(waybill)} POST/s, all indexed ${median(behind)} ms after the last response`);
    console.log(`ratio   ${pairedRatio(waybill, peer)} (at least 0.6)`);
  } finally {
    await Promise.all([api.stop(), worker.stop(), bare.stop()]);
    await sql.end({ timeout: 1 });
    await databases.stop();
  }

  /** Waits until the outbox and the queue are empty, and returns the time in ms. */
  async function indexed(): Promise<number> {
    const began = performance.now();
    for (;;) {
      const [row] = await sql<{ pending: number }[]>`
      select (select count(*) from outbox)::int
        + (select count(*) from pgboss.job where name = 'index.sync' and state < 'completed')::int as pending`;
      if (row?.pending === 0) return Math.round(performance.now() - began);
      await Bun.sleep(50);
    }
  }

  /**
   * Returns a function that reports the processor time per request since the call, in µs: of the processes, of the whole
   * database server, and of its backends by application name.
   */
  async function cpuSince(
    pids: Record<string, number>,
  ): Promise<(perSecond: number) => Promise<Record<string, number>>> {
    const read = async (): Promise<Map<string, number>> => {
      const used = new Map(Object.entries(pids).map(([name, pid]) => [name, cpuOf(pid)]));
      used.set('postgres', cpuOfServer(backend));
      const backends = await sql<{ name: string; pid: number }[]>`
      select coalesce(nullif(application_name, ''), backend_type) as name, pid from pg_stat_activity`;
      for (const { name, pid } of backends) used.set(`pg ${name}`, (used.get(`pg ${name}`) ?? 0) + cpuOf(pid));
      return used;
    };
    const before = await read();
    return async (perSecond) => {
      const requests = perSecond * (seconds + WARM_UP);
      const shares = [...(await read())].map(([name, used]): [string, number] => [
        name,
        Math.round(((used - (before.get(name) ?? 0)) / requests) * 1_000_000),
      ]);
      return Object.fromEntries(shares.filter(([, share]) => share > 0));
    };
  }
}
