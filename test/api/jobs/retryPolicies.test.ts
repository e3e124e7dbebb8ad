import { expect, setDefaultTimeout, test } from 'bun:test';
import { lapseLeases } from '../../../domain/jobs/leases/lapseLeases.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { accepted, claimed, makeLeaseRequests, only } from '../../helpers/clientWorker/leaseRequests.ts';
import { caller } from '../../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();
const { newType, makeJob, claim, report, read, endLease } = makeLeaseRequests(api);

const set = (type: string, body: JsonObject) => api.request('PUT', `/admin/retry-policies/${type}`, body);
const defaults = { attempts: 3, initialSeconds: 2, factor: 4, maxSeconds: 86_400, notRetried: [] };

/** Claims the step, also if it pauses, and reports its failure. Returns the outcome, and the seconds of its pause. */
async function fail(type: string, stepId: string, log = 'no bus') {
  await api.sql`update job_step set claimable_at = null where id = ${stepId} and status = 'NEW'`;
  const one = await only(claim(type));
  const outcomes = await report('fail', { worker: 'w1', steps: [claimed(one, { log })] });
  const [row] = await api.sql<{ seconds: number | null }[]>`
    select round(extract(epoch from claimable_at - now()) / 10)::int * 10 as seconds from job_step where id = ${stepId}`;
  return { one, outcomes, seconds: row?.seconds };
}

async function makeStep(type: string): Promise<string> {
  const [step] = (await makeJob(type, 1)).jobSteps ?? [];
  if (!step) throw new Error('the Job has no step');
  return step.id;
}

test('a job type has attempts and pauses of its own, until its policy is removed', async () => {
  const type = newType();
  const policy = { attempts: 5, initialSeconds: 1_000, factor: 3, maxSeconds: 5_000 };
  const answer = (await set(type, policy)).json<JsonObject>();
  expect(answer).toMatchObject({ jobType: type, ...policy, notRetried: [], setBy: 'anonymous' });
  expect((await api.request('GET', '/admin/retry-policies')).json<JsonObject[]>()).toContainEqual(answer);
  const id = await makeStep(type);
  // Rounded to 10 seconds, for the time since the failure; a slow machine may lose some more.
  for (const seconds of [1_000, 3_000, 5_000]) {
    const failed = await fail(type, id);
    expect(failed.outcomes).toEqual([accepted(failed.one, 'NEW')]);
    expect(failed.seconds).toBeGreaterThan(seconds - 500);
    expect(failed.seconds).toBeLessThanOrEqual(seconds);
  }
  // The default has three attempts: the fourth failure is the last.
  expect((await set(type, {})).json<JsonObject>()).toEqual({ jobType: type, ...defaults });
  const last = await fail(type, id);
  expect(last.outcomes).toEqual([accepted(last.one, 'FAILED')]);
});

test('a failure with a text that is not retried is final', async () => {
  const type = newType();
  await set(type, { notRetried: ['Unknown harbour'] });
  const id = await makeStep(type);
  const first = await fail(type, id, 'storm');
  expect(first.outcomes).toEqual([accepted(first.one, 'NEW')]);
  const second = await fail(type, id, 'port 7: UNKNOWN HARBOUR');
  expect(second.outcomes).toEqual([accepted(second.one, 'FAILED')]);
});

test('a lapsed lease uses an attempt of the policy', async () => {
  const type = newType();
  await set(type, { attempts: 1 });
  const id = await makeStep(type);
  await endLease(await only(claim(type)));
  await lapseLeases(api.services, caller);
  expect(await read(id)).toMatchObject({ status: 'FAILED' });
});

test('a policy that cannot be is a 400', async () => {
  const errors = async (body: JsonObject) => (await set('ANY', body)).errors;
  expect(await errors({ attempts: 0 })).toEqual(['attempts: must be at least 1']);
  expect(await errors({ factor: 0.5 })).toEqual(['factor: must be from 1 to 100, not 0.5']);
  expect(await errors({ notRetried: [''] })).toEqual([
    'notRetried: must not have an empty text, which every message contains',
  ]);
});
