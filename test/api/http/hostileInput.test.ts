import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { badInputRequests, storeExistingTypes } from '../../helpers/api/badInput.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

/** Bad input gets a 400 that says what and where, and changes nothing. */

const api = await startApiForFile();
const { post, search, expectRejected, expectAnyRejection } = badInputRequests(api);

beforeAll(() => storeExistingTypes(api));

/** Whatever a string says, it is only ever a string. */
const hostile = [
  "'; drop table worklog_type; --",
  `' or '1'='1`,
  '" or ""="',
  '\\',
  "\\'; select pg_sleep(10); --",
  '$1',
  '$' + '{7*7}',
  '{{7*7}}',
  '%',
  '_',
  '*',
  '?',
  '{"match_all":{}}',
  'code:* OR name:*',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'a\r\nX-Injected: yes',
  '\u202egnp.exe',
  '\ufeff',
  "E'\\x00'",
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '::uuid',
  '1e999',
  '\u0130\u0131\u00df\ufb01',
] as const;

describe('__proto__', () => {
  const pollution = '{"polluted":"yes"}';
  const record = (extra: string) => `{"code":"proto","name":"Proto","type":"EXTERNAL","registry":{},${extra}}`;

  test('is refused at the top of a body', async () => {
    await expectRejected(post('/user-types', record(`"__proto__":${pollution}`)), ['__proto__: unknown member']);
    await expectRejected(
      () => api.request('PUT', '/user-types/there', record(`"__proto__":${pollution}`)),
      ['__proto__: unknown member'],
    );
  });

  test('is refused anywhere in a free object', async () => {
    for (const [extra, at] of [
      [`"config":{"__proto__":${pollution}}`, 'config.__proto__'],
      [`"config":{"a":[{"__proto__":1}]}`, 'config.a[0].__proto__'],
    ] as const) {
      await expectRejected(post('/user-types', record(extra)), [`${at}: is not allowed as a name`]);
    }
    const { status } = await expectAnyRejection(
      post('/user-types', `{"code":"p","name":"P","type":"EXTERNAL","registry":{"__proto__":${pollution}}}`),
    );
    expect(status).toBe(400);
  });

  test('is refused in localizationData', async () => {
    await expectRejected(
      post('/worklog-types', '{"code":"p","name":"P","localizationData":{"__proto__":{"name":"x"}}}'),
      ['localizationData: "__proto__" is not allowed as a language code'],
    );
    await expectRejected(
      post('/worklog-types', '{"code":"p","name":"P","localizationData":{"cs":{"__proto__":{"name":"x"}}}}'),
      ['localizationData.cs.__proto__: unknown member'],
    );
  });

  test('is refused in a patch at every depth', async () => {
    for (const [patch, problem] of [
      [`{"__proto__":${pollution}}`, '__proto__: unknown member'],
      ['{"__proto__":"x"}', '__proto__: unknown member'],
      [`{"config":{"__proto__":${pollution}}}`, 'config.__proto__: is not allowed as a name'],
      [`{"config":{"a":{"__proto__":${pollution}}}}`, 'config.a.__proto__: is not allowed as a name'],
    ] as const) {
      await expectRejected(() => api.request('PATCH', '/user-types/there', patch), [problem]);
    }
  });

  test('is refused in a filtering', async () => {
    for (const filtering of [
      '{"__proto__":{"filters":[]}}',
      '{"filters":[{"__proto__":{},"column":"code","value":"x"}]}',
      '{"filters":[{"column":"__proto__","value":"x"}]}',
      '{"filters":[{"column":"constructor","value":"x"}]}',
      '{"filters":[{"column":"code","operator":"__proto__","value":"x"}]}',
      '{"filters":[{"column":"code","operator":"constructor","value":"x"}]}',
      '{"sort":[{"column":"__proto__"}]}',
      '{"sort":[{"__proto__":1,"column":"code"}]}',
    ]) {
      const answer = await search(filtering);
      expect(answer.status, filtering).toBe(400);
    }
  });

  test('has never reached a prototype', () => {
    expect('polluted' in {}).toBe(false);
  });

  test('other names of the prototype are names like any other in a free object', async () => {
    const config = { constructor: { prototype: 1 }, toString: 'x', hasOwnProperty: null, valueOf: [] };
    const record = await expectOk(
      api.request('POST', '/user-types', { code: 'names', name: 'N', type: 'EXTERNAL', registry: {}, config }),
    );
    expect(record.config).toEqual(config);
    const patched = await api.request('PATCH', '/user-types/names', { config: { constructor: { x: 2 } } });
    expect(patched.json().config).toEqual({ ...config, constructor: { prototype: 1, x: 2 } });
  });
});

