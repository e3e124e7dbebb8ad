import { expect, setDefaultTimeout, test } from 'bun:test';
import { interfaceRoutes } from '../../../api/routes/index.ts';
import { hasCode } from '../../../domain/kinds/declaration/members.ts';
import { kinds } from '../../../domain/kinds/index.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expectErrors, expectOk } from '../../helpers/api/expectations.ts';
import { sampleLog } from '../../helpers/api/logRequests.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';

setDefaultTimeout(60_000);

/** What one kind of reference data has, every other has. Without a worker, searches find only what a write has indexed. */

const api = await startApiForFile();
const routes = new Map(interfaceRoutes().map((route) => [`${route.method} ${route.path}`, route]));
const ok = <T = TestRecord>(method: string, path: string, body?: JsonObject) =>
  expectOk<T>(api.request(method, path, body));
const countOf = async (path: string, id: string): Promise<number> =>
  ok<number>(
    'GET',
    `${path}/search/count?filtering=${encodeURIComponent(JSON.stringify([{ column: 'id', value: id }]))}`,
  );

test('every kind of reference data has the same operations', () => {
  const referenceData = kinds.filter(({ operations }) => operations.includes('save'));
  expect(referenceData.length).toBeGreaterThan(15);
  const expected = referenceData.flatMap((kind) => [
    ...['GET', 'POST'].map((method) => `${method} /api/v2/${kind.path}`),
    ...['GET', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
      ['{idOrCode}', 'by-id/{id}'].map((end) => `${method} /api/v2/${kind.path}/${end}`),
    ),
    `GET /api/v2/${kind.path}/by-ids/{ids}`,
    ...(hasCode(kind) ? [`GET /api/v2/${kind.path}/by-code/{code}`] : []),
  ]);
  expect(expected.filter((one) => !routes.has(one))).toEqual([]);
  const unrefreshed = expected.filter((one) => {
    const { method, query = [] } = routes.get(one) ?? {};
    return method !== 'GET' && !query.some(({ name }) => name === 'immediatelyRefresh');
  });
  expect(unrefreshed).toEqual([]);
});

/** Operations whose answer is the record that they act on, and not what the caller asked for. */
const actions = ['cancel', 'close', 'pause', 'resume'].map((action) => `POST /api/v2/jobs/{id}/${action}`);

test('every answer with records of a kind has fields, ETags and warnings as those of other kinds', () => {
  const kindOf = new Map(kinds.map((kind) => [`#/components/schemas/${kind.name}`, kind]));
  const lacking = [...routes].flatMap(([name, { method, success, successType, record, query = [], headers = [] }]) => {
    if (successType !== undefined || actions.includes(name) || name.endsWith('/diff/save')) return [];
    const { $ref, items } = (success ?? {}) as { readonly $ref?: string; readonly items?: { readonly $ref?: string } };
    const [one, many] = [kindOf.get($ref ?? ''), kindOf.get(items?.$ref ?? '')];
    const reads = many !== undefined || (one !== undefined && method === 'GET');
    return [
      ...(one && record === undefined ? [`${name}: ETag`] : []),
      ...(reads && !query.some((parameter) => parameter.name === 'fields') ? [`${name}: fields`] : []),
      ...(one?.warnings && method !== 'GET' && !headers.includes('X-Warnings') ? [`${name}: X-Warnings`] : []),
    ];
  });
  expect(lacking).toEqual([]);
});

test('a POST waits for the index unless immediatelyRefresh is false', async () => {
  for (const [query, found] of [
    ['', 1],
    ['?immediatelyRefresh=true', 1],
    ['?immediatelyRefresh=false', 0],
  ] as const) {
    const { id } = await ok('POST', `/log-types${query}`, { code: `post${query}`, name: 'N' });
    expect([query, await countOf('/log-types', id)]).toEqual([query, found]);
    await ok('POST', `/log-types${query}`, { id, code: `put${query}`, name: 'N' });
  }
  expect(await expectErrors(api.request('POST', '/log-types?immediatelyRefresh=no', { code: 'x', name: 'N' }))).toEqual(
    ['immediatelyRefresh: must be true or false, not "no"'],
  );
});

