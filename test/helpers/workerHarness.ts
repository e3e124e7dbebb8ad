import pino from 'pino';
import { type Database, openDatabase } from '../../db/client.ts';
import { type JobTypes, jobTypes } from '../../domain/jobs/types.ts';
import type { Caller } from '../../domain/kinds/kind.ts';
import type { IndexOutcome, SearchEngine } from '../../domain/ports/search.ts';
import type { ServiceDependencies, Services } from '../../domain/ports/services.ts';
import type { Broker } from '../../domain/queue/broker.ts';
import { defineStepQueue, type QueueDefinition, queues } from '../../domain/queue/definitions.ts';
import { makeRelay } from '../../domain/queue/relay.ts';
import { makeBroker } from '../../drivers/queue/pgBossBroker.ts';
import { jobTypeHandlers, makeHandlers } from '../../workers/handlers/index.ts';
import type { Handler, JobTypeHandlers } from '../../workers/runtime/handler.ts';
import { executeSteps } from '../../workers/runtime/stepExecutor.ts';
import { makeWorker, type Worker, type WorkerOptions } from '../../workers/runtime/worker.ts';
import { makeTestServices } from './services.ts';

/** What the tests of workers put together: a platform on a test's database, with job types of the tests' own. */

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
  TEST: { purpose: 'steps of tests', stepQueue: 'step.test' },
  TEST_BATCH: { purpose: 'many small steps of tests', stepQueue: 'step.batch' },
  TEST_FINISH: { purpose: 'steps of tests with a last one', stepQueue: 'step.test', finishes: true },
};
export const types: JobTypes = { ...jobTypes, ...testTypes };

export const caller: Caller = {
  user: 'tester',
  requestId: 'request-1',
  correlationId: 'correlation-1',
  traceId: 'trace-1',
};

/** A search engine that only notes what it was asked for. */
export class NotingEngine {
  readonly synced: string[] = [];
  calls: { kind: string; ids: readonly string[] }[] = [];
  away = false;
  readonly refusing = new Map<string, string>();
  outcome(ids: readonly string[]): IndexOutcome {
    const failures = ids
      .filter((id) => this.refusing.has(id))
      .map((id) => ({ id, error: this.refusing.get(id) as string }));
    return { indexed: ids.length - failures.length, deleted: 0, failed: failures.length, failures };
  }
}

export function engineOf(noting: NotingEngine, EngineAway: new (message: string) => Error): SearchEngine {
  const refuse = () => {
    if (noting.away) throw new EngineAway('the engine is away');
  };
  return {
    name: 'postgres',
    sync: async (kind: { name: string }, ids: readonly string[]) => {
      refuse();
      noting.calls.push({ kind: kind.name, ids });
      noting.synced.push(...ids);
      return noting.outcome(ids);
    },
    ping: async () => refuse(),
  } as unknown as SearchEngine;
}

export interface Bench {
  readonly services: Services;
  readonly broker: Broker;
  stop(): Promise<void>;
}

/** A process that only writes and relays, as an api does. */
export async function makeBench(url: string, search: SearchEngine, level = 'silent'): Promise<Bench> {
  const sql: Database = openDatabase(url, { name: 'waybill test', max: 6 });
  const log = pino({ level });
  const broker = makeBroker({ sql, log, definitions: testDefinitions });
  const relay = makeRelay(sql, broker, log);
  await broker.start();
  await relay.start();
  const services = makeTestServices(sql, { log, search, wakeRelay: relay.wake });
  return {
    services,
    broker,
    stop: async () => {
      await relay.stop();
      await broker.stop();
      await sql.end({ timeout: 1 });
    },
  };
}

export interface TestWorker {
  readonly worker: Worker;
  readonly services: Services;
  stop(): Promise<void>;
}

/** A worker in this process. */
export async function startWorker(
  url: string,
  search: SearchEngine,
  typeHandlers: JobTypeHandlers,
  options: Partial<WorkerOptions> = {},
  level = 'silent',
  more: Partial<ServiceDependencies> = {},
): Promise<TestWorker> {
  const sql = openDatabase(url, { name: 'waybill test worker', max: 6 });
  const log = pino({ level });
  const broker = makeBroker({
    sql,
    log,
    definitions: testDefinitions,
    worker: { url, name: 'waybill test worker', connections: 4 },
  });
  const relay = makeRelay(sql, broker, log);
  const services = makeTestServices(sql, { log, search, wakeRelay: relay.wake, ...more });
  const testHandlers: Readonly<Record<string, Handler<never>>> = {
    ...makeHandlers(),
    'step.test': executeSteps,
    'step.batch': executeSteps,
  };
  const worker = makeWorker(services, broker, {
    definitions: testDefinitions,
    handlers: testHandlers,
    types: { ...types },
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
