import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const { administrator } = api;

const visible = await api.store('WorklogType', { code: 'V1', name: 'Visible', description: 'shown' });
const readOnly = await api.store('WorklogType', { code: 'R1', name: 'Read only', description: 'shown' });
const hidden = await api.store('WorklogType', { code: 'H1', name: 'Hidden', description: 'secret' });
const dispatcher = await api.callerWith([
  { entityName: 'WorklogType', accessRule: 'READ', expression: [{ column: 'description', value: 'shown' }] },
  {
    entityName: 'WorklogType',
    accessRule: 'READ_WRITE',
    expression: [{ column: 'code', operator: 'LIKE', value: 'V%' }],
  },
]);
const path = '/worklog-types';
const find = (filters: unknown[] = []): string => encodeURIComponent(JSON.stringify({ filters }));

/** The answers to both requests without what differs in every answer. */
async function expectAlike(method: string, one: string, other: string, body?: Record<string, unknown>): Promise<void> {
  const [first, second] = [await dispatcher.request(method, one, body), await dispatcher.request(method, other, body)];
  const plain = (text: string, key: string) =>
    text
      .replaceAll(key, 'KEY')
      .replace(/"timestamp":"[^"]*"/, '')
      .replace(/"traceId":"[^"]*"/, '');
  const keyOf = (url: string) => /\/(?:by-code\/)?([^/?]+)(?:\/history.*)?$/.exec(url)?.[1] ?? '';
  expect(first.status).toBe(second.status);
  expect(plain(first.text, keyOf(one))).toBe(plain(second.text, keyOf(other)));
}

describe('a caller', () => {
  test('needs a credential', async () => {
    const none = await api.request('GET', path);
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect((await api.request('GET', '//health/live')).status).not.toBe(401);
  });

  test('has no operation of a kind without a rule', async () => {
    const { status } = await dispatcher.request('GET', '/log-types/any');
    expect(status).toBe(403);
    expect((await dispatcher.request('GET', '/admin/mailbox')).status).toBe(403);
  });

  test('is named by what it writes', async () => {
    const saved = await dispatcher.request('PATCH', `${path}/V1`, { name: 'Visible again' });
    expect(saved.json().auditInfo).toMatchObject({ whoEdited: dispatcher.code, whoInserted: 'tester' });
  });
});

describe('a record out of reach', () => {
  const other = '00000000-0000-4000-8000-000000000000';

  test('is missing from every read', async () => {
    for (const [one, missing] of [
      [`${path}/${hidden.id}`, `${path}/${other}`],
      [`${path}/H1`, `${path}/X1`],
      [`${path}/by-code/H1`, `${path}/by-code/X1`],
      [`${path}/${hidden.id}/history`, `${path}/${other}/history`],
      [`${path}/H1/history?version=1`, `${path}/X1/history?version=1`],
    ] as const)
      await expectAlike('GET', one, missing);
    const listed = await dispatcher.request('GET', `${path}/by-ids/H1,V1,${hidden.id}`);
    expect(listed.json<{ code: string }[]>().map(({ code }) => code)).toEqual(['V1']);
    const all = await dispatcher.request('GET', path);
    expect(all.json<{ code: string }[]>().map(({ code }) => code)).toEqual(['R1', 'V1']);
  });

  test('is neither found nor counted', async () => {
    const page = await dispatcher.request('GET', `${path}/search/page?filtering=${find()}`);
    expect(page.json()).toMatchObject({ totalElements: 2, content: [{ code: 'R1' }, { code: 'V1' }] });
    expect((await dispatcher.request('GET', `${path}/search/count?filtering=${find()}`)).text).toBe('2');
    const byCode = await dispatcher.request(
      'GET',
      `${path}/search/list?filtering=${find([{ column: 'code', value: 'H1' }])}`,
    );
    expect(byCode.text).toBe('[]');
    expect((await administrator.request('GET', `${path}/search/count?filtering=${find()}`)).text).toBe('3');
  });

  test('cannot be written', async () => {
    for (const method of ['PUT', 'PATCH'])
      await expectAlike(method, `${path}/H1`, `${path}/X1`, { code: 'V9', name: 'N', description: 'shown' });
    await expectAlike('DELETE', `${path}/H1`, `${path}/X1`);
    expect((await administrator.request('GET', `${path}/H1`)).json()).toMatchObject({ name: 'Hidden' });
  });

  test('keeps its code and its id', async () => {
    const taken = await dispatcher.request('PATCH', `${path}/V1`, { code: 'H1' });
    expect([taken.status, taken.errors]).toEqual([403, []]);
    const scoped = await api.callerWith([
      { entityName: 'WorklogType', accessRule: 'READ_WRITE', expression: [{ column: 'name', value: 'mine' }] },
    ]);
    const code = await scoped.request('POST', path, { code: 'H1', name: 'mine' });
    expect([code.status, code.errors]).toEqual([400, ['code: cannot be used']]);
    const id = await scoped.request('POST', path, { id: hidden.id, code: 'M1', name: 'mine' });
    expect([id.status, id.errors]).toEqual([400, ['id: cannot be used']]);
  });
});

