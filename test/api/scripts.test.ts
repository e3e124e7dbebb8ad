import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { startApiForFile, type TestRecord } from '../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

/** Scripts as records. Evaluating them takes a worker: test/workers/scripts.test.ts. */

const api = await startApiForFile();

let made = 0;
const save = (members: object) => {
  made++;
  return api.request('POST', '/scripts', { code: `s${made}`, name: 'Script', source: 'return {};', ...members });
};

describe('a Script', () => {
  const whole = {
    code: 'display-name',
    name: 'Display name',
    description: 'As the console shows it.',
    source: '// 👋\nreturn { name: [input.givenName, input.familyName].filter(Boolean).join(" ") };\n// end',
    timeoutMs: 250,
    inputSchema: { type: 'object', properties: { givenName: { type: ['string', 'null'] } } },
  };

  test('comes back as it went in, and keeps its history', async () => {
    const saved = (await api.request('POST', '/scripts', whole)).json();
    expect(saved).toMatchObject(whole);
    const changed = await api.request('PATCH', '/scripts/display-name', { source: 'return {};', timeoutMs: null });
    expect(Object.keys(changed.json())).toEqual([
      'id',
      'code',
      'name',
      'description',
      'source',
      'inputSchema',
      'auditInfo',
    ]);
    const was = (await api.request('GET', '/scripts/display-name/history?version=1')).json();
    expect(was.source).toBe(whole.source);
    const renamed = await api.request('PUT', `/scripts/${saved.id}`, { ...whole, code: 'renamed' });
    expect(renamed.status).toBe(200);
    expect((await api.request('GET', '/scripts/display-name')).errors).toEqual([
      'idOrCode: no Script has the id or code "display-name"',
    ]);
  });

  test('is searched by its source too', async () => {
    const code = (await save({ source: 'return { needle: 1 };' })).json().code;
    const filtering = encodeURIComponent('[{"column":"source","operator":"LIKE","value":"NEEDLE"}]');
    const found = (await api.request('GET', `/scripts/search/list?filtering=${filtering}`)).json<TestRecord[]>();
    expect(found.map((one) => one.code)).toEqual([code]);
  });

  test('is backed up and compared', async () => {
    await save({ source: 'return { a: "\u202E" };', inputSchema: { $defs: { a: {} }, $ref: '#/$defs/a' } });
    const backup = await api.request('POST', '/scripts/backup', { entityType: 'Script' });
    expect(
      (await api.request('POST', '/scripts/diff/only', backup.text, { 'content-type': 'application/json' })).text,
    ).toBe('[]');
  });

  test('names all that is wrong with it', async () => {
    const answer = await save({ name: '', source: undefined, timeoutMs: 5_001, inputSchema: [], surplus: 1 });
    expect([answer.status, [...answer.errors].sort()]).toEqual([
      400,
      [
        'inputSchema: must be an object, not an array',
        'name: must have 1 to 255 characters',
        'source: is required',
        'surplus: unknown member',
        'timeoutMs: must be at most 5000',
      ],
    ]);
    for (const [timeoutMs, problem] of [
      [0, 'timeoutMs: must be at least 1'],
      [1.5, 'timeoutMs: must be a whole number, not 1.5'],
      ['5', 'timeoutMs: must be a whole number, not "5"'],
    ]) {
      expect((await save({ timeoutMs })).errors).toEqual([problem as string]);
    }
    expect((await save({ source: 'x'.repeat(100_001) })).errors).toEqual(['source: must have 1 to 100000 characters']);
  });
});

describe('a source that cannot be parsed is refused with its place', () => {
  for (const [source, problem] of [
    ['let a;\nlet b = ;', 'source: line 2, column 9: Unexpected ;'],
    ['if (input) {', /^source: line 1, column 13: /],
    ['return {};\n}', /^source: line 2, column \d: /],
    ['return {}; }); (function () {', /^source: line 1, column 13: /],
    ['import fs from "node:fs";\nreturn {};', /^source: line 1, column \d+: /],
    ['await 1;', /^source: line 1, column 7: "await" can only be used/],
    ['return `', /^source: line 1, column \d+: Unterminated/],
    ['('.repeat(90_000), /^source: /],
  ] as const) {
    test(JSON.stringify(source.slice(0, 40)), async () => {
      const { status, errors } = await save({ source });
      expect(status).toBe(400);
      expect(errors[0]).toMatch(problem);
    });
  }

  test('in a patch and an import too', async () => {
    const { id } = (await save({})).json();
    expect((await api.request('PATCH', `/scripts/${id}`, { source: 'return (;' })).errors[0]).toMatch(
      /^source: line 1/,
    );
    const entries = [{ diffType: 'DIFF_TYPE_NEW', right: { code: 'imported', name: 'i', source: 'return (;' } }];
    expect((await api.request('POST', '/scripts/diff/save', entries)).errors[0]).toMatch(/source: line 1/);
  });

  for (const source of [
    'return {}; // without an end',
    '/* a */ "use strict"; return {}',
    'async function f() { await null; return {}; }\nreturn f();',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the script's
    'return { t: `a${1}`, r: /[/]\\/(?<n>x)/u, u: "\\u{1F600}", o: input?.a ?? 1n };',
    'class A { #p = 1; static { A.q = 2; } get p() { return this.#p; } }\nreturn { p: new A().p };',
    'label: for (const [a, ...b] of [[1, 2]]) { continue label; }\nreturn { ...input };',
    'with (input) { return { a }; }',
    'var a = 010; return { a };',
  ]) {
    test(`${JSON.stringify(source.slice(0, 40))} is none of them`, async () => {
      expect((await save({ source })).status).toBe(200);
    });
  }
});

