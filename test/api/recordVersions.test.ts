import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { newEntry } from '../helpers/api/diffRequests.ts';
import { staleVersion, statusAndErrors, userTypeRequests } from '../helpers/api/userTypeRequests.ts';
import { startApiForFile } from '../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const { ok, create, history } = userTypeRequests(api);

describe('optimistic locking', () => {
  test('refuses another version than the stored one, in PUT, PATCH and POST', async () => {
    const { id } = await create('locked');
    await ok('PATCH', '/user-types/locked', { name: 'two' });
    const body = { id, code: 'locked', name: 'three', type: 'EXTERNAL', registry: {} };
    for (const version of [1, 3, 0]) {
      const auditInfo = { version };
      expect(statusAndErrors(await api.request('PUT', '/user-types/locked', { ...body, auditInfo }))).toEqual(
        staleVersion(version, 2),
      );
      expect(statusAndErrors(await api.request('PATCH', '/user-types/locked', { name: 'x', auditInfo }))).toEqual(
        staleVersion(version, 2),
      );
      expect(statusAndErrors(await api.request('POST', '/user-types', { ...body, auditInfo }))).toEqual(
        staleVersion(version, 2),
      );
    }
    const negative = await api.request('PATCH', '/user-types/locked', { name: 'x', auditInfo: { version: -1 } });
    expect([negative.status, negative.errors]).toEqual([400, ['auditInfo.version: must be at least 0']]);
    for (const name of ['verison', 'Version', 'vers']) {
      const misspelt = await api.request('PATCH', '/user-types/locked', { name: 'x', auditInfo: { [name]: 1 } });
      const problem = `auditInfo.${name}: unknown member, did you mean version?`;
      expect([misspelt.status, misspelt.errors]).toEqual([400, [problem]]);
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
    const great = await api.request('PATCH', '/user-types/odd%20version', '{"auditInfo":{"version":9007199254740993}}');
    expect([great.status, great.errors]).toEqual([400, ['auditInfo.version: must be at most 9007199254740991']]);
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
    expect(statusAndErrors(stillStale)).toEqual(staleVersion(9, 1));
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
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(statusAndErrors(answer)).toEqual(staleVersion(1, 2));
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

  test('of an id that is used again goes on, and a version from before the deletion is stale', async () => {
    const first = await create('phoenix');
    await ok('PATCH', '/user-types/phoenix', { name: 'older' });
    await ok('DELETE', '/user-types/phoenix');
    const reborn = await create('phoenix 2', { id: first.id });
    expect(reborn.auditInfo.version).toBe(4);
    expect(await ok('GET', `/user-types/${first.id}`)).toEqual(reborn);
    expect((await history(first.id)).map(({ version, change }) => ({ version, change }))).toEqual([
      { version: 4, change: 'CREATED' },
      { version: 3, change: 'DELETED' },
      { version: 2, change: 'UPDATED' },
      { version: 1, change: 'CREATED' },
    ]);
    expect((await ok('GET', `/user-types/${first.id}/history?version=2`)).name).toBe('older');
    for (const version of [1, 2, 3]) {
      const stale = await api.request('PATCH', `/user-types/${first.id}`, { name: 'x', auditInfo: { version } });
      expect(statusAndErrors(stale)).toEqual(staleVersion(version, 4));
    }
    const then = await api.request('GET', `/user-types/${first.id}/history?at=${first.auditInfo.whenInserted}`);
    expect(then.json().code).toBe('phoenix');
    const now = await api.request('GET', `/user-types/${first.id}/history?at=9999-12-31`);
    expect(now.json()).toEqual(reborn);
    expect((await history('phoenix')).map(({ version }) => version)).toEqual([3, 2, 1]);
    await ok('DELETE', `/user-types/${first.id}`);
    expect((await history(first.id)).map(({ version }) => version)).toEqual([5, 4, 3, 2, 1]);
  });

  test('of an id that an import uses again goes on', async () => {
    const first = await create('imported');
    await ok('DELETE', '/user-types/imported');
    const other = crypto.randomUUID();
    const entries = [first.id, other].map((id, index) =>
      newEntry({ id, code: `imported ${index}`, name: 'N', type: 'EXTERNAL', registry: {} }),
    );
    expect((await api.request('POST', '/user-types/diff/save', entries)).status).toBe(200);
    const imported = await ok('GET', `/user-types/${first.id}`);
    expect(imported.auditInfo.version).toBe(3);
    expect((await ok('GET', `/user-types/${other}`)).auditInfo.version).toBe(1);
    expect((await history(first.id)).map(({ version }) => version)).toEqual([3, 2, 1]);
    expect((await ok('PATCH', `/user-types/${first.id}`, { icon: 'i' })).auditInfo.version).toBe(4);
    const [row] =
      await api.sql`select search::json ->> 'auditInfo.version' as version from user_type where id = ${first.id}`;
    expect(row?.version).toBe('4');
  });

  test('of an id that is created and deleted by many at once has each version once', async () => {
    const id = crypto.randomUUID();
    const body = { id, code: 'fleeting', name: 'N', type: 'EXTERNAL', registry: {} };
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () => api.request('POST', '/user-types', body)),
        ...Array.from({ length: 4 }, () => api.request('DELETE', `/user-types/${id}`)),
      ]);
      for (const { status } of answers) expect([200, 400, 404]).toContain(status);
    }
    const versions = (await history(id)).map(({ version }) => version);
    expect(versions).toEqual(versions.map((_, index) => versions.length - index));
  });

  test('of what never was is a 404', async () => {
    for (const key of ['never', crypto.randomUUID()]) {
      expect((await api.request('GET', `/user-types/${key}/history`)).status).toBe(404);
    }
  });
});
