import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '../../test/helpers/processes/process.ts';
import { median, startDatabases } from '../helpers/servers.ts';

/**
 * The time from the start of a process until it is ready: an api and a worker on a database that runs, and `start` in a folder that
 * an earlier start has filled, with its database, api and worker. `start` warms up once; the programs are in the cache of files.
 *
 * bun bench/runtime/starts.ts [rounds]
 */
const [rounds = 7] = process.argv.slice(2).map(Number);
/** The aim for a warm `start`. */
const LIMIT_MS = 1_500;

const databases = await startDatabases();
const url = await databases.make('waybill');
const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
const starts = {
  api: { DATABASE_URL: url, ELASTICSEARCH_URL: '' },
  worker: { DATABASE_URL: url, ELASTICSEARCH_URL: '' },
  start: { DATABASE_URL: '', ELASTICSEARCH_URL: '', DATA_DIR: folder },
};
try {
  for (const [name, environment] of Object.entries(starts)) {
    const word = name as keyof typeof starts;
    const taken: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const began = performance.now();
      const running = await startProcess(word, { environment });
      if (round > 0) taken.push(performance.now() - began);
      await running.stop();
      await running.drained;
    }
    const limit = word === 'start' ? ` (at most ${LIMIT_MS} ms)` : '';
    const [shortest, longest] = [Math.min(...taken), Math.max(...taken)].map(Math.round);
    console.log(`${word}: ready after ${Math.round(median(taken))} ms, ${shortest} to ${longest}${limit}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
  await databases.stop();
}
