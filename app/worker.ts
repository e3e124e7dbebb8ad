import { channelNames, mapDrivers } from '../domain/notifications/channels/index.ts';
import { exponentialBackoff } from '../domain/notifications/retries.ts';
import type { QueueName } from '../domain/queue/definitions.ts';
import { OperatorError } from '../domain/runtime/operatorError.ts';
import { traceChannel, traceDataSources, traceRenderer, traceSandbox } from '../domain/runtime/tracedPorts.ts';
import { makeChannels } from '../drivers/channels/channels.ts';
import { makeDataSources } from '../drivers/net/dataSources.ts';
import { makeBroker } from '../drivers/queue/pgBossBroker.ts';
import { hasBundledLibreOffice, makeOffice } from '../drivers/rendering/office/office.ts';
import { makeRenderer } from '../drivers/rendering/renderer.ts';
import { makeSandbox } from '../drivers/sandbox/sandbox.ts';
import { jobTypeHandlers, makeHandlers } from '../workers/handlers/index.ts';
import { makeWorker, type WorkerOptions } from '../workers/runtime/worker.ts';
import type { Config } from './config.ts';
import { databaseUrl, makeBounceMailbox, makeBrowser } from './drivers.ts';
import { makeHealthPort } from './healthPort.ts';
import { checkQueues, definitionsFor, linksOf, wireProcess } from './wiring.ts';

/** Connections that pg-boss opens in a worker, beside the pool of the process. */
const QUEUE_CONNECTIONS = 4;

/** Queues whose jobs may render office formats. */
const OFFICE_QUEUES: readonly QueueName[] = ['document.render', 'notification.email', 'step.documents'];

export async function runWorker(config: Config): Promise<void> {
  const { services, tracing, lifecycle, components, queueNames } = await wireProcess('worker', config);
  // After a return to this release, QUEUES may name queues of the newer release. Its workers process those.
  checkQueues(config, await queueNames());
  checkConverter(config);
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
    starts: officeQueuesOf(config).length > 0 ? config.officeStart : 'document',
    ...(config.sofficePath && { sofficePath: config.sofficePath }),
  });
  const browser = await makeBrowser(config, log);
  const renderer = makeRenderer({
    log,
    sandbox,
    office,
    ...(browser && { browser }),
    layoutMs: config.layoutSeconds * 1_000,
  });
  const bounceMailbox = await makeBounceMailbox(config);
  const worker = makeWorker(services, broker, {
    handlers: makeHandlers(),
    typeHandlers: jobTypeHandlers,
    sandbox: traceSandbox(tracing, sandbox),
    channels: mapDrivers(channels, (driver, name) => traceChannel(tracing, name, driver)),
    dataSources: traceDataSources(tracing, dataSources),
    renderer: traceRenderer(tracing, renderer),
    ...(bounceMailbox && { bounceMailbox }),
    ...settingsOf(config),
  });
  const { host, workerHealthPort: port } = config;
  const probes = port > 0 ? [makeHealthPort({ host, port, isReady: worker.isReady })] : [];
  const rendering = [sandbox, office, ...(browser ? [browser] : []), renderer];
  void worker.drained.then(() => lifecycle.end('an operator has drained the worker'));
  await lifecycle.run([...probes, ...components, ...rendering, channels, worker]);
}

const officeQueuesOf = ({ queues }: Pick<Config, 'queues'>): QueueName[] =>
  OFFICE_QUEUES.filter((name) => queues?.includes(name) ?? true);

/** @throws OperatorError if documents of office formats would fail in this worker */
function checkConverter({ sofficePath, queues }: Config): void {
  if (sofficePath || hasBundledLibreOffice()) return;
  const claimed = officeQueuesOf({ queues });
  if (claimed.length > 0)
    throw new OperatorError(
      `The converter of office formats is not installed, and this worker claims from ${claimed.join(', ')}. Run it from the image waybill:office, set SOFFICE_PATH to a LibreOffice, or leave these queues out of QUEUES.`,
    );
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
