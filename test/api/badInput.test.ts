import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { startApiForFile, type TestAnswer, type TestBody, type TestRecord } from '../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

/** Bad input gets a 400 that says what and where, and changes nothing. */

const paths = { WorklogType: '/worklog-types', UserType: '/user-types', UserGroupType: '/user-group-types' };

const api = await startApiForFile();
let worklog: TestRecord;
let userType: TestRecord;

beforeAll(async () => {
  worklog = await created('/worklog-types', {
    code: 'there',
    name: 'There',
    localizationData: { cs: { name: 'Tam' } },
  });
  userType = await created('/user-types', { code: 'there', name: 'There', type: 'EXTERNAL', registry: {}, config: {} });
});

async function created(path: string, body: JsonObject): Promise<TestRecord> {
  const answer = await api.request('POST', path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
}

/** All that a write can change. */
async function state(): Promise<unknown> {
  const [row] = await api.sql`
    select (select md5(string_agg(r::text, '' order by id)) from worklog_type r) as worklog_types,
      (select md5(string_agg(r::text, '' order by id)) from user_type r) as user_types,
      (select md5(string_agg(r::text, '' order by id)) from user_group_type r) as user_group_types,
      (select count(*)::int from history) as history`;
  return row;
}

/**
 * Rows of the outbox may go meanwhile: a write that indexed itself clears its own up after its answer. Those of Logs may
 * come: what operators are refused is kept too.
 */
async function outboxIds(): Promise<string[]> {
  return (await api.sql<{ id: string }[]>`select id from outbox where data not like '{"kind":"Log"%'`).map(
    ({ id }) => id,
  );
}

/** Sends it, and holds that it was refused by a 400 with these problems and changed nothing. */
async function refused(
  send: () => Promise<TestAnswer>,
  expected: readonly (string | RegExp)[],
  { message }: { message?: string } = {},
): Promise<TestAnswer> {
  const before = await state();
  const waiting = await outboxIds();
  const answer = await send();
  expect(answer.status, answer.text.slice(0, 500)).toBe(400);
  const body = answer.json<{ status: string; message: string; errors: string[] }>();
  expect(body.status).toBe('BAD_REQUEST');
  if (message !== undefined) expect(body.message).toBe(message);
  for (const [index, problem] of expected.entries()) {
    if (typeof problem === 'string') expect(body.errors[index]).toBe(problem);
    else expect(body.errors[index]).toMatch(problem);
  }
  expect(body.errors).toHaveLength(expected.length);
  expect(await state()).toEqual(before);
  expect(waiting).toEqual(expect.arrayContaining(await outboxIds()));
  return answer;
}

const post = (path: string, body: TestBody, headers?: Record<string, string>) => () =>
  api.request('POST', path, body, headers);

describe('a body that is no JSON', () => {
  for (const [what, body, problem] of [
    ['empty', '', 'body: is required'],
    ['blank', ' \n ', 'body: is required'],
    ['cut short', '{"code":"a","na', /^body: /],
    ['XML', '<code>a</code>', /^body: /],
    ['with a trailing comma', '{"code":"a",}', /^body: /],
    ['with single quotes', "{'code':'a'}", /^body: /],
    ['with NaN', '{"code":NaN}', /^body: /],
    ['two documents', '{"code":"a","name":"a"}{}', /^body: /],
    ['with a raw control character', '{"code":"a\u0001","name":"a"}', /^body: /],
  ] as const) {
    test(`is refused when ${what}`, async () => {
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const path = method === 'POST' ? '/worklog-types' : '/worklog-types/there';
        await refused(() => api.request(method, path, body), [problem]);
      }
    });
  }

  test('is refused when not UTF-8', async () => {
    const body = new Uint8Array([
      ...new TextEncoder().encode('{"code":"'),
      0xff,
      0xfe,
      ...new TextEncoder().encode('"}'),
    ]);
    await refused(post('/worklog-types', body), ['body: must be UTF-8']);
  });
});

describe('a body of another type', () => {
  for (const body of ['null', '7', '"text"', 'true', '[]', '[{"code":"a","name":"a"}]']) {
    test(`${body} is refused`, async () => {
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const path = method === 'POST' ? '/worklog-types' : '/worklog-types/there';
        await refused(() => api.request(method, path, body), [/^body: must be an? .*object/]);
      }
    });
  }
});

