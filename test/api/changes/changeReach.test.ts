import { expect, setDefaultTimeout, test } from 'bun:test';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { inShort, readAll, readPage } from '../../helpers/changes/changeRequests.ts';

setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
const types = '/worklog-types';
const ownTypes = {
  entityName: 'WorklogType',
  expression: { filters: [{ column: 'icon', operator: 'EQ', value: 'own' }] },
};

test('the changes of a caller are those in its reach, and a record that leaves it is deleted without details', async () => {
  const caller = await api.callerWith([ownTypes]);
  const { cursor } = await readPage(caller, { after: 'latest' });
  const create = async (code: string, icon: string) => {
    const { id } = (await administrator.request('POST', types, { code, name: code, icon })).json();
    return id;
  };
  const patch = (code: string, icon: string) => administrator.request('PATCH', `${types}/${code}`, { icon });
  const hidden = await create('HIDDEN', 'other');
  const left = await create('LEFT', 'own');
  const entered = await create('ENTERED', 'other');
  const deleted = await create('DELETED', 'own');
  await patch('ENTERED', 'own');
  expect((await readAll(caller, { after: cursor })).changes.map(inShort)).toEqual([
    'WorklogType CREATED 1 LEFT',
    'WorklogType CREATED 1 DELETED',
    'WorklogType UPDATED 2 ENTERED',
  ]);
  await patch('LEFT', 'other');
  await patch('HIDDEN', 'third');
  await administrator.request('DELETE', `${types}/DELETED`);
  await administrator.request('DELETE', `${types}/HIDDEN`);
  const { changes } = await readAll(caller, { after: cursor });
  expect(changes.map(({ id, change, version }) => [id, change, version])).toEqual([
    [deleted, 'CREATED', 1],
    [entered, 'UPDATED', 2],
    [left, 'DELETED', undefined],
    [deleted, 'DELETED', 2],
  ]);
  expect(Object.keys(changes[2] ?? {})).toEqual(['kind', 'id', 'change', 'cursor']);
  expect(changes.some(({ id }) => id === hidden)).toBe(false);
});

test('a cursor does not reveal changes out of the reach', async () => {
  const caller = await api.callerWith([ownTypes]);
  const first = await readPage(caller, { after: 'latest' });
  const second = await readPage(caller, { after: first.cursor });
  await administrator.request('POST', types, { code: 'SECRET', name: 'Secret', icon: 'other' });
  const third = await readPage(caller, { after: second.cursor });
  expect([second.changes, third.changes]).toEqual([[], []]);
  // Each cursor is new, whether or not anything has happened.
  expect(new Set([first.cursor, second.cursor, third.cursor]).size).toBe(3);
  expect(new Set([first, second, third].map(({ cursor }) => cursor.length)).size).toBe(1);
});

test('codes of records that the caller may not read are left out, with the changes of only them', async () => {
  const caller = await api.callerWith([{ entityName: 'User', accessRule: 'READ' }]);
  await administrator.request('POST', '/roles', { code: 'UNSEEN', name: 'Unseen' });
  const { cursor } = await readPage(caller, { after: 'latest' });
  await api.store('User', { code: 'karel', type: 'PERSON', chars: {}, roles: ['UNSEEN'] });
  await administrator.request('PATCH', '/roles/UNSEEN', { code: 'UNSEEN2' });
  await administrator.request('PATCH', '/users/karel', { description: 'seen' });
  const { changes } = await readAll(caller, { after: cursor });
  expect(changes.map(inShort)).toEqual(['User CREATED 1 karel', 'User UPDATED 2 karel']);
  expect(JSON.stringify(changes)).not.toContain('UNSEEN');
});

test('a caller without a rule for a kind gets a 403, and without any kind too', async () => {
  const caller = await api.callerWith([ownTypes]);
  expect((await caller.request('GET', '/changes?kinds=Role')).status).toBe(403);
  const nobody = await api.callerWith([{ entityName: 'Metrics' }]);
  expect((await nobody.request('GET', '/changes')).status).toBe(403);
  expect((await api.request('GET', '/changes')).status).toBe(401);
});

test('a stream has the rights of the time of each change, and ends with the credential', async () => {
  const caller = await api.callerWith([{ entityName: 'WorklogType', accessRule: 'READ' }]);
  const response = await fetch(`${api.url}/api/v2/changes?after=latest&follow=true`, {
    headers: { accept: 'application/x-ndjson', authorization: `Bearer ${caller.key}` },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (mark: string): Promise<void> => {
    while (!text.includes(mark)) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) throw new Error(`the stream ended before ${mark}: ${text}`);
      text += value;
    }
  };
  await administrator.request('POST', types, { code: 'BEFORE', name: 'Before', icon: 'other' });
  await next('BEFORE');
  const { expression } = ownTypes;
  const [rule] = caller.ruleIds;
  const narrowed = { fullAccess: false, expression: JSON.stringify(expression) };
  expect((await administrator.request('PATCH', `/access-rules/${rule}`, narrowed)).text).toContain(String(rule));
  await administrator.request('POST', types, { code: 'OUTSIDE', name: 'Outside', icon: 'other' });
  await administrator.request('POST', types, { code: 'WITHIN', name: 'Within', icon: 'own' });
  await next('WITHIN');
  expect(text).not.toContain('OUTSIDE');
  await administrator.request('PATCH', `/users/${caller.userId}`, { status: 'DISABLE' });
  await administrator.request('POST', types, { code: 'AFTER', name: 'After', icon: 'own' });
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    text += value;
  }
  expect(text).not.toContain('AFTER');
});
