import { expect, setDefaultTimeout, test } from 'bun:test';
import { CLAIMABLE_CHANNEL, topicOfType } from '../../../db/queries/jobs/leaseRows.ts';
import { lapseLeases } from '../../../domain/jobs/leases/lapseLeases.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { startWorkerForFile } from '../../helpers/bootstrap.ts';
import { claimed, makeLeaseRequests, only } from '../../helpers/clientWorker/leaseRequests.ts';
import { SignalledList } from '../../helpers/waits/signal.ts';
import { caller, testDefinitions } from '../../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();
const { newType, makeJob, claim, report, endLease } = makeLeaseRequests(api);

test('claims that find no step wait for one, and end without a claim after their time', async () => {
  const type = newType();
  const waiting = ['w1', 'w2'].map((worker) => claim(type, worker, { waitSeconds: 60, max: 1 }));
  await makeJob(newType(), 1);
  await makeJob(type, 2);
  const claims = await Promise.all(waiting.map(only));
  expect(claims.map(({ step }) => step.name).toSorted()).toEqual(['stop 0', 'stop 1']);
  expect(await claim(type, 'w3', { waitSeconds: 1 })).toEqual([]);
  const tooLong = { jobTypes: [type], worker: 'w3', waitSeconds: 61 };
  const { status, errors } = await api.request('POST', '/job-steps/claim', tooLong);
  expect([status, errors]).toEqual([400, ['waitSeconds: must be at most 60']]);
});

test('workers that wait are woken by new steps, steps of a resend, and lapsed leases', async () => {
  const woken = new SignalledList<string>();
  const listening = await api.sql.listen(CLAIMABLE_CHANNEL, (topic) => woken.add(topic));
  const type = newType();
  const isWoken = (times: number) =>
    woken.until(`wake ${times}`, () => woken.items.filter((topic) => topic === topicOfType(type)).length === times);
  const job = await makeJob(type, 1);
  await isWoken(1);
  const added = await api.request('POST', '/job-steps', { jobId: job.id, name: 'one more', status: 'NEW' });
  expect(added.status, added.text).toBe(200);
  await isWoken(2);
  const [first, second] = await claim(type);
  if (!first || !second) throw new Error('two steps were not claimed');
  await report('fail', { worker: 'w1', steps: [claimed(first, { retry: false })] });
  expect((await api.request('POST', `/admin/job-steps/${first.step.id}/resend`)).status).toBe(200);
  await isWoken(3);
  await endLease(second);
  await lapseLeases(api.services, caller);
  await isWoken(4);
  await listening.unlisten();
});

test('a claim that waits gets a step when the lease of another worker lapses', async () => {
  await migrateQueues(api.databaseUrl, testDefinitions);
  const type = newType();
  const { id } = await makeJob(type, 1);
  const killed = await only(claim(type, 'killed', { leaseSeconds: 1 }));
  const waiting = only(claim(type, 'waiting', { waitSeconds: 60 }));
  // Its reconciler finds the lapsed lease: nothing else ends it.
  await startWorkerForFile(api.databaseUrl, makePostgresSearch(api.sql), {});
  const { token, job, step } = await waiting;
  expect([job.id, step.id, token]).toEqual([id, killed.step.id, killed.token + 1]);
});
