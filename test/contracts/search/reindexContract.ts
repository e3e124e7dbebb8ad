import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Database } from '../../../db/client.ts';
import { allIndexes } from '../../../db/queries/search/searchIndexes.ts';
import { cancelJob } from '../../../domain/jobs/cancel.ts';
import { createJob, startJob } from '../../../domain/jobs/create.ts';
import { resendFailed, resendStep } from '../../../domain/jobs/resend.ts';
import { jobTypes } from '../../../domain/jobTypes/index.ts';
import { worklogType as kind } from '../../../domain/kinds/processing/worklogType.ts';
import type { SearchEngine } from '../../../domain/ports/search.ts';
import { removeRecord } from '../../../domain/records/write/removeRecord.ts';
import { patchRecord, saveRecord } from '../../../domain/records/write/saveRecord.ts';
import { differences } from '../../../domain/search/compareIndex.ts';
import { dropAbandonedIndexes, ensureIndexes, fillingIndex, liveIndex } from '../../../domain/search/indexes.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { makeTestDatabase, type TestDatabase } from '../../helpers/database.ts';
import { poll } from '../../helpers/waits/poll.ts';
import {
  caller,
  type Harness,
  makeHarness,
  startWorker,
  type TestWorker,
  testDefinitions,
} from '../../helpers/workerHarness.ts';

