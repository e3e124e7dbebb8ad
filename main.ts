import { makeApi } from './api/http/server.ts';
import { type HealthCheck, healthRoutes, readinessOf } from './api/routes/health.ts';
import { allRoutes } from './api/routes/index.ts';
import { metricsRoutes } from './api/routes/metrics.ts';
import { unsubscribeRoutes } from './api/routes/notifications/unsubscribe.ts';
import { type Config, readConfig } from './app/config.ts';
import { end, isStopping, runUntilStopped } from './app/lifecycle.ts';
import { makeLog } from './app/log.ts';
import { makeServices } from './app/services.ts';
import { type Database, openDatabase } from './db/client.ts';
import { migrateTables, tablesAreCurrent } from './db/migrate.ts';
import { kindNamed } from './domain/kinds/index.ts';
import { makeLiveStats } from './domain/monitoring/liveStats.ts';
import { isCountry, type PhoneRules } from './domain/notifications/recipients/addresses.ts';
import { growingPauses } from './domain/notifications/retries.ts';
import type { Channels } from './domain/ports/channels.ts';
import type { Component } from './domain/ports/component.ts';
import type { Directory } from './domain/ports/directory.ts';
import { type SearchEngine, SearchUnavailable } from './domain/ports/search.ts';
import type { Services } from './domain/ports/services.ts';
import { type QueueDefinition, queues } from './domain/queue/definitions.ts';
import { makeRelay } from './domain/queue/relay.ts';
import { makeHeartbeat } from './domain/runtime/heartbeat.ts';
import { OperatorError } from './domain/runtime/operatorError.ts';
import { withSpans } from './domain/runtime/tracing.ts';
import { RefreshCoalescer } from './domain/search/refreshCoalescer.ts';
import { prepareIndexes } from './domain/search/reindex.ts';
import { settings } from './domain/settings.ts';
import { ensureUserTypes, initialCaller, loadSampleRecords } from './domain/users/initialRecords.ts';
import { makeBroker, migrateQueues } from './drivers/queue/pgBossBroker.ts';
import { makePostgresSearch } from './drivers/search/postgres/postgresEngine.ts';

const definitions: readonly QueueDefinition[] = Object.values(queues);

const definitionsFor = ({ directorySyncCron: cron }: Config): readonly QueueDefinition[] =>
  definitions.map((queue) =>
    queue.name === queues['maintenance.directory'].name && cron !== undefined ? { ...queue, cron } : queue,
  );

/** Connections that pg-boss keeps in a worker, beside the pool of the process. */
const QUEUE_CONNECTIONS = 4;

try {
  const word = process.argv[2] ?? 'start';
  const run = { start: runStart, api: runApi, worker: runWorker, migrate: runMigrate }[word];
  if (!run) throw new OperatorError(`${JSON.stringify(word)} is none of start, api, worker and migrate.`);
  await run(readConfig(process.env));
} catch (error) {
  end(error);
}

async function runApi(config: Config): Promise<void> {
  const { services, parts, checks } = await assemble('api', config);
  const beat = makeHeartbeat(services.sql, services.log, { role: 'api', queues: [], status: () => ({}) });
  const liveStats = makeLiveStats(services, async () => (await readinessOf(checks, () => {})).checks);
  const api = makeApi(services, {
    host: config.host,
    port: config.port,
    maxBody: config.maxBodyMb * 1024 * 1024,
    stopDelay: config.stopDelaySeconds * 1_000,
    routes: allRoutes([...healthRoutes(checks), ...metricsRoutes(beat.id, liveStats), ...unsubscribeRoutes]),
  });
  await runUntilStopped([...parts, liveStats, beat, api], services.log).catch((error: unknown) => {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
    throw new OperatorError(`PORT is ${config.port}, and another program listens there on ${config.host}.`);
  });
  services.log.info({ url: api.url }, 'api started');
}

