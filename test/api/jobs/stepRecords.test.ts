import { expect, setDefaultTimeout, test } from 'bun:test';
import { lapseLeases } from '../../../domain/jobs/leases/lapseLeases.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { accepted, type Claim, claimed, makeLeaseRequests, only } from '../../helpers/clientWorker/leaseRequests.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { caller } from '../../helpers/workerHarness.ts';

/** The records of steps that workers of clients have claimed. */

setDefaultTimeout(60_000);

const api = await startApiForFile();

const { newType, makeJob, claim, report, read } = makeLeaseRequests(api);

/** Waits until the record of a claimed step is the one that its worker got. */
const shown = ({ step: { auditInfo: _, ...running } }: Claim) =>
  poll(`the record of ${running.name}`, async () => {
    const { auditInfo: __, ...stored } = await read(running.id);
    return Bun.deepEquals(stored, running) || undefined;
  });

test('a step that is leased for a while shows its claim, also if the api that answered the claim has died', async () => {
  const type = newType();
  await makeJob(type, 2);
  const one = await only(claim(type, 'w1', { max: 1 }));
  await shown(one);
  expect(await report('complete', { worker: 'w1', steps: [claimed(one)] })).toEqual([accepted(one, 'COMPLETED')]);
  const other = await only(claim(type, 'w2'));
  api.services.unshownLeases.written(other.step.id);
  await api.sql`update job_step set claimed_at = claimed_at - interval '2 seconds' where id = ${other.step.id}`;
  await lapseLeases(api.services, caller);
  expect(await read(other.step.id)).toMatchObject({
    status: 'IN_PROGRESS',
    processingInfo: { attempts: 1, worker: 'w2' },
  });
});

test('a claim that waits for the search shows the step at once', async () => {
  const type = newType();
  const { id } = await makeJob(type, 1);
  const { text } = await api.request('POST', '/job-steps/claim?immediatelyRefresh=true', {
    jobTypes: [type],
    worker: 'w1',
  });
  const [one] = JSON.parse(text).claims;
  expect(await read(one.step.id)).toMatchObject({ status: 'IN_PROGRESS', processingInfo: { worker: 'w1' } });
  const filters = [
    { column: 'jobId', value: id },
    { column: 'status', value: 'IN_PROGRESS' },
  ];
  const running = encodeURIComponent(JSON.stringify(filters));
  expect((await api.request('GET', `/job-steps/search/list?filtering=${running}`)).text).toContain(one.step.id);
});

test('a step that ends soon is written once', async () => {
  const type = newType();
  await makeJob(type, 1);
  const one = await only(claim(type));
  await report('complete', { worker: 'w1', steps: [claimed(one)] });
  expect(await read(one.step.id)).toMatchObject({ status: 'COMPLETED', auditInfo: { version: 2 } });
});

const startOf = ({ step }: Claim) => ({ ...step })['startDate' as never];

test('a PATCH right after a claim changes the step as it runs', async () => {
  const type = newType();
  await makeJob(type, 1);
  const one = await only(claim(type));
  const patched = await api.request('PATCH', `/job-steps/${one.step.id}`, { log: 'by hand' });
  expect([patched.status, JSON.parse(patched.text)]).toEqual([
    200,
    expect.objectContaining({ status: 'IN_PROGRESS', log: 'by hand', startDate: startOf(one) }),
  ]);
  await makeJob(type, 1);
  const other = await only(claim(type));
  expect((await api.request('PATCH', `/job-steps/${other.step.id}`, { status: 'COMPLETED' })).status).toBe(200);
  expect(await read(other.step.id)).toMatchObject({
    ...{ status: 'COMPLETED', startDate: startOf(other), endDate: expect.any(String) },
    processingInfo: { attempts: 1, worker: 'w1' },
  });
});