describe('a member', () => {
  const whole = { code: 'new', name: 'New', type: 'EXTERNAL', registry: {} };
  for (const [what, member, value, problem] of [
    ['a number for a string', 'icon', 7, 'icon: must be a string, not 7'],
    ['an array for a string', 'name', ['a'], 'name: must be a string, not an array'],
    ['an object for a string', 'code', {}, 'code: must be a string, not an object'],
    ['a boolean for a string', 'description', true, 'description: must be a string, not true'],
    ['a string for an object', 'config', 'x', 'config: must be an object, not "x"'],
    ['an array for an object', 'registry', [], 'registry: must be an object, not an array'],
    ['a number for a UUID', 'entitySpecId', 1, 'entitySpecId: type mismatch, 1 is not a UUID'],
    ['no UUID', 'entitySpecId', 'abc', 'entitySpecId: type mismatch, "abc" is not a UUID'],
    ['no UUID as its id', 'id', 'abc', 'id: type mismatch, "abc" is not a UUID'],
    ['a UUID in braces', 'id', `{${crypto.randomUUID()}}`, /^id: type mismatch, /],
    [
      'none of the values',
      'type',
      'individual',
      'type: must be one of INDIVIDUAL, WORK_GROUP, ORGANIZATION, EXTERNAL, not "individual"',
    ],
    ['an unknown name', 'kode', 'x', 'kode: unknown member'],
    ['a name of the prototype', 'constructor', {}, 'constructor: unknown member'],
    ['a method of the prototype', 'toString', 'x', 'toString: unknown member'],
    ['an empty code', 'code', '', 'code: must have 1 to 255 characters'],
    ['a code of 256 characters', 'code', 'c'.repeat(256), 'code: must have 1 to 255 characters'],
    ['the code .', 'code', '.', 'code: must not be "." or ".."'],
    ['the code ..', 'code', '..', 'code: must not be "." or ".."'],
    ['a NUL character', 'name', 'a\u0000b', 'name: must not contain the character NUL'],
    [
      'a NUL character in a free object',
      'config',
      { a: ['x\u0000'] },
      'config.a[0]: must not contain the character NUL',
    ],
    ['half of a surrogate pair', 'name', 'a\ud800b', 'name: must not contain half of a surrogate pair'],
    ['a low half in a free object', 'config', { a: '\udc00' }, 'config.a: must not contain half of a surrogate pair'],
    [
      'texts that are no object',
      'localizationData',
      { cs: 'x' },
      'localizationData.cs: must be an object with name and description, not "x"',
    ],
    ['an unknown text', 'localizationData', { cs: { title: 'x' } }, 'localizationData.cs.title: unknown member'],
    ['a null for what is required', 'name', null, 'name: is required'],
  ] as const) {
    const body = { ...whole, [member]: value } as JsonObject;
    test(`with ${what} is refused in POST, PUT and PATCH`, async () => {
      await refused(post('/user-types', body), [problem]);
      await refused(() => api.request('PUT', '/user-types/there', body), [problem]);
      await refused(() => api.request('PATCH', '/user-types/there', { [member]: value } as JsonObject), [problem]);
    });
  }

  test('that is required and not there is refused', async () => {
    await refused(post('/user-types', {}), [
      'code: is required',
      'name: is required',
      'type: is required',
      'registry: is required',
    ]);
  });

  test('with NUL or half a pair as a name in a free object is refused', async () => {
    await refused(
      post('/user-types', '{"code":"n","name":"n","type":"EXTERNAL","registry":{},"config":{"a\\u0000":1}}'),
      ['config: must not contain the character NUL'],
    );
    await refused(
      post('/user-types', '{"code":"n","name":"n","type":"EXTERNAL","registry":{},"config":{"\\ud800":1}}'),
      ['config: must not contain half of a surrogate pair'],
    );
  });

  test('with a number that no double holds is refused in a free object', async () => {
    await refused(post('/user-types', '{"code":"n","name":"n","type":"EXTERNAL","registry":{},"config":{"n":1e999}}'), [
      'config.n: is a number out of range',
    ]);
  });

  test('whose registry entry is no usable schema is refused', async () => {
    for (const [entry, problem] of [
      [7, /^registry\.size: must be a JSON Schema object$/],
      [{ type: 'none' }, /^registry\.size/],
      [{ $ref: 'https://example.org/schema' }, /^registry\.size: is no usable JSON Schema/],
      [{ pattern: '(?=a)(' }, /^registry\.size/],
    ] as const) {
      const answer = await api.request('POST', '/user-types', { ...whole, registry: { size: entry } } as JsonObject);
      expect(answer.status).toBe(400);
      expect(answer.errors[0]).toMatch(problem);
    }
  });

  test('a million wrong ones are told of in an answer of a bearable size', async () => {
    const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`m${index}`, 1]));
    const { status, text, errors } = await api.request('POST', '/worklog-types', { code: 'm', name: 'm', ...members });
    expect(status).toBe(400);
    expect(errors).toHaveLength(101);
    expect(errors.at(-1)).toBe('... and 99900 more');
    expect(text.length).toBeLessThan(20_000);
  });
});

