import { beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expectErrors, expectOk } from '../../helpers/api/expectations.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

interface Region {
  readonly id: string;
  readonly regionId: string;
  readonly userGroup: TestRecord;
  readonly auditInfo: { version: number };
}

const api = await startApiForFile();
let a: TestRecord;
let b: TestRecord;

const ok = <T = TestRecord>(method: string, path: string, body?: JsonObject | JsonObject[]): Promise<T> =>
  expectOk<T>(api.request(method, path, body));
const region = (n: number): string => `5a1c7e0e-0000-4b7a-9c1d-${String(n).padStart(12, '0')}`;

beforeAll(async () => {
  await ok('POST', '/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });
});
beforeEach(async () => {
  await api.sql`truncate user_group cascade`;
  [a, b] = (await Promise.all(
    ['A', 'B'].map((code) => ok('POST', '/user-groups', { code, name: `Group ${code}`, type: 'TEAM', chars: {} })),
  )) as [TestRecord, TestRecord];
});

const create = (n: number, userGroup: JsonObject): Promise<Region> =>
  ok<Region>('POST', '/user-group-regions', { regionId: region(n), userGroup });

test('the group is sent whole, by id or by code, and comes back whole', async () => {
  for (const [n, userGroup] of [{ id: a.id.toUpperCase() }, { code: 'A' }, a as unknown as JsonObject].entries()) {
    expect((await create(10 + n, userGroup)).userGroup).toEqual(a);
  }
  const wrong = { regionId: region(2), userGroup: { id: a.id, code: 'WAS', surplus: 1 } };
  expect(await expectErrors(api.request('POST', '/user-group-regions', wrong))).toEqual([
    'userGroup.surplus: unknown member',
  ]);
  const nested = { regionId: region(2), userGroup: { id: a.id, auditInfo: { version: 1, surplus: 1 } } };
  expect(await expectErrors(api.request('POST', '/user-group-regions', nested))).toEqual([
    'userGroup.auditInfo.surplus: unknown member',
  ]);
  const { surplus: _, ...userGroup } = wrong.userGroup;
  expect(await expectErrors(api.request('POST', '/user-group-regions', { ...wrong, userGroup }))).toEqual([
    `userGroup.code: "WAS" does not agree with the UserGroup ${a.id}, whose code is "A"`,
  ]);
  expect((await ok<TestRecord>('GET', '/user-groups/A')).auditInfo.version).toBe(1);
});

test('all that is wrong is told at once', async () => {
  const post = (body: JsonObject) => expectErrors(api.request('POST', '/user-group-regions', body));
  expect(await post({})).toEqual(['regionId: is required', 'userGroup: is required']);
  expect(await post({ regionId: 'x', userGroup: { code: 'C' } })).toEqual([
    'regionId: type mismatch, "x" is not a UUID',
    'userGroup.code: no UserGroup has the code "C"',
  ]);
  expect(await post({ regionId: region(1), userGroup: { id: region(9) } })).toEqual([
    `userGroup.id: no UserGroup has the id "${region(9)}"`,
  ]);
  expect(await post({ regionId: region(1), userGroup: {} })).toEqual(['userGroup: needs an id or a code']);
});

test('a patch of the group names another one', async () => {
  const { id } = await create(1, { code: 'A' });
  const patch = (userGroup: JsonObject) => ok<Region>('PATCH', `/user-group-regions/${id}`, { userGroup });
  expect((await patch({ code: 'B' })).userGroup).toEqual(b);
  expect((await patch({ id: a.id })).userGroup).toEqual(a);
  expect((await patch({ code: 'A' })).auditInfo.version).toBe(3);
  const replaced = await ok<Region>('PUT', `/user-group-regions/${id}`, {
    regionId: region(2),
    userGroup: { code: 'B' },
  });
  expect([replaced.regionId, replaced.userGroup]).toEqual([region(2), b]);
});

test('regions are found by group, by its code, and together with the region', async () => {
  const first = await create(1, { code: 'A' });
  const second = await create(2, { code: 'A' });
  await create(1, { code: 'B' });
  const ids = async (path: string) => (await ok<Region[]>('GET', `/user-group-regions/${path}`)).map(({ id }) => id);
  for (const path of ['by-group/A', `by-group/${a.id}`, 'by-group-code/A']) {
    expect(await ids(path)).toEqual([first.id, second.id]);
  }
  for (const path of ['by-group/C', `by-group/${region(1)}`, `by-group-code/${a.id}`])
    expect(await ids(path)).toEqual([]);
  expect(await ok<Region[]>('GET', '/user-group-regions')).toHaveLength(3);
  expect(await ok<Region>('GET', `/user-group-regions/by-group/A/${region(2).toUpperCase()}`)).toEqual(second);
  expect(await expectErrors(api.request('GET', `/user-group-regions/by-group/A/${region(3)}`))).toEqual([
    `regionId: the UserGroup "A" has no region "${region(3)}"`,
  ]);
  expect(await expectErrors(api.request('GET', `/user-group-regions/by-group/C/${region(3)}`))).toEqual([
    'groupId: no UserGroup has the id or code "C"',
  ]);
});

test('a renamed group is renamed in its regions, and stays while it has any', async () => {
  const { id } = await create(1, { code: 'A' });
  await ok('PATCH', '/user-groups/A', { name: 'New' });
  await ok('PATCH', '/user-groups/A', { code: 'NEW' });
  const after = await ok<Region>('GET', `/user-group-regions/${id}`);
  expect([after.userGroup, after.auditInfo.version]).toEqual([await ok('GET', '/user-groups/NEW'), 3]);
  expect(after.userGroup).toMatchObject({ id: a.id, code: 'NEW', name: 'New' });
  const [row] = await api.sql`select search from user_group_region`;
  expect(JSON.parse(row?.search)).toMatchObject({ 'userGroup.code': 'NEW' });
  // A change of anything else leaves the regions alone.
  await ok('PATCH', '/user-groups/NEW', { description: 'x' });
  expect((await ok<Region>('GET', `/user-group-regions/${id}`)).auditInfo.version).toBe(3);
  const left = await ok<JsonObject>('GET', '/user-groups/NEW');
  const entry = { diffType: 'DIFF_TYPE_CHANGE', left, right: { ...left, code: 'AGAIN' } };
  await ok('POST', '/user-groups/diff/save', [entry]);
  expect((await ok<Region>('GET', `/user-group-regions/${id}`)).userGroup.code).toBe('AGAIN');
  const pointed = 'id: 1 UserGroupRegion points to it by userGroup';
  expect(await expectErrors(api.request('DELETE', '/user-groups/AGAIN'))).toEqual([pointed]);
  const removal = { diffType: 'DIFF_TYPE_REMOVE', left: { id: a.id, auditInfo: { version: 5 } } };
  expect(await expectErrors(api.request('POST', '/user-groups/diff/save', [removal]))).toEqual([
    '[0].left.id: 1 UserGroupRegion points to it by userGroup',
  ]);
});

test('what is written while a group is renamed says its new name', async () => {
  for (let round = 0; round < 8; round++) {
    const answers = await Promise.all([
      ...[1, 2, 3].map((n) =>
        api.request('POST', '/user-group-regions', { regionId: region(10 * round + n), userGroup: { id: a.id } }),
      ),
      api.request('PATCH', `/user-groups/${a.id}`, { name: `Name ${round}` }),
      ...[4, 5, 6].map((n) =>
        api.request('POST', '/user-group-regions', { regionId: region(10 * round + n), userGroup: { id: a.id } }),
      ),
    ]);
    for (const { status, text } of answers) expect(status, text).toBe(200);
    const stale = await api.sql`
      select id from user_group_region where doc::json -> 'userGroup' ->> 'name' <> ${`Name ${round}`}`;
    expect([...stale]).toEqual([]);
  }
});

test('diffs fill the group in before they compare, and restore what a backup wrote', async () => {
  const { id } = await create(1, { code: 'A' });
  const file = (records: unknown) => {
    const form = new FormData();
    form.set('file', new Blob([JSON.stringify(records)]));
    return form;
  };
  const diff = async (records: unknown) => {
    const answer = await api.request('POST', '/user-group-regions/diff/file?save=true', file(records));
    expect(answer.status, answer.text).toBe(200);
    return answer.json<{ diffType: string }[]>().map(({ diffType }) => diffType);
  };
  expect(await diff([{ id, regionId: region(1), userGroup: { code: 'A' } }])).toEqual([]);
  const backup = await ok('POST', '/user-group-regions/backup', { entityType: 'UserGroupRegion' });
  expect(await diff(backup)).toEqual([]);
  expect(await diff([{ id, regionId: region(1), userGroup: { code: 'B' } }])).toEqual(['DIFF_TYPE_CHANGE']);
  expect((await ok<Region[]>('GET', '/user-group-regions/by-group/B')).map((one) => one.id)).toEqual([id]);
  await ok('DELETE', `/user-group-regions/${id}`);
  expect(await diff(backup)).toEqual(['DIFF_TYPE_NEW']);
  expect(await ok<Region>('GET', `/user-group-regions/${id}`)).toMatchObject({ id, userGroup: a });
  const cells = new FormData();
  cells.set('file', new Blob([`id,userGroup.code\n${id},B\n`]));
  const moved = await api.request('POST', '/user-group-regions/diff/file?save=true', cells);
  expect(moved.json<{ diffType: string }[]>().map(({ diffType }) => diffType)).toEqual(['DIFF_TYPE_CHANGE']);
  expect(await ok<Region>('GET', `/user-group-regions/${id}`)).toMatchObject({
    regionId: region(1),
    userGroup: b,
  });
  const wrong = [{ regionId: region(1), userGroup: { code: 'C' } }];
  expect(await expectErrors(api.request('POST', '/user-group-regions/diff/file', file(wrong)))).toEqual([
    '[0].userGroup.code: no UserGroup has the code "C"',
  ]);
  expect(
    await expectErrors(
      api.request('POST', '/user-group-regions/diff/save', [
        { diffType: 'DIFF_TYPE_NEW', right: wrong[0] as JsonObject },
      ]),
    ),
  ).toEqual(['[0].right.userGroup.code: no UserGroup has the code "C"']);
});

test('regions are searched by what they say of their group', async () => {
  await ok('PATCH', '/user-groups/A', { code: 'FOUND' });
  await create(1, { code: 'FOUND' });
  const filtering = encodeURIComponent(JSON.stringify([{ column: 'userGroup.code', value: 'FOUND' }]));
  expect(await ok<unknown>('GET', `/user-group-regions/search/count?filtering=${filtering}`)).toBe(1);
});

test('every operation answers the group whole, and takes back what it answered', async () => {
  const path = '/user-group-regions';
  const created = await create(1, { code: 'A' });
  const filtering = encodeURIComponent(JSON.stringify([{ column: 'id', value: created.id }]));
  const page = await ok<{ content: Region[] }>('GET', `${path}/search/page?filtering=${filtering}`);
  const backup = await ok<{ data: Region[] }>('POST', `${path}/backup`, { entityType: 'UserGroupRegion' });
  const entry = { diffType: 'DIFF_TYPE_CHANGE', left: created, right: { ...created, regionId: region(2) } };
  const answers = {
    get: await ok<Region>('GET', `${path}/${created.id}`),
    'by-ids': (await ok<Region[]>('GET', `${path}/by-ids/${created.id}`))[0],
    all: (await ok<Region[]>('GET', path))[0],
    list: (await ok<Region[]>('GET', `${path}/search/list?filtering=${filtering}`))[0],
    page: page.content[0],
    'by-group': (await ok<Region[]>('GET', `${path}/by-group/A`))[0],
    'by-group-code': (await ok<Region[]>('GET', `${path}/by-group-code/A`))[0],
    one: await ok<Region>('GET', `${path}/by-group/A/${region(1)}`),
    history: await ok<Region>('GET', `${path}/${created.id}/history?version=1`),
    backup: backup.data[0],
    put: await ok<Region>('PUT', `${path}/${created.id}`, created as unknown as JsonObject),
    patch: await ok<Region>('PATCH', `${path}/${created.id}`, { userGroup: created.userGroup }),
  };
  for (const [operation, answer] of Object.entries(answers)) expect([operation, answer]).toEqual([operation, created]);
  const removed = await ok<JsonObject[]>('POST', `${path}/diff/only`, { ...backup, data: [] } as unknown as JsonObject);
  expect(removed).toEqual([{ diffType: 'DIFF_TYPE_REMOVE', left: created as unknown as JsonObject }]);
  const { auditInfo: _, ...left } = created;
  const [saved] = await ok<Region[]>('POST', `${path}/diff/save`, [{ ...entry, left } as unknown as JsonObject]);
  expect([saved?.regionId, saved?.userGroup]).toEqual([region(2), a]);
  const [changed] = await ok<JsonObject[]>('POST', `${path}/diff/only`, backup as unknown as JsonObject);
  expect(changed).toMatchObject({ left: { userGroup: a }, right: { userGroup: a } });
});

test('a version of a region has the code and the name that its group had', async () => {
  const { id } = await create(1, { code: 'A' });
  await ok('PATCH', '/user-groups/A', { code: 'NEW', chars: { vans: 2 } });
  const version = (n: number) => ok<Region>('GET', `/user-group-regions/${id}/history?version=${n}`);
  expect((await version(1)).userGroup).toMatchObject({ code: 'A', type: 'TEAM', chars: { vans: 2 } });
  expect((await version(2)).userGroup).toEqual(await ok('GET', '/user-groups/NEW'));
  await ok('DELETE', `/user-group-regions/${id}`);
  await ok('DELETE', '/user-groups/NEW');
  expect((await version(2)).userGroup as JsonObject).toEqual({ id: a.id, code: 'NEW', name: 'Group A' });
});
