import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { badInputRequests, storeExistingTypes } from '../../helpers/api/badInput.ts';
import { startApiForFile } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

/** Bad input gets a 400 that says what and where, and changes nothing. */

const paths = { WorklogType: '/worklog-types', UserType: '/user-types', UserGroupType: '/user-group-types' };

const api = await startApiForFile();
const { post, search, expectAnyRejection } = badInputRequests(api);
const { userType } = await storeExistingTypes(api);

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

  test('tells every problem of each filter, and none that only follows from another', async () => {
    for (const [filter, problems] of [
      [{ column: 'nothing', operator: 'ILIKE', val: 'x' }, ['val', 'column', 'operator']],
      [{ column: 'nothing', operator: 'EQ' }, ['column', 'value']],
      [{ operator: 'LIKE' }, ['column', 'value']],
      [{ column: 7, operator: 7, value: 7 }, ['column', 'value', 'operator']],
      [{ nestedPath: 'nothing', nestedProperty: 'x', operator: 'ILIKE', value: 'x' }, ['nestedPath', 'operator']],
      [{ nestedPath: 7, nestedProperty: 'x', operator: 'EQ' }, ['nestedPath', 'value']],
      [{ isNested: true, column: 'x', value: 'x' }, ['nestedPath']],
      [{ isNested: 'yes', column: 'nothing', value: 'x' }, ['isNested', 'column']],
      [{ column: 'validityFrom', operator: 'LIKE', value: 'x' }, ['operator']],
      [{ column: 'validityFrom', operator: 7, value: 'x' }, ['operator']],
    ] as const) {
      const { errors } = await search(JSON.stringify({ filters: [{ column: 'code', value: 'x' }, filter] }));
      const members = errors.map((error) => /^filtering\.filters\[1\]\.(\w+): /.exec(error)?.[1]);
      expect({ filter, members: members.toSorted() }).toEqual({ filter, members: problems.toSorted() } as never);
    }
  });

  test('of a count has a size from 1 to 10,000, in the query and in the body', async () => {
    const path = '/worklog-types/search/count';
    for (const size of [0, 10_001]) {
      const query = await api.request('GET', `${path}?filtering=${encodeURIComponent(JSON.stringify({ size }))}`);
      const body = await api.request('POST', path, { size });
      for (const { status, errors } of [query, body])
        expect([status, errors]).toEqual([
          400,
          [`filtering.size: must be a whole number from 1 to 10000, not ${size}`],
        ]);
    }
  });

  test('is refused alike by page, list, count and backup', async () => {
    const bad = encodeURIComponent('{"filters":[{"column":"nothing","value":"x"}]}');
    for (const path of ['page', 'list', 'count', 'deprecated/page', 'deprecated/list']) {
      const { status, errors } = await api.request('GET', `/worklog-types/search/${path}?filtering=${bad}`);
      expect({ path, status }).toEqual({ path, status: 400 });
      expect(errors[0]).toStartWith('filtering.filters[0].column: WorklogType has no member "nothing"');
    }
    await expectAnyRejection(post(`/worklog-types/backup?filtering=${bad}`, { entityType: 'WorklogType' }));
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