describe('a taken code', () => {
  test('is refused in POST, PUT and PATCH', async () => {
    await created('/worklog-types', { code: 'other', name: 'Other' });
    const problem = /^code: "there" is taken by another WorklogType$/;
    await refused(post('/worklog-types', { code: 'there', name: 'Again' }), [problem]);
    await refused(() => api.request('PUT', '/worklog-types/other', { code: 'there', name: 'Other' }), [problem]);
    await refused(() => api.request('PATCH', '/worklog-types/other', { code: 'there' }), [problem]);
  });

  test('is one record among many that come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        api.request('POST', '/worklog-types', { code: 'race', name: `${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, errors } of answers.filter((answer) => answer.status !== 200)) {
      expect({ status, errors }).toEqual({ status: 400, errors: ['code: "race" is taken by another WorklogType'] });
    }
  });

  test('is told of beside other problems, but never of the record itself', async () => {
    const send = (code: string) => () => api.request('PUT', '/worklog-types/other', { code, name: 7 });
    await refused(send('other'), ['name: must be a string, not 7']);
    await refused(send('there'), ['name: must be a string, not 7', 'code: "there" is taken by another WorklogType']);
    await refused(() => api.request('PATCH', '/worklog-types/other', { name: 7 }), ['name: must be a string, not 7']);
  });
});

describe('a problem of the whole', () => {
  test('is told of beside those of single members', async () => {
    await refused(post('/user-types', { code: '', type: 'EXTERNAL', registry: { size: 7 } }), [
      'code: must have 1 to 255 characters',
      'name: is required',
      'registry.size: must be a JSON Schema object',
    ]);
  });
});

describe('an id', () => {
  test('in the body that is not that of the path is refused', async () => {
    const id = crypto.randomUUID();
    const problem = `id: ${id} was sent, the record has ${worklog.id}`;
    await refused(() => api.request('PUT', '/worklog-types/there', { id, code: 'there', name: 'x' }), [problem]);
    await refused(() => api.request('PATCH', '/worklog-types/there', { id }), [problem]);
  });
});

describe('__proto__', () => {
  const pollution = '{"polluted":"yes"}';
  const record = (extra: string) => `{"code":"proto","name":"Proto","type":"EXTERNAL","registry":{},${extra}}`;

  test('is refused at the top of a body', async () => {
    await refused(post('/user-types', record(`"__proto__":${pollution}`)), ['__proto__: unknown member']);
    await refused(
      () => api.request('PUT', '/user-types/there', record(`"__proto__":${pollution}`)),
      ['__proto__: unknown member'],
    );
  });

  test('is refused anywhere in a free object', async () => {
    for (const [extra, at] of [
      [`"config":{"__proto__":${pollution}}`, 'config.__proto__'],
      [`"config":{"a":[{"__proto__":1}]}`, 'config.a[0].__proto__'],
    ] as const) {
      await refused(post('/user-types', record(extra)), [`${at}: is not allowed as a name`]);
    }
    const { status } = await refusedAnyhow(
      post('/user-types', `{"code":"p","name":"P","type":"EXTERNAL","registry":{"__proto__":${pollution}}}`),
    );
    expect(status).toBe(400);
  });

  test('is refused in localizationData', async () => {
    await refused(post('/worklog-types', '{"code":"p","name":"P","localizationData":{"__proto__":{"name":"x"}}}'), [
      'localizationData: "__proto__" is not allowed as a language code',
    ]);
    await refused(
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
      await refused(() => api.request('PATCH', '/user-types/there', patch), [problem]);
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
    const record = await created('/user-types', { code: 'names', name: 'N', type: 'EXTERNAL', registry: {}, config });
    expect(record.config).toEqual(config);
    const patched = await api.request('PATCH', '/user-types/names', { config: { constructor: { x: 2 } } });
    expect(patched.json().config).toEqual({ ...config, constructor: { prototype: 1, x: 2 } });
  });
});

describe('nesting', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const record = (config: string) => `{"code":"deep","name":"Deep","type":"EXTERNAL","registry":{},"config":${config}}`;

  test('up to the limit is taken, beyond it refused', async () => {
    const { status } = await api.request('POST', '/user-types', record(nested(99)).replace('"deep"', '"deep enough"'));
    expect(status).toBe(200);
    await refused(post('/user-types', record(nested(200))), [/^config\.a\.a.*: is nested deeper than 100 levels$/]);
  });

  for (const depth of [1_000, 100_000]) {
    test(`of ${depth} levels is refused everywhere`, async () => {
      for (const value of [nested(depth), arrays(depth)]) {
        for (const member of ['config', 'name', 'registry', 'localizationData', 'surplus']) {
          const body = `{"code":"deep","name":"Deep","type":"EXTERNAL","registry":{},"${member}":${value}}`;
          await refusedAnyhow(post('/user-types', body));
          await refusedAnyhow(() => api.request('PATCH', '/user-types/there', `{"${member}":${value}}`));
        }
        await refusedAnyhow(post('/user-types', value));
        await refusedAnyhow(() => api.request('PATCH', '/user-types/there', value));
      }
    });
  }

  test('of a filtering is refused', async () => {
    for (const filtering of [
      '{"or":['.repeat(1_000) + ']}'.repeat(1_000),
      `{"filters":${'[{"or":'.repeat(2_000)}[]${'}]'.repeat(2_000)}}`,
      arrays(20_000),
    ]) {
      expect((await search(filtering)).status).toBe(400);
    }
  });
});

