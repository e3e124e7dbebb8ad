import { expect, setDefaultTimeout, test } from 'bun:test';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { expectOk } from '../../helpers/api/expectations.ts';

setDefaultTimeout(60_000);

/** What callers with rights to some Jobs may do with chains. */

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
const reaches = (value: string) => [{ column: 'jobType', value }];
const caller = await api.callerWith([
  { entityName: 'Job', accessRule: 'READ_WRITE', expression: reaches('MINE') },
  { entityName: 'JobStep', accessRule: 'READ_WRITE', fullAccess: true },
]);

interface ChainJob {
  readonly id: string;
  readonly status: string;
  readonly jobSteps: readonly { readonly id: string }[];
}

const jobOf = (jobType: string, after: readonly string[] = []) => ({
  ...{ jobType, startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', jobSteps: [{ name: 'only', status: 'NEW' }] },
  ...(after.length > 0 && { after: after.map((jobId) => ({ jobId })) }),
});
const make = (jobType: string, after: readonly string[] = []): Promise<ChainJob> =>
  expectOk(administrator.request('POST', '/jobs', jobOf(jobType, after)));
const statusOf = async (id: string): Promise<string> =>
  (await expectOk<ChainJob>(administrator.request('GET', `/jobs/${id}`))).status;

test('a predecessor out of reach is like a missing one, and its results are not handed on', async () => {
  const hidden = await make('HIDDEN');
  const refused = await caller.request('POST', '/jobs', jobOf('MINE', [hidden.id]));
  expect([refused.status, refused.errors]).toEqual([400, [`after[0].jobId: no Job has the id "${hidden.id}"`]]);
  const mine = await make('MINE', [hidden.id]);
  for (const status of ['IN_PROGRESS', 'COMPLETED'])
    await expectOk(administrator.request('PATCH', `/job-steps/${hidden.jobSteps[0]?.id}`, { status }));
  const { claims, predecessors } = await expectOk<{ claims: object[]; predecessors?: object[] }>(
    caller.request('POST', '/job-steps/claim', { jobTypes: ['MINE'], worker: 'w1' }),
  );
  expect(claims).toMatchObject([{ job: { id: mine.id, after: [{ jobId: hidden.id, status: 'COMPLETED' }] } }]);
  expect(predecessors).toBeUndefined();
});

test('a cancel of a chain with a Job out of reach is refused, and cancels nothing', async () => {
  const first = await make('MINE');
  const hidden = await make('HIDDEN', [first.id]);
  const refused = await caller.request('POST', `/jobs/${first.id}/cancel?chain=true`);
  expect(refused.status, refused.text).toBe(403);
  expect(refused.text).not.toContain(hidden.id);
  expect([await statusOf(first.id), await statusOf(hidden.id)]).toEqual(['NEW', 'NEW']);
  await expectOk(caller.request('POST', `/jobs/${first.id}/cancel`));
  expect([await statusOf(first.id), await statusOf(hidden.id)]).toEqual(['FAILED', 'FAILED']);
});

test('a chain is read with the jobs in reach, in the order of their creation', async () => {
  const first = await make('MINE');
  const second = await make('MINE', [first.id]);
  const hidden = await make('HIDDEN', [second.id]);
  const behind = await make('MINE', [hidden.id]);
  const last = await make('MINE', [first.id, second.id]);
  interface Chain {
    readonly jobs: readonly { readonly id: string; readonly after: readonly object[] }[];
    readonly isPartial: boolean;
  }
  const read = (by: typeof caller, id: string) => expectOk<Chain>(by.request('GET', `/jobs/${id}/chain`));
  const all = await read(administrator, second.id);
  expect(all.isPartial).toBe(false);
  expect(all.jobs.map(({ id }) => id)).toEqual([first.id, second.id, hidden.id, behind.id, last.id]);
  expect(all.jobs.at(-1)).toEqual({
    ...{ id: last.id, jobType: 'MINE', status: 'NEW', waits: true },
    after: [{ jobId: first.id }, { jobId: second.id }],
  } as never);
  const reached = await read(caller, last.id);
  expect(reached.jobs.map(({ id }) => id)).toEqual([first.id, second.id, last.id]);
  expect((await read(caller, behind.id)).jobs.map(({ id }) => id)).toEqual([behind.id]);
  expect((await caller.request('GET', `/jobs/${hidden.id}/chain`)).status).toBe(404);
});

test('of a long chain, the nearest jobs are read', async () => {
  const first = await make('MINE');
  const others = await Promise.all(Array.from({ length: 110 }, () => make('MINE', [first.id])));
  const { jobs, isPartial } = await expectOk<{ jobs: { id: string }[]; isPartial: boolean }>(
    caller.request('GET', `/jobs/${others[0]?.id}/chain`),
  );
  expect([jobs.length, isPartial]).toEqual([100, true]);
  const ids = jobs.map(({ id }) => id);
  expect(ids).toContain(first.id);
  expect(ids).toContain(others[0]?.id as string);
});
