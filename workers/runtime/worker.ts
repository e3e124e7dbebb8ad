import { hostname } from 'node:os';
import { lostClaims } from '../../db/queries/jobs/lostClaims.ts';
import { endDrain } from '../../db/queries/runtime/workerRows.ts';
import type { BounceMailbox } from '../../domain/ports/bounceMailbox.ts';
import type { Component } from '../../domain/ports/component.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { Broker } from '../../domain/queue/broker.ts';
import { type QueueDefinition, type QueueSettings, queues } from '../../domain/queue/definitions.ts';
import { makeHeartbeat } from '../../domain/runtime/heartbeat.ts';
import { makePeriodicTask } from '../../domain/runtime/periodicTask.ts';
import { type BounceReader, makeBounceReader } from '../mailbox/bounceReader.ts';
import { BatchRunner, type Handlers } from './batchRunner.ts';
import type { WorkContext } from './handler.ts';
import { PeerLiveness } from './peerLiveness.ts';
import { QueueClaims } from './queueClaims.ts';
import { makeReconciler } from './reconciler.ts';
import { releaseSteps } from './releaseSteps.ts';
import { makeScheduler } from './scheduler.ts';
import { stepIdIn } from './steps.ts';
import { makeWorkContext, type WorkOptions } from './workContext.ts';
import { makeWorkerSession } from './workerSession.ts';

/** Maximum time in which a stopping worker finishes what it has claimed; it releases the rest. */
const DRAIN_MS = 25_000;
/** Interval at which a worker checks pauses, the search engine and its claims. */
const CONTROL_MS = 1_000;

export interface WorkerOptions extends WorkOptions {
  /** What the process is, which decides from which queues it claims; only workers reconcile and start the Jobs of schedules. A worker by default. */
  readonly role?: QueueSettings['claimedBy'];
  /** Names of the queues to claim from; all of the role when absent. */
  readonly queues?: readonly string[];
  readonly drainMs?: number;
  /** The mailbox whose bounces the worker reads, unless another worker does. */
  readonly bounceMailbox?: BounceMailbox;
  /** The queues of this release unless a test brings its own. */
  readonly definitions?: readonly QueueDefinition[];
  readonly handlers: Handlers;
}

export interface Worker extends Component {
  /** The id of its row in the table `process`. */
  readonly id: string;
  /** Names the process in steps and in the list of workers: `host:pid:1a2b3c4d`. */
  readonly name: string;
  /** Whether the worker has started, does not stop, and writes heartbeats. */
  isReady(): boolean;
  /** Resolves when an operator has drained the worker: nothing runs in it, and it claims nothing more. */
  readonly drained: Promise<void>;
}