describe('SQL and query syntax in strings', () => {
  for (const text of hostile) {
    test(`${JSON.stringify(text)} is a string like any other`, async () => {
      const record = await expectOk(
        api.request('POST', '/worklog-types', {
          code: text,
          name: text,
          description: text,
          form: text,
          privilege: text,
          icon: text,
          localizationData: { cs: { name: text, description: text } },
        }),
      );
      expect(record).toMatchObject({ code: text, name: text, description: text, form: text, icon: text });
      const at = encodeURIComponent(text);
      expect((await api.request('GET', `/worklog-types/${at}`)).json()).toEqual(record);
      expect((await api.request('GET', `/worklog-types/by-code/${at}`)).json()).toEqual(record);
      expect((await api.request('GET', `/worklog-types/by-ids/${at}`)).json<TestRecord[]>()).toEqual([record]);
      expect((await api.request('GET', `/worklog-types/${at}/history`)).json<unknown[]>()).toHaveLength(1);
      for (const column of ['code', 'name', 'description']) {
        const found = await search(JSON.stringify({ filters: [{ column, value: text }] }));
        expect(found.json<{ content: TestRecord[] }>().content).toEqual([record]);
        const escaped = text.replace(/[\\%_]/g, '\\$&');
        const like = await search(JSON.stringify({ filters: [{ column, operator: 'LIKE', value: escaped }] }));
        expect(like.json<{ content: TestRecord[] }>().content.map(({ id }) => id)).toContain(record.id);
      }
      expect((await search(JSON.stringify({ fulltext: text }))).status).toBe(200);
      const patched = await api.request('PATCH', `/worklog-types/${at}`, { description: `${text}${text}` });
      expect(patched.json().description).toBe(text + text);
      expect((await api.request('DELETE', `/worklog-types/${at}`)).status).toBe(200);
      expect((await api.request('GET', `/worklog-types/${at}/history`)).json<unknown[]>()).toHaveLength(3);
    });

    test(`${JSON.stringify(text)} is refused where only names and numbers stand`, async () => {
      const at = encodeURIComponent(text);
      for (const filter of [
        { column: text, value: 'x' },
        { column: 'code', operator: text, value: 'x' },
      ]) {
        expect((await search(JSON.stringify({ filters: [filter] }))).status).toBe(400);
      }
      expect((await search(JSON.stringify({ sort: [{ column: text }] }))).status).toBe(400);
      expect((await search(JSON.stringify({ sort: [{ column: 'code', direction: text }] }))).status).toBe(400);
      for (const query of [`version=${at}`, `at=${at}`]) {
        const { status } = await api.request('GET', `/worklog-types/there/history?${query}`);
        expect(status).toBe(400);
      }
      expect((await api.request('GET', `/worklog-types/search/list?filtering={}&size=${at}`)).status).toBe(400);
      await expectAnyRejection(post(`/worklog-types/diff/save?compareField=${at}`, []));
      await expectAnyRejection(post(`/worklog-types/diff/only?compareField=${at}`, { data: [], filtering: [] }));
      await expectAnyRejection(post('/worklog-types/backup', { entityType: text }));
    });
  }

  test('headers carry no line of their own', async () => {
    const { headers } = await api.request('GET', '/worklog-types', undefined, {
      'x-correlation-id': 'a%0d%0aX-Injected: yes',
    });
    expect(headers.has('x-injected')).toBe(false);
  });
});
