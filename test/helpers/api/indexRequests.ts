import type { Database } from '../../../db/client.ts';
import type { IndexOutcome, SearchEngine } from '../../../domain/ports/search.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { startApiForFile, type TestApi } from '../api.ts';
import { startWorkerForFile } from '../bootstrap.ts';
import { testDefinitions } from '../workerHarness.ts';

export type IndexResult = IndexOutcome & { readonly task: string; readonly took: string };

/** Starts the api of a test file, and a worker on the same search engine. Both stop after the last test. */
export async function startIndexingApiForFile(search: (sql: Database) => SearchEngine): Promise<TestApi> {
  const api = await startApiForFile({ search });
  await migrateQueues(api.databaseUrl, testDefinitions);
  await startWorkerForFile(api.databaseUrl, search(api.sql), {});
  return api;
}
