import { loadavg } from 'node:os';
import { openDatabase } from '../../db/client.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { testDefinitions } from '../../test/helpers/workerHarness.ts';
import { median, startDatabases, startDelay } from '../helpers/servers.ts';
import { ownSteps, StepWorkers } from './ownSteps.ts';

/**
 * Steps that wait for 20 ms and use no processor, on 1, 2, 4 and 8 workers by default: steps per second of a queue that is claimed one at a
 * time, and of one that is claimed in batches, against as many times the speed of one worker. The workers are at the database's
 * machine, and behind round trips of 1 and 10 ms. They run as many steps before the measurement.
 *
 * bun bench/jobs/scaling.ts [rounds] [workers …]
 */
const [rounds = 3, ...named] = process.argv.slice(2).map(Number);
const workerCounts = named.length > 0 ? named : [1, 2, 4, 8];
const DELAYS = [0, 1, 10];
/** Steps of each worker: some seconds of work. A worker claims two batches of 500 at the same time. */
const queues = {
  'one at a time': { of: { jobType: 'TEST', queue: 'step.test' }, steps: 200 },
  'in batches': { of: { jobType: 'TEST_BATCH', queue: 'step.batch' }, steps: 1_000 },
} as const;

const databases = await startDatabases();
const url = await databases.make('waybill');
await migrateQueues(url, testDefinitions);
const sql = openDatabase(url, { name: 'bench', max: 4 });
const proxies = await Promise.all(DELAYS.map((ms) => startDelay(url, ms)));
const rates = new Map<string, number[]>();
const nameOf = (queue: string, ms: number, count: number): string => `${queue}, ${ms} ms, ${count} workers`;
try {
  for (let round = 0; round < rounds; round++) {
    for (const workerCount of workerCounts) {
      for (const [index, ms] of DELAYS.entries()) {
        for (const [queue, { of, steps }] of Object.entries(queues)) {
          const workers = new StepWorkers(proxies[index]?.url ?? url);
          const count = steps * workerCount;
          const rate = await ownSteps({ url, sql, count, workers, kind: 'waiting', workerCount, warmUp: count, of });
          const name = nameOf(queue, ms, workerCount);
          rates.set(name, [...(rates.get(name) ?? []), rate]);
          console.error(`round ${round + 1}: ${name}: ${rate.toFixed(1)} steps/s, load ${loadavg()[0]?.toFixed(1)}`);
        }
      }
    }
  }
} finally {
  for (const proxy of proxies) await proxy.stop();
  await sql.end({ timeout: 1 });
  await databases.stop();
}

const [first = 1, last = 1] = [workerCounts[0], workerCounts.at(-1)];
const heads = [
  ...workerCounts.map((count) => `${count} workers`),
  `${last} against linear`,
  `${first} against no delay`,
];
console.log(`| Steps, round trip to the database | ${heads.join(' | ')} |`);
console.log(`|---|${heads.map(() => '---|').join('')}`);
for (const queue of Object.keys(queues)) {
  const rateOf = (ms: number, count: number): number => median(rates.get(nameOf(queue, ms, count)) ?? []);
  for (const ms of DELAYS) {
    const [slowest, fastest] = [rateOf(ms, first), rateOf(ms, last)];
    const linear = (fastest * first) / (slowest * last);
    const cells = [
      ...workerCounts.map((count) => `${rateOf(ms, count).toFixed(1)}/s`),
      ...[linear, slowest / rateOf(0, first)].map((ratio) => ratio.toFixed(2)),
    ];
    console.log(`| ${queue}, ${ms === 0 ? 'no delay' : `${ms} ms`} | ${cells.join(' | ')} |`);
  }
}
process.exit(0);
