import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../domain/kinds/kind.ts';
import { startApiForFile, type TestAnswer, type TestRecord } from '../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();

interface Version {
  version: number;
  who: string;
  when: string;
  change: string;
  changes: { path: string; from?: Json; to?: Json }[];
}

async function ok(method: string, path: string, body?: JsonObject): Promise<TestRecord> {
  const answer = await api.request(method, path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.text === '' ? ({} as TestRecord) : answer.json();
}

/** A UserType: of the kinds there are, the one with members of most types. */
function create(code: string, more: JsonObject = {}): Promise<TestRecord> {
  return ok('POST', '/user-types', { code, name: 'N', type: 'EXTERNAL', registry: {}, ...more });
}

async function history(key: string): Promise<Version[]> {
  const answer = await api.request('GET', `/user-types/${key}/history`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<Version[]>();
}

const stale = (sent: number, stored: number) => ({
  status: 400,
  errors: [`auditInfo.version: ${sent} was sent, the record is at ${stored}`],
});
const told = ({ status, errors }: TestAnswer) => ({ status, errors });

describe('creating', () => {
  test('makes an id, a first version and its auditInfo', async () => {
    const record = await create('created');
    expect(record.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const { version, whoInserted, whenInserted, whoEdited, whenEdited } = record.auditInfo;
    expect({ version, whoInserted, whoEdited }).toEqual({
      version: 1,
      whoInserted: 'anonymous',
      whoEdited: 'anonymous',
    });
    expect(whenInserted).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    expect(whenEdited).toBe(whenInserted);
    expect(await ok('GET', '/user-types/created')).toEqual(record);
  });

  test('takes any UUID as id, and answers it in lower case', async () => {
    for (const id of [
      crypto.randomUUID(),
      crypto.randomUUID().toUpperCase(),
      Bun.randomUUIDv7(),
      Bun.randomUUIDv5('x', 'dns'),
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ]) {
      expect((await create(`id ${id}`, { id })).id).toBe(id.toLowerCase());
    }
  });

  test('ignores the auditInfo that is sent, but for a version', async () => {
    const auditInfo = { whoInserted: 'me', whenInserted: '1999-01-01', whoEdited: 7, nonsense: {} } as JsonObject;
    expect((await create('own audit', { auditInfo })).auditInfo.whoInserted).toBe('anonymous');
    const body = { code: 'versioned', name: 'N', type: 'EXTERNAL', registry: {}, auditInfo: { version: 3 } };
    expect((await api.request('POST', '/user-types', body)).status).toBe(400);
  });

  test('keeps members of all types as they were sent, in the declared order', async () => {
    const config = { z: 1, a: [null, true, 'x', 1.5, { deep: {} }], '': 'empty', '\u017d': -0.1, big: 1e300 };
    const registry = { size: { type: 'number', required: true }, colour: { enum: ['red', null] } };
    const localizationData = { cs: { name: '\u017dlu\u0165', description: 'k\u016f\u0148' }, de: {} };
    const record = await create('typed', { config, registry, localizationData, icon: '', validityTo: '2026-01-01' });
    expect(record).toMatchObject({ config, registry, localizationData, icon: '' });
    expect(Object.keys(record)).toEqual([
      'id',
      'code',
      'name',
      'validityTo',
      'localizationData',
      'type',
      'icon',
      'config',
      'registry',
      'auditInfo',
    ]);
    expect(await ok('GET', `/user-types/${record.id}`)).toEqual(record);
  });

  test('with the id of a record replaces that record', async () => {
    const first = await create('posted', { icon: 'old', config: { a: 1 } });
    const second = await create('posted again', { id: first.id });
    expect(second.auditInfo.version).toBe(2);
    expect(second).not.toHaveProperty('icon');
    expect(second).not.toHaveProperty('config');
    expect(second.auditInfo.whenInserted).toBe(first.auditInfo.whenInserted);
    const refused = await api.request('POST', '/user-types', { ...(second as JsonObject), auditInfo: { version: 1 } });
    expect(told(refused)).toEqual(stale(1, 2));
  });
});

describe('localizationData of a LogType', () => {
  test('says whether it is empty, whatever is sent, and holds any texts', async () => {
    const path = '/log-types/localized';
    const body = { code: 'localized', name: 'L', localizationData: { empty: false } };
    expect((await ok('POST', '/log-types', body)).localizationData).toEqual({ empty: true });
    const cs = { name: 'a', tooltip: 'b' };
    const patched = await ok('PATCH', path, { localizationData: { empty: true, cs } });
    expect(patched.localizationData).toEqual({ empty: false, cs });
    expect((await ok('PATCH', path, { localizationData: { empty: 'x' } })).auditInfo.version).toBe(2);
    const wrong = await api.request('PATCH', path, { localizationData: { cs: { name: 7 } } });
    expect(told(wrong)).toEqual({ status: 400, errors: ['localizationData.cs.name: must be a string, not 7'] });
    expect((await ok('PATCH', path, { localizationData: { cs: null } })).localizationData).toEqual({ empty: true });
    expect(await ok('PATCH', path, { localizationData: null })).not.toHaveProperty('localizationData');
    expect(Object.keys((await ok('GET', path)) as JsonObject)).toEqual(['id', 'code', 'name', 'auditInfo']);
  });
});

describe('PUT', () => {
  test('clears what is absent, keeps the id, and may change the code', async () => {
    const { id } = await create('put', { icon: 'i', config: { a: 1 }, localizationData: { cs: { name: 'x' } } });
    const put = await ok('PUT', '/user-types/put', { code: 'put on', name: 'P', type: 'EXTERNAL', registry: {} });
    expect(Object.keys(put)).toEqual(['id', 'code', 'name', 'type', 'registry', 'auditInfo']);
    expect(put.id).toBe(id);
    expect((await api.request('GET', '/user-types/put')).status).toBe(404);
    expect(await ok('GET', '/user-types/put%20on')).toEqual(put);
  });

  test('is by id, too, and may repeat the id', async () => {
    const record = await create('by id');
    const put = await ok('PUT', `/user-types/${record.id.toUpperCase()}`, { ...(record as JsonObject), name: 'New' });
    expect(put).toMatchObject({ id: record.id, name: 'New', auditInfo: { version: 2 } });
  });
});

describe('PATCH', () => {
  test('leaves what a newer release has written, and takes none of it', async () => {
    const { id } = await create('newer');
    await api.sql`update user_type set doc = left(doc, -1) || ',"colours":{"a":1}}' where id = ${id}`;
    expect(await ok('PATCH', '/user-types/newer', { name: 'M' })).toMatchObject({ name: 'M', colours: { a: 1 } });
    const { status, errors } = await api.request('PATCH', '/user-types/newer', { colours: { a: 2 } });
    expect([status, errors]).toEqual([400, ['colours: unknown member']]);
    expect(await ok('GET', '/user-types/newer')).toMatchObject({ name: 'M', colours: { a: 1 } });
  });

  test('merges objects, replaces all else, and null clears (RFC 7396)', async () => {
    const config = { a: { b: 'c', d: 'e' }, list: [1, 2], gone: 'x', n: null };
    await create('patched', { config, icon: 'i' });
    const patch = { config: { a: { d: null, f: 'g' }, list: [3], gone: null, added: { x: null, y: 1 } }, icon: null };
    const { config: merged, ...rest } = await ok('PATCH', '/user-types/patched', patch as JsonObject);
    expect(merged).toEqual({ a: { b: 'c', f: 'g' }, list: [3], n: null, added: { y: 1 } });
    expect(rest).not.toHaveProperty('icon');
  });

  test('an object over what is none replaces it, and the other way round', async () => {
    await create('shapes', { config: { a: 'text', b: { c: 1 }, d: [1] } });
    const { config } = await ok('PATCH', '/user-types/shapes', { config: { a: { x: 1 }, b: 'text', d: { e: 1 } } });
    expect(config).toEqual({ a: { x: 1 }, b: 'text', d: { e: 1 } });
  });

  test('of a required member with null is refused', async () => {
    await create('required');
    const { status, errors } = await api.request('PATCH', '/user-types/required', { name: null, type: null });
    expect({ status, errors }).toEqual({ status: 400, errors: ['name: is required', 'type: is required'] });
  });

  test('of localizationData reaches single texts', async () => {
    await create('texts', { localizationData: { cs: { name: 'a', description: 'b' }, de: { name: 'c' } } });
    const patch = { localizationData: { cs: { name: null }, de: null, pl: { name: 'd' } } } as JsonObject;
    const { localizationData } = await ok('PATCH', '/user-types/texts', patch);
    expect(localizationData).toEqual({ cs: { description: 'b' }, pl: { name: 'd' } });
  });

  test('agrees with a plain reading of RFC 7396 on any objects', async () => {
    const value = fc.jsonValue({ maxDepth: 3, noUnicodeString: false }).filter((one) => isPlain(one));
    await create('any');
    await fc.assert(
      fc.asyncProperty(value, value, async (before, patch) => {
        await ok('PUT', '/user-types/any', {
          code: 'any',
          name: 'N',
          type: 'EXTERNAL',
          registry: {},
          config: before as JsonObject,
        });
        const { config } = await ok('PATCH', '/user-types/any', { config: patch as JsonObject });
        expect(config).toEqual(JSON.parse(JSON.stringify(merge(before as Json, patch as Json))));
      }),
      { numRuns: 60 },
    );
  });
});

describe('optimistic locking', () => {
  test('refuses another version than the stored one, in PUT, PATCH and POST', async () => {
    const { id } = await create('locked');
    await ok('PATCH', '/user-types/locked', { name: 'two' });
    const body = { id, code: 'locked', name: 'three', type: 'EXTERNAL', registry: {} };
    for (const version of [1, 3, 0, -1]) {
      const auditInfo = { version };
      expect(told(await api.request('PUT', '/user-types/locked', { ...body, auditInfo }))).toEqual(stale(version, 2));
      expect(told(await api.request('PATCH', '/user-types/locked', { name: 'x', auditInfo }))).toEqual(
        stale(version, 2),
      );
      expect(told(await api.request('POST', '/user-types', { ...body, auditInfo }))).toEqual(stale(version, 2));
    }
    expect((await ok('GET', '/user-types/locked')).name).toBe('two');
    const put = await ok('PUT', '/user-types/locked', { ...body, auditInfo: { version: 2 } });
    expect(put).toMatchObject({ name: 'three', auditInfo: { version: 3 } });
    const patched = await ok('PATCH', '/user-types/locked', { name: 'four', auditInfo: { version: 3 } });
    expect(patched.auditInfo.version).toBe(4);
  });

  test('refuses a version that is no whole number', async () => {
    await create('odd version');
    for (const version of ['1', 1.5, true, {}]) {
      const { status, errors } = await api.request('PATCH', '/user-types/odd%20version', { auditInfo: { version } });
      expect(status).toBe(400);
      expect(errors[0]).toStartWith('auditInfo.version: must be a whole number');
    }
  });

  test('a change that changes nothing adds no version, but still minds the one that was sent', async () => {
    const record = await create('same', { config: { a: 1, b: 2 } });
    expect(await ok('PUT', '/user-types/same', record)).toEqual(record);
    expect(await ok('POST', '/user-types', record)).toEqual(record);
    expect(await ok('PATCH', '/user-types/same', {})).toEqual(record);
    expect(await ok('PATCH', '/user-types/same', { name: 'N', icon: null, config: { b: 2 } })).toEqual(record);
    const reordered = { ...(record as JsonObject), config: { b: 2, a: 1 } };
    expect((await ok('PUT', '/user-types/same', reordered)).auditInfo.version).toBe(1);
    expect(await history('same')).toHaveLength(1);
    const stillStale = await api.request('PATCH', '/user-types/same', { auditInfo: { version: 9 } });
    expect(told(stillStale)).toEqual(stale(9, 1));
  });

  test('twenty patches at once of one record all land', async () => {
    await create('crowded', { config: {} });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        api.request('PATCH', '/user-types/crowded', { config: { [`m${index}`]: index } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const { config, auditInfo } = await ok('GET', '/user-types/crowded');
    expect(Object.keys(config as JsonObject)).toHaveLength(20);
    expect(auditInfo.version).toBe(21);
    const versions = await history('crowded');
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 21 }, (_, index) => 21 - index));
    expect(answers.map(({ json }) => json().auditInfo.version).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 2),
    );
  });

  test('of ten patches at once that name the version one lands', async () => {
    await create('contested');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        api.request('PATCH', '/user-types/contested', { name: `name ${index}`, auditInfo: { version: 1 } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(told(answer)).toEqual(stale(1, 2));
    expect(await history('contested')).toHaveLength(2);
  });

  test('a record that is changed and deleted at once ends deleted, with a whole history', async () => {
    const { id } = await create('doomed');
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, (_, index) => api.request('PATCH', `/user-types/${id}`, { name: `name ${index}` })),
      api.request('DELETE', `/user-types/${id}`),
      ...Array.from({ length: 5 }, (_, index) => api.request('PATCH', `/user-types/${id}`, { icon: `icon ${index}` })),
    ]);
    for (const { status } of answers) expect([200, 400]).toContain(status);
    expect((await api.request('GET', `/user-types/${id}`)).status).toBe(404);
    const versions = await history(id);
    expect(versions[0]?.change).toBe('DELETED');
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => versions.length - index));
  });

  test('ten creations at once with one id make one record of ten versions', async () => {
    const id = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        api.request('POST', '/user-types', {
          id,
          code: 'same id',
          name: `name ${index}`,
          type: 'EXTERNAL',
          registry: {},
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await ok('GET', `/user-types/${id}`)).auditInfo.version).toBe(10);
    expect(await history(id)).toHaveLength(10);
  });
});

