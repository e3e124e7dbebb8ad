import { expect, setDefaultTimeout, test } from 'bun:test';
import { startAuthenticatedApiForFile, type TestCaller } from '../../helpers/api/callers.ts';

setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
const everything = { accessRule: 'READ_WRITE', fullAccess: true } as const;
const [eva, adam, scoped] = [
  await api.callerWith([]),
  await api.callerWith([]),
  await api.callerWith([everything], { scopes: [{ accessRule: 'READ_WRITE' }] }),
];
const path = '/saved-queries';

interface Saved {
  readonly id: string;
  readonly name: string;
  readonly owner?: string;
}

async function save(caller: TestCaller, name: string, members: object = {}): Promise<Saved> {
  const { status, text, json } = await caller.request('POST', path, { view: 'jobs', name, query: 'q=1', ...members });
  expect(status, text).toBe(200);
  return json();
}

const seen = async (caller: TestCaller, view: string): Promise<Saved[]> =>
  (await caller.request('GET', `${path}?view=${encodeURIComponent(view)}`)).json();

test('a user sees its own queries, and of others those that are shared, with their owners where it may read them', async () => {
  const own = await save(eva, 'Own', { view: 'seen' });
  const shared = await save(eva, 'Shared', { view: 'seen', query: 'status=FAILED&range=1d', shared: true });
  await save(eva, 'Elsewhere', { view: 'records/users', shared: true });
  expect((await seen(eva, 'seen')).map(({ id }) => id)).toEqual([own.id, shared.id]);
  const savedAt = expect.any(String);
  const members = { id: shared.id, view: 'seen', name: 'Shared', query: 'status=FAILED&range=1d', savedAt };
  expect(await seen(adam, 'seen')).toEqual([{ ...members, shared: true, own: false }] as never);
  const named = { ...members, shared: true, own: false, owner: eva.code };
  expect(await seen(administrator, 'seen')).toEqual([named] as never);
  expect(await seen(scoped, 'seen')).toEqual([named] as never);
  const expression = [{ column: 'code', value: eva.code }];
  const reader = await api.callerWith([{ entityName: 'User', accessRule: 'READ', expression }]);
  await save(administrator, 'Of another', { view: 'seen', shared: true });
  expect((await seen(reader, 'seen')).map(({ owner }) => owner)).toEqual([undefined, eva.code]);
});

test('a query is replaced by the next of its name, also if two come at once, and keeps its id', async () => {
  const first = await save(eva, 'Same', { view: 'replaced' });
  const saved = await Promise.all(['a=1', 'a=2', 'a=3'].map((query) => save(eva, 'Same', { view: 'replaced', query })));
  expect(saved.map(({ id }) => id)).toEqual([first.id, first.id, first.id]);
  expect(await seen(eva, 'replaced')).toHaveLength(1);
  // Another user's query of the same name is another.
  await save(adam, 'Same', { view: 'replaced', shared: true });
  expect(await seen(eva, 'replaced')).toHaveLength(2);
});

test('a query is deleted by its owner, and a shared one by an administrator', async () => {
  const hidden = await save(eva, 'Hidden', { view: 'deleted' });
  const shared = await save(eva, 'Shared', { view: 'deleted', shared: true });
  const remove = async (caller: TestCaller, { id }: Saved) => (await caller.request('DELETE', `${path}/${id}`)).status;
  // A query that is not shared is like a missing one, also to administrators.
  expect(await remove(adam, hidden)).toBe(404);
  expect(await remove(administrator, hidden)).toBe(404);
  expect(await remove(adam, shared)).toBe(403);
  expect(await remove(scoped, shared)).toBe(403);
  expect(await remove(administrator, shared)).toBe(200);
  expect(await remove(eva, hidden)).toBe(200);
  expect(await remove(eva, hidden)).toBe(404);
  expect(await seen(eva, 'deleted')).toEqual([]);
});

test('queries end with their user', async () => {
  const { id } = await save(adam, 'Last', { view: 'ended', shared: true });
  expect((await administrator.request('DELETE', `/users/${adam.userId}`)).status).toBe(200);
  expect(await api.sql`select from saved_query where id = ${id}`).toHaveLength(0);
});

test('what cannot be saved is refused with the member', async () => {
  const refused = async (caller: TestCaller, body: Record<string, unknown>) => {
    const { status, json } = await caller.request('POST', path, body);
    return [status, ...(json().errors as string[])];
  };
  const name = 'x'.repeat(256);
  expect(await refused(eva, { view: '', name, shared: 1 })).toEqual([
    400,
    'view: must have 1 to 255 characters',
    'name: must have 1 to 255 characters',
    'query: is required',
    'shared: must be true or false, not 1',
  ]);
  expect(await refused(scoped, { view: 'jobs', name: 'Key', query: '' })).toEqual([403]);
  await api.sql`
    insert into saved_query (id, user_id, view, name, query, shared)
    select gen_random_uuid(), ${eva.userId}, 'full', number::text, '', false from generate_series(1, 1000) number`;
  expect(await refused(eva, { view: 'full', name: 'More', query: '' })).toEqual([
    400,
    'name: the user would have more than 1000 saved queries',
  ]);
});
