import { hostname } from 'node:os';
import { PinnedTemplates } from '../../domain/documents/pinnedTemplates.ts';
import { type JobTypes, jobTypes as ourTypes } from '../../domain/jobs/types.ts';
import { type DeliveryRules, defaultDeliveryRules } from '../../domain/notifications/retries.ts';
import type { Channels } from '../../domain/ports/channels.ts';
import type { Component } from '../../domain/ports/component.ts';
import type { DataSources } from '../../domain/ports/dataSources.ts';
import type { Renderer } from '../../domain/ports/rendering.ts';
import type { Sandbox } from '../../domain/ports/sandbox.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { Broker, ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import { queues as ourQueues, type QueueDefinition, type RunStep } from '../../domain/queue/definitions.ts';
import { cacheNames } from '../../domain/runtime/cacheInvalidation.ts';
import { makeHeartbeat } from '../../domain/runtime/heartbeat.ts';
import { metrics } from '../../domain/runtime/metrics.ts';
import { isUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { makeSemaphore } from '../../domain/runtime/semaphore.ts';
import { within } from '../../domain/runtime/tracing.ts';
import { type Handler, type JobTypeHandlers, messageOf, settlementAfterFault, type WorkContext } from './handler.ts';
import { instrumentChannels, instrumentRenderer } from './instrumentation.ts';
import { makeReconciler } from './reconciler.ts';
import { releaseSteps } from './releaseSteps.ts';

/** A worker that was told to stop ends what it has in hand within this, and gives the rest back. */
const DRAIN_MS = 25_000;
/** How often a worker looks at paused queues, at engines that were away and at steps that were taken from it. */
const CONTROL_MS = 1_000;

export interface WorkerOptions {
  /** Names of the queues it takes; all when absent. */
  readonly queues?: readonly string[];
  /** Where scripts run. */
  readonly sandbox?: Sandbox;
  /** Ways to recipients. */
  readonly channels?: Channels;
  /** What makes documents. */
  readonly renderer?: Renderer;
  readonly dataSources?: DataSources;
  readonly deliveryRules?: DeliveryRules;
  readonly logExchanges?: WorkContext['logExchanges'];
  /** As of WorkContext. */
  readonly publicUrl?: string;
  readonly receiptUrl?: string;
  /** Days that documents are kept which nobody has fetched. */
  readonly resultDays?: number;
  readonly retentionDays?: number;
  /** 0 and absent: logs are kept for ever. */
  readonly logRetentionMonths?: number;
  readonly drainMs?: number;
  /** Beside or instead of those of ours, in tests. */
  readonly definitions?: readonly QueueDefinition[];
  readonly handlers: Readonly<Record<string, Handler<never>>>;
  readonly types?: JobTypes;
  readonly typeHandlers: JobTypeHandlers;
}

export interface Worker extends Component {
  /** Names the process in steps and in the list of workers: `host:pid:1a2b3c4d`. */
  readonly name: string;
}

/** One worker process: takes from its queues, gives each batch to its handler, and drains when it is told to stop. */
export function makeWorker(services: Services, broker: Broker, options: WorkerOptions): Worker {
  const definitions = options.definitions ?? Object.values<QueueDefinition>(ourQueues);
  const { handlers } = options;
  const wanted = definitions.filter(({ name }) => options.queues === undefined || options.queues.includes(name));
  const id = Bun.randomUUIDv7();
  const name = `${hostname()}:${process.pid}:${id.slice(-8)}`;
  const log = services.log.child({ worker: name });
  const taking = new Set<string>();
  const inHand = new Map<string, ClaimedJob & { abort: AbortController }>();
  const batches = new Set<Promise<unknown>>();
  let searchAway = false;
  let stopping = false;
  let stopped: Promise<void> | undefined;
  let controlTimer: Timer | undefined;
  let controlling: Promise<void> | undefined;

  const templates = new PinnedTemplates(services.sql);
  const context: WorkContext = {
    services,
    broker,
    ...(options.sandbox && { sandbox: options.sandbox }),
    ...(options.channels && { channels: instrumentChannels(options.channels) }),
    ...(options.renderer && { renderer: instrumentRenderer(options.renderer) }),
    renderSemaphore: makeSemaphore(options.renderer?.size ?? 2),
    ...(options.dataSources && { dataSources: options.dataSources }),
    deliveryRules: options.deliveryRules ?? defaultDeliveryRules,
    logExchanges: options.logExchanges ?? 'none',
    ...(options.publicUrl !== undefined && { publicUrl: options.publicUrl }),
    ...(options.receiptUrl !== undefined && { receiptUrl: options.receiptUrl }),
    templates,
    log,
    workerId: id,
    worker: name,
    types: options.types ?? ourTypes,
    typeHandlers: options.typeHandlers,
    retentionDays: options.retentionDays ?? 30,
    resultDays: options.resultDays ?? 7,
    logRetentionMonths: options.logRetentionMonths ?? 0,
    searchAway: () => {
      if (searchAway) return;
      searchAway = true;
      log.warn('the search engine is away; its queues wait');
      for (const { name: queue, needs } of wanted) if (needs === 'search') quit(queue);
    },
  };
  const beat = makeHeartbeat(services.sql, log, {
    id,
    role: 'worker',
    queues: wanted.map(({ name: queue }) => queue),
    status: () => ({ worker: name, jobs: countByQueue(inHand.values()), stopping }),
  });
  const reconciler = makeReconciler(context);
  // Templates belong to both administrations.
  for (const cache of cacheNames) {
    services.caches.onEvict(cache, () => templates.clear());
    services.caches.onEvict(cache, () => options.renderer?.evict());
  }

  function quit(queue: string): void {
    if (!taking.delete(queue)) return;
    broker.abandon(queue).catch((error: unknown) => log.warn({ err: error, queue }, 'could not leave the queue'));
  }

  async function take(definition: QueueDefinition): Promise<void> {
    if (taking.has(definition.name)) return;
    taking.add(definition.name);
    await broker.work(definition, (jobs) => {
      const batch = counted(definition, jobs);
      batches.add(batch);
      return batch.finally(() => batches.delete(batch));
    });
  }

  async function counted(
    definition: QueueDefinition,
    jobs: readonly ClaimedJob[],
  ): Promise<ReadonlyMap<string, Settlement>> {
    const queue = definition.name;
    const started = performance.now();
    const traced = jobs.map((job) => ({ job, ...services.tracing.beginJob(queue, job.data) }));
    const spans = traced.flatMap(({ span }) => span ?? []);
    const settlements = await within(spans[0], () =>
      work(
        definition,
        traced.map(({ job, data }) => (data === job.data ? job : { ...job, data })),
      ),
    );
    for (const span of spans) span.end();
    metrics.batchSeconds.observe({ queue }, (performance.now() - started) / 1_000);
    for (const { id } of jobs) metrics.jobs.inc({ queue, outcome: settlements.get(id)?.type ?? 'done' });
    return settlements;
  }

  async function work(
    definition: QueueDefinition,
    jobs: readonly ClaimedJob[],
  ): Promise<ReadonlyMap<string, Settlement>> {
    // A signal costs more than an empty step, so that the jobs of a large batch share one.
    const shared = jobs.length > 1 ? new AbortController() : undefined;
    const mine = jobs.map((job) => {
      const abort = shared ?? new AbortController();
      return { ...job, abort, signal: shared ? shared.signal : AbortSignal.any([job.signal, abort.signal]) };
    });
    for (const job of mine) inHand.set(job.id, job);
    try {
      // Taken in the moment the worker was told to stop.
      if (stopping) return new Map(mine.map((job) => [job.id, { type: 'retry', seconds: 0 }]));
      const handle = handlers[definition.name] as Handler<unknown> | undefined;
      if (!handle) throw new Error(`there is no handler for the queue ${definition.name}`);
      return (await handle(mine, { ...context, log: log.child({ queue: definition.name }) })) ?? new Map();
    } catch (error) {
      if (error instanceof SearchUnavailable) context.searchAway();
      const away = isUnavailable(error) || mine.every(({ signal }) => signal.aborted);
      log[away ? 'warn' : 'error'](
        { err: error, queue: definition.name, jobs: mine.map((job) => job.id) },
        'batch failed',
      );
      return new Map(
        mine.map((job) => [job.id, away ? { type: 'retry', seconds: 1 } : settlementAfterFault(job, messageOf(error))]),
      );
    } finally {
      for (const job of mine) inHand.delete(job.id);
    }
  }

  async function control(): Promise<void> {
    const { sql } = services;
    const paused = new Set((await sql<{ queue: string }[]>`select queue from queue_pause`).map(({ queue }) => queue));
    if (searchAway) {
      try {
        await services.search.ping();
        searchAway = false;
        log.info('the search engine answers again');
      } catch (error) {
        log.debug({ err: error }, 'the search engine is still away');
      }
    }
    if (stopping) return;
    for (const definition of wanted) {
      const closed = paused.has(definition.name) || (searchAway && definition.needs === 'search');
      if (closed) quit(definition.name);
      else await take(definition);
    }
    await abortLost();
  }

  /** Tells handlers whose steps are not this worker's any more; pg-boss would tell at its next heartbeat. */
  async function abortLost(): Promise<void> {
    const steps = [...inHand.values()].filter(({ data }) => typeof (data as Partial<RunStep>).stepId === 'string');
    if (steps.length === 0) return;
    const lost = await services.sql<{ id: string }[]>`
      select queue_job as id from unnest(${steps.map(({ id: job }) => job)}::uuid[],
        ${steps.map(({ data }) => (data as RunStep).stepId)}::uuid[]) as mine(queue_job, step)
      left join job_step s on s.id = mine.step
      where s.id is null or s.status in ('COMPLETED', 'FAILED') or s.queue_job_id is distinct from mine.queue_job
        or (s.worker is not null and s.worker <> ${id})`;
    for (const { id: job } of lost) inHand.get(job)?.abort.abort(new Error('the step is no longer this worker’s'));
  }

  async function stop(): Promise<void> {
    stopping = true;
    clearInterval(controlTimer);
    for (const { name: queue } of wanted) quit(queue);
    await reconciler.stop();
    await Promise.race([allEnded(), Bun.sleep(options.drainMs ?? DRAIN_MS)]);
    const left = [...inHand.values()];
    if (left.length > 0) {
      log.warn({ jobs: left.map((job) => job.id) }, 'given back unfinished');
      for (const job of left) job.abort.abort(new Error('the worker stops'));
      await releaseSteps(context, left).catch((error: unknown) => log.warn({ err: error }, 'steps are left to lapse'));
      await broker
        .release(left, { seconds: 0 })
        .catch((error: unknown) => log.warn({ err: error }, 'jobs are left to lapse'));
    }
    await controlling?.catch(() => {});
    await services.caches.stop();
    await broker.stop();
    await beat.stop();
  }

  async function allEnded(): Promise<void> {
    // pg-boss settles a batch after its handler has answered.
    while (batches.size > 0) await Promise.allSettled([...batches]);
    await Bun.sleep(50);
  }

  return {
    name,
    start: async () => {
      await broker.start();
      await beat.start();
      await services.caches.start();
      await control();
      controlTimer = setInterval(() => {
        controlling ??= control()
          .catch((error: unknown) => log.warn({ err: error }, 'worker control'))
          .finally(() => {
            controlling = undefined;
          });
      }, CONTROL_MS);
      await reconciler.start();
      log.info({ queues: wanted.map(({ name: queue }) => queue) }, 'worker started');
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

function countByQueue(jobs: Iterable<ClaimedJob>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { queue } of jobs) counts[queue] = (counts[queue] ?? 0) + 1;
  return counts;
}