async function runWorker(config: Config): Promise<void> {
  // Only where it is used: an api process carries nothing of what workers load.
  const { makeWorker } = await import('./workers/runtime/worker.ts');
  const { jobTypeHandlers, makeHandlers } = await import('./workers/handlers/index.ts');
  const { makeChannels } = await import('./drivers/channels/channels.ts');
  const { makeDataSources } = await import('./drivers/net/dataSources.ts');
  const { makeSandbox } = await import('./drivers/sandbox/sandbox.ts');
  const { makeOffice } = await import('./drivers/rendering/office/office.ts');
  const { makeRenderer } = await import('./drivers/rendering/renderer.ts');
  const { services, parts, queueNames } = await assemble('worker', config);
  // After going back to this release, QUEUES may name queues that the newer one has made: its workers take those.
  checkQueues(config, await queueNames());
  const broker = makeBroker({
    sql: services.sql,
    log: services.log,
    definitions: definitionsFor(config),
    worker: { url: databaseUrl(config), name: 'waybill worker', connections: QUEUE_CONNECTIONS },
  });
  const sandbox = makeSandbox({ log: services.log });
  const channels = makeChannels(config);
  const dataSources = makeDataSources({
    allowedHosts: config.allowedHosts ?? [],
    microserviceUrls: config.microserviceUrls,
    timeoutMs: config.webhookTimeoutSeconds * 1_000,
  });
  const office = makeOffice({
    log: services.log,
    size: config.officeProcesses,
    limitMs: config.officeTimeoutSeconds * 1_000,
    ...(config.sofficePath && { sofficePath: config.sofficePath }),
  });
  const renderer = makeRenderer({ log: services.log, sandbox, office, layoutMs: config.layoutSeconds * 1_000 });
  const worker = makeWorker(services, broker, {
    handlers: makeHandlers(),
    typeHandlers: jobTypeHandlers,
    sandbox: withSpans(sandbox, 'sandbox', ['run']),
    channels: tracedChannels(channels),
    dataSources: withSpans(dataSources, 'data source', ['fetchData']),
    renderer: withSpans(renderer, 'renderer', ['render']),
    ...(config.queues && { queues: config.queues }),
    retentionDays: config.retentionDays,
    resultDays: config.resultDays,
    deliveryRules: {
      tries: config.deliveryRetries,
      pauseAfter: growingPauses(config.deliveryPauseSeconds),
      limits: {
        perSecond: { email: config.emailPerSecond, sms: config.smsPerSecond, webhook: config.webhookPerSecond },
        recipientPerHour: config.recipientPerHour,
      },
      pause: { failures: config.providerFailures, pauseSeconds: config.providerPauseSeconds },
    },
    logExchanges: config.logExchanges,
    ...linksOf(config),
    logRetentionMonths: config.logRetentionMonths,
  });
  await runUntilStopped([...parts, sandbox, office, renderer, channels, worker], services.log);
}

async function runMigrate(config: Config): Promise<void> {
  const searchAway = await prepare(config, { sampleData: false });
  if (searchAway)
    throw new OperatorError(`ELASTICSEARCH_URL is set, and the indexes cannot be made there: ${searchAway}`);
  console.log('The database is up to date.');
}

async function runStart(config: Config): Promise<void> {
  checkQueues(config);
  const { start } = await import('./app/standalone.ts');
  await start(config, async (url) => {
    const again = async (): Promise<void> => {
      const searchAway = await prepare({ ...config, databaseUrl: url }, { sampleData: config.sampleData });
      // Reads by id and writes go on without a search engine; its indexes follow when it is there.
      if (searchAway) setTimeout(() => again().catch(end), 2_000);
    };
    await again();
  });
}

function tracedChannels({ email, sms, webhook }: Channels): Channels {
  const methods = ['send', 'lookUp'] as const;
  return {
    email: email.map((channel) => withSpans(channel, 'email', methods)),
    sms: sms.map((channel) => withSpans(channel, 'sms', methods)),
    webhook: webhook.map((channel) => withSpans(channel, 'webhook', methods)),
  };
}

/**
 * Tables, queues, what a migration has to put in, and the indexes: safe to do again, and at the same time.
 *
 * @returns why the search engine could not be used; everything else is done then
 */
async function prepare(config: Config, { sampleData }: { sampleData: boolean }): Promise<string | undefined> {
  const url = databaseUrl(config);
  const log = makeLog('migrate', config.logLevel === 'info' ? 'warn' : config.logLevel);
  const sql = await reachDatabase(config, 'migrate', 4);
  let search: Search | undefined;
  try {
    if (!(await tablesAreCurrent(sql))) {
      const waits = 'a table is held by another transaction: the migration tries again until it can have it';
      await migrateTables(url, (reason) => log.warn({ reason }, waits));
    }
    await migrateQueues(url, definitionsFor(config));
    search = await makeSearch(config, sql);
    const services = makeServices({ sql, search, log, wakeRelay: () => {}, awaitSearchable: async () => false });
    // Before the first records, which then come in by themselves.
    const searchAway = await prepareIndexes(services, initialCaller('migration')).catch((error: unknown) => {
      if (error instanceof SearchUnavailable) return error.message;
      throw error;
    });
    await ensureUserTypes(services);
    if (sampleData) await loadSampleRecords(services);
    return searchAway ?? undefined;
  } finally {
    await search?.close();
    await sql.end({ timeout: 1 });
  }
}

