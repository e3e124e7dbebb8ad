import pino from 'pino';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { makeSandbox } from '../../../drivers/sandbox/sandbox.ts';
import type { JobTypeHandler } from '../../../workers/runtime/handler.ts';
import { plainRenderer } from '../plainRenderer.ts';
import { engineOf, RecordingEngine, startWorker } from '../workerHarness.ts';

/**
 * A worker as a process of its own, to be killed by tests. `data` of a TEST Job says what its steps do: `count` steps,
 * of which those named in `hang` do not end while the file `hangWhile` is there.
 */
const url = process.argv[2] as string;

interface Data {
  count: number;
  hang?: string[];
  hangWhile?: string;
  pauseMs?: number;
}

const test: JobTypeHandler = {
  async *plan({ data }) {
    const { count } = data as unknown as Data;
    yield Array.from({ length: count }, (_, index) => ({ key: String(index), name: String(index) }));
  },
  async run(step, { signal }) {
    const { hang = [], hangWhile = '', pauseMs = 0 } = step.job.data as unknown as Data;
    if (pauseMs > 0) await Bun.sleep(pauseMs);
    if (hang.includes(step.name)) {
      console.log(`hanging ${step.name}`);
      while (!signal.aborted && (await Bun.file(hangWhile).exists())) await Bun.sleep(20);
    }
    return { processingInfo: { pid: process.pid } };
  },
};

const sandbox = makeSandbox({ log: pino({ level: 'silent' }) });
/** A template whose content is a number makes its documents as many ms long. */
const renderer = plainRenderer(async ({ template }) => {
  await Bun.sleep(Number(template.content) || 0);
  return undefined;
});
const worker = await startWorker(
  url,
  engineOf(new RecordingEngine(), SearchUnavailable),
  { TEST: test, TEST_BATCH: test },
  { sandbox, renderer },
  { logLevel: 'info' },
);
process.on('SIGTERM', async () => {
  await worker.stop();
  await sandbox.stop();
  process.exit(0);
});
console.log('ready');
