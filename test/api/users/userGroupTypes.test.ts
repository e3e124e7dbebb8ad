import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expectErrors } from '../../helpers/api/expectations.ts';
import { resetUserGroups, userGroup, userGroupRequests } from '../../helpers/api/userGroupRequests.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const { save, create, read } = userGroupRequests(api);

beforeEach(() => resetUserGroups(api));

describe('the registry of the type', () => {
  const registry = {
    color: { type: 'string', enum: ['red', 'blue'], required: true },
    size: { type: 'object', properties: { height: { type: 'number' } }, required: ['height'] },
  };

  beforeEach(async () => {
    await save('/user-group-types', { code: 'PAINT', name: 'Paint', registry });
  });

  const wrong = { color: 'green', size: { height: 'tall' }, smell: 1 };
  const charsProblems = (at: string) => [
    `${at}chars.color: must be one of "red", "blue", not "green"`,
    `${at}chars.size.height: must be number`,
    `${at}chars.smell: unknown characteristic, the registry of "PAINT" has color, size`,
  ];

  test('is what POST, PUT and PATCH are held to', async () => {
    expect(
      await expectErrors(api.request('POST', '/user-groups', userGroup('A', { type: 'PAINT', chars: wrong }))),
    ).toEqual(charsProblems(''));
    expect(await expectErrors(api.request('POST', '/user-groups', userGroup('A', { type: 'PAINT' })))).toEqual([
      'chars.color: is required by the registry of "PAINT"',
    ]);
    await create('A', { type: 'PAINT', chars: { color: 'red', size: { height: 1 } } });
    expect(
      await expectErrors(api.request('PUT', '/user-groups/A', userGroup('A', { type: 'PAINT', chars: wrong }))),
    ).toEqual(charsProblems(''));
    expect(await expectErrors(api.request('PATCH', '/user-groups/A', { chars: wrong }))).toEqual(charsProblems(''));
    expect(await expectErrors(api.request('PATCH', '/user-groups/A', { chars: { color: null } }))).toEqual([
      'chars.color: is required by the registry of "PAINT"',
    ]);
    expect((await api.request('PATCH', '/user-groups/A', { chars: { size: null } })).status).toBe(200);
    // Under another type other rules hold.
    expect((await api.request('PATCH', '/user-groups/A', { type: 'TEAM', chars: { smell: 1 } })).status).toBe(200);
    expect(await expectErrors(api.request('PATCH', '/user-groups/A', { type: 'PAINT' }))).toEqual([
      charsProblems('')[2] as string,
    ]);
  });

  test('is validated together with all other members', async () => {
    const body = { ...userGroup('A', { type: 'PAINT', chars: { smell: 1 } }), name: '', more: 1 };
    expect(await expectErrors(api.request('POST', '/user-groups', body))).toEqual([
      'more: unknown member',
      'name: must have 1 to 255 characters',
      'chars.color: is required by the registry of "PAINT"',
      charsProblems('')[2] as string,
    ]);
  });

  test('is what diff and saveDiff are held to', async () => {
    const records = [
      userGroup('A', { type: 'PAINT', chars: wrong }),
      userGroup('B', { type: 'PAINT', chars: { color: 'red' } }),
    ];
    const envelope = { entityType: 'UserGroup', filtering: [], data: records };
    // A comparison alone changes nothing.
    expect((await api.request('POST', '/user-groups/diff/only?compareField=code', envelope)).status).toBe(200);
    const file = new FormData();
    file.set('file', new Blob([`code,name,type,chars.color\nA,A,PAINT,green\nB,B,PAINT,red\n`]));
    expect(await expectErrors(api.request('POST', '/user-groups/diff/file?compareField=code&save=true', file))).toEqual(
      [`[0].${charsProblems('')[0]} (line 2)`],
    );
    const entries = records.map((right) => ({ diffType: 'DIFF_TYPE_NEW', right }));
    expect(await expectErrors(api.request('POST', '/user-groups/diff/save', entries))).toEqual(
      charsProblems('[0].right.'),
    );
    expect((await api.request('POST', '/user-groups/diff/save', entries.slice(1))).status).toBe(200);
    expect((await read('B')).chars).toEqual({ color: 'red' });
  });

  test('that has changed holds for the next write of chars or type, and for no other', async () => {
    const before = await create('A', { type: 'PAINT', chars: { color: 'red' } });
    await api.request('PATCH', '/user-group-types/PAINT', { registry: { color: { enum: null, maxLength: 2 } } });
    const patched = await api.request('PATCH', '/user-groups/A', { description: 'x' });
    expect(patched.status, patched.text).toBe(200);
    const { auditInfo: _, ...whole } = { ...before, description: 'y' };
    expect((await api.request('PUT', '/user-groups/A', whole)).status).toBe(200);
    expect((await api.request('POST', '/user-groups', whole)).status).toBe(200);
    for (const changed of ['PATCH', 'PUT'])
      expect(
        await expectErrors(api.request(changed, '/user-groups/A', { ...whole, chars: { color: 'blue' } })),
      ).toEqual(['chars.color: must NOT have more than 2 characters']);
  });

  test('that has changed neither stops a backup nor changes to other members by a diff', async () => {
    const stored = await create('A', { type: 'PAINT', chars: { color: 'red' } });
    const filtering = encodeURIComponent('{"filters":[]}');
    const backup = await api.request('POST', `/user-groups/backup?filtering=${filtering}`, { entityType: 'UserGroup' });
    await api.request('PATCH', '/user-group-types/PAINT', { registry: { color: { enum: null, maxLength: 2 } } });
    const send = (query: string, text: string) => {
      const file = new FormData();
      file.set('file', new Blob([text]));
      return api.request('POST', `/user-groups/diff/file?${query}`, file);
    };
    expect((await send('', backup.text)).json<object[]>()).toEqual([]);
    expect((await send('save=true', backup.text)).json<object[]>()).toEqual([]);
    const renamed = backup.text.replace('"name":"Group A"', '"name":"Renamed"');
    expect(renamed).not.toBe(backup.text);
    expect((await send('save=true', renamed)).status).toBe(200);
    expect((await read('A')).name).toBe('Renamed');
    const right = { ...stored, chars: { color: 'blue' } };
    const changes = [{ diffType: 'DIFF_TYPE_CHANGE', left: { id: stored.id }, right }];
    const tooLong = 'chars.color: must NOT have more than 2 characters';
    expect((await send('save=true', backup.text.replace('red', 'blue'))).errors).toEqual([`data[0].${tooLong}`]);
    expect(await expectErrors(api.request('POST', '/user-groups/diff/save', changes))).toEqual([
      `[0].right.${tooLong}`,
    ]);
    await api.request('DELETE', '/user-groups/A');
    expect((await send('save=true', backup.text)).status).toBe(400);
    expect((await send('save=true&checkRegistry=false', backup.text)).status).toBe(200);
    expect(await read('A')).toMatchObject({ id: stored.id, chars: { color: 'red' } });
  });

  test('does not hang on a schema that points to itself', async () => {
    const nodes = { tree: { type: 'object', additionalProperties: { $ref: '#' } } };
    await save('/user-group-types', { code: 'TREE', name: 'Tree', registry: nodes });
    let tree: JsonObject = {};
    for (let depth = 0; depth < 90; depth++) tree = { a: tree };
    expect((await create('A', { type: 'TREE', chars: { tree } })).auditInfo.version).toBe(1);
    await save('/user-group-types', { code: 'LOOP', name: 'Loop', registry: { tree: { $ref: '#' } } });
    expect(
      await expectErrors(api.request('POST', '/user-groups', userGroup('B', { type: 'LOOP', chars: { tree: 1 } }))),
    ).toEqual(['chars.tree: takes too long to check, or is nested too deeply']);
  });
});

