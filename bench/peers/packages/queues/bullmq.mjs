import { createInterface } from 'node:readline';
import { Queue, Worker } from 'bullmq';

/**
 * `worker <port>` runs empty jobs of BullMQ, 100 at the same time. `producer <port>` reads numbers of jobs from standard input,
 * adds so many in bulk, and prints the seconds until the last is completed.
 */
const [role, port] = process.argv.slice(2);
const BATCH = 1_000;
const connection = { host: '127.0.0.1', port: Number(port), maxRetriesPerRequest: null };

if (role === 'worker') {
  const worker = new Worker('empty', async () => {}, { connection, concurrency: 100 });
  worker.on('error', (error) => console.error(error));
  await worker.waitUntilReady();
  process.stdin.on('end', () => process.exit(0)).resume();
  console.log('ready');
} else {
  // Completed jobs are kept up to a number, as its notes on production advise.
  const queue = new Queue('empty', { connection, defaultJobOptions: { removeOnComplete: { count: 1_000 } } });
  await queue.waitUntilReady();
  console.log('ready');
  for await (const line of createInterface({ input: process.stdin })) {
    const count = Number(line);
    const began = performance.now();
    for (let from = 0; from < count; from += BATCH) {
      const length = Math.min(BATCH, count - from);
      await queue.addBulk(Array.from({ length }, (_, index) => ({ name: 'empty', data: { number: from + index } })));
    }
    for (;;) {
      const { waiting, active } = await queue.getJobCounts('waiting', 'active');
      if (waiting + active === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    console.log((performance.now() - began) / 1_000);
  }
  process.exit(0);
}
