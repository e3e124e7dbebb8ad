import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { Directory } from '../../../domain/ports/directory.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { saidBy } from '../../helpers/api/importRequests.ts';
import type { TestBody } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const { administrator, store } = api;

await store('UserGroupType', { code: 'TEAM', name: 'Team', description: 'open', registry: {} });
await store('UserGroupType', { code: 'VAULT', name: 'Vault', description: 'secret', registry: {} });
const storeGroup = (code: string, description: string, more: JsonObject = {}) =>
  store('UserGroup', {
    ...{ code, name: code, type: 'TEAM', description, chars: { size: 1 }, ldapMemberOf: `cn=${code}` },
    ...more,
  });
const open = await storeGroup('O1', 'open');
const shown = await storeGroup('S1', 'shown', { type: 'VAULT' });
const hidden = await storeGroup('H1', 'secret');
const storeUser = (code: string, groups: string[], description: string) =>
  store('User', { code, type: 'PERSON', chars: {}, groups, description });
const seen = await storeUser('seen', ['O1', 'S1', 'H1'], 'open');
const unseen = await storeUser('unseen', ['O1'], 'secret');
const share = (refId: string, description: string, more: JsonObject = {}) =>
  store('Sharing', { ownerType: 'Order', ownerId: 'o', refType: 'User', refId, description, ...more });
const sharing = await share('r1', 'open');
await share('r1', 'secret');
const published = await share('r9', 'shown', { isPublic: true });
await share('r9', 'secret', { isPublic: true });
const regionId = crypto.randomUUID();
const region = await store('UserGroupRegion', { regionId, userGroup: { code: 'O1' } });
const hiddenRegionId = crypto.randomUUID();
await store('UserGroupRegion', { regionId: hiddenRegionId, userGroup: { code: 'O1' } });
await store('UserGroupRegion', { regionId, userGroup: { code: 'H1' } });

const readable = [{ column: 'description', operator: 'IN', value: 'open,shown' }];
const writable = [{ column: 'description', value: 'open' }];
const clerk = await api.callerWith([
  ...['UserGroup', 'UserGroupType', 'User', 'Sharing'].flatMap((entityName) => [
    { entityName, accessRule: 'READ', expression: readable } as const,
    { entityName, accessRule: 'READ_WRITE', expression: writable } as const,
  ]),
  { entityName: 'UserGroupRegion', accessRule: 'READ', expression: [{ column: 'regionId', value: regionId }] },
]);
const unknownId = '00000000-0000-4000-8000-000000000000';

interface Coded {
  readonly code: string;
}
const codesOf = (records: readonly Coded[]): string[] => records.map(({ code }) => code);
const get = (path: string) => clerk.request('GET', path);
const idsAt = async (path: string) => (await get(path)).json<{ id: string }[]>().map(({ id }) => id);

/** Two requests that differ in a key only have the same answer but for the key. */
async function expectAlike(
  path: (key: string) => string,
  one: string,
  other: string,
  body?: (key: string) => TestBody,
) {
  const answerFor = async (key: string) => {
    const answer = body ? await clerk.request('POST', path(key), body(key)) : await get(path(key));
    return saidBy(answer).replaceAll(key, 'KEY');
  };
  expect(await answerFor(one)).toBe(await answerFor(other));
}

describe('groups', () => {
  const expand = async (codes: string[]) =>
    (await clerk.request('POST', '/user-groups/expanded', codes)).json<(JsonObject & Coded)[]>();

  test('are expanded if they are in reach, and say whether the caller may write them', async () => {
    const [first, second, ...others] = await expand(['O1', 'H1', 'S1', 'X1']);
    expect(first).toMatchObject({ id: open.id, readonlyAccess: false, userGroupType: { code: 'TEAM' } });
    expect(first?.userGroupType).toMatchObject({ readonlyAccess: false });
    expect(second).toMatchObject({ id: shown.id, readonlyAccess: true });
    expect(others).toEqual([]);
    const all = await administrator.request('POST', '/user-groups/expanded', ['S1', 'H1']);
    expect(all.json<JsonObject[]>()).toMatchObject([{ readonlyAccess: false }, { readonlyAccess: false }]);
  });

  test('are expanded without a type out of reach, and with one that may only be read', async () => {
    const [group] = await expand(['S1']);
    expect(Object.keys(group ?? {})).not.toContain('userGroupType');
    const reader = await api.callerWith([
      { entityName: 'UserGroup', accessRule: 'READ_WRITE' },
      { entityName: 'UserGroupType', accessRule: 'READ' },
    ]);
    const answer = await reader.request('POST', '/user-groups/expanded', ['S1']);
    expect(answer.json<JsonObject[]>()).toMatchObject([
      { readonlyAccess: false, userGroupType: { code: 'VAULT', readonlyAccess: true } },
    ]);
  });

  test('are found by place and by characteristics in reach alone', async () => {
    expect((await get('/user-groups/by-ldap/cn=O1')).json()).toMatchObject({ id: open.id });
    await expectAlike((key) => `/user-groups/by-ldap/${key}`, 'cn=H1', 'cn=X1');
    expect(codesOf((await get('/user-groups/by-chars/size/1')).json<Coded[]>())).toEqual(['O1', 'S1']);
  });

  test('of users in reach are listed as far as they are in reach', async () => {
    const map = await get(`/user-groups/by-users/map?userIds=${seen.id},${unseen.id},${unknownId}`);
    const byUser = map.json<Record<string, Coded[]>>();
    expect(Object.entries(byUser).map(([id, groups]) => [id, codesOf(groups)])).toEqual([
      [seen.id, ['O1', 'S1']],
      [unseen.id, []],
      [unknownId, []],
    ]);
    expect(codesOf((await get(`/user-groups/by-user/${seen.id}`)).json<Coded[]>())).toEqual(['O1', 'S1']);
    await expectAlike((key) => `/user-groups/by-user/${key}`, unseen.id, unknownId);
    const withoutUsers = await api.callerWith([{ entityName: 'UserGroup', accessRule: 'READ' }]);
    expect((await withoutUsers.request('GET', `/user-groups/by-user/${seen.id}`)).text).toBe('[]');
    const all = await administrator.request('GET', `/user-groups/by-user/${seen.id}`);
    expect(codesOf(all.json<Coded[]>())).toEqual(['H1', 'O1', 'S1']);
  });
});

