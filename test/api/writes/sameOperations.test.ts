import { expect, setDefaultTimeout, test } from 'bun:test';
import { interfaceRoutes } from '../../../api/routes/index.ts';
import { hasCode } from '../../../domain/kinds/declaration/members.ts';
import { kinds } from '../../../domain/kinds/index.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expectErrors, expectOk } from '../../helpers/api/expectations.ts';
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
    // A POST always responds when searches find the record.
    return method !== 'GET' && method !== 'POST' && !query.some(({ name }) => name === 'immediatelyRefresh');
  });
  expect(unrefreshed).toEqual([]);
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
