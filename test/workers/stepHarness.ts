import { afterAll, afterEach, beforeAll } from 'bun:test';
import { getJob } from '../../domain/jobs/read.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import type { JobTypeHandler, RunningStep, StepContext, StepResult } from '../../workers/runtime/handler.ts';
import { makeTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { until } from '../helpers/until.ts';
import {
  caller,
  engineOf,
  type Harness,
  makeHarness,
  RecordingEngine,
  startWorker,
  type TestWorker,
  testDefinitions,
} from '../helpers/workerHarness.ts';

let database: TestDatabase;
export let harness: Harness;
export const recording = new RecordingEngine();
const engine = engineOf(recording, SearchUnavailable);
export const workers: TestWorker[] = [];
export const options = { caller };

const planOf = (count: number): JobTypeHandler['plan'] =>
  async function* () {
    for (let from = 0; from < count; from += 100) {
      const size = Math.min(100, count - from);
      yield Array.from({ length: size }, (_, index) => ({
        key: `chunk ${from + index}`,
        name: `chunk ${from + index}`,
        chunk: [`${from + index}`],
      }));
    }
  };

export function handler(
  count: number,
  run: (step: RunningStep, context: StepContext) => Promise<StepResult | undefined>,
): JobTypeHandler {
  return { plan: planOf(count), run };
}

export async function worker(typeHandlers: Record<string, JobTypeHandler>, settings = {}): Promise<TestWorker> {
  const started = await startWorker(database.url, engine, typeHandlers, settings, {
    logLevel: process.env.TEST_LOG_LEVEL ?? 'silent',
  });
  workers.push(started);
  return started;
}

export interface JobAnswer {
  status: string;
  endDate?: string;
  jobSteps: {
    id: string;
    name: string;
    status: string;
    log?: string;
    endDate?: string;
    processingInfo?: { attempts: number };
  }[];
}

export const read = async (id: string): Promise<JobAnswer> =>
  JSON.parse(await getJob(harness.services, id, true)) as JobAnswer;
export const ended = (id: string, status = 'COMPLETED', limit = 30_000) =>
  until(
    `the Job to be ${status}`,
    async () => {
      const job = await read(id);
      return job.status === status ? job : undefined;
    },
    limit,
  );

/** Registers the hooks that start and stop what the tests of a file share. */
export function setUpSteps(): void {
  beforeAll(async () => {
    database = await makeTestDatabase();
    await migrateQueues(database.url, testDefinitions);
    harness = await makeHarness(database.url, engine);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  });
  afterAll(async () => {
    await harness.stop();
    await database.drop();
  });
}