describe('a body over the limit', () => {
  const MB = 1024 * 1024;

  test('of 65 MB is refused with its length', async () => {
    await refused(post('/worklog-types', `{"code":"big","name":"Big","description":"${'x'.repeat(65 * MB)}"}`), [
      'body: must have at most 64 MB (MAX_BODY_MB)',
    ]);
  });

  test('of 65 MB is refused without its length', async () => {
    const answer = await refusedAnyhow(post('/worklog-types', streamOf(65)));
    expect(answer.errors).toEqual(['body: must have at most 64 MB (MAX_BODY_MB)']);
  });

  test('is refused by every operation with a body, and the service goes on', async () => {
    const small = await startApiForFile({ maxBody: 2 * MB });
    try {
      for (const [method, path] of [
        ['POST', '/worklog-types'],
        ['PUT', '/worklog-types/x'],
        ['PATCH', '/worklog-types/x'],
        ['POST', '/worklog-types/backup'],
        ['POST', '/worklog-types/diff/save'],
        ['POST', '/worklog-types/diff/only'],
      ] as const) {
        const declared = await small.request(method, path, `[${' '.repeat(3 * MB)}]`);
        expect({ method, path, status: declared.status }).toEqual({ method, path, status: 400 });
        expect(declared.errors).toEqual(['body: must have at most 2 MB (MAX_BODY_MB)']);
        const chunked = await small.request(method, path, streamOf(3));
        expect({ method, path, status: chunked.status }).toEqual({ method, path, status: 400 });
      }
      const fits = { code: 'fits', name: 'Fits', description: 'x'.repeat(MB) };
      expect((await small.request('POST', '/worklog-types', fits)).status).toBe(200);
      expect((await small.request('GET', '/worklog-types/fits')).json().description).toHaveLength(MB);
    } finally {
      await small.stop();
    }
  });

  test('two large bodies that never end do not keep a small one of unknown length waiting', async () => {
    const open: ReadableStreamDefaultController<Uint8Array>[] = [];
    const stuck = [1, 2].map(() =>
      api
        .request(
          'POST',
          '/worklog-types',
          new ReadableStream<Uint8Array>({
            start(controller) {
              open.push(controller);
              controller.enqueue(new TextEncoder().encode('{"description":"'.padEnd(2 * MB, 'x')));
            },
          }),
        )
        .catch(() => undefined),
    );
    const body = new Response('{"code":"unhindered","name":"U"}').body as ReadableStream<Uint8Array>;
    expect((await api.request('POST', '/worklog-types', body)).status).toBe(200);
    for (const controller of open) controller.close();
    for (const answer of await Promise.all(stuck)) expect(answer?.status).toBe(400);
  });

  /** A chunked body of so many MB. */
  function streamOf(megabytes: number): ReadableStream<Uint8Array> {
    let sent = 0;
    return new ReadableStream({
      pull(controller) {
        if (sent++ === megabytes) controller.close();
        else controller.enqueue(new TextEncoder().encode(`${' '.repeat(MB)}`));
      },
    });
  }
});

