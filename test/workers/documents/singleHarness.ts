import { afterEach, beforeEach } from 'bun:test';
import pino from 'pino';
import type { Office, Renderer } from '../../../domain/ports/rendering.ts';
import { makeRenderer } from '../../../drivers/rendering/renderer.ts';
import { makeSandbox } from '../../../drivers/sandbox/sandbox.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { type DocumentHarness, makeDocumentHarnessForFile } from '../../helpers/documentHarness.ts';
import { plainRenderer } from '../../helpers/plainRenderer.ts';
import type { TestWorker } from '../../helpers/workerHarness.ts';

/** An api and workers for tests of single documents, names and previews. */

export let harness: DocumentHarness;
const running: TestWorker[] = [];

export async function start(renderer: Renderer = plainRenderer()): Promise<TestWorker> {
  const worker = await harness.worker(renderer);
  running.push(worker);
  return worker;
}
export const generate = (code: string, format: string, data: unknown = {}, init = {}): Promise<Response> =>
  harness.send('POST', `/documents/generate/${encodeURIComponent(code)}/${format}`, data, init);
export const errorsOf = async (answer: Response): Promise<string[]> =>
  ((await answer.json()) as { errors: string[] }).errors;
export const jobOf = (message: string): string => /the job ([0-9a-f-]{36}) of the queue/.exec(message)?.[1] ?? '';

/** Starts the shared servers of a test file, and stops the workers after each test. */
export async function startDocumentsForFile(): Promise<void> {
  harness = await makeDocumentHarnessForFile();
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop();
  });
}

/** As startDocumentsForFile, with a worker for each test that renders in so many processes. */
export async function startRenderingForFile(size = 1, office?: Office): Promise<void> {
  await startDocumentsForFile();
  const log = pino({ level: 'silent' });
  const sandbox = makeSandbox({ log, size: 1 });
  const renderer = makeRenderer({ log, sandbox, size, ...(office && { office }) });
  for (const one of [sandbox, renderer]) stopAfterFile(() => one.stop());
  beforeEach(async () => void (await start(renderer)));
}
