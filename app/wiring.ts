import type { HealthCheck } from '../api/routes/health.ts';
import { isCountry, type PhoneRules } from '../domain/notifications/channels/addresses.ts';
import type { BounceWebhooks } from '../domain/ports/bounceWebhooks.ts';
import type { Component } from '../domain/ports/component.ts';
import type { Services } from '../domain/ports/services.ts';
import { type QueueDefinition, queues } from '../domain/queue/definitions.ts';
import { makeRelay } from '../domain/queue/relay.ts';
import { Metrics } from '../domain/runtime/metrics.ts';
import { OperatorError } from '../domain/runtime/operatorError.ts';
import { traceSearch } from '../domain/runtime/tracedPorts.ts';
import type { Tracing } from '../domain/runtime/tracing.ts';
import { makeRowIndexer } from '../domain/search/indexOutboxRows.ts';
import { RefreshCoalescer } from '../domain/search/refreshCoalescer.ts';
import { makeSnsClient } from '../drivers/bounces/snsClient.ts';
import { makeBroker } from '../drivers/queue/pgBossBroker.ts';
import type { Config } from './config.ts';
import { checkDatabase } from './databaseRoles.ts';
import {
  connectDatabase,
  makeClientCertificates,
  makeDirectory,
  makeReadReplica,
  makeSearch,
  makeSignInProvider,
  makeTokenVerifier,
  makeTracing,
  makeUserBind,
} from './drivers.ts';
import { makeHealthChecks } from './health.ts';
import { Lifecycle } from './lifecycle.ts';
import { makeLog } from './log.ts';
import { makeServices } from './services.ts';

const definitions: readonly QueueDefinition[] = Object.values(queues);

/** The parts that api and worker processes have in common. */
export interface Wiring {
  readonly services: Services;
  readonly tracing: Tracing;
  readonly lifecycle: Lifecycle;
  /** In the order in which they start. */
  readonly components: readonly Component[];
  readonly checks: readonly HealthCheck[];
  /** The queues that exist in the database. */
  readonly queueNames: () => Promise<ReadonlySet<string>>;
}

export async function wireProcess(role: 'api' | 'worker', config: Config): Promise<Wiring> {
  const log = makeLog(role, config.logLevel);
  const { databaseConnections, workerConnections } = config;
  const connections = role === 'worker' ? Math.min(databaseConnections, workerConnections) : databaseConnections;
  const sql = await connectDatabase(config, role, connections);
  const { tracing, components } = await makeTracing(role, config);
  const metrics = new Metrics();
  const replica = makeReadReplica(config, { primary: sql, name: `waybill ${role}`, max: connections, log, metrics });
  const engine = await makeSearch(config, sql, replica);
  const search = traceSearch(tracing, engine);
  const directory = await makeDirectory(config);
  const directoryBind = role === 'api' ? await makeUserBind(config) : undefined;
  const tokenVerifier = role === 'api' ? await makeTokenVerifier(config) : undefined;
  const signInProvider = role === 'api' ? await makeSignInProvider(config) : undefined;
  const clientCertificates = role === 'api' ? await makeClientCertificates(config) : undefined;
  const broker = makeBroker({ sql, log, definitions });
  // Elsewhere than in the database, an index write takes the processor and the connections of workers.
  const indexRows = engine.costlyRefresh ? undefined : makeRowIndexer({ sql, search, log, tracing, metrics });
  const relay = makeRelay(sql, broker, log, indexRows);
  const refreshes = new RefreshCoalescer(sql, search, log, relay.wake);
  const services = makeServices({
    sql,
    search,
    ...(replica && { reads: replica }),
    log,
    metrics,
    tracing,
    wakeRelay: relay.wake,
    awaitSearchable: refreshes.wait,
    requireLogTypes: config.requireLogTypes,
    microserviceCodes: config.microserviceUrls.map(([code]) => code),
    allowedHosts: config.allowedHosts ?? [],
    hasBrowser: config.chromiumPath !== '' || config.gotenbergUrl !== undefined,
    memberDefaults: { User: { authentication: config.defaultAuthentication.toUpperCase() } },
    resultWaitMs: config.resultWaitSeconds * 1_000,
    ...(directory && { directory }),
    ...(directoryBind && { directoryBind }),
    ...(tokenVerifier && { tokenVerifier }),
    ...(signInProvider && { signInProvider }),
    ...(clientCertificates && { clientCertificates }),
    phoneRules: phoneRulesOf(config),
    ...receiptsOf(config),
    ...(role === 'api' && { bounceWebhooks: bounceWebhooksOf(config) }),
  });
  await checkDatabase(sql, role);
  const lifecycle = new Lifecycle(log);
  const connectionPool: Component = {
    start: async () => {},
    stop: () => Promise.all([engine.close(), sql.end({ timeout: 5 })]).then(() => {}),
  };
  return {
    services,
    tracing,
    lifecycle,
    components: [
      ...components,
      services.metrics,
      connectionPool,
      ...(replica ? [replica] : []),
      services.accessEpoch,
      ...(role === 'api' ? [services.principals.usage] : []),
      services.refusals,
      services.replyWaiter,
      services.jobProgress,
      services.changeFeed,
      broker,
      relay,
    ],
    checks: makeHealthChecks(services, broker, definitions, {
      isStopping: () => lifecycle.isStopping,
      gotenbergUrl: config.gotenbergUrl,
      replica,
    }),
    queueNames: broker.queueNames,
  };
}