describe('a filtering', () => {
  for (const [filtering, problem] of [
    [undefined, 'filtering: is required'],
    ['', /^filtering: /],
    ['{', /^filtering: /],
    ['7', 'filtering: must be an object or an array of filters, not 7'],
    ['null', 'filtering: must be an object or an array of filters, not null'],
    [
      '{"filter":[]}',
      /^filtering\.filter: unknown member, allowed are filters, fulltext, sort, page, size, entityType$/,
    ],
    ['{"filters":{}}', /^filtering\.filters: must be an array/],
    ['{"filters":[7]}', /^filtering\.filters\[0\]: must be a filter object/],
    [
      '[{"column":"nothing","value":"x"}]',
      /^filtering\[0\]\.column: WorklogType has no member "nothing", allowed are .*code/,
    ],
    [
      '{"filters":[{"column":"code","operator":"ILIKE","value":"x"}]}',
      /^filtering\.filters\[0\]\.operator: .*EQ.*IS_NOT_NULL/,
    ],
    ['{"filters":[{"column":"code","operator":"like","value":"x"}]}', /^filtering\.filters\[0\]\.operator: /],
    ['{"filters":[{"column":"validityFrom","value":"x"}]}', /^filtering\.filters\[0\]\.value: /],
    ['{"filters":[{"column":"id","value":"x"}]}', /^filtering\.filters\[0\]\.value: /],
    ['{"filters":[{"column":"auditInfo.version","value":"x"}]}', /^filtering\.filters\[0\]\.value: /],
    ['{"filters":[{"column":"code","value":7}]}', /^filtering\.filters\[0\]\.value: must be a string, not 7/],
    [
      '{"filters":[{"column":"code","value":"a\\u0000"}]}',
      /^filtering\.filters\[0\]\.value: must not contain the character NUL/,
    ],
    ['{"filters":[{"column":"code","value":"\\ud800"}]}', /^filtering\.filters\[0\]\.value: must not contain half/],
    ['{"filters":[{"column":"code","nestedPath":"nothing","value":"x"}]}', /^filtering\.filters\[0\]\.nestedPath: /],
    ['{"filters":[{"value":"x"}]}', /^filtering\.filters\[0\]\.column: is required/],
    ['{"fulltext":7}', /^filtering\.fulltext: must be a string/],
    ['{"sort":"code"}', /^filtering\.sort: must be an array/],
    ['{"sort":[{"column":"nothing"}]}', /^filtering\.sort\[0\]\.column: /],
    ['{"sort":[{"column":"code","direction":"UP"}]}', /^filtering\.sort\[0\]\.direction: must be ASC or DESC/],
    ['{"page":-1}', /^filtering\.page: must be a whole number from 0/],
    ['{"size":0}', /^filtering\.size: must be a whole number from 1 to 1000/],
    ['{"size":1001}', /^filtering\.size: must be a whole number from 1 to 1000/],
    ['{"size":"20"}', /^filtering\.size: must be a whole number/],
    ['{"page":500,"size":20}', /^filtering\.page: .*backup/],
    ['{"entityType":"Job"}', /^filtering\.entityType: must be WorklogType/],
  ] as const) {
    test(`${filtering} is refused`, async () => {
      const { status, errors } = await search(filtering);
      expect({ status, errors }).toEqual({ status: 400, errors: [expect.stringMatching(problem)] });
    });
  }

  test('tells every problem at once', async () => {
    const { errors } = await search(
      '{"filters":[{"column":"nothing","value":"x"},{"column":"validityTo","value":"x"}],"sort":[{"column":"no"}],"size":0,"x":1}',
    );
    expect(errors.map((error) => error.slice(0, error.indexOf(':'))).sort()).toEqual([
      'filtering.filters[0].column',
      'filtering.filters[1].value',
      'filtering.size',
      'filtering.sort[0].column',
      'filtering.x',
    ]);
  });

  test('is refused alike by page, list, count and backup', async () => {
    const bad = encodeURIComponent('{"filters":[{"column":"nothing","value":"x"}]}');
    for (const path of ['page', 'list', 'count', 'deprecated/page', 'deprecated/list']) {
      const { status, errors } = await api.request('GET', `/worklog-types/search/${path}?filtering=${bad}`);
      expect({ path, status }).toEqual({ path, status: 400 });
      expect(errors[0]).toStartWith('filtering.filters[0].column: WorklogType has no member "nothing"');
    }
    await refusedAnyhow(post(`/worklog-types/backup?filtering=${bad}`, { entityType: 'WorklogType' }));
  });
});

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

