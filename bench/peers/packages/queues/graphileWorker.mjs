import { createInterface } from 'node:readline';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';

/**
 * `worker <url>` runs empty jobs of graphile-worker. `producer <url>` reads numbers of jobs from standard input, adds so many, and
 * prints the seconds until the last is completed. Settings are those of its performance notes: a local queue of 500 jobs, and
 * completions in batches; 24 jobs at the same time as in its own performance test.
 */
const [role, connectionString] = process.argv.slice(2);
const BATCH = 1_000;
const logger = new Logger(() => (level, message) => {
  if (level === 'error') console.error(message);
});

if (role === 'worker') {
  const worker = {
    connectionString,
    concurrentJobs: 24,
    maxPoolSize: 25,
    localQueue: { size: 500 },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
    logger,
  };
  await run({ preset: { worker }, taskList: { empty: () => {} } });
  process.stdin.on('end', () => process.exit(0)).resume();
  console.log('ready');
} else {
  const utils = await makeWorkerUtils({ connectionString, logger });
  await utils.migrate();
  const query = (text) => utils.withPgClient((client) => client.query(text));
  console.log('ready');
  for await (const line of createInterface({ input: process.stdin })) {
    const count = Number(line);
    await query('vacuum analyze graphile_worker._private_jobs');
    const began = performance.now();
    for (let from = 0; from < count; from += BATCH) {
      const length = Math.min(BATCH, count - from);
      await utils.addJobs(
        Array.from({ length }, (_, index) => ({ identifier: 'empty', payload: { number: from + index } })),
      );
    }
    for (;;) {
      const { rowCount } = await query('select 1 from graphile_worker._private_jobs limit 1');
      if (rowCount === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    console.log((performance.now() - began) / 1_000);
  }
  process.exit(0);
}
