import { expect, setDefaultTimeout, test } from 'bun:test';
import { readArchive } from '../../../domain/imports/archives/readArchive.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startAuthenticatedApiForFile, type TestCaller } from '../../helpers/api/callers.ts';

setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const { store } = api;

await store('UserGroupType', { code: 'TEAM', name: 'Team', registry: {} });
for (const code of ['H1', 'H2']) await store('UserGroup', { code, name: code, type: 'TEAM', chars: {} });
const clerk = await api.callerWith([{ entityName: 'UserGroup', accessRule: 'READ' }]);

test('an archive has the records that the caller may read, and all for callers who may import one', async () => {
  const operator = await api.callerWith([
    { entityName: 'Admin', accessRule: 'READ' },
    { entityName: 'UserGroup', accessRule: 'READ', expression: [{ column: 'code', value: 'H2' }] },
    { entityName: 'User', accessRule: 'READ' },
  ]);
  const importer = await api.callerWith([{ entityName: 'Admin', accessRule: 'READ_WRITE' }]);
  const member = await store('User', { code: 'archived', type: 'PERSON', chars: {}, groups: ['H1', 'H2'] });
  const exportedTo = async (caller: TestCaller) => {
    const response = await fetch(`${api.url}/api/v2/admin/export`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${caller.key}` } },
    });
    expect(response.status).toBe(200);
    const records = new Map<string, JsonObject[]>();
    for await (const file of readArchive(response.body as ReadableStream<Uint8Array>))
      records.set(file.name, ((await new Response(file.stream).json()) as { data: JsonObject[] }).data);
    return records;
  };
  const codes = (records?: readonly JsonObject[]) => (records ?? []).map(({ code }) => code);

  expect((await clerk.request('POST', '/admin/export')).status).toBe(403);
  const [readable, all] = await Promise.all([exportedTo(operator), exportedTo(importer)]);
  expect(codes(readable.get('user-groups.json'))).toEqual(['H2']);
  expect(readable.get('user-types.json')).toEqual([]);
  const users = readable.get('users.json') ?? [];
  expect(users.find(({ id }) => id === member.id)?.groups).toEqual(['H2']);
  expect(users.find(({ id }) => id === operator.userId)?.roles).toBeUndefined();
  expect(codes(all.get('user-groups.json'))).toEqual(['H1', 'H2']);
  expect(codes(all.get('user-types.json'))).toEqual(['PERSON']);
});