/** The contract of a rebuild on every engine, with real queues, real workers and its own database. */
export function describeReindex(name: string, makeEngine: (sql: Database) => Promise<SearchEngine>): void {
  // For each file: this module is loaded once for all of a process.
  setDefaultTimeout(900_000);
  describe(`rebuilds on ${name}`, () => {
    let database: TestDatabase;
    let engine: SearchEngine;
    let harness: Harness;
    const workers: TestWorker[] = [];

    beforeAll(async () => {
      database = await makeTestDatabase();
      await migrateQueues(database.url, testDefinitions);
      engine = await makeEngine(database.sql);
      harness = await makeHarness(database.url, engine);
      await ensureIndexes(harness.services);
    });
    afterEach(async () => {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    });
    afterAll(async () => {
      for (const row of await allIndexes(database.sql, engine.name)) {
        if (row.kind === kind.name) await engine.dropIndex(kind, row.name);
      }
      await harness?.stop();
      await database?.drop();
    });

    const work = async (): Promise<void> => {
      workers.push(await startWorker(database.url, engine, {}, { types: jobTypes }));
    };
    const rebuild = (): Promise<string> => startJob(harness.services, 'REINDEX', { kind: kind.name }, { caller });
    const statusOf = async (id: string): Promise<string | undefined> => {
      const [row] = await database.sql<{ status: string }[]>`select status from job where id = ${id}`;
      return row?.status;
    };
    /** Returns COMPLETED, or the reason of another status. */
    const outcomeOf = async (id: string): Promise<string> => {
      const status = (await statusOf(id)) ?? 'gone';
      if (status === 'COMPLETED') return status;
      const logs = await database.sql<{ log: string }[]>`
        select doc::json->>'log' as log from job_step where job_id = ${id} and doc::json->>'log' is not null`;
      return `${status}: ${logs.map(({ log }) => log).join(' | ')}`;
    };
    const ended = (id: string) =>
      harness.jobEnds.until(id, async () => ['COMPLETED', 'FAILED'].includes((await statusOf(id)) ?? ''), 300_000);
    const save = (code: string, more: object = {}) =>
      saveRecord(harness.services, kind, { code, name: `Name ${code}`, ...more }, { caller, refresh: false });

    /** Returns the rows of the outbox and the queue jobs of syncs that are left, by their state, for a failure. */
    const syncs = async (): Promise<string> => {
      const rows = await database.sql<{ state: string; count: number; output: string | null }[]>`
        select 'outbox' as state, count(*)::int, max(error) as output from outbox where queue = 'index.sync'
        union all
        select state::text, count(*)::int, left(max(output::text), 300) from pgboss.job
        where name like 'index.sync%' and state <> 'completed' group by state`;
      return JSON.stringify(rows);
    };

    /** Waits for the queued syncs, and compares the live index with the database. */
    const expectEqual = async (): Promise<void> => {
      const found = async () => {
        const index = await liveIndex(harness.services, kind);
        return Array.fromAsync(differences(harness.services, kind, index?.name as string));
      };
      // Each comparison reads the whole index and table while the syncs run.
      const compare = async (): Promise<boolean> => {
        const left = await found();
        if (left.length === 0) return true;
        throw new Error(`${left.length} differences, ${JSON.stringify(left.slice(0, 3))}, syncs ${await syncs()}`);
      };
      await poll('index and database to be equal', compare, 400_000, 300);
      expect(await found()).toEqual([]);
    };

    test('a rebuild promotes a new index and drops the old one', async () => {
      for (let number = 0; number < 50; number++) await save(`swap-${number}`);
      await work();
      const before = await liveIndex(harness.services, kind);
      const id = await rebuild();
      await ended(id);
      expect(await outcomeOf(id)).toBe('COMPLETED');
      const after = await liveIndex(harness.services, kind);
      expect(after?.number).toBeGreaterThan(before?.number as number);
      expect((await allIndexes(database.sql, engine.name)).filter((row) => row.kind === kind.name).length).toBe(1);
      await expectEqual();
    });

    test('concurrent writes during a rebuild are all in the new index', async () => {
      const codes = Array.from({ length: 12_000 }, (_, number) => `busy-${number}`);
      for (let from = 0; from < codes.length; from += 100)
        await Promise.all(codes.slice(from, from + 100).map((code) => save(code)));
      await Promise.all([work(), work()]);
      const id = await rebuild();
      let writing = true;
      // A limit, so that the queued syncs end in the time of a test.
      let written = 0;
      const writer = async (number: number): Promise<void> => {
        for (let round = 0; writing && written < 20_000; round++) {
          const code = codes[(number * 997 + round * 31) % codes.length] as string;
          const what = round % 4;
          if (what === 0) await save(`new-${number}-${round}`);
          else if (what === 1) await removeRecord(harness.services, kind, code, { caller }).catch(() => {});
          else
            await patchRecord(
              harness.services,
              kind,
              code,
              { name: `changed ${round}` },
              { caller, refresh: false },
            ).catch(() => {});
          written++;
        }
      };
      const writers = Array.from({ length: 8 }, (_, number) => writer(number));
      await ended(id);
      writing = false;
      await Promise.all(writers);
      expect(await outcomeOf(id)).toBe('COMPLETED');
      expect(written).toBeGreaterThan(100);
      await expectEqual();
    });

    test('a second rebuild of a kind is rejected while the first runs', async () => {
      const first = await rebuild();
      await fillingIndex(harness.services, kind, first);
      const second = createJob(
        harness.services,
        { jobType: 'REINDEX', status: 'NEW', startDate: new Date().toISOString(), data: { kind: kind.name } },
        { caller },
      );
      await expect(second).rejects.toMatchObject({ status: 'BAD_REQUEST', errors: [expect.stringContaining(first)] });
      await work();
      await ended(first);
      expect(await outcomeOf(first)).toBe('COMPLETED');
    });

    test('of two concurrent requests for a rebuild one is stored, and the other names its Job', async () => {
      const requests = await Promise.allSettled([rebuild(), rebuild()]);
      const stored = requests.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const refusals = requests.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      expect(stored.length).toBe(1);
      const [id = ''] = stored;
      expect(refusals).toEqual([
        expect.objectContaining({ status: 'BAD_REQUEST', errors: [expect.stringContaining(id)] }),
      ]);
      await work();
      await ended(id);
      expect(await outcomeOf(id)).toBe('COMPLETED');
      await expectEqual();
    });

    test('the index of a failed rebuild waits a day for a resend; after its drop a resend is a 400', async () => {
      const id = await rebuild();
      await work();
      const chunk = async (status: string) =>
        (
          await database.sql<{ id: string }[]>`
            select id from job_step where job_id = ${id} and status = ${status} and chunk_id is not null limit 1`
        ).at(0)?.id;
      await poll('a chunk to be planned', async () => (await chunk('NEW')) ?? (await chunk('IN_PROGRESS')));
      await cancelJob(harness.services, id, { caller });
      expect(await statusOf(id)).toBe('FAILED');
      await dropAbandonedIndexes(harness.services);
      const filling = async () => (await allIndexes(database.sql, engine.name)).filter(({ jobId }) => jobId === id);
      expect((await filling()).length).toBe(1);
      await database.sql`update job set updated_at = now() - interval '25 hours' where id = ${id}`;
      await dropAbandonedIndexes(harness.services);
      expect(await filling()).toEqual([]);
      const refusal = { status: 'BAD_REQUEST', errors: [expect.stringContaining('start a new rebuild')] };
      await expect(resendFailed(harness.services, id, { caller })).rejects.toMatchObject(refusal);
      const failed = (await chunk('FAILED')) as string;
      await expect(resendStep(harness.services, failed, { caller })).rejects.toMatchObject(refusal);
      await expectEqual();
    });

    test('the records of a filtering are indexed again', async () => {
      await save('lost-1');
      await save('lost-2');
      await work();
      await expectEqual();
      const index = (await liveIndex(harness.services, kind))?.name as string;
      // The index loses two records without a queue job.
      const rows = await database.sql<{ id: string }[]>`select id from worklog_type where code like 'lost-%'`;
      await loseFromIndex(
        rows.map(({ id: lost }) => lost),
        index,
      );
      const lost = (await Array.fromAsync(differences(harness.services, kind, index))).map(({ is }) => is);
      expect(lost).toEqual(['missing', 'missing']);
      const id = await startJob(
        harness.services,
        'REINDEX_SELECTED',
        { kind: kind.name, filtering: { filters: [{ column: 'code', operator: 'LIKE', value: 'lost-%' }] } },
        { caller },
      );
      await ended(id);
      expect(await outcomeOf(id)).toBe('COMPLETED');
      await expectEqual();
    });

    /** Deletes documents only from the index: deletes the rows, syncs the index, and inserts the same rows again. */
    async function loseFromIndex(ids: string[], index: string): Promise<void> {
      await database.sql`create table removed as select * from worklog_type where id = any(${ids}::uuid[])`;
      await database.sql`delete from worklog_type where id = any(${ids}::uuid[])`;
      await engine.sync(kind, ids, async () => [index], { refresh: true });
      await database.sql`update removed set index_version = clock_us()`;
      await database.sql`insert into worklog_type select * from removed`;
      await database.sql`drop table removed`;
    }
  });
}
