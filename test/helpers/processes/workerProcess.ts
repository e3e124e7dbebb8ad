import pino from 'pino';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { makeSandbox } from '../../../drivers/sandbox/sandbox.ts';
import type { JobTypeHandler } from '../../../workers/runtime/handler.ts';
import { plainRenderer } from '../plainRenderer.ts';
import { engineOf, RecordingEngine, startWorker } from '../workerHarness.ts';

/**
 * A worker process that tests kill. `data` of a TEST Job defines its steps: `count` is their number, and the steps named
 * in `hang` do not end while the file `hangWhile` exists.
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
/** If the content of a template is a number, each of its documents takes that many ms. */
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
