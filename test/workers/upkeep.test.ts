import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { startJob } from '../../domain/jobs/create.ts';
import { getJob } from '../../domain/jobs/read.ts';
import { deleteLogsOfOwner } from '../../domain/logs/deletion/deleteLogs.ts';
import { createLog } from '../../domain/logs/logs.ts';
import { SearchUnavailable } from '../../domain/ports/search.ts';
import { makeHarnessForFile, startWorkerForFile } from '../helpers/bootstrap.ts';
import { poll } from '../helpers/waits/poll.ts';
import { caller, engineOf, RecordingEngine } from '../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

const recording = new RecordingEngine();

const engine = engineOf(recording, SearchUnavailable);
const harness = await makeHarnessForFile(engine);
const { database } = harness;
const plan = async function* () {
  yield Array.from({ length: 3 }, (_, index) => ({ key: String(index), name: String(index) }));
};
await startWorkerForFile(
  database.url,
  engine,
  { TEST: { plan, run: async () => undefined } },
  { retentionDays: 30, auditDays: 30 },
);

const completed = (id: string) =>
  harness.jobEnds.until(id, async () => {
    const job = JSON.parse(await getJob(harness.services, id, true));
    return job.status === 'COMPLETED' ? job : undefined;
  });

describe('retention', () => {
  test('deletes Jobs past their retention with their steps, in the index too, and no others', async () => {
    const start = () => startJob(harness.services, 'TEST', {}, { caller });
    const [old, recent, running] = [await start(), await start(), await start()];
    const { jobSteps } = await completed(old);
    await Promise.all([completed(recent), completed(running)]);
    const deletedIds: string[] = [old, ...jobSteps.map(({ id }: { id: string }) => id)];
    const areSynced = () => deletedIds.every((id) => recording.synced.includes(id));
    await recording.changes.until('the index to have them all', areSynced);
    recording.synced.length = 0;
    await database.sql`update job set updated_at = now() - interval '31 days' where id = any(${[old, running]}::uuid[])`;
    await database.sql`update job set status = 'IN_PROGRESS' where id = ${running}`;
    await database.sql`insert into outbox (id, queue, data) values (${crypto.randomUUID()}, 'maintenance.retention', '{}')`;
    const left = async () => (await database.sql<{ id: string }[]>`select id from job`).map(({ id }) => id);
    await poll('the old Job to be deleted', async () => !(await left()).includes(old));
    expect((await left()).sort()).toEqual([recent, running].sort());
    expect((await database.sql`select from job_step where job_id = ${old}`).length).toBe(0);
    await recording.changes.until('the index to be updated', areSynced);
  });
});

describe('audit entries', () => {
  const entries = async () =>
    (await database.sql<{ doc: string }[]>`select doc from audit_entry`).map(({ doc }) => doc);
  /** Writes entries of a time, with ids as the service makes them. */
  const write = (doc: string, days: number, count: number) => database.sql`
    insert into audit_entry (id, doc, search)
    select (lpad(to_hex((extract(epoch from now() - make_interval(days => ${days})) * 1000)::bigint), 12, '0')
      || '7' || substr(md5(n::text || ${doc}), 14))::uuid, ${doc}, '{}' from generate_series(1, ${count}) n`;

  test('are deleted after AUDIT_DAYS, and no others', async () => {
    await write('old', 31, 5_001);
    await write('recent', 29, 2);
    await database.sql`insert into outbox (id, queue, data) values (${crypto.randomUUID()}, 'maintenance.retention', '{}')`;
    await poll('the old entries to be deleted', async () => !(await entries()).includes('old'));
    expect((await entries()).filter((doc) => doc === 'recent').length).toBe(2);
  });
});

describe('a bulk deletion of logs', () => {
  test('is a Job of a worker, and deletes all of them', async () => {
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
    const { jobId } = (await deleteLogsOfOwner(harness.services, which, caller)) as { jobId: string };
    const job = await completed(jobId);
    const deleted = job.jobSteps.map((step: { processingInfo: { deleted: number } }) => step.processingInfo.deleted);
    expect(deleted.reduce((sum: number, count: number) => sum + count, 0)).toBe(12_001);
    expect((await database.sql`select from log where owner_id = 'many'`).length).toBe(0);
  });
});
