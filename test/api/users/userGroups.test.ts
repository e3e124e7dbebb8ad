import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startApiForFile, type TestAnswer, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();

beforeEach(async () => {
  await api.sql`truncate user_group, user_group_type, outbox cascade`;
  const indexes = await api.sql`select name from search_index where kind = 'UserGroup'`;
  for (const { name } of indexes) await api.sql`truncate ${api.sql(`search.${name}`)}`;
  await save('/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });
});

const group = (code: string, more: JsonObject = {}): JsonObject => ({
  code,
  name: `Group ${code}`,
  type: 'TEAM',
  chars: {},
  ...more,
});

async function save(path: string, body: JsonObject): Promise<TestRecord> {
  const answer = await api.request('POST', path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
}

const create = (code: string, more: JsonObject = {}): Promise<TestRecord> => save('/user-groups', group(code, more));

async function read(code: string): Promise<TestRecord & JsonObject> {
  const answer = await api.request('GET', `/user-groups/${code}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
}

async function refused(asked: Promise<TestAnswer>): Promise<string[]> {
  const answer = await asked;
  expect(answer.status, answer.text).toBe(400);
  return answer.errors;
}

describe('a group', () => {
  test('comes back as it was sent', async () => {
    const sent = group('Žluťoučký 👩‍🚒 \u202eabc', {
      id: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
      description: 'd',
      ldapMemberOf: 'cn=a,dc=b',
      validFrom: '2026-01-01T00:00:00.000Z',
      validTo: '2026-01-01T00:00:00.000Z',
      dataTags: ['x', 'y'],
      email: 'no address at all',
      phoneNumber: '1',
      chars: { a: null, b: { c: [1] } },
    });
    const { auditInfo, ...saved } = await create('x', sent);
    expect(auditInfo.version).toBe(1);
    expect(saved as JsonObject).toEqual(sent);
  });

  test('tells all that is wrong with it at once', async () => {
    await create('A');
    const body = group('A', {
      type: 'NONE',
      parentUserGroupId: '5a1c7e0e-0000-4b7a-9c1d-3f0a6d2b8e01',
      validFrom: '2026-01-02',
      validTo: '2026-01-01',
    });
    expect(await refused(api.request('POST', '/user-groups', body))).toEqual([
      'validTo: must not be before validFrom',
      'code: "A" is taken by another UserGroup',
      'type: no UserGroupType has the code "NONE"',
      'parentUserGroupId: no UserGroup has the id "5a1c7e0e-0000-4b7a-9c1d-3f0a6d2b8e01"',
    ]);
    const { type: _, chars: __, ...rest } = group('B');
    expect(await refused(api.request('POST', '/user-groups', rest))).toEqual([
      'type: is required',
      'chars: is required',
    ]);
  });

  test('is read, replaced and deleted by id alone below by-id', async () => {
    const { id } = await create('A');
    // A code that reads like an id is none.
    const uuid = '5a1c7e0e-0000-4b7a-9c1d-3f0a6d2b8e01';
    await create(uuid);
    expect((await api.request('GET', `/user-groups/by-id/${id.toUpperCase()}`)).json().code).toBe('A');
    expect((await api.request('GET', `/user-groups/${uuid}`)).json().code).toBe(uuid);
    const { status, errors } = await api.request('GET', `/user-groups/by-id/${uuid}`);
    expect([status, ...errors]).toEqual([404, `id: no UserGroup has the id "${uuid}"`]);
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? group('B') : undefined;
      expect(await refused(api.request(method, `/user-groups/by-id/${uuid}`, body))).toEqual([
        `id: no UserGroup has the id "${uuid}"`,
      ]);
    }
    const replaced = (await api.request('PUT', `/user-groups/by-id/${id}`, group('B'))).json();
    expect([replaced.code, replaced.id, replaced.auditInfo.version]).toEqual(['B', id, 2]);
    const { status: gone, text } = await api.request('DELETE', `/user-groups/by-id/${id}`);
    expect([gone, text]).toEqual([200, '']);
    expect((await api.request('GET', `/user-groups/by-id/${id}`)).status).toBe(404);
  });

  test('is found by code', async () => {
    await create('by-id');
    expect((await api.request('GET', '/user-groups/by-code/by-id')).json().code).toBe('by-id');
    expect(await refused(api.request('GET', '/user-groups/by-code/B'))).toEqual([
      'code: no UserGroup has the code "B"',
    ]);
  });

  test('keeps what it points to', async () => {
    const parent = await create('PARENT');
    await create('A', { parentUserGroupId: parent.id });
    await create('B', { parentUserGroupId: parent.id });
    expect(await refused(api.request('DELETE', '/user-groups/PARENT'))).toEqual([
      'id: 2 user groups point to it by parentUserGroupId',
    ]);
    expect(await refused(api.request('DELETE', '/user-group-types/TEAM'))).toEqual([
      'id: 3 user groups point to it by type',
    ]);
  });
});

describe('the registry of the type', () => {
  const registry = {
    color: { type: 'string', enum: ['red', 'blue'], required: true },
    size: { type: 'object', properties: { height: { type: 'number' } }, required: ['height'] },
  };

  beforeEach(async () => {
    await save('/user-group-types', { code: 'PAINT', name: 'Paint', registry });
  });

  const wrong = { color: 'green', size: { height: 'tall' }, smell: 1 };
  const told = (at: string) => [
    `${at}chars.color: must be equal to one of the allowed values`,
    `${at}chars.size.height: must be number`,
    `${at}chars.smell: unknown characteristic, the registry of "PAINT" has color, size`,
  ];

  test('is what POST, PUT and PATCH are held to', async () => {
    expect(await refused(api.request('POST', '/user-groups', group('A', { type: 'PAINT', chars: wrong })))).toEqual(
      told(''),
    );
    expect(await refused(api.request('POST', '/user-groups', group('A', { type: 'PAINT' })))).toEqual([
      'chars.color: is required by the registry of "PAINT"',
    ]);
    await create('A', { type: 'PAINT', chars: { color: 'red', size: { height: 1 } } });
    expect(await refused(api.request('PUT', '/user-groups/A', group('A', { type: 'PAINT', chars: wrong })))).toEqual(
      told(''),
    );
    expect(await refused(api.request('PATCH', '/user-groups/A', { chars: wrong }))).toEqual(told(''));
    expect(await refused(api.request('PATCH', '/user-groups/A', { chars: { color: null } }))).toEqual([
      'chars.color: is required by the registry of "PAINT"',
    ]);
    expect((await api.request('PATCH', '/user-groups/A', { chars: { size: null } })).status).toBe(200);
    // Under another type other rules hold.
    expect((await api.request('PATCH', '/user-groups/A', { type: 'TEAM', chars: { smell: 1 } })).status).toBe(200);
    expect(await refused(api.request('PATCH', '/user-groups/A', { type: 'PAINT' }))).toEqual([told('')[2] as string]);
  });

  test('is told of beside all other problems', async () => {
    const body = { ...group('A', { type: 'PAINT', chars: { smell: 1 } }), name: '', more: 1 };
    expect(await refused(api.request('POST', '/user-groups', body))).toEqual([
      'more: unknown member',
      'name: must have 1 to 255 characters',
      'chars.color: is required by the registry of "PAINT"',
      told('')[2] as string,
    ]);
  });

  test('is what diff and saveDiff are held to', async () => {
    const records = [
      group('A', { type: 'PAINT', chars: wrong }),
      group('B', { type: 'PAINT', chars: { color: 'red' } }),
    ];
    const envelope = { entityType: 'UserGroup', filtering: [], data: records };
    expect(await refused(api.request('POST', '/user-groups/diff/only?compareField=code', envelope))).toEqual(
      told('data[0].'),
    );
    const file = new FormData();
    file.set('file', new Blob([`code,name,type,chars.color\nA,A,PAINT,green\nB,B,PAINT,red\n`]));
    expect(await refused(api.request('POST', '/user-groups/diff/file?compareField=code&save=true', file))).toEqual([
      `[0].${told('')[0]} (line 2)`,
    ]);
    const entries = records.map((right) => ({ diffType: 'DIFF_TYPE_NEW', right }));
    expect(await refused(api.request('POST', '/user-groups/diff/save', entries))).toEqual(told('[0].right.'));
    expect((await api.request('POST', '/user-groups/diff/save', entries.slice(1))).status).toBe(200);
    expect((await read('B')).chars).toEqual({ color: 'red' });
  });

  test('holds for the next write once it is changed', async () => {
    await create('A', { type: 'PAINT', chars: { color: 'red' } });
    await api.request('PATCH', '/user-group-types/PAINT', { registry: { color: { enum: null, maxLength: 2 } } });
    expect(await refused(api.request('PATCH', '/user-groups/A', { description: 'x' }))).toEqual([
      'chars.color: must NOT have more than 2 characters',
    ]);
  });

  test('does not hang on a schema that points to itself', async () => {
    const nodes = { tree: { type: 'object', additionalProperties: { $ref: '#' } } };
    await save('/user-group-types', { code: 'TREE', name: 'Tree', registry: nodes });
    let tree: JsonObject = {};
    for (let depth = 0; depth < 90; depth++) tree = { a: tree };
    expect((await create('A', { type: 'TREE', chars: { tree } })).auditInfo.version).toBe(1);
    await save('/user-group-types', { code: 'LOOP', name: 'Loop', registry: { tree: { $ref: '#' } } });
    expect(
      await refused(api.request('POST', '/user-groups', group('B', { type: 'LOOP', chars: { tree: 1 } }))),
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
    expect(queued.map(({ data }) => (JSON.parse(data) as { ids: string[] }).ids.length)).toEqual([2]);
    const [row] = await api.sql`select search from user_group where code = 'A'`;
    expect(JSON.parse(row?.search)).toMatchObject({ type: 'CREW' });
    expect((await api.request('PATCH', '/user-groups/A', { name: 'Still writable' })).status).toBe(200);
    expect(await refused(api.request('DELETE', '/user-group-types/CREW'))).toEqual([
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
    expect(await refused(api.request('DELETE', `/user-group-types/${other?.id}`))).toEqual([
      'id: 1 UserGroup points to it by type',
    ]);
    const change = { diffType: 'DIFF_TYPE_CHANGE', left: crew, right: { ...crew, code: 'TEAM' } };
    expect((await diff(change, remove(other as TestRecord))).status).toBe(200);
    expect(await read('A')).toEqual(a);
    expect(await read('B')).toMatchObject({ type: 'TEAM', auditInfo: { version: b.auditInfo.version + 1 } });
    expect((await api.request('PATCH', '/user-group-types/TEAM', { code: 'LAST' })).status).toBe(200);
    expect([(await read('A')).type, (await read('B')).type]).toEqual(['LAST', 'LAST']);
    const [last] = [(await api.request('GET', '/user-group-types/LAST')).json()];
    expect(await refused(diff(remove(last)))).toEqual(['[0].left.id: 2 user groups point to it by type']);
  });

  test('is missed by no group that is written at that very time', async () => {
    for (let round = 0; round < 10; round++) {
      const [from, to] = round % 2 === 0 ? ['TEAM', 'CREW'] : ['CREW', 'TEAM'];
      const answers = await Promise.all([
        ...[1, 2, 3, 4].map((n) =>
          api.request('POST', '/user-groups', group(`${round}-${n}`, { type: from as string })),
        ),
        api.request('PATCH', `/user-group-types/${from}`, { code: to as string }),
        ...[5, 6, 7, 8].map((n) =>
          api.request('POST', '/user-groups', group(`${round}-${n}`, { type: from as string })),
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
        ...[1, 2, 3].map((n) => api.request('PATCH', '/user-groups/A', { email: `${round}-${n}` })),
      ]);
      for (const answer of answers) expect(answer.status, answer.text).toBe(200);
      expect((await read('A')).type).toBe(to);
    }
  });
});

describe('the hierarchy', () => {
  test('has no group above itself', async () => {
    const a = await create('A');
    const b = await create('B', { parentUserGroupId: a.id });
    const c = await create('C', { parentUserGroupId: b.id });
    expect(await refused(api.request('PATCH', '/user-groups/A', { parentUserGroupId: c.id }))).toEqual([
      `parentUserGroupId: the UserGroup ${c.id} is this one or stands below it`,
    ]);
    expect(await refused(api.request('PATCH', '/user-groups/A', { parentUserGroupId: a.id }))).toHaveLength(1);
    const own = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
    expect(await refused(api.request('POST', '/user-groups', group('D', { id: own, parentUserGroupId: own })))).toEqual(
      [`parentUserGroupId: the UserGroup ${own} is this one or stands below it`],
    );
    // What is no ring is let through: C comes to stand above B and below A.
    expect((await api.request('PATCH', '/user-groups/C', { parentUserGroupId: a.id })).status).toBe(200);
    expect((await api.request('PATCH', '/user-groups/B', { parentUserGroupId: c.id })).status).toBe(200);
  });

  test('is not closed to a ring by two writers at once', async () => {
    for (let round = 0; round < 10; round++) {
      const groups = await Promise.all([1, 2, 3].map((n) => create(`${round}-${n}`)));
      const ids = groups.map(({ id }) => id);
      const answers = await Promise.all(
        ids.map((id, index) =>
          api.request('PATCH', `/user-groups/${id}`, { parentUserGroupId: ids[(index + 1) % 3] as string }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
    }
  });

  const moved = (record: TestRecord, above: TestRecord) => ({
    diffType: 'DIFF_TYPE_CHANGE',
    left: record,
    right: { ...record, parentUserGroupId: above.id },
  });

  test('is not closed to a ring by a diff', async () => {
    const [a, b, c, d] = (await Promise.all(['A', 'B', 'C', 'D'].map((code) => create(code)))) as [
      TestRecord,
      TestRecord,
      TestRecord,
      TestRecord,
    ];
    const entries = [moved(d, c), moved(a, b), moved(b, c), moved(c, a)];
    expect(await refused(api.request('POST', '/user-groups/diff/save', entries))).toEqual([
      `[1].right.parentUserGroupId: the UserGroup ${b.id} is this one or stands below it`,
      `[2].right.parentUserGroupId: the UserGroup ${c.id} is this one or stands below it`,
      `[3].right.parentUserGroupId: the UserGroup ${a.id} is this one or stands below it`,
    ]);
    expect((await api.request('POST', '/user-groups/diff/save', entries.slice(0, 3))).status).toBe(200);
    expect((await read('A')).parentUserGroupId).toBe(b.id);
  });

  test('is not closed to a ring by a diff and another writer at once', async () => {
    for (let round = 0; round < 6; round++) {
      const [a, b] = (await Promise.all([create(`${round}-A`), create(`${round}-B`)])) as [TestRecord, TestRecord];
      const answers = await Promise.all([
        api.request('POST', '/user-groups/diff/save', [moved(a, b)]),
        round % 2 === 0
          ? api.request('PATCH', `/user-groups/${b.id}`, { parentUserGroupId: a.id })
          : api.request('POST', '/user-groups/diff/save', [moved(b, a)]),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  test('a chain of 20,000 comes in by one diff, in whatever order', async () => {
    const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const right = (n: number) => group(`c${n}`, { id: id(n), ...(n > 0 ? { parentUserGroupId: id(n - 1) } : {}) });
    const entries = Array.from({ length: 20_000 }, (_, n) => ({ diffType: 'DIFF_TYPE_NEW', right: right(19_999 - n) }));
    const answer = await api.request('POST', '/user-groups/diff/save', entries);
    expect(answer.status, answer.text.slice(0, 300)).toBe(200);
    expect(await refused(api.request('PATCH', '/user-groups/c0', { parentUserGroupId: id(19_999) }))).toHaveLength(1);
  });
});

describe('what is asked of many', () => {
  test('groups are expanded with their types, in the order asked', async () => {
    const parent = await create('B', { validTo: '2020-01-01' });
    await api.request('PATCH', '/user-group-types/TEAM', {
      validityTo: '2020-01-01',
      localizationData: { cs: { name: 'Tým' } },
    });
    const a = await create('A', {
      parentUserGroupId: parent.id,
      chars: { color: 'red' },
      validFrom: '2020-01-01',
      dataTags: ['x'],
    });
    const type = (await api.request('GET', '/user-group-types/TEAM')).json();
    const answer = await api.request('POST', '/user-groups/expanded', ['B', 'none', 'A', 'B', '\u0000']);
    const [first, second, ...others] = answer.json<JsonObject[]>();
    expect(others).toEqual([]);
    expect([first?.code, first?.period, first?.chars]).toEqual([
      'B',
      { validTo: '2020-01-01T00:00:00.000Z', isValid: false },
      { empty: true },
    ]);
    const { auditInfo, validityTo, registry, id, code, name } = type as TestRecord & JsonObject;
    expect(second).toEqual({
      name: 'Group A',
      code: 'A',
      id: a.id,
      readonlyAccess: false,
      ...(a.auditInfo as unknown as JsonObject),
      period: { validFrom: '2020-01-01T00:00:00.000Z', isValid: true },
      chars: { empty: false, color: 'red' },
      userGroupType: {
        ...{ code, name, id, validityTo, registry },
        ...(auditInfo as unknown as JsonObject),
        readonlyAccess: false,
        valid: 'false',
        localizationData: { empty: false, cs: { name: 'Tým' } },
      } as JsonObject,
      parentUserGroupId: parent.id,
      dataTags: ['x'],
    });
    expect((await api.request('POST', '/user-groups/expanded', [])).json<unknown>()).toEqual([]);
    expect(await refused(api.request('POST', '/user-groups/expanded', ['A', 7, null]))).toEqual([
      '[1]: must be a string, not 7',
      '[2]: must be a string, not null',
    ]);
  });

  test('groups are found by a value in chars', async () => {
    await create('A', { chars: { size: { height: 10 }, tags: ['x', 'y'], open: true } });
    await create('B', { chars: { size: { height: '10.0' } } });
    const codes = async (path: string, value: string) => {
      const answer = await api.request(
        'GET',
        `/user-groups/by-chars/${encodeURIComponent(path)}/${encodeURIComponent(value)}`,
      );
      expect(answer.status, answer.text).toBe(200);
      return answer.json<TestRecord[]>().map(({ code }) => code);
    };
    expect(await codes('size.height', '10')).toEqual(['A']);
    expect(await codes('size.height', '1e1')).toEqual(['A']);
    expect(await codes('size.height', '10.0')).toEqual(['A', 'B']);
    expect(await codes('tags', 'y')).toEqual(['A']);
    expect(await codes('open', 'true')).toEqual(['A']);
    expect(await codes('nothing', 'x')).toEqual([]);
    expect(await codes('size.height', "1' or 1=1")).toEqual([]);
  });

  test('tickets are a list whose size the filtering says', async () => {
    for (const code of ['C', 'A', 'B']) await create(code);
    const ask = (filtering: object) =>
      api.request('GET', `/user-groups/search/tickets?filtering=${encodeURIComponent(JSON.stringify(filtering))}`);
    const codes = (answer: TestAnswer) => answer.json<TestRecord[]>().map(({ code }) => code);
    expect(codes(await ask({ size: 2, page: 7 }))).toEqual(['A', 'B']);
    expect(codes(await ask([{ column: 'type', value: 'TEAM' }]))).toEqual(['A', 'B', 'C']);
    expect(codes(await ask({ filters: [{ column: 'code', operator: 'NE', value: 'B' }] }))).toEqual(['A', 'C']);
  });

  test('a group is found by the place in the directory that it names', async () => {
    await create('A', { ldapMemberOf: 'cn=a\\, "b",dc=example' });
    const ask = (place: string) => api.request('GET', `/user-groups/by-ldap/${encodeURIComponent(place)}`);
    expect((await ask('cn=a\\, "b",dc=example')).json<JsonObject>()).toMatchObject({
      code: 'A',
      readonlyAccess: false,
    });
    expect(await refused(ask('*'))).toEqual(['ldapMemberOf: no UserGroup has the place "*"']);
  });

  test('what a backup wrote restores into an empty service', async () => {
    const parent = await create('P');
    await create('A', { parentUserGroupId: parent.id, chars: { b: 1, a: null } });
    const backup = (await api.request('POST', '/user-groups/backup', { entityType: 'UserGroup' })).json<JsonObject>();
    const diff = async () => {
      const file = new FormData();
      file.set('file', new Blob([JSON.stringify(backup)]));
      const answer = await api.request('POST', '/user-groups/diff/file?save=true', file);
      expect(answer.status, answer.text).toBe(200);
      return answer.json<JsonObject[]>().map(({ diffType }) => diffType);
    };
    expect(await diff()).toEqual([]);
    await api.sql`delete from user_group`;
    expect(await diff()).toEqual(['DIFF_TYPE_NEW', 'DIFF_TYPE_NEW']);
    expect(await diff()).toEqual([]);
  });
});
