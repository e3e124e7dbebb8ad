import { afterEach, expect } from 'bun:test';
import { type DocumentHarness, makeDocumentHarnessForFile } from '../../helpers/documentHarness.ts';
import { type PlainRenderer, plainRenderer } from '../../helpers/plainRenderer.ts';
import type { TestWorker } from '../../helpers/workerHarness.ts';

/** An api and workers for tests of bulk documents. */

export let harness: DocumentHarness;
export const running: { stop(): Promise<unknown> }[] = [];

export async function start(renderer: PlainRenderer = plainRenderer()): Promise<TestWorker> {
  const worker = await harness.worker(renderer);
  running.push(worker);
  return worker;
}

export interface Item {
  readonly documentId: string;
  readonly documentTemplateCode: string;
  readonly data: object;
}
export interface Result {
  readonly documentId: string;
  readonly data?: string;
  readonly templateVersion?: number;
  readonly error?: string;
}
export interface Job {
  readonly id: string;
  readonly status: string;
  readonly jobSteps: {
    readonly id: string;
    readonly status: string;
    readonly chunk: string[];
    readonly log?: string;
    readonly processingInfo?: { documents: number; failed?: number; failures?: unknown[] };
  }[];
}

export const itemsOf = (code: string, count: number): Item[] =>
  Array.from({ length: count }, (_, n) => ({ documentId: `d${n}`, documentTemplateCode: code, data: { n } }));
export const generateMany = (items: unknown, format = 'html', query = '', init = {}): Promise<Response> =>
  harness.send('POST', `/documents/generate-many/${format}${query}`, items, init);
export const accepted = async (items: unknown, format = 'html', init = {}): Promise<string> => {
  const answer = await generateMany(items, format, '?async=true', init);
  const { jobId, acknowledge } = (await answer.json()) as { jobId: string; acknowledge: boolean };
  expect(acknowledge).toBe(true);
  return jobId;
};
export const jobOf = async (id: string): Promise<Job> =>
  (await harness.send('GET', `/jobs/${id}?expand=JOB_STEPS`)).json() as Promise<Job>;
export const ended = (id: string): Promise<Job> =>
  harness.jobEnds.until(id, async () => {
    const job = await jobOf(id);
    return job.status === 'COMPLETED' || job.status === 'FAILED' ? job : undefined;
  });
export const pageOf = async (id: string, query = ''): Promise<{ totalElements: number; content: Result[] }> =>
  (await harness.send('GET', `/documents/results/${id}${query}`)).json() as never;
export const errorsOf = async (answer: Response): Promise<string[]> =>
  ((await answer.json()) as { errors: string[] }).errors;

/** Starts the shared servers of a test file, and stops the workers after each test. */
export async function startBulkDocumentsForFile(): Promise<void> {
  harness = await makeDocumentHarnessForFile();
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop();
  });
}