/** What api and worker have in common. `parts` are started in this order and stopped in the other. */
async function assemble(
  role: 'api' | 'worker',
  config: Config,
): Promise<{
  services: Services;
  parts: Component[];
  checks: HealthCheck[];
  queueNames: () => Promise<ReadonlySet<string>>;
}> {
  const log = makeLog(role, config.logLevel);
  settings.defaultAuthentication = config.defaultAuthentication.toUpperCase();
  const { databaseConnections, workerConnections } = config;
  const connections = role === 'worker' ? Math.min(databaseConnections, workerConnections) : databaseConnections;
  const sql = await reachDatabase(config, role, connections);
  const tracing = await makeTracing(role, config);
  const search = withSpans(await makeSearch(config, sql), 'search', ['sync', 'fill', 'search', 'count', 'refresh']);
  const directory = await makeDirectory(config);
  const broker = makeBroker({ sql, log, definitions });
  const relay = makeRelay(sql, broker, log);
  const findable = new RefreshCoalescer(sql, search, log, relay.wake);
  const services = makeServices({
    sql,
    search,
    log,
    wakeRelay: relay.wake,
    awaitSearchable: findable.wait,
    requireLogTypes: config.requireLogTypes,
    resultWaitMs: config.resultWaitSeconds * 1_000,
    ...(directory && { directory }),
    phoneRules: phoneRulesOf(config),
    ...receiptsOf(config),
  });
  const checks: HealthCheck[] = [
    {
      name: 'process',
      check: async () => {
        if (isStopping()) throw new Error('it has been told to stop');
      },
    },
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
    throw new OperatorError('The database lacks migrations that this version needs: run `npm run migrate` first.');
  }
  const pool: Component = {
    start: async () => {},
    stop: () => Promise.all([search.close(), sql.end({ timeout: 5 })]).then(() => {}),
  };
  return {
    services,
    parts: [...tracing, pool, services.replyWaiter, services.jobProgress, broker, relay],
    checks,
    queueNames: broker.queueNames,
  };
}

/** Where others reach the service. */
function linksOf({ publicUrl, receiptUrl = publicUrl }: Config): { publicUrl?: string; receiptUrl?: string } {
  return { ...(publicUrl !== undefined && { publicUrl }), ...(receiptUrl !== undefined && { receiptUrl }) };
}

function receiptsOf(config: Config): Pick<Services, 'receipts'> {
  const { receiptUrl: url } = linksOf(config);
  const { twilioAuthToken: authToken } = config;
  return url !== undefined && authToken ? { receipts: { url, authToken } } : {};
}

function phoneRulesOf({ defaultCountry: [defaultCountry] = [], allowedCountries = [] }: Config): PhoneRules {
  for (const code of [...(defaultCountry ? [defaultCountry] : []), ...allowedCountries]) {
    if (!isCountry(code)) throw new OperatorError(`${code} is no country (DEFAULT_COUNTRY, ALLOWED_COUNTRIES).`);
  }
  return { allowedCountries, ...(defaultCountry && { defaultCountry }) };
}

function checkQueues({ queues: wanted }: Config, there: ReadonlySet<string> = new Set()): void {
  const names = definitions.map(({ name }): string => name);
  const unknown = wanted?.filter((name) => !names.includes(name) && !there.has(name)) ?? [];
  if (unknown.length > 0) throw new OperatorError(`QUEUES names ${unknown.join(', ')}; there are ${names.join(', ')}.`);
}

function databaseUrl({ databaseUrl: url }: Config): string {
  if (!url) throw new OperatorError('DATABASE_URL is not set: only `npm start` brings a PostgreSQL of its own.');
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
    throw new OperatorError(
      `DATABASE_URL names the database ${pathname.slice(1)} on ${host}, which cannot be used: ${reason}.`,
    );
  }
}

async function makeTracing(role: string, { otlpEndpoint: endpoint, tracesPercent }: Config): Promise<Component[]> {
  if (!endpoint) return [];
  const { startTracing } = await import('./drivers/tracing/otlp.ts');
  return [startTracing({ endpoint, role, ratio: tracesPercent / 100 })];
}

async function makeDirectory(config: Config): Promise<Directory | undefined> {
  const { ldapUrl: url, ldapBaseDn: baseDn, ldapBindDn: bindDn, ldapPassword: password, ldapGroupType } = config;
  if (!url) return undefined;
  if (!baseDn) throw new OperatorError('LDAP_URL is set, and LDAP_BASE_DN has to say where its groups are.');
  // A directory takes a name without a password for nobody, and lets it in.
  if (bindDn && !password) throw new OperatorError('LDAP_BIND_DN is set, and LDAP_PASSWORD is not.');
  const { makeLdapDirectory } = await import('./drivers/directory/ldapDirectory.ts');
  return makeLdapDirectory({
    url,
    baseDn,
    ...(bindDn && { bindDn, password }),
    ...(ldapGroupType && { groupType: ldapGroupType }),
    groupFilter: config.ldapGroupFilter,
    attributes: config.ldapAttributes,
    timeoutMs: config.ldapTimeoutSeconds * 1_000,
  });
}

type Search = SearchEngine & { close(): Promise<void> };

async function makeSearch(config: Config, sql: Database): Promise<Search> {
  const { elasticsearchUrl: url, elasticsearchPrefix: prefix, elasticsearchReplicas: replicas } = config;
  if (!url) return Object.assign(makePostgresSearch(sql), { close: async () => {} });
  const { makeElasticsearchSearch } = await import('./drivers/search/elasticsearch/elasticsearchEngine.ts');
  const shards = Object.fromEntries(config.elasticsearchShards);
  for (const name of Object.keys(shards)) {
    if (!kindNamed(name)) throw new OperatorError(`ELASTICSEARCH_SHARDS names ${name}, and there is no such kind.`);
  }
  return makeElasticsearchSearch(sql, { url, prefix, replicas, shards });
}
