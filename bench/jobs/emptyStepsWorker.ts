import { PgBoss } from 'pg-boss';
import { openDatabase } from '../../db/client.ts';
import { makePostgresSearch } from '../../drivers/search/postgres/postgresEngine.ts';
import { startWorker } from '../../test/helpers/workerHarness.ts';
import type { JobTypeHandler } from '../../workers/runtime/handler.ts';

/**
 * A worker process of benchmarks of steps: `waybill` runs empty steps of Jobs, `waiting` steps that wait for 20 ms, `bare` empty
 * jobs of pg-boss, once its standard input says so.
 */
const WAIT_MS = 20;
const [kind, url] = process.argv.slice(2) as [string, string];

if (kind === 'bare') {
  const boss = new PgBoss({ connectionString: url, max: 4, migrate: false, supervise: false, schedule: false });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  console.log('ready');
  await Bun.stdin.stream().getReader().read();
  for (let index = 0; index < 2; index++) {
    await boss.work('bare', { batchSize: 500, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 }, async () => {});
  }
} else {
  const steps: JobTypeHandler = {
    async *plan({ data }) {
      const count = (data as { count: number }).count;
      for (let from = 0; from < count; from += 500) {
        yield Array.from({ length: Math.min(500, count - from) }, (_, index) => ({
          key: `${from + index}`,
          name: `${from + index}`,
        }));
      }
    },
    run: kind === 'waiting' ? () => Bun.sleep(WAIT_MS).then(() => undefined) : async () => undefined,
  };
  const search = makePostgresSearch(openDatabase(url, { name: 'bench search', max: 2 }));
  await startWorker(url, search, { TEST: steps, TEST_BATCH: steps }, {}, { logLevel: 'warn', indexesRows: true });
  console.log('ready');
}
