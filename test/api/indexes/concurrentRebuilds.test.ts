import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Caller, JsonObject } from '../../../domain/kinds/kind.ts';
import { prepareIndexes } from '../../../domain/search/rebuild/startReindex.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { startApiForFile, type TestAnswer } from '../../helpers/api.ts';

setDefaultTimeout(60_000);

/** Requests for rebuilds whose Jobs no worker has planned. That an api dies meanwhile: test/killPoints/writes.test.ts. */

const api = await startApiForFile({ resultWaitMs: 50 });
const caller: Caller = { user: 'migration', requestId: 'r', traceId: 't' };

async function cancelAll(): Promise<void> {
  const open = await api.sql<{ id: string }[]>`select id from job where status in ('NEW', 'IN_PROGRESS')`;
  for (const { id } of open) await expectOk(api.request('POST', `/jobs/${id}/cancel`));
}
afterEach(cancelAll);

const rebuild = (kind?: string): Promise<TestAnswer> =>
  api.request('POST', '/jobs', {
    ...{ jobType: 'REINDEX', startDate: new Date().toISOString(), status: 'NEW' },
    ...(kind !== undefined && { data: { kind } }),
  });
const isRefused = ({ status, errors, text }: TestAnswer, path: string, id: string): void => {
  expect([status, errors]).toEqual([400, [`${path}: Job ${id} is rebuilding it; wait for it or cancel it`]]);
  expect(JSON.parse(text)).toMatchObject({ problems: [{ code: 'STATE', path }] });
};
const openJobs = async (): Promise<number> =>
  (await api.sql`select from job where status in ('NEW', 'IN_PROGRESS')`).length;

test('a rebuild is refused while another Job will rebuild the same kind', async () => {
  const first = await expectOk(rebuild('Role'));
  isRefused(await rebuild('Role'), 'roles', first.id);
  isRefused(await rebuild(), 'roles', first.id);
  isRefused(await api.request('POST', '/admin/reindex/all'), 'roles', first.id);
  const ofLogs = await expectOk<{ jobId: string }>(api.request('POST', '/admin/reindex/logs'));
  isRefused(await rebuild('Log'), 'logs', ofLogs.jobId);
  isRefused(await api.request('POST', '/admin/reindex/logs'), 'logs', ofLogs.jobId);
  await expectOk(rebuild('User'));
  expect(await openJobs()).toBe(3);
  await expectOk(api.request('POST', `/jobs/${first.id}/cancel`));
  await expectOk(rebuild('Role'));
});

test('a repeated request with the id of the Job says that the id is taken', async () => {
  const id = crypto.randomUUID();
  const job = { id, jobType: 'REINDEX', startDate: new Date().toISOString(), status: 'NEW', data: { kind: 'Role' } };
  await expectOk(api.request('POST', '/jobs', job));
  expect((await api.request('POST', '/jobs', job)).errors).toEqual([`id: ${id} is taken by another Job`]);
});

test('of rebuilds that are requested at once, exactly one is accepted, and the others name it', async () => {
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        index % 3 === 0 ? api.request('POST', '/admin/reindex/all') : rebuild(index % 3 === 1 ? 'Role' : undefined),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 200).map((answer) => answer.json<JsonObject>());
    expect(accepted).toHaveLength(1);
    const id = String(accepted[0]?.jobId ?? accepted[0]?.id);
    for (const answer of answers) if (answer.status !== 200) expect(answer.errors[0]).toContain(`: Job ${id} is `);
    expect(await openJobs()).toBe(1);
    await expectOk(api.request('POST', `/jobs/${id}/cancel`));
  }
});

test('missing indexes are created by one Job', async () => {
  const create = () => api.request('POST', '/admin/indexes');
  // All indexes exist: nothing is filled twice.
  expect((await Promise.all([create(), create()])).map(({ status }) => status)).toEqual([200, 200]);
  await cancelAll();
  const rebuilt = await expectOk(rebuild('Script'));
  await api.sql`delete from search_index where kind = 'Script' and state = 'LIVE'`;
  isRefused(await create(), 'scripts', rebuilt.id);
  await cancelAll();
  const answers = await Promise.all([create(), create()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const winner = answers.find(({ status }) => status === 200)?.headers.get('x-job-id') ?? '';
  const loser = answers.find(({ status }) => status === 400);
  if (loser) isRefused(loser, 'scripts', winner);
  isRefused(await rebuild('Script'), 'scripts', winner);
});

test('a migration leaves the rebuild of a missing index to the Job that is open', async () => {
  await expectOk(api.request('POST', '/scripts', { code: 's', name: 'S', source: 'return {};' }));
  await api.sql`delete from search_index where kind = 'Script'`;
  const first = await expectOk(rebuild('Script'));
  await prepareIndexes(api.services, caller);
  const open = await api.sql<{ id: string }[]>`select id from job where status in ('NEW', 'IN_PROGRESS')`;
  expect(open.map(({ id }) => id)).toEqual([first.id]);
});