/** What claims from queues in a worker, or in an api: runs each batch by its handler, and drains when it stops. */
export function makeWorker(services: Services, broker: Broker, options: WorkerOptions): Worker {
  const { role = 'worker' } = options;
  const all = options.definitions ?? Object.values<QueueDefinition>(queues);
  const definitions = all.filter(
    ({ name, claimedBy }) => claimedBy === role && (options.queues === undefined || options.queues.includes(name)),
  );
  const queueNames = definitions.map(({ name }) => name);
  const workerId = Bun.randomUUIDv7();
  const worker = `${hostname()}:${process.pid}:${workerId.slice(-8)}`;
  const log = services.log.child({ worker });
  const searchUnavailable = () => claims.suspendSearch();
  const isWorkerGone = (name: string) => peers.isGone(name);
  const context = makeWorkContext(
    { services, broker, log, workerId, worker, isWorkerGone, searchUnavailable },
    options,
  );
  const runner = new BatchRunner(context, options.handlers);
  const claims = new QueueClaims({
    ...{ services, broker, log, workerId, definitions },
    run: (...batch) => runner.run(...batch),
  });
  const components = makeComponents(context, { ...options, role, isOldest: () => heartbeat.isOldest });
  let stopping: Promise<void> | undefined;
  const drain = makeDrain(context, {
    ...{ claims, components },
    isIdle: () => runner.isIdle,
    isDrainRequested: () => heartbeat.isDrainRequested,
  });
  const heartbeat = makeHeartbeat(
    { ...services, log },
    {
      id: workerId,
      role,
      queues: queueNames,
      status: () => ({
        ...{ worker, jobs: runner.counts, stopping: drain.isDraining || stopping !== undefined },
        bounceMailbox: components.bounceMailbox,
      }),
    },
  );
  const session = makeWorkerSession({ ...services, log }, worker);
  const peers = new PeerLiveness(services.sql, heartbeat);
  const update = async () => {
    if (role === 'worker') await drain.update();
    if (!drain.isDraining && stopping === undefined) await claims.update();
    await abortLostClaims(context, runner);
  };
  const control = makePeriodicTask({
    intervalMs: CONTROL_MS,
    run: update,
    failed: (error) => log.warn({ err: error }, 'queues and claims could not be checked'),
  });

  async function stop(): Promise<void> {
    const controlStopped = control.stop();
    claims.stop();
    runner.refuse();
    await components.stop();
    await Promise.race([runner.drained(), Bun.sleep(options.drainMs ?? DRAIN_MS)]);
    await releaseClaims(context, runner);
    await controlStopped;
    await services.caches.stop();
    await broker.stop();
    await heartbeat.stop();
    await session.stop();
  }

  return {
    id: workerId,
    name: worker,
    drained: drain.ended,
    isReady: () => stopping === undefined && heartbeat.steadyMs() > 0,
    start: async () => {
      await broker.start();
      await session.start();
      await heartbeat.start();
      await services.caches.start();
      await update();
      await control.start();
      await components.start();
      log.info({ queues: queueNames }, role === 'worker' ? 'worker started' : 'steps are claimed');
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

interface Drain {
  readonly isDraining: boolean;
  /** Resolves when nothing runs, and the request can no longer be taken back. */
  readonly ended: Promise<void>;
  /** Begins or ends the drain as requested. The heartbeats and the control of claims continue until the last job has ended. */
  update(): Promise<void>;
}

/** Follows the requests to drain a worker, and those to take that back. */
function makeDrain(
  { services: { sql }, workerId, log }: WorkContext,
  {
    claims,
    components,
    isIdle,
    isDrainRequested,
  }: { claims: QueueClaims; components: Component; isIdle: () => boolean; isDrainRequested: () => boolean },
): Drain {
  let isDraining = false;
  const ended = Promise.withResolvers<void>();
  return {
    get isDraining() {
      return isDraining;
    },
    ended: ended.promise,
    async update() {
      const isRequested = isDrainRequested();
      if (isRequested && !isDraining) {
        isDraining = true;
        log.info('an operator drains the worker');
        claims.stop();
        await components.stop();
      } else if (isDraining && !isRequested) {
        log.info('an operator has taken back the drain of the worker');
        await components.start();
        claims.resume();
        isDraining = false;
        // A batch that is claimed in this moment is released by the stop.
      } else if (isDraining && isIdle() && (await endDrain(sql, workerId))) ended.resolve();
    },
  };
}

interface Components extends Component {
  /** What the worker does with the mailbox of bounces. */
  readonly bounceMailbox: BounceReader['state'];
}

/** Returns the components of a worker besides its claims, as one. It can start again after a stop. */
function makeComponents(
  context: WorkContext,
  { role, bounceMailbox, isOldest }: Pick<WorkerOptions, 'role' | 'bounceMailbox'> & { isOldest: () => boolean },
): Components {
  const { services, log } = context;
  let parts: readonly Component[] = [];
  let bounceReader: BounceReader | undefined;
  const stop = async () => {
    await Promise.all(parts.map((part) => part.stop()));
  };
  return {
    get bounceMailbox() {
      return bounceReader?.state;
    },
    start: async () => {
      bounceReader = bounceMailbox && makeBounceReader({ ...services, log }, bounceMailbox);
      parts = [
        ...(role === 'worker' ? [makeReconciler(context, isOldest), makeScheduler(context)] : []),
        ...(bounceReader ? [bounceReader] : []),
      ];
      try {
        for (const part of parts) await part.start();
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop,
  };
}

/** Aborts handlers whose step another worker has claimed; pg-boss would do so at its next heartbeat. */
async function abortLostClaims({ services, workerId }: WorkContext, runner: BatchRunner): Promise<void> {
  const steps = runner.claimed.flatMap((job) => {
    const stepId = stepIdIn(job);
    return stepId === undefined ? [] : [{ queueJobId: job.id, stepId }];
  });
  if (steps.length === 0) return;
  const lost = await lostClaims(services.sql, workerId, steps);
  runner.abort(lost, new Error('another worker has claimed the step'));
}

/** Aborts the handlers that still run, and releases their jobs and steps. */
async function releaseClaims(context: WorkContext, runner: BatchRunner): Promise<void> {
  const { broker, log } = context;
  const jobs = runner.claimed;
  if (jobs.length === 0) return;
  const ids = jobs.map(({ id }) => id);
  log.warn({ jobs: ids }, 'unfinished jobs are released');
  runner.abort(ids, new Error('the worker stops'));
  await releaseSteps(context, jobs).catch((error: unknown) =>
    log.warn({ err: error }, 'steps could not be released; their leases lapse'),
  );
  await broker
    .release(jobs, { seconds: 0 })
    .catch((error: unknown) => log.warn({ err: error }, 'jobs could not be released; their leases lapse'));
}
