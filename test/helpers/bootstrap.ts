import { afterAll } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SearchEngine } from '../../domain/ports/search.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { makeTestDatabase, type TestDatabase } from './database.ts';
import { type RunningService, startService } from './service.ts';
import { type Harness, makeHarness, startWorker, type TestWorker, testDefinitions } from './workerHarness.ts';

/**
 * The start of a test file: each function is awaited at the top level of the file, before its first test, and what it
 * starts is stopped after the last one.
 */

const stops: (() => unknown)[] = [];

/** Calls `stop` after the last test of the file, in the reverse order of registration. */
export function stopAfterFile(stop: () => unknown): void {
  stops.push(stop);
  if (stops.length > 1) return;
  afterAll(async () => {
    for (const registered of stops.splice(0).reverse()) await registered();
  });
}

/** Makes a temporary folder. */
export function makeFolderForFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  stopAfterFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function makeDatabaseForFile(): Promise<TestDatabase> {
  const database = await makeTestDatabase();
  stopAfterFile(() => database.drop());
  return database;
}

export interface FileHarness extends Harness {
  readonly database: TestDatabase;
}

/** Makes a database with the queues of the tests, and services with a relay on it. */
export async function makeHarnessForFile(search: SearchEngine): Promise<FileHarness> {
  const database = await makeDatabaseForFile();
  await migrateQueues(database.url, testDefinitions);
  const harness = await makeHarness(database.url, search);
  stopAfterFile(() => harness.stop());
  return { ...harness, database };
}

/** Starts all processes of `npm start`. */
export async function startServiceForFile(environment: Readonly<Record<string, string>>): Promise<RunningService> {
  const service = await startService(environment);
  stopAfterFile(() => service.stop());
  return service;
}

/** Starts a worker in this process, with the arguments of `startWorker`. */
export async function startWorkerForFile(...options: Parameters<typeof startWorker>): Promise<TestWorker> {
  const worker = await startWorker(...options);
  stopAfterFile(() => worker.stop());
  return worker;
}
