import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { startApiForFile } from '../api.ts';
import { startWorkerForFile } from '../bootstrap.ts';
import { engineOf, RecordingEngine, testDefinitions } from '../workerHarness.ts';

export interface TestStep {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly jobId: string;
  readonly auditInfo: { readonly version: number };
}

export interface TestJob {
  readonly id: string;
  readonly status: string;
  readonly jobSteps?: TestStep[];
  readonly auditInfo: { readonly version: number };
}

/** Starts the api of a test file with a worker beside it; both stop after the last test. */
export async function startApiAndWorkerForFile() {
  const engine = new RecordingEngine();
  const api = await startApiForFile();
  await migrateQueues(api.databaseUrl, testDefinitions);
  const worker = await startWorkerForFile(api.databaseUrl, engineOf(engine, SearchUnavailable), {});
  return { api, engine, worker };
}
