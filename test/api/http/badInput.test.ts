import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { badInputRequests, storeExistingTypes } from '../../helpers/api/badInput.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { startApiForFile } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

/** Bad input gets a 400 that says what and where, and changes nothing. */

const api = await startApiForFile();
const { post, expectRejected } = badInputRequests(api);
const { worklogType: worklog } = await storeExistingTypes(api);

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
      await expectRejected(post('/user-types', body), [problem]);
      await expectRejected(() => api.request('PUT', '/user-types/there', body), [problem]);
      await expectRejected(
        () => api.request('PATCH', '/user-types/there', { [member]: value } as JsonObject),
        [problem],
      );
    });
  }

  test('that is required and not there is refused', async () => {
    await expectRejected(post('/user-types', {}), [
      'code: is required',
      'name: is required',
      'type: is required',
      'registry: is required',
    ]);
  });

  test('with NUL or half a pair as a name in a free object is refused', async () => {
    await expectRejected(
      post('/user-types', '{"code":"n","name":"n","type":"EXTERNAL","registry":{},"config":{"a\\u0000":1}}'),
      ['config: must not contain the character NUL'],
    );
    await expectRejected(
      post('/user-types', '{"code":"n","name":"n","type":"EXTERNAL","registry":{},"config":{"\\ud800":1}}'),
      ['config: must not contain half of a surrogate pair'],
    );
  });

  test('with a number that no double holds is refused in a free object', async () => {
    await expectRejected(
      post('/user-types', '{"code":"n","name":"n","type":"EXTERNAL","registry":{},"config":{"n":1e999}}'),
      ['config.n: is a number out of range'],
    );
  });

  test('whose registry entry is no usable schema is refused', async () => {
    for (const [entry, problem] of [
      [7, /^registry\.size: must be a JSON Schema object$/],
      [{ type: 'none' }, /^registry\.size/],
      [{ $ref: 'https://example.org/schema' }, /^registry\.size: is not a usable JSON Schema/],
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
    await expectOk(api.request('POST', '/worklog-types', { code: 'other', name: 'Other' }));
    const problem = /^code: "there" is taken by another WorklogType$/;
    await expectRejected(post('/worklog-types', { code: 'there', name: 'Again' }), [problem]);
    await expectRejected(() => api.request('PUT', '/worklog-types/other', { code: 'there', name: 'Other' }), [problem]);
    await expectRejected(() => api.request('PATCH', '/worklog-types/other', { code: 'there' }), [problem]);
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
    await expectRejected(send('other'), ['name: must be a string, not 7']);
    await expectRejected(send('there'), [
      'name: must be a string, not 7',
      'code: "there" is taken by another WorklogType',
    ]);
    await expectRejected(
      () => api.request('PATCH', '/worklog-types/other', { name: 7 }),
      ['name: must be a string, not 7'],
    );
  });
});

describe('a problem of the whole', () => {
  test('is told of beside those of single members', async () => {
    await expectRejected(post('/user-types', { code: '', type: 'EXTERNAL', registry: { size: 7 } }), [
      'code: must have 1 to 255 characters',
      'name: is required',
      'registry.size: must be a JSON Schema object',
    ]);
  });
});

describe('a query', () => {
  test('with a value that has no name is refused with what to write', async () => {
    for (const query of ['=1', '%20=1', 'fields=id&=1']) {
      const { status, problems } = (await api.request('GET', `/worklog-types/there?${query}`)).json<{
        status: string;
        problems: object[];
      }>();
      expect([status, problems]).toEqual([
        'BAD_REQUEST',
        [
          {
            code: 'REQUIRED',
            path: 'query',
            message:
              'has a value without the name of a parameter, the operation has fields; write name=value, with & between two parameters',
          },
        ],
      ]);
    }
  });

  test('for a page beyond the limit names what reads that many', async () => {
    const filtering = encodeURIComponent('{"page":500,"size":20}');
    const errors = async (path: string) =>
      (await api.request('GET', `${path}/search/page?filtering=${filtering}`)).errors;
    const beyond =
      'filtering.page: page 500 of size 20 reaches beyond 10000 records; use the parameter after to read in parts';
    expect(await errors('/jobs')).toEqual([beyond]);
    expect(await errors('/worklog-types')).toEqual([`${beyond}, or use backup`]);
  });
});

describe('an id', () => {
  test('in the body that is not that of the path is refused', async () => {
    const id = crypto.randomUUID();
    const problem = `id: ${id} was sent, the record has ${worklog.id}`;
    await expectRejected(() => api.request('PUT', '/worklog-types/there', { id, code: 'there', name: 'x' }), [problem]);
    await expectRejected(() => api.request('PATCH', '/worklog-types/there', { id }), [problem]);
  });
});