describe('history', () => {
  test('answers the versions newest first with what changed in each', async () => {
    const { id } = await create('story', { config: { a: 1, list: [1] }, localizationData: { cs: { name: 'x' } } });
    await ok('PATCH', `/user-types/${id}`, { config: { a: 2, list: [1, 2], b: { c: true } }, icon: 'i' });
    await ok('PATCH', `/user-types/${id}`, { icon: null, localizationData: { cs: { name: 'y' } }, code: 'story 2' });
    await ok('DELETE', `/user-types/${id}`);
    const versions = await history(id);
    expect(versions.map(({ version, change, who }) => ({ version, change, who }))).toEqual([
      { version: 4, change: 'DELETED', who: 'anonymous' },
      { version: 3, change: 'UPDATED', who: 'anonymous' },
      { version: 2, change: 'UPDATED', who: 'anonymous' },
      { version: 1, change: 'CREATED', who: 'anonymous' },
    ]);
    expect(versions.map(({ changes }) => changes.length)).toEqual([0, 3, 4, 0]);
    expect(versions[1]?.changes).toEqual(
      expect.arrayContaining([
        { path: 'code', from: 'story', to: 'story 2' },
        { path: 'icon', from: 'i' },
        { path: 'localizationData.cs.name', from: 'x', to: 'y' },
      ]),
    );
    expect(versions[2]?.changes).toEqual(
      expect.arrayContaining([
        { path: 'config.a', from: 1, to: 2 },
        { path: 'config.list', from: [1], to: [1, 2] },
        { path: 'config.b', to: { c: true } },
        { path: 'icon', to: 'i' },
      ]),
    );
    const times = versions.map(({ when }) => when);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('answers the record as it was at a version and at a time', async () => {
    const first = await create('as of', { config: { a: 1 } });
    const second = await ok('PATCH', '/user-types/as%20of', { config: { a: 2 } });
    const at = (query: string) => api.request('GET', `/user-types/${first.id}/history?${query}`);
    expect((await at('version=1')).json()).toEqual(first);
    expect((await at('version=2')).json()).toEqual(second);
    expect((await at(`at=${second.auditInfo.whenEdited}`)).json()).toEqual(second);
    expect((await at(`at=${encodeURIComponent('9999-12-31T23:59:59+00:00')}`)).json()).toEqual(second);
    const earlier = new Date(Date.parse(first.auditInfo.whenInserted) - 1).toISOString();
    for (const query of ['version=3', `at=${earlier}`, 'at=2000-01-01']) {
      const { status, json } = await at(query);
      expect({ query, status }).toEqual({ query, status: 404 });
      expect(json<{ status: string }>().status).toBe('NOT_FOUND');
    }
    // Two changes within one millisecond are possible: what the first left can then only be asked for by version.
    if (first.auditInfo.whenEdited !== second.auditInfo.whenEdited) {
      expect((await at(`at=${first.auditInfo.whenEdited}`)).json()).toEqual(first);
    }
  });

  test('of a deleted record is found by id, and by its last code while no other has it', async () => {
    const first = await create('passed on');
    await ok('PATCH', `/user-types/${first.id}`, { code: 'last code' });
    await ok('DELETE', `/user-types/${first.id}`);
    expect((await api.request('GET', '/user-types/passed%20on/history')).status).toBe(404);
    expect((await history('last%20code')).map(({ version }) => version)).toEqual([3, 2, 1]);
    const at = await api.request('GET', '/user-types/last%20code/history?version=2');
    expect(at.json()).toMatchObject({ id: first.id, code: 'last code' });
    expect((await api.request('GET', '/user-types/last%20code/history?version=3')).status).toBe(404);
    const second = await create('last code');
    expect((await history('last%20code')).map(({ version }) => version)).toEqual([1]);
    expect((await history(first.id)).map(({ version }) => version)).toEqual([3, 2, 1]);
    await ok('DELETE', `/user-types/${second.id}`);
    expect(await history('last%20code')).toHaveLength(2);
  });

  test('of an id that lives again begins anew', async () => {
    const first = await create('phoenix');
    await ok('PATCH', '/user-types/phoenix', { name: 'older' });
    await ok('DELETE', '/user-types/phoenix');
    const reborn = await create('phoenix 2', { id: first.id });
    expect(reborn.auditInfo.version).toBe(1);
    expect((await history(first.id)).map(({ version, change }) => ({ version, change }))).toEqual([
      { version: 1, change: 'CREATED' },
    ]);
    expect((await api.request('GET', `/user-types/${first.id}/history?version=2`)).status).toBe(404);
    // The time of the first life still answers what was then.
    const then = await api.request('GET', `/user-types/${first.id}/history?at=${first.auditInfo.whenInserted}`);
    expect(then.json().code).toBe('phoenix');
    const now = await api.request('GET', `/user-types/${first.id}/history?at=9999-12-31`);
    expect(now.json()).toEqual(reborn);
    expect(await history('phoenix')).toHaveLength(3);
    await ok('DELETE', `/user-types/${first.id}`);
    expect(await history(first.id)).toHaveLength(2);
    const [row] = await api.sql`select count(*)::int as kept from history where record_id = ${first.id}`;
    expect(row?.kept).toBe(5);
  });

  test('of what never was is a 404', async () => {
    for (const key of ['never', crypto.randomUUID()]) {
      expect((await api.request('GET', `/user-types/${key}/history`)).status).toBe(404);
    }
  });
});

describe('deleting', () => {
  test('is done once', async () => {
    const { id } = await create('deleted');
    const answers = await Promise.all([1, 2, 3].map(() => api.request('DELETE', `/user-types/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await history(id)).toHaveLength(2);
  });
});

describe('every row', () => {
  test('is there, in the order of the codes by code point, past a thousand of them', async () => {
    const records = Array.from({ length: 1_050 }, (_, index) => `row ${String(index).padStart(4, '0')}`);
    const codes = [...records, 'Z', 'a', '\u017d', '\uffe6', '\u{1F600}'];
    for (let start = 0; start < codes.length; start += 50) {
      await Promise.all(
        codes.slice(start, start + 50).map((code) => ok('POST', '/worklog-types', { code, name: 'N' })),
      );
    }
    const rows = (await api.request('GET', '/worklog-types')).json<TestRecord[]>();
    expect(rows.map(({ code }) => code)).toEqual(['Z', 'a', ...records, '\u017d', '\uffe6', '\u{1F600}']);
  });

  test('of no rows is an empty array', async () => {
    expect((await api.request('GET', '/user-group-types')).text).toBe('[]');
  });
});

const isPlain = (value: unknown): boolean => {
  if (value === null || typeof value !== 'object') return false;
  return !Array.isArray(value) && !/__proto__|\\u0000/.test(JSON.stringify(value));
};

/** MergePatch as RFC 7396 writes it down. */
function merge(target: Json | undefined, patch: Json): Json {
  if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch;
  const object = target !== null && typeof target === 'object' && !Array.isArray(target) ? target : {};
  const result = new Map<string, Json>(Object.entries(object ?? {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, merge(result.get(name), value));
  }
  return Object.fromEntries(result);
}
