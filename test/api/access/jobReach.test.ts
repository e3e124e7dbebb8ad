import { expect, setDefaultTimeout, test } from 'bun:test';
import { startAuthenticatedApiForFile, type TestCaller } from '../../helpers/api/callers.ts';
import type { TestJob } from '../../helpers/api/jobRequests.ts';
import type { TestAnswer } from '../../helpers/api.ts';
import { Signal } from '../../helpers/waits/signal.ts';

setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
const startDate = '2026-11-20T08:00:00.000Z';
const unknown = '00000000-0000-4000-8000-000000000000';
const reaches = (value: string) => [{ column: 'jobType', value }];
const rules = (extra: object[] = []) => [
  { entityName: 'Job', accessRule: 'READ_WRITE', expression: reaches('MINE') } as const,
  { entityName: 'Job', accessRule: 'READ', expression: reaches('SHOWN') } as const,
  ...extra,
];
const caller = await api.callerWith(
  rules([
    { entityName: 'JobStep', accessRule: 'READ_WRITE', expression: [{ column: 'name', value: 'mine' }] },
    { entityName: 'JobStep', accessRule: 'READ', expression: [{ column: 'name', value: 'shown' }] },
    { entityName: 'Admin', accessRule: 'READ_WRITE', fullAccess: true },
  ]),
);

const create = async (jobType: string, steps: string[] = []): Promise<TestJob> => {
  const jobSteps = steps.map((name) => ({ name, status: 'NEW', chunkId: crypto.randomUUID() }));
  const made = await administrator.request('POST', '/jobs', { jobType, startDate, status: 'NEW', jobSteps });
  expect(made.status, made.text).toBe(200);
  return made.json();
};

/** Both requests get the same answer, apart from the id that they name. */
async function expectAlike(method: string, path: (id: string) => string, id: string, body?: object): Promise<void> {
  const [hidden, missing] = [
    await caller.request(method, path(id), body as Record<string, unknown>),
    await caller.request(method, path(unknown), body as Record<string, unknown>),
  ];
  const plain = (text: string, key: string) => text.replaceAll(key, 'ID').replace(/"(timestamp|traceId)":"[^"]*"/g, '');
  expect(hidden.status).toBeGreaterThanOrEqual(400);
  expect([hidden.status, plain(hidden.text, id)]).toEqual([missing.status, plain(missing.text, unknown)]);
}

test('a job out of reach is missing, and one in reach has only the steps in reach', async () => {
  const hidden = await create('HIDDEN', ['mine']);
  const paths = ['', '?expand=JOB_STEPS', '/events'].map((end) => (id: string) => `/jobs/${id}${end}`);
  for (const path of paths) await expectAlike('GET', path, hidden.id);
  await expectAlike('POST', (id) => `/jobs/${id}/cancel`, hidden.id);
  await expectAlike('POST', (id) => `/admin/jobs/${id}/resend-failed`, hidden.id);
  await expectAlike('GET', (id) => `/documents/results/${id}`, hidden.id);
  await expectAlike('GET', (id) => `/documents/results/${id}/archive`, hidden.id);
  const shown = await create('SHOWN', ['mine', 'shown', 'hidden']);
  const job = (await caller.request('GET', `/jobs/${shown.id}?expand=JOB_STEPS`)).json<TestJob>();
  expect(job.jobSteps?.map(({ name }) => name)).toEqual(['mine', 'shown']);
});

test('a step is in reach by its own rules, whatever its job', async () => {
  const { jobSteps: [mine, shown, hidden] = [] } = await create('HIDDEN', ['mine', 'shown', 'hidden']);
  if (!mine || !shown || !hidden) throw new Error('the job has three steps');
  expect((await caller.request('GET', `/job-steps/${mine.id}`)).status).toBe(200);
  await expectAlike('GET', (id) => `/job-steps/${id}`, hidden.id);
  await expectAlike('PATCH', (id) => `/job-steps/${id}`, hidden.id, { status: 'COMPLETED' });
  await expectAlike('POST', (id) => `/admin/job-steps/${id}/resend`, hidden.id);
  const { chunkId } = hidden as unknown as { chunkId: string };
  await expectAlike('GET', (id) => `/job-steps/by-chunk/${id}/hidden`, chunkId);
  const patch = (id: string, body: Record<string, unknown>) => caller.request('PATCH', `/job-steps/${id}`, body);
  expect((await patch(shown.id, { status: 'COMPLETED' })).status).toBe(403);
  expect((await patch(mine.id, { name: 'hidden' })).status).toBe(403);
  expect((await patch(mine.id, { status: 'IN_PROGRESS' })).json()).toMatchObject({ status: 'IN_PROGRESS' });
  const put = { ...mine, status: 'IN_PROGRESS', name: 'shown', auditInfo: undefined };
  expect((await caller.request('PUT', `/job-steps/${mine.id}`, put)).status).toBe(403);
  expect((await administrator.request('GET', `/job-steps/${mine.id}`)).json()).toMatchObject({ name: 'mine' });
});

