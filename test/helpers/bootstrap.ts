import { afterAll } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateTables } from '../../db/migrations/migrate.ts';
import type { SearchEngine } from '../../domain/ports/search.ts';
import { startEmbeddedPostgres } from '../../drivers/embeddedPostgres/embeddedPostgres.ts';
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

export interface RestartableHarness extends FileHarness {
  /** Stops PostgreSQL, and starts it again when `during` has resolved. */
  restart(during: () => Promise<unknown>): Promise<void>;
}

/** As `makeHarnessForFile`, on a server of its own that a test can restart. */
export async function makeRestartableHarnessForFile(search: SearchEngine): Promise<RestartableHarness> {
  const folder = makeFolderForFile();
  let server = await startEmbeddedPostgres({ folder });
  stopAfterFile(() => server.stop());
  const { url } = server;
  await migrateTables(url);
  await migrateQueues(url, testDefinitions);
  const harness = await makeHarness(url, search);
  stopAfterFile(() => harness.stop());
  return {
    ...harness,
    database: { url, sql: harness.services.sql, drop: async () => {} },
    restart: async (during) => {
      await server.stop();
      await during();
      server = await startEmbeddedPostgres({ folder });
      if (server.url !== url) throw new Error(`PostgreSQL has moved from ${url} to ${server.url}`);
    },
  };
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