describe('an inputSchema', () => {
  for (const [what, inputSchema, problem] of [
    ['of a type that there is not', { type: 'strange' }, /^inputSchema\.type: must be one of .*"string"/],
    [
      'whose members are wrong',
      { properties: { a: { minimum: 'x' } } },
      /^inputSchema\.properties\.a\.minimum: must be number/,
    ],
    ['that refers to nothing', { $ref: '#/$defs/nothing' }, /^inputSchema: is not a usable JSON Schema, can't resolve/],
    [
      'that refers to the network',
      { $ref: 'http://127.0.0.1/schema.json' },
      /^inputSchema: is not a usable JSON Schema/,
    ],
    ['that is asynchronous', { $async: true, type: 'object' }, 'inputSchema.$async: is not part of JSON Schema'],
    [
      'that is asynchronous within',
      { $ref: '#/$defs/a', $defs: { a: { $async: true, type: 'object' } } },
      /^inputSchema/,
    ],
    ['that is too long', { description: 'x'.repeat(100_000) }, 'inputSchema: must have at most 100000 characters'],
    ['with a pattern that is none', { properties: { a: { pattern: '(' } } }, /^inputSchema/],
    [
      'with a look-behind, which takes no linear time',
      { pattern: '(?<=a)b' },
      /^inputSchema: is not a usable JSON Schema/,
    ],
  ] as const) {
    test(`${what} is refused`, async () => {
      const { status, errors } = await save({ inputSchema });
      expect(status).toBe(400);
      expect(errors[0]).toMatch(problem);
    });
  }

  const doubling = Object.fromEntries(
    Array.from({ length: 60 }, (_, level) => {
      const next = { $ref: `#/$defs/d${level + 1}` };
      return [`d${level}`, level === 59 ? { type: 'object' } : { allOf: [next, next] }];
    }),
  );
  for (const [what, inputSchema, input] of [
    ['that doubles its work at each level', { $ref: '#/$defs/d0', $defs: doubling }, {}],
    ['that refers to itself', { $ref: '#' }, {}],
    [
      'that finds millions of problems',
      { properties: { a: { items: { type: 'string' } } } },
      { a: Array(1_000_000).fill(0) },
    ],
  ] as const) {
    test(`${what} holds nothing up`, async () => {
      const { code } = (await save({ inputSchema })).json();
      const began = performance.now();
      const { status, errors } = await api.request('POST', `/scripts/${code}/evaluate`, input);
      expect([status, errors]).toEqual([
        400,
        ['body: takes too long to be checked against the inputSchema of the script'],
      ]);
      // What is counted is work; the time is a limit on a hang.
      expect(performance.now() - began).toBeLessThan(30_000);
    });
  }

  test('tells items apart by their value, many of them too', async () => {
    const { code } = (await save({ inputSchema: { properties: { a: { uniqueItems: true } } } })).json();
    const many = Array.from({ length: 100_000 }, (_, n) => ({ n, o: { a: [n] } }));
    for (const a of [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [1, '1', 1],
      [...many, { o: { a: [7] }, n: 7 }],
    ]) {
      const { errors } = await api.request('POST', `/scripts/${code}/evaluate`, { a });
      expect(errors).toEqual(['a: must NOT have duplicate items']);
    }
  });

  test('may be written with all that JSON Schema has', async () => {
    const inputSchema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://json-schema.org/draft/2020-12/schema/of-our-own',
      $defs: {
        node: {
          type: 'object',
          properties: { next: { $ref: '#/$defs/node' }, kind: { enum: ['a'] } },
          unevaluatedProperties: false,
        },
      },
      type: 'object',
      properties: { node: { $ref: '#/$defs/node' }, 'a/b~c': { prefixItems: [{ const: 1 }], items: false } },
      dependentRequired: { node: ['also'] },
    };
    const { code } = (await save({ inputSchema })).json();
    const input = { node: { next: { next: { kind: 'b', surplus: 1 } } }, 'a/b~c': [2, 3] };
    const { errors } = await api.request('POST', `/scripts/${code}/evaluate`, input);
    expect([...errors].sort()).toEqual([
      'a/b~c: must NOT have more than 1 items',
      'a/b~c[0]: must be one of 1, not 2',
      'also: is required',
      'node.next.next.kind: must be one of "a", not "b"',
      'node.next.next.surplus: unknown member',
    ]);
  });
});

describe('an input', () => {
  test('of more than 4 MB is refused', async () => {
    const { code } = (await save({})).json();
    const { errors } = await api.request('POST', `/scripts/${code}/evaluate`, { a: 'x'.repeat(5 * 1024 * 1024) });
    expect(errors).toEqual(['body: must have at most 4 MB as JSON']);
  });
});
