import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { startJob } from '../../domain/jobs/create.ts';
import { getJob } from '../../domain/jobs/read.ts';
import { deleteLogsOfOwner } from '../../domain/logs/deletion/deleteLogs.ts';
import { createLog } from '../../domain/logs/logs.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { makeTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { until } from '../helpers/until.ts';
import {
  caller,
  engineOf,
  type Harness,
  makeHarness,
  RecordingEngine,
  startWorker,
  type TestWorker,
  testDefinitions,
} from '../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

let database: TestDatabase;
let harness: Harness;
let worker: TestWorker;
const recording = new RecordingEngine();

beforeAll(async () => {
  database = await makeTestDatabase();
  await migrateQueues(database.url, testDefinitions);
  const engine = engineOf(recording, SearchUnavailable);
  harness = await makeHarness(database.url, engine);
  const plan = async function* () {
    yield Array.from({ length: 3 }, (_, index) => ({ key: String(index), name: String(index) }));
  };
  worker = await startWorker(
    database.url,
    engine,
    { TEST: { plan, run: async () => undefined } },
    { retentionDays: 30 },
  );
});
afterAll(async () => {
  await worker.stop();
  await harness.stop();
  await database.drop();
});

const completed = (id: string) =>
  until(`Job ${id} to be COMPLETED`, async () => {
    const job = JSON.parse(await getJob(harness.services, id, true));
    return job.status === 'COMPLETED' ? job : undefined;
  });

describe('retention', () => {
  test('deletes Jobs that ended long ago with their steps, out of the index too, and no other', async () => {
    const start = () => startJob(harness.services, 'TEST', {}, { caller });
    const [old, recent, running] = [await start(), await start(), await start()];
    const { jobSteps } = await completed(old);
    await Promise.all([completed(recent), completed(running)]);
    const gone: string[] = [old, ...jobSteps.map(({ id }: { id: string }) => id)];
    const told = () => gone.every((id) => recording.synced.includes(id));
    await until('the index to have them', told);
    recording.synced.length = 0;
    await database.sql`update job set updated_at = now() - interval '31 days' where id = any(${[old, running]}::uuid[])`;
    await database.sql`update job set status = 'IN_PROGRESS' where id = ${running}`;
    await database.sql`insert into outbox (id, queue, data) values (${crypto.randomUUID()}, 'maintenance.retention', '{}')`;
    const left = async () => (await database.sql<{ id: string }[]>`select id from job`).map(({ id }) => id);
    await until('the old one to be gone', async () => !(await left()).includes(old));
    expect((await left()).sort()).toEqual([recent, running].sort());
    expect((await database.sql`select from job_step where job_id = ${old}`).length).toBe(0);
    await until('the index to be told', told);
  });
});

describe('a deletion of very many logs', () => {
  test('is a Job that a worker does, and leaves nothing of what was there', async () => {
    const log = {
      ...{ ownerType: 'Order', ownerId: 'many', logTypeCode: 'CALL', request: 'a', response: 'b', relatedData: {} },
      ...{ startDate: '2026-11-19T08:00:00Z', endDate: '2026-11-19T08:00:01Z' },
    };
    const { id } = JSON.parse(await createLog(harness.services, log, caller));
    await database.sql`
      insert into log (id, month, version, incarnation, index_version, owner_type, owner_id, log_type_code, start_date, doc, audit, search)
      select gen_random_uuid(), month, version, incarnation, index_version, owner_type, owner_id, log_type_code,
        start_date - make_interval(secs => n), doc, audit, search
      from log, generate_series(1, 12000) n where id = ${id}`;
    const which = { code: 'CALL', olderThan: '2026-11-20', ownerType: 'Order', ownerId: 'many' };
    const job = await completed((await deleteLogsOfOwner(harness.services, which, caller)) as string);
    const deleted = job.jobSteps.map((step: { processingInfo: { deleted: number } }) => step.processingInfo.deleted);
    expect(deleted.reduce((sum: number, count: number) => sum + count, 0)).toBe(12_001);
    expect((await database.sql`select from log where owner_id = 'many'`).length).toBe(0);
  });
});