test.each(['{idOrCode}', 'by-id/{id}'])('PUT, PATCH and DELETE of %s wait for the index on demand', async (end) => {
  const path = '/log-types';
  const { id } = await ok('POST', path, { code: `made ${end}`, name: 'Made' });
  const at = `${path}/${end.replace(/\{\w+\}/, id)}`;
  const named = async (name: string) =>
    ok<unknown[]>(
      'GET',
      `${path}/search/list?filtering=${encodeURIComponent(JSON.stringify([{ column: 'name', value: name }]))}`,
    );
  await ok('PUT', `${at}?immediatelyRefresh=true`, { code: `put ${end}`, name: `Put ${end}` });
  expect(await named(`Put ${end}`)).toHaveLength(1);
  await ok('PATCH', `${at}?immediatelyRefresh=true`, { name: `Patched ${end}` });
  expect(await named(`Patched ${end}`)).toHaveLength(1);
  expect(await ok('GET', at)).toMatchObject({ id, name: `Patched ${end}` });
  expect(await expectErrors(api.request('DELETE', `${at}?immediatelyRefresh=perhaps`))).toEqual([
    'immediatelyRefresh: must be true or false, not "perhaps"',
  ]);
  const answer = await api.request('DELETE', `${at}?immediatelyRefresh=true`);
  expect([answer.status, answer.text, answer.headers.get('x-search-refresh')]).toEqual([200, '', null]);
  expect(await countOf(path, id)).toBe(0);
});

test('/by-id/{id} reads no code, and is a 404 only where it reads', async () => {
  const code = '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f70';
  const { id } = await ok('POST', '/roles', { code, name: 'Looks like an id' });
  expect((await ok('GET', `/roles/${code}`)).id).toBe(id);
  expect((await ok('GET', `/roles/by-code/${code}`)).id).toBe(id);
  expect((await api.request('GET', `/roles/by-id/${code}`)).status).toBe(404);
  for (const [method, body] of [
    ['PUT', { code, name: 'x' }],
    ['PATCH', {}],
    ['DELETE', undefined],
  ] as const)
    expect(await expectErrors(api.request(method, `/roles/by-id/${code}`, body))).toEqual([
      `id: no Role has the id "${code}"`,
    ]);
  expect(await expectErrors(api.request('GET', '/roles/by-id/x'))).toEqual(['id: type mismatch, "x" is not a UUID']);
  expect((await ok<TestRecord[]>('GET', '/roles')).map((role) => role.id)).toContain(id);
});

const found = async (path: string, filter: JsonObject): Promise<number> =>
  (await ok<unknown[]>('GET', `${path}?filtering=${encodeURIComponent(JSON.stringify({ filters: [filter] }))}`)).length;

test('saved diffs wait for the index on demand', async () => {
  const path = '/log-types';
  const { id } = await ok('POST', path, { code: 'diffed', name: 'Diffed' });
  const removed = await ok('POST', path, { code: 'removed', name: 'Removed' });
  const entries = [
    { diffType: 'DIFF_TYPE_NEW', right: { code: 'new', name: 'New' } },
    {
      diffType: 'DIFF_TYPE_CHANGE',
      left: { id, code: 'diffed', name: 'Diffed' },
      right: { id, code: 'diffed', name: 'Other' },
    },
    { diffType: 'DIFF_TYPE_REMOVE', left: removed },
  ];
  const answer = await api.request('POST', `${path}/diff/save?immediatelyRefresh=true`, entries);
  expect([answer.status, answer.headers.get('x-search-refresh')]).toEqual([200, null]);
  const names = ['New', 'Other', 'Diffed', 'Removed'];
  const counts = await Promise.all(names.map((value) => found(`${path}/search/list`, { column: 'name', value })));
  expect(counts).toEqual([1, 1, 0, 0]);
  const form = new FormData();
  form.set('file', new Blob(['id,name\n', `${id},By file\n`]), 'types.csv');
  const query = 'save=true&immediatelyRefresh=true&compareField=id';
  await expectOk(api.request('POST', `${path}/diff/file?${query}`, form));
  expect(await found(`${path}/search/list`, { column: 'name', value: 'By file' })).toBe(1);
});

