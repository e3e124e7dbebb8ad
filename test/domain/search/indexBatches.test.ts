import { expect, setDefaultTimeout, test } from 'bun:test';
import { kindNamed } from '../../../domain/kinds/index.ts';
import type { Kind } from '../../../domain/kinds/kind.ts';
import { type SearchEngine, SearchUnavailable } from '../../../domain/ports/search.ts';
import { queues } from '../../../domain/queue/definitions.ts';
import { makeHarnessForFile } from '../../helpers/bootstrap.ts';
import { Signal } from '../../helpers/waits/signal.ts';
import { engineOf, RecordingEngine, startWorker } from '../../helpers/workerHarness.ts';

// A limit on a hang.
setDefaultTimeout(90_000);

/** How many batches of index writes a worker runs at a time, with engines that gain from one and from two. */

const kind = kindNamed('WorklogType') as Kind;
/** Of a job. */
const MAX_IDS = 500;
const { batchSize } = queues['index.sync'];
const harness = await makeHarnessForFile(engineOf(new RecordingEngine(), SearchUnavailable));
const { sql } = harness.services;

for (const concurrentSyncs of [1, 2]) {
  test(`index writes that a worker runs at a time: ${concurrentSyncs}, as many as the search engine gains from`, async () => {
    const recording = new RecordingEngine();
    const inner = engineOf(recording, SearchUnavailable);
    const changes = new Signal();
    let [running, greatest] = [0, 0];
    const search: SearchEngine = {
      ...inner,
      concurrentSyncs,
      sync: async (...args) => {
        running += 1;
        greatest = Math.max(greatest, running);
        changes.notify();
        // Others have the time to begin: until as many run as may, or for some round trips.
        await changes.until('the batches to run', () => greatest === concurrentSyncs);
        for (let trips = 0; trips < 20; trips++) await sql`select`;
        running -= 1;
        return inner.sync(...args);
      },
    };
    // Jobs of the largest size, so that the relay merges none of them, and enough for several batches.
    const jobs = Array.from({ length: 3 * batchSize }, () =>
      Array.from({ length: MAX_IDS }, () => crypto.randomUUID()),
    );
    for (const ids of jobs)
      await sql`
        insert into outbox (id, queue, data)
        values (gen_random_uuid(), 'index.sync', ${sql.json({ kind: kind.name, ids })})`;
    const worker = await startWorker(harness.database.url, search, {});
    try {
      await recording.changes.until(
        'all records to be written',
        () => recording.synced.length >= jobs.length * MAX_IDS,
      );
    } finally {
      await worker.stop();
    }
    expect(new Set(recording.synced)).toEqual(new Set(jobs.flat()));
    expect(greatest).toBe(concurrentSyncs);
  });
}
