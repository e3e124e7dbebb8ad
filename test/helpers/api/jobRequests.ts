import type { Database } from '../../../db/client.ts';
import { insertSteps } from '../../../db/queries/jobs/newStepRows.ts';
import { newStepRow } from '../../../domain/jobs/newSteps.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { startApiForFile } from '../api.ts';
import { startWorkerForFile } from '../bootstrap.ts';
import { caller, engineOf, RecordingEngine, testDefinitions } from '../workerHarness.ts';

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
  readonly closed?: boolean;
  readonly jobSteps?: TestStep[];
  readonly auditInfo: { readonly version: number };
}

/** Adds steps to a managed Job as planning does, without queue jobs, and returns their ids. */
export function addPlannedSteps(sql: Database, jobId: string, names: readonly string[]): Promise<string[]> {
  return sql.begin(async (transaction) => {
    await transaction`update job set planning_complete = true where id = ${jobId}`;
    const rows = names.map((name) => newStepRow({ name, status: 'NEW' }, { id: jobId }, caller));
    return (await insertSteps(transaction, rows, 'step.maintenance')).map(({ id }) => id);
  });
}

/** Starts the api of a test file with a worker beside it; both stop after the last test. */
export async function startApiAndWorkerForFile() {
  const engine = new RecordingEngine();
  const api = await startApiForFile();
  await migrateQueues(api.databaseUrl, testDefinitions);
  const worker = await startWorkerForFile(api.databaseUrl, engineOf(engine, SearchUnavailable), {});
  return { api, engine, worker };
}