describe('a record that the caller may only read', () => {
  test('is read and not written', async () => {
    expect((await dispatcher.request('GET', `${path}/R1`)).json()).toMatchObject({ id: readOnly.id });
    for (const [method, body] of [
      ['PATCH', { name: 'x' }],
      ['PUT', { code: 'R1', name: 'x' }],
      ['DELETE', undefined],
    ] as const)
      expect((await dispatcher.request(method, `${path}/R1`, body)).status).toBe(403);
  });

  test('does not become writable by its new state, nor leave the reach of writes', async () => {
    expect((await dispatcher.request('PATCH', `${path}/R1`, { code: 'V2' })).status).toBe(403);
    expect((await dispatcher.request('PATCH', `${path}/V1`, { code: 'W2' })).status).toBe(403);
    expect((await dispatcher.request('POST', path, { code: 'W3', name: 'new' })).status).toBe(403);
    expect((await dispatcher.request('POST', path, { code: 'V3', name: 'new', description: 'shown' })).status).toBe(
      200,
    );
    expect((await dispatcher.request('DELETE', `${path}/V3`)).status).toBe(200);
    expect((await dispatcher.request('GET', `${path}/${visible.id}`)).status).toBe(200);
  });
});

test('a reference out of reach stays when the record is replaced, and cannot be set', async () => {
  const editor = await api.callerWith([{ entityName: 'UserGroup', accessRule: 'READ_WRITE' }]);
  for (const code of ['T1', 'T2']) await api.store('UserGroupType', { code, name: code, registry: {} });
  const { id } = await api.store('UserGroup', { code: 'G1', name: 'G1', type: 'T1', chars: {} });
  const group = { code: 'G1', type: 'T1', chars: {} };
  for (const [method, where] of [
    ['POST', ''],
    ['PUT', '/G1'],
    ['PATCH', '/G1'],
  ] as const) {
    const same = await editor.request(method, `/user-groups${where}`, { ...group, id, name: method });
    expect([same.status, same.json().name]).toEqual([200, method]);
    const moved = await editor.request(method, `/user-groups${where}`, { ...group, id, name: 'moved', type: 'T2' });
    expect([moved.status, moved.errors]).toEqual([400, ['type: no UserGroupType has the code "T2"']]);
  }
});

test('rights that change act with the next request', async () => {
  const caller = await api.callerWith([{ entityName: 'WorklogType', accessRule: 'READ' }]);
  expect((await caller.request('GET', path)).status).toBe(200);
  expect((await administrator.request('PATCH', `/users/${caller.userId}`, { status: 'DISABLE' })).status).toBe(200);
  expect((await caller.request('GET', path)).status).toBe(401);
  await administrator.request('PATCH', `/users/${caller.userId}`, { status: 'ENABLE' });
  expect((await caller.request('GET', path)).status).toBe(200);
  await administrator.request('PATCH', `/access-rules/${caller.ruleIds[0]}`, { entityName: 'LogType' });
  expect((await caller.request('GET', path)).status).toBe(403);
});