test('sent and cancelled notifications wait for the index on demand', async () => {
  const refresh = '?immediatelyRefresh=true';
  const template = { code: 'letter', inputType: 'HTML', documentType: 'EMAIL', content: '<p>x</p>' };
  await ok('POST', '/formatter-templates', template);
  const countOwned = (ownerId: string) => found('/notifications/search/list', { column: 'ownerId', value: ownerId });
  const message = { ownerType: 'Ticket', templateCode: 'letter', notificationTo: [{ email: 'a@example.com' }] };
  const id = crypto.randomUUID();
  await expectOk(api.request('POST', `/notifications${refresh}`, { ...message, id, ownerId: 'single' }));
  await expectOk(api.request('POST', `/notifications/direct${refresh}`, { ...message, ownerId: 'direct' }));
  const batch = [1, 2].map(() => ({ ...message, ownerId: 'batch' }));
  await expectOk(api.request('POST', `/notifications/batch${refresh}`, batch));
  expect(await Promise.all(['single', 'direct', 'batch'].map(countOwned))).toEqual([1, 1, 2]);
  await expectOk(api.request('PUT', `/notifications/${id}/state/CANCELLED${refresh}`));
  expect(await found('/notifications/search/list', { column: 'status', value: 'CANCELLED' })).toBe(1);
});

test('writes of Logs, Jobs and steps wait for the index on demand', async () => {
  const refresh = '?immediatelyRefresh=true';
  const log = await ok('POST', `/logs${refresh}`, sampleLog({ description: 'first' }));
  expect(await found('/logs/search/list', { column: 'description', value: 'first' })).toBe(1);
  await ok('PUT', `/logs/${log.id}${refresh}`, sampleLog({ description: 'second' }));
  expect(await found('/logs/search/list', { column: 'description', value: 'second' })).toBe(1);
  await expectErrors(api.request('POST', '/logs?immediatelyRefresh=perhaps', sampleLog({ description: 'third' })));
  expect((await api.sql`select from log where doc like '%third%'`).length).toBe(0);

  const job = { startDate: '2026-11-20T09:00:00.000Z', status: 'NEW', jobType: 'OF_CLIENT', closed: false };
  const { id: jobId } = await ok('POST', `/jobs${refresh}`, job);
  expect(await found('/jobs/search/list', { column: 'id', value: jobId })).toBe(1);
  const step = await ok('POST', `/job-steps${refresh}`, { jobId, name: 'read', status: 'NEW' });
  const statusOf = (value: string) => found('/job-steps/search/list', { column: 'status', value });
  expect(await statusOf('NEW')).toBe(1);
  await ok('PATCH', `/job-steps/${step.id}${refresh}`, { status: 'IN_PROGRESS' });
  expect([await statusOf('NEW'), await statusOf('IN_PROGRESS')]).toEqual([0, 1]);
  expect(await found('/jobs/search/list', { column: 'status', value: 'IN_PROGRESS' })).toBe(1);
  await ok('PUT', `/job-steps/${step.id}${refresh}`, { jobId, name: 'read', status: 'COMPLETED' });
  expect(await statusOf('COMPLETED')).toBe(1);
  await ok('POST', `/jobs/${jobId}/close${refresh}`);
  expect(await found('/jobs/search/list', { column: 'status', value: 'COMPLETED' })).toBe(1);
  const other = await ok('POST', `/jobs${refresh}`, { ...job, jobSteps: [{ name: 'x', status: 'NEW' }] });
  expect(await statusOf('NEW')).toBe(1);
  await ok('POST', `/jobs/${other.id}/cancel${refresh}`);
  expect(await found('/jobs/search/list', { column: 'status', value: 'FAILED' })).toBe(1);
});