/** The queues, with the schedules that the configuration adds. */
export const definitionsFor = ({ directorySyncCron: cron }: Config): readonly QueueDefinition[] =>
  definitions.map((queue) =>
    queue.name === queues['maintenance.directory'].name && cron !== undefined ? { ...queue, cron } : queue,
  );

/** @param existing queues in the database, which a newer release may have made */
export function checkQueues({ queues: configured }: Config, existing: ReadonlySet<string> = new Set()): void {
  const names = definitions.map(({ name }): string => name);
  const ofApis = definitions.flatMap(({ name, claimedBy }) => (claimedBy === 'api' ? [name] : []));
  const refused = configured?.filter((name) => ofApis.includes(name)) ?? [];
  if (refused.length > 0) throw new OperatorError(`QUEUES names ${refused.join(', ')}, from which apis claim.`);
  const unknown = configured?.filter((name) => !names.includes(name) && !existing.has(name)) ?? [];
  if (unknown.length > 0)
    throw new OperatorError(`QUEUES names ${unknown.join(', ')}; the queues are ${names.join(', ')}.`);
}

/** The URLs under which recipients and providers reach the service. */
export function linksOf({ publicUrl, receiptUrl = publicUrl }: Config): { publicUrl?: string; receiptUrl?: string } {
  return { ...(publicUrl !== undefined && { publicUrl }), ...(receiptUrl !== undefined && { receiptUrl }) };
}

function receiptsOf(config: Config): Pick<Services, 'receipts'> {
  const { receiptUrl: url } = linksOf(config);
  const { twilioAuthToken: authToken } = config;
  return url !== undefined && authToken ? { receipts: { url, authToken } } : {};
}

function bounceWebhooksOf(config: Config): BounceWebhooks {
  const { sesTopicArns: topics, snsBaseUrl: baseUrl, webhookTimeoutSeconds } = config;
  const { postmarkWebhookPassword: password, mailgunSigningKey: signingKey } = config;
  const sns = makeSnsClient({ ...(baseUrl !== undefined && { baseUrl }), timeoutMs: webhookTimeoutSeconds * 1_000 });
  return {
    ...(topics.length > 0 && { ses: { topics, sns } }),
    ...(password && { postmark: { password } }),
    ...(signingKey && { mailgun: { signingKey } }),
  };
}

function phoneRulesOf({ defaultCountry: [defaultCountry] = [], allowedCountries = [] }: Config): PhoneRules {
  for (const code of [...(defaultCountry ? [defaultCountry] : []), ...allowedCountries]) {
    if (!isCountry(code)) throw new OperatorError(`${code} is not a country (DEFAULT_COUNTRY, ALLOWED_COUNTRIES).`);
  }
  return { allowedCountries, ...(defaultCountry && { defaultCountry }) };
}
