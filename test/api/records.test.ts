import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../domain/kinds/kind.ts';
import { staleVersion, statusAndErrors, userTypeRequests } from '../helpers/api/userTypeRequests.ts';
import { startApiForFile, type TestRecord } from '../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const { ok, create, history } = userTypeRequests(api);

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

  test('ignores the auditInfo that is sent with a new record', async () => {
    const auditInfo = { whoInserted: 'me', whenInserted: '1999-01-01', whoEdited: 7, nonsense: {} } as JsonObject;
    expect((await create('own audit', { auditInfo })).auditInfo.whoInserted).toBe('anonymous');
    for (const id of [undefined, crypto.randomUUID()]) {
      const more = { ...(id && { id }), auditInfo: { version: 3 } };
      expect((await create(`versioned ${id}`, more)).auditInfo.version).toBe(1);
    }
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
    expect(statusAndErrors(refused)).toEqual(staleVersion(1, 2));
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
    expect(statusAndErrors(wrong)).toEqual({
      status: 400,
      errors: ['localizationData.cs.name: must be a string, not 7'],
    });
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
    const config = { a: { b: 'c', d: 'e' }, list: [1, 2], cleared: 'x', n: null };
    await create('patched', { config, icon: 'i' });
    const patch = {
      config: { a: { d: null, f: 'g' }, list: [3], cleared: null, added: { x: null, y: 1 } },
      icon: null,
    };
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