test('a job and a step are created within the write reach', async () => {
  const post = (body: Record<string, unknown>) =>
    caller.request('POST', '/jobs', { startDate, status: 'NEW', ...body });
  expect((await post({ jobType: 'SHOWN' })).status).toBe(403);
  expect((await post({ jobType: 'MINE', jobSteps: [{ name: 'shown', status: 'NEW' }] })).status).toBe(403);
  const mine = await post({ jobType: 'MINE', jobSteps: [{ name: 'mine', status: 'NEW' }] });
  expect(mine.status, mine.text).toBe(200);
  const hidden = await create('HIDDEN', ['hidden']);
  const taken = await post({ jobType: 'MINE', id: hidden.id });
  expect([taken.status, taken.errors]).toEqual([400, ['id: cannot be used']]);
  const step = (values: Record<string, unknown>) =>
    caller.request('POST', '/job-steps', { name: 'mine', status: 'NEW', jobId: mine.json<TestJob>().id, ...values });
  expect((await step({ jobId: hidden.id })).errors).toEqual([`jobId: no Job has the id "${hidden.id}"`]);
  expect((await step({ name: 'shown' })).status).toBe(403);
  expect((await step({ id: hidden.jobSteps?.[0]?.id })).errors).toEqual(['id: cannot be used']);
  expect((await step({})).status).toBe(200);
});

test('a cancel needs the write reach for the job as it is and as it becomes', async () => {
  const shown = await create('SHOWN', ['mine']);
  expect((await caller.request('POST', `/jobs/${shown.id}/cancel`)).status).toBe(403);
  const mine = await create('MINE', ['hidden']);
  const open = await api.callerWith([
    { entityName: 'Job', accessRule: 'READ', fullAccess: true },
    { entityName: 'Job', accessRule: 'READ_WRITE', expression: [{ column: 'status', value: 'NEW' }] },
  ]);
  expect((await open.request('POST', `/jobs/${mine.id}/cancel`)).status).toBe(403);
  expect((await caller.request('POST', `/jobs/${mine.id}/cancel`)).json()).toMatchObject({ status: 'FAILED' });
});

test('failed steps are sent again within the write reach', async () => {
  const fail = async ({ jobSteps: [step] = [] }: TestJob) => {
    for (const status of ['IN_PROGRESS', 'FAILED'])
      expect((await administrator.request('PATCH', `/job-steps/${step?.id}`, { status })).status).toBe(200);
    return step?.id;
  };
  const shown = await create('SHOWN', ['mine']);
  const [mine, other] = [await fail(shown), await fail(await create('MINE', ['shown']))];
  const resend = async (path: string) => (await caller.request('POST', `/admin/${path}`)).status;
  expect(await resend(`job-steps/${other}/resend`)).toBe(403);
  expect(await resend(`jobs/${shown.id}/resend-failed`)).toBe(403);
  expect(await resend(`job-steps/${mine}/resend`)).toBe(200);
});

test('a chunk that a hidden step has taken cannot be used', async () => {
  const [own, other] = [await create('MINE'), await create('MINE', ['mine'])];
  const [taken] = other.jobSteps as unknown as { chunkId: string }[];
  const clerk = await api.callerWith([
    { entityName: 'Job', accessRule: 'READ_WRITE' },
    { entityName: 'JobStep', accessRule: 'READ_WRITE', expression: [{ column: 'jobId', value: own.id }] },
  ]);
  const step = { name: 'mine', status: 'NEW', jobId: own.id, chunkId: taken?.chunkId };
  const refused = await clerk.request('POST', '/job-steps', step);
  expect([refused.status, refused.errors]).toEqual([400, ['chunkId: cannot be used']]);
});

test('an event stream ends with the right to read the job, and with the credential', async () => {
  const job = await create('MINE', ['mine']);
  const revocations: ((follower: TestCaller) => Promise<TestAnswer>)[] = [
    ({ userId }) => administrator.request('PATCH', `/users/${userId}`, { status: 'DISABLE' }),
    ({ ruleIds: [id] }) =>
      administrator.request('PATCH', `/access-rules/${id}`, { expression: JSON.stringify(reaches('OTHER')) }),
  ];
  for (const revoke of revocations) {
    const follower = await api.callerWith(rules());
    const headers = { authorization: `Bearer ${follower.key}` };
    const response = await fetch(`${api.url}/api/v2/jobs/${job.id}/events`, { headers });
    let text = '';
    const changes = new Signal();
    const read = (async () => {
      for await (const bytes of response.body as ReadableStream<Uint8Array>) {
        text += new TextDecoder().decode(bytes);
        changes.notify();
      }
    })();
    await changes.until('the first event', () => text.includes('"jobType":"MINE"'));
    expect((await revoke(follower)).status).toBe(200);
    await read;
    expect(text).not.toContain('"status":"COMPLETED"');
  }
});