describe('a type that is renamed', () => {
  test('takes its groups along: records, columns, history and searches', async () => {
    await create('A');
    await create('B');
    const renamed = await api.request('PATCH', '/user-group-types/TEAM?immediatelyRefresh=true', { code: 'CREW' });
    expect(renamed.status, renamed.text).toBe(200);
    const { type, auditInfo } = await read('A');
    expect([type, auditInfo.version]).toEqual(['CREW', 2]);
    const history = (await api.request('GET', '/user-groups/A/history')).json<JsonObject[]>();
    expect(history.map(({ change, changes }) => [change, changes])).toEqual([
      ['UPDATED', [{ path: 'type', from: 'TEAM', to: 'CREW' }]],
      ['CREATED', []],
    ]);
    const queued = await api.sql<{ data: string }[]>`select data from outbox where data like '%"UserGroup"%'`;
    const batches = queued.map(({ data }) => (JSON.parse(data) as { ids: string[] }).ids.length);
    // Rows of single groups belong to their creation: they are deleted without waiting.
    expect(batches.filter((size) => size > 1)).toEqual([2]);
    const [row] = await api.sql`select search from user_group where code = 'A'`;
    expect(JSON.parse(row?.search)).toMatchObject({ type: 'CREW' });
    expect((await api.request('PATCH', '/user-groups/A', { name: 'Still writable' })).status).toBe(200);
    expect(await expectErrors(api.request('DELETE', '/user-group-types/CREW'))).toEqual([
      'id: 2 user groups point to it by type',
    ]);
  });

  test('by a diff does so too, two codes swapped as well', async () => {
    const crew = await save('/user-group-types', { code: 'CREW', name: 'Crew', registry: {} });
    const team = (await api.request('GET', '/user-group-types/TEAM')).json();
    await create('A');
    await create('B', { type: 'CREW' });
    const change = (left: TestRecord, code: string) => ({
      diffType: 'DIFF_TYPE_CHANGE',
      left,
      right: { ...left, code },
    });
    const swapped = await api.request('POST', '/user-group-types/diff/save', [
      change(crew, 'TEAM'),
      change(team, 'CREW'),
    ]);
    expect(swapped.status, swapped.text).toBe(200);
    expect([(await read('A')).type, (await read('B')).type]).toEqual(['CREW', 'TEAM']);
  });

  test('may be replaced by another of its code, to which its groups belong then', async () => {
    const team = (await api.request('GET', '/user-group-types/TEAM')).json();
    const crew = await save('/user-group-types', { code: 'CREW', name: 'Crew', registry: {} });
    const [a, b] = [await create('A'), await create('B', { type: 'CREW' })];
    const remove = (left: TestRecord) => ({ diffType: 'DIFF_TYPE_REMOVE', left });
    const right = { code: 'TEAM', name: 'Another team', registry: {} };
    const diff = (...entries: object[]) => api.request('POST', '/user-group-types/diff/save', entries);
    // To a new one, and then to one that is there and loses its own code.
    const [other] = (await diff({ diffType: 'DIFF_TYPE_NEW', right }, remove(team))).json<TestRecord[]>();
    expect(await expectErrors(api.request('DELETE', `/user-group-types/${other?.id}`))).toEqual([
      'id: 1 UserGroup points to it by type',
    ]);
    const change = { diffType: 'DIFF_TYPE_CHANGE', left: crew, right: { ...crew, code: 'TEAM' } };
    expect((await diff(change, remove(other as TestRecord))).status).toBe(200);
    expect(await read('A')).toEqual(a);
    expect(await read('B')).toMatchObject({ type: 'TEAM', auditInfo: { version: b.auditInfo.version + 1 } });
    expect((await api.request('PATCH', '/user-group-types/TEAM', { code: 'LAST' })).status).toBe(200);
    expect([(await read('A')).type, (await read('B')).type]).toEqual(['LAST', 'LAST']);
    const [last] = [(await api.request('GET', '/user-group-types/LAST')).json()];
    expect(await expectErrors(diff(remove(last)))).toEqual(['[0].left.id: 2 user groups point to it by type']);
  });

  test('is missed by no group that is written at that very time', async () => {
    for (let round = 0; round < 10; round++) {
      const [from, to] = round % 2 === 0 ? ['TEAM', 'CREW'] : ['CREW', 'TEAM'];
      const answers = await Promise.all([
        ...[1, 2, 3, 4].map((n) =>
          api.request('POST', '/user-groups', userGroup(`${round}-${n}`, { type: from as string })),
        ),
        api.request('PATCH', `/user-group-types/${from}`, { code: to as string }),
        ...[5, 6, 7, 8].map((n) =>
          api.request('POST', '/user-groups', userGroup(`${round}-${n}`, { type: from as string })),
        ),
      ]);
      for (const answer of answers) {
        if (answer.status !== 200) expect(answer.errors).toEqual([`type: no UserGroupType has the code "${from}"`]);
      }
      const stale = await api.sql`select code from user_group where doc::json ->> 'type' <> ${to as string}`;
      expect([...stale]).toEqual([]);
    }
  });

  test('refuses no change of a group that says nothing of its type', async () => {
    await create('A');
    for (let round = 0; round < 10; round++) {
      const [from, to] = round % 2 === 0 ? ['TEAM', 'CREW'] : ['CREW', 'TEAM'];
      const answers = await Promise.all([
        api.request('PATCH', '/user-groups/A', { description: `one ${round}` }),
        api.request('PATCH', `/user-group-types/${from}`, { code: to as string }),
        ...[1, 2, 3].map((n) => api.request('PATCH', '/user-groups/A', { email: `${round}-${n}@example.org` })),
      ]);
      for (const answer of answers) expect(answer.status, answer.text).toBe(200);
      expect((await read('A')).type).toBe(to);
    }
  });
});
