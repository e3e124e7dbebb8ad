import { loadavg } from 'node:os';
import { startDocumentService } from './documentService.ts';
import { invoiceData } from './invoice.ts';

/**
 * An invoice of 30 rows over HTTP, one call at a time, alone and beside a bulk that fills the queue of the worker. The
 * bulk is cancelled after the measurement.
 *
 * bun bench/documents/singlesBesideBulk.ts [invoices] [bulk]
 */
const [calls = 200, bulk = 20_000] = process.argv.slice(2).map(Number);
const WARM_UP = 10;

const service = await startDocumentService();

interface Job {
  readonly status: string;
}

async function measure(): Promise<number[]> {
  const times: number[] = [];
  for (let call = -WARM_UP; call < calls; call++) {
    const { ms } = await service.one('pdf', 30, call + WARM_UP);
    if (call >= 0) times.push(ms);
  }
  return times.sort((left, right) => left - right);
}

const percentile = (sorted: readonly number[], part: number): number => sorted[Math.floor(sorted.length * part)] ?? 0;
const shown = (sorted: readonly number[]): string =>
  `p50 ${percentile(sorted, 0.5).toFixed(1)} p95 ${percentile(sorted, 0.95).toFixed(1)} ms`;

/** Starts the bulk. Returns the id of its Job once the Job has steps that run. */
async function startBulk(): Promise<string> {
  const items = Array.from({ length: bulk }, (_, seed) =>
    JSON.stringify({ documentId: `${seed}`, documentTemplateCode: 'invoice', data: invoiceData(30, seed) }),
  );
  const answer = await service.send('/documents/generate-many/pdf?async=true', items.join('\n'), {
    'content-type': 'application/x-ndjson',
  });
  const { jobId } = (await answer.json()) as { jobId: string };
  while ((await read(jobId)).status !== 'IN_PROGRESS') await Bun.sleep(20);
  return jobId;
}

const read = async (jobId: string): Promise<Job> => (await (await fetch(`${service.url}/jobs/${jobId}`)).json()) as Job;

try {
  const alone = await measure();
  const jobId = await startBulk();
  const beside = await measure();
  const { status } = await read(jobId);
  if (status !== 'IN_PROGRESS') throw new Error(`the bulk was ${status} before the last invoice: take a larger one`);
  await service.send(`/jobs/${jobId}/cancel`, '{}');
  console.log(`alone  ${shown(alone)}`);
  console.log(`beside ${shown(beside)}`);
  const ratio = percentile(beside, 0.95) / percentile(alone, 0.95);
  console.log(`p95 beside a bulk of ${bulk} is ${ratio.toFixed(2)} times that alone (at most 3)`);
} finally {
  await service.stop();
}
console.log(`load ${loadavg()[0]?.toFixed(1)}`);
