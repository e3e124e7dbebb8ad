import pino, { type Logger } from 'pino';
import { type Database, openDatabase } from '../../db/client.ts';
import type { JobTypes } from '../../domain/jobs/types.ts';
import { jobTypes } from '../../domain/jobTypes/index.ts';
import type { Caller } from '../../domain/kinds/kind.ts';
import type { IndexOutcome, SearchEngine } from '../../domain/ports/search.ts';
import type { ServiceDependencies } from '../../domain/ports/serviceDependencies.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { Broker } from '../../domain/queue/broker.ts';
import { defineStepQueue, type QueueDefinition, queues } from '../../domain/queue/definitions.ts';
import type { IndexRows } from '../../domain/queue/outboxMover.ts';
import { makeRelay } from '../../domain/queue/relay.ts';
import { Metrics } from '../../domain/runtime/metrics.ts';
import { noTracing } from '../../domain/runtime/tracing.ts';
import { makeRowIndexer } from '../../domain/search/indexOutboxRows.ts';
import { makeBroker } from '../../drivers/queue/pgBossBroker.ts';
import { jobTypeHandlers, makeHandlers } from '../../workers/handlers/index.ts';
import type { Handler, JobTypeHandlers } from '../../workers/runtime/handler.ts';
import { executeSteps } from '../../workers/runtime/stepExecutor.ts';
import { makeWorker, type Worker, type WorkerOptions } from '../../workers/runtime/worker.ts';
import { workerUrl } from './servers/databaseRoles.ts';
import { makeTestServices } from './services.ts';
import { JobEnds } from './waits/jobEnd.ts';
import { recentLog } from './waits/recentLog.ts';
import { Signal } from './waits/signal.ts';

/** Services and workers for tests, with their own job types. */

export const stepQueue = defineStepQueue('step.test', { purpose: 'steps of tests' });
export const batchQueue = defineStepQueue('step.batch', {
  purpose: 'many small steps of tests',
  batchSize: 500,
  concurrency: 2,
  partition: true,
});
export const testDefinitions: readonly QueueDefinition[] = [
  ...Object.values<QueueDefinition>(queues),
  stepQueue,
  batchQueue,
];
const testTypes: JobTypes = {
  TEST: { data: {}, stepQueue: 'step.test' },
  TEST_BATCH: { data: {}, stepQueue: 'step.batch' },
  TEST_FINISH: { data: {}, stepQueue: 'step.test', finishes: true },
};
const types: JobTypes = { ...jobTypes, ...testTypes };

export const caller: Caller = {
  user: 'tester',
  requestId: 'request-1',
  correlationId: 'correlation-1',
  traceId: 'trace-1',
};

/** Records the calls of a search engine that `engineOf` returns. The engine stores nothing. */
export class RecordingEngine {
  readonly synced: string[] = [];
  /** Notified when `synced` grows. */
  readonly changes = new Signal();
  calls: { kind: string; ids: readonly string[] }[] = [];
  unavailable = false;
  readonly refusing = new Map<string, string>();
  outcome(ids: readonly string[]): IndexOutcome {
    const failures = ids
      .filter((id) => this.refusing.has(id))
      .map((id) => ({ id, error: this.refusing.get(id) as string }));
    return { indexed: ids.length - failures.length, deleted: 0, failed: failures.length, failures };
  }
}

export function engineOf(recording: RecordingEngine, SearchUnavailable: new (message: string) => Error): SearchEngine {
  const refuse = () => {
    if (recording.unavailable) throw new SearchUnavailable('the engine is unavailable');
  };
  return {
    name: 'postgres',
    concurrentSyncs: 1,
    sync: async (kind: { name: string }, ids: readonly string[]) => {
      refuse();
      recording.calls.push({ kind: kind.name, ids });
      recording.synced.push(...ids);
      recording.changes.notify();
      return recording.outcome(ids);
    },
    ping: async () => refuse(),
  } as unknown as SearchEngine;
}

export interface Harness {
  readonly services: Services;
  readonly broker: Broker;
  readonly jobEnds: JobEnds;
  stop(): Promise<void>;
}

export interface HarnessOptions {
  readonly logLevel?: string;
  /** The relay indexes records itself, as in a service that searches in PostgreSQL. Otherwise the queue does, as for Elasticsearch. */
  readonly indexesRows?: boolean;
}

/** Starts services with a relay and without a worker, as an api process has them. */
export async function makeHarness(
  url: string,
  search: SearchEngine,
  { logLevel = 'silent', indexesRows = false }: HarnessOptions = {},
): Promise<Harness> {
  const sql: Database = openDatabase(url, { name: 'waybill test', max: 6 });
  const log = pino({ level: logLevel });
  const broker = makeBroker({ sql, log, definitions: testDefinitions });
  const relay = makeRelay(sql, broker, log, indexesRows ? rowIndexer(sql, search, log) : undefined);
  await broker.start();
  await relay.start();
  const services = makeTestServices(sql, { log, search, wakeRelay: relay.wake, jobTypes: types });
  return {
    services,
    broker,
    jobEnds: new JobEnds(sql),
    stop: async () => {
      await relay.stop();
      await broker.stop();
      await sql.end({ timeout: 1 });
    },
  };
}

const rowIndexer = (sql: Database, search: SearchEngine, log: Logger): IndexRows =>
  makeRowIndexer({ sql, search, log, tracing: noTracing, metrics: new Metrics() });

export interface TestWorker {
  readonly worker: Worker;
  readonly services: Services;
  stop(): Promise<void>;
}

/** Starts a worker in this process. */
export async function startWorker(
  databaseUrl: string,
  search: SearchEngine,
  typeHandlers: JobTypeHandlers,
  options: Partial<WorkerOptions> & { readonly types?: JobTypes } = {},
  { logLevel = 'silent', indexesRows = false, ...dependencies }: Partial<ServiceDependencies> & HarnessOptions = {},
): Promise<TestWorker> {
  const url = await workerUrl(databaseUrl);
  const sql = openDatabase(url, { name: 'waybill test worker', max: 6 });
  const log = logLevel === 'silent' ? pino({ level: 'warn' }, recentLog) : pino({ level: logLevel });
  const broker = makeBroker({
    sql,
    log,
    definitions: testDefinitions,
    worker: { url, name: 'waybill test worker', connections: 4 },
  });
  const relay = makeRelay(sql, broker, log, indexesRows ? rowIndexer(sql, search, log) : undefined);
  const services = makeTestServices(sql, {
    log,
    search,
    wakeRelay: relay.wake,
    jobTypes: options.types ?? types,
    ...dependencies,
  });
  const testHandlers: Readonly<Record<string, Handler<never>>> = {
    ...makeHandlers(),
    'step.test': executeSteps,
    'step.batch': executeSteps,
  };
  const worker = makeWorker(services, broker, {
    definitions: testDefinitions,
    handlers: testHandlers,
    typeHandlers: { ...jobTypeHandlers, ...typeHandlers },
    ...options,
  });
  await worker.start();
  await relay.start();
  return {
    worker,
    services,
    stop: async () => {
      await relay.stop();
      await worker.stop();
      await sql.end({ timeout: 1 });
    },
  };
}
