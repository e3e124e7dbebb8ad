import { channelNames, mapDrivers } from '../domain/notifications/channels/index.ts';
import { exponentialBackoff } from '../domain/notifications/retries.ts';
import { traceChannel, traceDataSources, traceRenderer, traceSandbox } from '../domain/runtime/tracedPorts.ts';
import { makeChannels } from '../drivers/channels/channels.ts';
import { makeDataSources } from '../drivers/net/dataSources.ts';
import { makeBroker } from '../drivers/queue/pgBossBroker.ts';
import { makeOffice } from '../drivers/rendering/office/office.ts';
import { makeRenderer } from '../drivers/rendering/renderer.ts';
import { makeSandbox } from '../drivers/sandbox/sandbox.ts';
import { jobTypeHandlers, makeHandlers } from '../workers/handlers/index.ts';
import { makeWorker, type WorkerOptions } from '../workers/runtime/worker.ts';
import type { Config } from './config.ts';
import { databaseUrl } from './drivers.ts';
import { checkQueues, definitionsFor, linksOf, wireProcess } from './wiring.ts';

/** Connections that pg-boss opens in a worker, beside the pool of the process. */
const QUEUE_CONNECTIONS = 4;

export async function runWorker(config: Config): Promise<void> {
  const { services, tracing, lifecycle, components, queueNames } = await wireProcess('worker', config);
  // After a return to this release, QUEUES may name queues of the newer release. Its workers process those.
  checkQueues(config, await queueNames());
  const { sql, log } = services;
  const broker = makeBroker({
    sql,
    log,
    definitions: definitionsFor(config),
    worker: { url: databaseUrl(config), name: 'waybill worker', connections: QUEUE_CONNECTIONS },
  });
  const sandbox = makeSandbox({ log });
  const channels = makeChannels(config);
  const dataSources = makeDataSources({
    allowedHosts: config.allowedHosts ?? [],
    microserviceUrls: config.microserviceUrls,
    timeoutMs: config.webhookTimeoutSeconds * 1_000,
  });
  const office = makeOffice({
    log,
    size: config.officeProcesses,
    limitMs: config.officeTimeoutSeconds * 1_000,
    ...(config.sofficePath && { sofficePath: config.sofficePath }),
  });
  const renderer = makeRenderer({ log, sandbox, office, layoutMs: config.layoutSeconds * 1_000 });
  const worker = makeWorker(services, broker, {
    handlers: makeHandlers(),
    typeHandlers: jobTypeHandlers,
    sandbox: traceSandbox(tracing, sandbox),
    channels: mapDrivers(channels, (driver, name) => traceChannel(tracing, name, driver)),
    dataSources: traceDataSources(tracing, dataSources),
    renderer: traceRenderer(tracing, renderer),
    ...settingsOf(config),
  });
  await lifecycle.run([...components, sandbox, office, renderer, channels, worker]);
}

function settingsOf(config: Config): Partial<WorkerOptions> {
  return {
    ...(config.queues && { queues: config.queues }),
    retentionDays: config.retentionDays,
    auditDays: config.auditDays,
    changeDays: config.changeDays,
    resultDays: config.resultDays,
    deliveryRules: {
      maxAttempts: config.deliveryRetries,
      backoff: exponentialBackoff(config.deliveryPauseSeconds),
      limits: {
        perSecond: Object.fromEntries(channelNames.map((name) => [name, config[`${name}PerSecond`]])),
        recipientPerHour: config.recipientPerHour,
      },
      circuitBreaker: { failures: config.providerFailures, pauseSeconds: config.providerPauseSeconds },
    },
    logExchanges: config.logExchanges,
    ...linksOf(config),
    logRetentionMonths: config.logRetentionMonths,
  };
}
