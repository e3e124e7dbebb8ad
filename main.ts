import { type HealthCheck, healthRoutes } from './api/routes/health.ts';
import { allRoutes } from './api/routes/index.ts';
import { makeApi } from './api/server.ts';
import { type Config, readConfig } from './config.ts';
import { type Database, openDatabase } from './db/client.ts';
import { migrateTables, tablesAreCurrent } from './db/migrate.ts';
import { ensureIndexes } from './domain/actions/indexes.ts';
import { ensureUserTypes, loadSampleRecords } from './domain/actions/initialRecords.ts';
import { Findable } from './domain/findable.ts';
import { queues } from './domain/jobs/queues.ts';
import { makeRelay } from './domain/jobs/relay.ts';
import { Mistake } from './domain/mistake.ts';
import type { Platform, SearchEngine, Service } from './domain/ports.ts';
import { makeProcessBeat } from './domain/processes.ts';
import { makeBroker, migrateQueues } from './drivers/queue.pgboss.ts';
import { makePostgresSearch } from './drivers/search.postgres.ts';
import { end, keepRunning } from './lifecycle.ts';
import { makeLog } from './log.ts';
import { start } from './start.ts';
import { makeWorker } from './workers/runner.ts';

const definitions = Object.values(queues);

/** Connections that pg-boss keeps in a worker, beside the pool of the process. */
const QUEUE_CONNECTIONS = 4;

try {
  const word = process.argv[2] ?? 'start';
  const run = { start: runStart, api: runApi, worker: runWorker, migrate: runMigrate }[word];
  if (!run) throw new Mistake(`${JSON.stringify(word)} is none of start, api, worker and migrate.`);
  await run(readConfig(process.env));
} catch (error) {
  end(error);
}

async function runApi(config: Config): Promise<void> {
  const { platform, parts, checks } = await assemble('api', config);
  const api = makeApi(platform, {
    host: config.host,
    port: config.port,
    maxBody: config.maxBodyMb * 1024 * 1024,
    routes: allRoutes(healthRoutes(checks)),
  });
  const beat = makeProcessBeat(platform.sql, platform.log, { role: 'api', queues: [], doing: () => ({}) });
  await keepRunning([...parts, beat, api], platform.log).catch((error: unknown) => {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
    throw new Mistake(`PORT is ${config.port}, and another program listens there on ${config.host}.`);
  });
  platform.log.info({ url: api.url }, 'api started');
}

async function runWorker(config: Config): Promise<void> {
  checkQueues(config);
  const { platform, parts } = await assemble('worker', config);
  const broker = makeBroker({
    sql: platform.sql,
    log: platform.log,
    definitions,
    worker: { url: databaseUrl(config), name: 'waybill worker', connections: QUEUE_CONNECTIONS },
  });
  const worker = makeWorker(platform, broker, {
    ...(config.queues && { queues: config.queues }),
    retentionDays: config.retentionDays,
    logRetentionMonths: config.logRetentionMonths,
  });
  await keepRunning([...parts, worker], platform.log);
}

async function runMigrate(config: Config): Promise<void> {
  await prepare(config, { sampleData: false });
  console.log('The database is up to date.');
}

async function runStart(config: Config): Promise<void> {
  checkQueues(config);
  await start(config, (url) => prepare({ ...config, databaseUrl: url }, { sampleData: config.sampleData }));
}

/** Tables, queues, what a migration has to put in, and the indexes: safe to do again, and at the same time. */
async function prepare(config: Config, { sampleData }: { sampleData: boolean }): Promise<void> {
  const url = databaseUrl(config);
  const log = makeLog('migrate', config.logLevel === 'info' ? 'warn' : config.logLevel);
  const sql = await reachDatabase(config, 'migrate', 4);
  try {
    if (!(await tablesAreCurrent(sql))) await migrateTables(url);
    await migrateQueues(url, definitions);
    const search = makeSearch(config, sql);
    const platform: Platform = { sql, search, log, wakeRelay: () => {}, findable: async () => false };
    await ensureUserTypes(platform);
    await ensureIndexes(platform);
    if (sampleData) await loadSampleRecords(platform);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** What api and worker have in common. `parts` are started in this order and stopped in the other. */
async function assemble(
  role: 'api' | 'worker',
  config: Config,
): Promise<{ platform: Platform; parts: Service[]; checks: HealthCheck[] }> {
  const log = makeLog(role, config.logLevel);
  const sql = await reachDatabase(config, role, config.databaseConnections);
  const search = makeSearch(config, sql);
  const broker = makeBroker({ sql, log, definitions });
  const relay = makeRelay(sql, broker, log);
  const findable = new Findable(sql, search, log, relay.wake);
  const platform: Platform = {
    sql,
    search,
    log,
    wakeRelay: relay.wake,
    findable: findable.wait,
    requireLogTypes: config.requireLogTypes,
  };
  const checks: HealthCheck[] = [
    { name: 'database', check: async () => void (await sql`select 1`) },
    {
      name: 'migrations',
      check: async () => {
        if (!(await tablesAreCurrent(sql))) throw new Error('a migration is missing');
      },
    },
    { name: 'search', check: () => search.ping() },
    {
      name: 'queue',
      check: async () => {
        const there = await broker.queueNames();
        const missing = definitions.filter(({ name }) => !there.has(name));
        if (missing.length > 0) throw new Error(`there is no queue ${missing.map(({ name }) => name).join(', ')}`);
      },
    },
  ];
  if (!(await tablesAreCurrent(sql))) {
    throw new Mistake('The database lacks migrations that this version needs: run `npm run migrate` first.');
  }
  const pool: Service = { start: async () => {}, stop: () => sql.end({ timeout: 5 }) };
  return { platform, parts: [pool, broker, relay], checks };
}

function checkQueues({ queues: wanted }: Config): void {
  const names = definitions.map(({ name }): string => name);
  const unknown = wanted?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) throw new Mistake(`QUEUES names ${unknown.join(', ')}; there are ${names.join(', ')}.`);
}

function databaseUrl({ databaseUrl: url }: Config): string {
  if (!url) throw new Mistake('DATABASE_URL is not set: only `npm start` brings a PostgreSQL of its own.');
  return url;
}

/** @throws Mistake when nobody answers there: whoever runs the process can put that right sooner than it could by waiting */
async function reachDatabase(config: Config, role: string, max: number): Promise<Database> {
  const url = databaseUrl(config);
  const sql = openDatabase(url, { name: `waybill ${role}`, max });
  try {
    await sql`select 1`;
    return sql;
  } catch (error) {
    await sql.end({ timeout: 0 });
    const { host, pathname } = new URL(url);
    const { code, message } = error as { code?: string; message: string };
    const reason = (message || code || 'no answer').replace(/\.$/, '');
    throw new Mistake(
      `DATABASE_URL names the database ${pathname.slice(1)} on ${host}, which cannot be used: ${reason}.`,
    );
  }
}

function makeSearch(config: Config, sql: Database): SearchEngine {
  if (config.elasticsearchUrl)
    throw new Mistake('ELASTICSEARCH_URL is set, and this build has no Elasticsearch driver.');
  return makePostgresSearch(sql);
}
