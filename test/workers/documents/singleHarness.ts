import { afterAll, afterEach, beforeAll } from 'bun:test';
import type { Renderer } from '../../../domain/ports/rendering.ts';
import { type DocumentHarness, makeDocumentHarness } from '../../helpers/documentHarness.ts';
import { plainRenderer } from '../../helpers/plainRenderer.ts';
import type { TestWorker } from '../../helpers/workerHarness.ts';

/** Single documents, names and previews from the request to the answer, through real workers. */

export let harness: DocumentHarness;
const running: TestWorker[] = [];

export async function start(renderer: Renderer = plainRenderer()): Promise<void> {
  running.push(await harness.worker(renderer));
}
export const generate = (code: string, format: string, data: unknown = {}, init = {}): Promise<Response> =>
  harness.send('POST', `/documents/generate/${encodeURIComponent(code)}/${format}`, data, init);
export const errorsOf = async (answer: Response): Promise<string[]> =>
  ((await answer.json()) as { errors: string[] }).errors;
export const jobOf = (message: string): string => /the job ([0-9a-f-]{36}) of the queue/.exec(message)?.[1] ?? '';

/** Registers the hooks that start and stop what the tests of a file share. */
export function setUpDocuments(): void {
  beforeAll(async () => {
    harness = await makeDocumentHarness();
  });
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop();
  });
  afterAll(() => harness.stop());
}