describe('SQL and query syntax in strings', () => {
  for (const text of hostile) {
    test(`${JSON.stringify(text)} is a string like any other`, async () => {
      const record = await created('/worklog-types', {
        code: text,
        name: text,
        description: text,
        form: text,
        privilege: text,
        icon: text,
        localizationData: text === '__proto__' ? {} : { [text]: { name: text, description: text } },
      });
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
      await refusedAnyhow(post(`/worklog-types/diff/save?compareField=${at}`, []));
      await refusedAnyhow(post(`/worklog-types/diff/only?compareField=${at}`, { data: [], filtering: [] }));
      await refusedAnyhow(post('/worklog-types/backup', { entityType: text }));
    });
  }

  test('headers carry no line of their own', async () => {
    const { headers } = await api.request('GET', '/worklog-types', undefined, {
      'x-correlation-id': 'a%0d%0aX-Injected: yes',
    });
    expect(headers.has('x-injected')).toBe(false);
  });
});

describe('whatever comes', () => {
  const anyMember = fc.constantFrom(
    'id',
    'code',
    'name',
    'type',
    'registry',
    'config',
    'validityFrom',
    'localizationData',
    'auditInfo',
    'x',
  );
  const anyBody = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.dictionary(anyMember, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 }).map((body) => JSON.stringify(body)),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );

  test('a body is a 200 or a 400', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('POST', 'PUT', 'PATCH'), anyBody, async (method, body) => {
        const path = method === 'POST' ? '/user-types' : `/user-types/${userType.id}`;
        const { status, text } = await api.request(method, path, body);
        if (status !== 200 && status !== 400) throw new Error(`${status}: ${text}`);
      }),
      { numRuns: 300 },
    );
  });

  test('a filtering is a 200 or a 400', async () => {
    const column = fc.constantFrom(
      'id',
      'code',
      'name',
      'validityFrom',
      'config.a',
      'registry',
      'localizationData.cs.name',
      'auditInfo.version',
      'auditInfo.whenEdited',
      'type',
    );
    const operator = fc.constantFrom(
      'EQ',
      'NE',
      'LIKE',
      'NOT_LIKE',
      'IN',
      'NOT_IN',
      'GT',
      'GE',
      'LT',
      'LE',
      'IS_NULL',
      'IS_NOT_NULL',
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('7', '2026-01-01', '%', '_', '\\', ',', '\\,', '', '1e400', '-0', userType.id),
    );
    const filter = fc.record({ column, operator, value });
    await fc.assert(
      fc.asyncProperty(
        fc.array(filter, { maxLength: 4 }),
        column,
        fc.string({ maxLength: 10 }),
        async (filters, by, fulltext) => {
          const filtering = encodeURIComponent(
            JSON.stringify({ filters, sort: [{ column: by }], fulltext }).toWellFormed(),
          );
          const { status, text } = await api.request('GET', `/user-types/search/page?filtering=${filtering}`);
          if (status !== 200 && status !== 400) throw new Error(`${status}: ${text}`);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a path segment is a 200, a 400 or a 404', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (segment) => {
        for (const path of Object.values(paths)) {
          const { status, text } = await api.request('GET', `${path}/${encodeURIComponent(segment.toWellFormed())}`);
          if (![200, 400, 404].includes(status)) throw new Error(`${status}: ${text}`);
        }
      }),
      { numRuns: 100 },
    );
  });
});

const search = (filtering: string | undefined): Promise<TestAnswer> =>
  api.request(
    'GET',
    `/worklog-types/search/page${filtering === undefined ? '' : `?filtering=${encodeURIComponent(filtering)}`}`,
  );

/** A 400 with at least one problem, whatever it says, that changed nothing. */
async function refusedAnyhow(send: () => Promise<TestAnswer>): Promise<TestAnswer> {
  const before = await state();
  const waiting = await outboxIds();
  const answer = await send();
  expect(answer.status, answer.text.slice(0, 500)).toBe(400);
  expect(answer.errors.length).toBeGreaterThan(0);
  expect(answer.text.length).toBeLessThan(50_000);
  expect(await state()).toEqual(before);
  expect(waiting).toEqual(expect.arrayContaining(await outboxIds()));
  return answer;
}