test('groups of a directory are found if the records that a synchronization makes of them are in reach', async () => {
  const directory: Directory = {
    find: async (code) => ({
      ...{ distinguishedName: `cn=${code}`, code, name: code, type: 'VAULT', chars: {} },
      ...(code === 'known' && { description: 'open' }),
    }),
    async *all() {},
    keyOf: (place) => place,
  };
  const other = await startAuthenticatedApiForFile({ directory });
  await other.store('UserGroupType', { code: 'VAULT', name: 'Vault', registry: {} });
  const reader = await other.callerWith([{ entityName: 'UserGroup', accessRule: 'READ', expression: readable }]);
  const found = await reader.request('GET', '/user-groups/by-ldap/known');
  expect(found.json<JsonObject>()).toMatchObject({ code: 'known', readonlyAccess: true });
  expect(Object.keys(found.json())).not.toContain('userGroupType');
  const unknown = await reader.request('GET', '/user-groups/by-ldap/other');
  expect([unknown.status, unknown.errors]).toEqual([400, ['ldapMemberOf: no group has the place "other"']]);
});

test('regions are found in reach alone, of groups in reach', async () => {
  for (const key of ['O1', open.id]) expect(await idsAt(`/user-group-regions/by-group/${key}`)).toEqual([region.id]);
  await expectAlike((key) => `/user-group-regions/by-group/${key}`, 'H1', 'X1');
  expect((await get(`/user-group-regions/by-group/O1/${regionId}`)).json()).toMatchObject({ id: region.id });
  await expectAlike((key) => `/user-group-regions/by-group/O1/${key}`, hiddenRegionId, unknownId);
  await expectAlike((key) => `/user-group-regions/by-group/${key}/${regionId}`, hidden.id, unknownId);
});

test('sharings are found in reach alone', async () => {
  const sorted = [sharing.id, published.id].toSorted();
  expect(await idsAt('/sharings/by-owner/Order/o')).toEqual(sorted);
  expect(await idsAt('/sharings/by-ref/Order/User/r1')).toEqual([sharing.id]);
  expect(await idsAt('/sharings/public-or-matching/Order/r1')).toEqual(sorted);
});

test('a change of hidden records changes no byte of an answer', async () => {
  const answers = async (): Promise<string[]> => {
    const texts = [saidBy(await clerk.request('POST', '/user-groups/expanded', ['O1', 'S1', 'H1', 'H2']))];
    for (const path of [
      '/user-groups/by-ldap/cn=H1',
      '/user-groups/by-chars/size/1',
      `/user-groups/by-users/map?userIds=${seen.id},${unseen.id}`,
      '/user-group-regions/by-group/O1',
      '/user-group-regions/by-group/H1',
      `/user-group-regions/by-group/O1/${hiddenRegionId}`,
      '/sharings/by-owner/Order/o',
      '/sharings/by-ref/Order/User/r1',
      '/sharings/public-or-matching/Order/r1',
    ])
      texts.push(saidBy(await get(path)));
    return texts;
  };
  const before = await answers();
  await storeGroup('H2', 'secret');
  for (const [path, change] of [
    ['/user-groups/H1', { name: 'Other', chars: { size: 2 } }],
    ['/user-group-types/VAULT', { name: 'Other' }],
    ['/users/unseen', { givenName: 'Other' }],
  ] as const)
    expect((await administrator.request('PATCH', `${path}?immediatelyRefresh=true`, change)).status).toBe(200);
  await share('r1', 'secret', { sharingTypeCode: 'S2' });
  await share('r9', 'secret', { isPublic: true, sharingTypeCode: 'S2' });
  await store('UserGroupRegion', { regionId: crypto.randomUUID(), userGroup: { code: 'O1' } });
  expect(await answers()).toEqual(before);
});
