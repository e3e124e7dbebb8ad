import { expect, setDefaultTimeout, test } from 'bun:test';
import { badRequest } from '../../../domain/errors.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { reindex } from '../../../workers/handlers/reindex.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { jobEnd } from '../../helpers/waits/jobEnd.ts';
import { startWorker, testDefinitions } from '../../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

/** Dead letters of steps that cannot be sent again now. */

const api = await startApiForFile();
await migrateQueues(api.databaseUrl, testDefinitions);

const rebuild = async (): Promise<string> => {
  const job = { jobType: 'REINDEX', data: { kind: 'WorklogType' }, startDate: new Date().toISOString(), status: 'NEW' };
  return (await expectOk(api.request('POST', '/jobs', job))).id;
};

/** A rebuild whose last step has failed, and the id of that step. */
async function failedRebuild(): Promise<{ id: string; step: string }> {
  const finish = async () => {
    throw badRequest('The disk is full.');
  };
  const failing = await startWorker(api.databaseUrl, makePostgresSearch(api.sql), { REINDEX: { ...reindex, finish } });
  const id = await rebuild();
  await jobEnd(api.url, id);
  await failing.stop();
  const [step] = await api.sql<{ id: string }[]>`select id from job_step where job_id = ${id} and status = 'FAILED'`;
  return { id, step: step?.id ?? '' };
}

async function deadLetter(stepId: string): Promise<string> {
  await api.sql`delete from pgboss.job where name = 'step.reindex.dead'`;
  const [row] = await api.sql<{ id: string }[]>`
    insert into pgboss.job (name, data) values ('step.reindex.dead', ${api.sql.json({ stepId })}) returning id`;
  return row?.id ?? '';
}
const redrive = async (): Promise<unknown> =>
  (await api.request('POST', '/admin/queues/step.reindex/redrive')).json<unknown>();
const letters = async (): Promise<unknown[]> =>
  (await api.sql<{ id: string }[]>`select id from pgboss.job where name = 'step.reindex.dead'`).map(({ id }) => id);

test('a failed rebuild is not resumed while another Job rebuilds the same kind', async () => {
  const { id, step } = await failedRebuild();
  const letter = await deadLetter(step);
  const other = await rebuild();
  const reason = `worklog-types: Job ${other} is rebuilding it; wait for it or cancel it`;
  for (const path of [`/admin/job-steps/${step}/resend`, `/admin/jobs/${id}/resend-failed`]) {
    const { status, errors } = await api.request('POST', path);
    expect({ path, status, errors }).toEqual({ path, status: 400, errors: [reason] });
  }
  expect(await redrive()).toEqual({ acknowledge: true, count: 0, skipped: [{ id: letter, reason }] });
  expect(await letters()).toEqual([letter]);

  await expectOk(api.request('POST', `/jobs/${other}/cancel`));
  expect(await redrive()).toEqual({ acknowledge: true, count: 1, skipped: [] });
  expect(await letters()).toEqual([]);
  // The step is open now: a worker may be about to record its failure.
  const early = await deadLetter(step);
  expect(await redrive()).toEqual({
    acknowledge: true,
    count: 0,
    skipped: [{ id: early, reason: 'its step has not ended' }],
  });
  expect(await letters()).toEqual([early]);
  await expectOk(api.request('POST', `/jobs/${id}/cancel`));
});

test('the dead letter of a step that was deleted is deleted', async () => {
  await deadLetter(crypto.randomUUID());
  expect(await redrive()).toEqual({ acknowledge: true, count: 1, skipped: [] });
  expect(await letters()).toEqual([]);
});