test('reports of workers and resends wait for the index on demand', async () => {
  const refresh = '?immediatelyRefresh=true';
  const job = { startDate: '2026-11-20T09:00:00.000Z', status: 'NEW', jobType: 'OF_WORKER' };
  const steps = ['one', 'two', 'three'].map((name) => ({ name, status: 'NEW' }));
  const { id } = await ok('POST', `/jobs${refresh}`, { ...job, jobSteps: steps });
  const counts = () =>
    Promise.all(
      ['NEW', 'IN_PROGRESS', 'COMPLETED', 'FAILED'].map(async (value) => {
        const filters = [
          { column: 'jobId', value: id },
          { column: 'status', value },
        ];
        return ok<number>(
          'GET',
          `/job-steps/search/count?filtering=${encodeURIComponent(JSON.stringify({ filters }))}`,
        );
      }),
    );
  const jobIs = (value: string) =>
    found('/jobs/search/list', {
      and: [
        { column: 'id', value: id },
        { column: 'status', value },
      ],
    });
  const claim = { jobTypes: [job.jobType], worker: 'w', max: 3 };
  const claimed = await ok<{ claims: { token: number; step: { id: string } }[] }>(
    'POST',
    `/job-steps/claim${refresh}`,
    claim,
  );
  expect([await counts(), await jobIs('IN_PROGRESS')]).toEqual([[0, 3, 0, 0], 1]);
  const [first, second, third] = claimed.claims.map(({ token, step }) => ({ id: step.id, token }));
  const report = (type: string, step: JsonObject = {}, members: JsonObject = {}) =>
    ok('POST', `/job-steps/${type}${refresh}`, { worker: 'w', steps: [{ ...step, ...members }] });
  await report('progress', first, { log: 'halfway' });
  expect(await found('/job-steps/search/list', { column: 'log', value: 'halfway' })).toBe(1);
  await report('complete', first);
  await report('release', second);
  await report('fail', third, { retry: false });
  expect(await counts()).toEqual([1, 0, 1, 1]);
  await ok('POST', `/admin/job-steps/${third?.id}/resend${refresh}`);
  expect(await counts()).toEqual([2, 0, 1, 0]);
  const resent = await ok<typeof claimed>('POST', '/job-steps/claim', claim);
  for (const { token, step } of resent.claims) await report('fail', { id: step.id, token }, { retry: false });
  expect([await counts(), await jobIs('FAILED')]).toEqual([[0, 0, 1, 2], 1]);
  await ok('POST', `/admin/jobs/${id}/resend-failed${refresh}`);
  expect([await counts(), await jobIs('FAILED')]).toEqual([[2, 0, 1, 0], 0]);
});

test('deleted Logs and evaluated rules wait for the index on demand', async () => {
  const refresh = '?immediatelyRefresh=true';
  await ok('POST', `/logs${refresh}`, sampleLog({ ownerId: 'doomed' }));
  const deletion = `/logs/CRM_CALL/2026-11-21/Ticket/doomed`;
  await expectErrors(api.request('DELETE', `${deletion}?immediatelyRefresh=perhaps`));
  expect(await found('/logs/search/list', { column: 'ownerId', value: 'doomed' })).toBe(1);
  await expectOk(api.request('DELETE', `${deletion}${refresh}`));
  expect(await found('/logs/search/list', { column: 'ownerId', value: 'doomed' })).toBe(0);

  const content = { inputType: 'HTML', documentType: 'EMAIL', content: '<p>x</p>' };
  await ok('POST', '/formatter-templates', { code: 'evaluated', ...content });
  await ok('POST', '/notification-rules', { code: 'by-hand', name: 'R', config: { emailTemplateCode: 'evaluated' } });
  const input = { ownerType: 'Ticket', ownerId: 'evaluated', notificationTo: [{ email: 'a@example.com' }], data: {} };
  await expectOk(api.request('POST', `/notification-rules/by-hand/evaluate${refresh}`, input));
  expect(await found('/notifications/search/list', { column: 'ownerId', value: 'evaluated' })).toBe(1);
});

test('a kind without codes says so where others read by code', async () => {
  const codeless = kinds.filter((kind) => !hasCode(kind));
  expect(codeless.length).toBeGreaterThan(4);
  for (const { name, path } of codeless) {
    const answer = await api.request('GET', `/${path}/by-code/x`);
    expect([answer.status, answer.errors]).toEqual([
      404,
      [`path: there is no code of a ${name}; its records are read by their ids, at /api/v2/${path}/<id>`],
    ]);
  }
});
