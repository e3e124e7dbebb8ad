import { afterEach } from 'bun:test';
import { getJob } from '../../domain/jobs/read.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import type { JobTypeHandler, RunningStep, StepContext, StepResult } from '../../workers/runtime/handler.ts';
import { type FileHarness, makeHarnessForFile } from '../helpers/bootstrap.ts';
import { caller, engineOf, RecordingEngine, startWorker, type TestWorker } from '../helpers/workerHarness.ts';

export let harness: FileHarness;
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

export async function worker(
  typeHandlers: Record<string, JobTypeHandler>,
  settings = {},
  dependencies = {},
): Promise<TestWorker> {
  const started = await startWorker(harness.database.url, engine, typeHandlers, settings, {
    logLevel: process.env.TEST_LOG_LEVEL ?? 'silent',
    ...dependencies,
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
  harness.jobEnds.until(
    id,
    async () => {
      const job = await read(id);
      return job.status === status ? job : undefined;
    },
    limit,
  );

/** Starts the shared servers of a test file, and stops the workers after each test. */
export async function startStepsForFile(): Promise<void> {
  harness = await makeHarnessForFile(engine);
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  });
}
