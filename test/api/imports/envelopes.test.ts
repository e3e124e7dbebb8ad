import { beforeAll, expect, test } from 'bun:test';
import { diffRequests, shapeOf } from '../../helpers/api/diffRequests.ts';
import { expectErrors, expectOk } from '../../helpers/api/expectations.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';
import { type DiffEntry, diffOnly, load } from '../../helpers/diffs.ts';

const api = await startApiForFile();
const { entries, errors } = diffRequests(api);

beforeAll(async () => {
  await load(api, [
    { code: 'a', name: 'Anchor' },
    { code: 'b', name: 'Buoy', description: 'red' },
    { code: 'c', name: 'Chart', description: 'red anchor' },
  ]);
});

const NAMED = 'compareField: the query has "id", and the envelope "code"; send the same in both, or in one of them';
const data = [
  { code: 'a', name: 'changed' },
  { code: 'z', name: 'Z' },
];
const shape = [
  ['NEW', undefined, 'z'],
  ['CHANGE', 'a', 'a'],
  ['REMOVE', 'b', undefined],
  ['REMOVE', 'c', undefined],
];

test('records are compared by the compareField of the envelope, wherever it stands', async () => {
  const before = { compareField: 'code', filtering: [], data };
  const after = { data, filtering: [], compareField: 'code' };
  for (const envelope of [before, after]) {
    const compared = await expectOk<DiffEntry[]>(diffOnly(api, envelope));
    expect(shapeOf(compared)).toEqual(shape);
    expect(shapeOf(await entries(envelope))).toEqual(shape);
    expect(shapeOf(await entries(Bun.gzipSync(JSON.stringify(envelope))))).toEqual(shape);
    expect(shapeOf(await entries(envelope, 'compareField=code'))).toEqual(shape);
    expect(await errors(envelope, 'compareField=id')).toEqual([NAMED]);
    expect(await expectErrors(diffOnly(api, envelope, 'compareField=id'))).toEqual([NAMED]);
    expect(shapeOf(await entries({ ...envelope, compareField: 'id' }, 'compareField=code'))).toEqual(shape);
  }
  expect(await errors({ ...after, compareField: 'nothing' })).toEqual([
    'compareField: must be one of id, code, name, validityFrom, validityTo, description, form, privilege, icon, not "nothing"; id and code identify every record, the others only where no two records share a value',
  ]);
  expect(await errors({ ...after, data: [], compareField: 7 })).toEqual(['compareField: must be a string, not 7']);
});

test('a compareField that several records share is refused with those that are unique', async () => {
  const region = 'f47ac10b-58cc-4372-a567-0e02b2c3d470';
  await expectOk(api.request('POST', '/user-group-types', { code: 'T', name: 'T', registry: {} }));
  for (const code of ['G', 'H']) {
    await expectOk(api.request('POST', '/user-groups', { code, name: code, type: 'T', chars: {} }));
    await expectOk(api.request('POST', '/user-group-regions', { regionId: region, userGroup: { code } }));
  }
  const envelope = { compareField: 'regionId', filtering: [], data: [] };
  expect(await expectErrors(api.request('POST', '/user-group-regions/diff/only', envelope))).toEqual([
    'compareField: regionId is not unique here, 1 value is shared by several records; compare by id',
  ]);
  const byGroup = await api.request('POST', '/user-group-regions/diff/only', {
    ...envelope,
    compareField: 'userGroup',
  });
  expect(byGroup.json<{ problems: object[] }>().problems).toEqual([
    {
      code: 'CHOICE',
      path: 'compareField',
      message:
        'must be one of id, regionId, not "userGroup"; id identifies every record, the others only where no two records share a value',
      allowed: ['id', 'regionId'],
    },
  ]);
});

test('the filtering of a backup is an array of filters, which searches and backups accept', async () => {
  const filtering = {
    filters: [
      {
        or: [
          { column: 'code', value: 'c' },
          { column: 'code', value: 'a' },
        ],
      },
    ],
    fulltext: 'red',
  };
  const query = encodeURIComponent(JSON.stringify(filtering));
  const request = { entityType: 'WorklogType', filtering: [{ column: 'name', operator: 'LIKE', value: '%' }] };
  const backup = await expectOk<{ filtering: object[]; data: TestRecord[] }>(
    api.request('POST', `/worklog-types/backup?filtering=${query}`, request),
  );
  expect(backup.filtering).toEqual([...request.filtering, ...filtering.filters, { fulltext: 'red' }]);
  expect(backup.data.map(({ code }) => code)).toEqual(['c']);
  const found = (some: object) =>
    expectOk<TestRecord[]>(
      api.request('GET', `/worklog-types/search/list?filtering=${encodeURIComponent(JSON.stringify(some))}`),
    ).then((records) => records.map(({ code }) => code));
  expect(await found(backup.filtering)).toEqual(['c']);
  expect(await found({ filters: backup.filtering })).toEqual(['c']);
  expect(await found([{ or: [{ fulltext: 'buoy' }, { and: [{ fulltext: 'chart' }, { fulltext: 'RED' }] }] }])).toEqual([
    'b',
    'c',
  ]);
  expect(await expectOk<unknown>(diffOnly(api, backup))).toEqual([]);
  const repeated = await expectOk<{ data: TestRecord[] }>(
    api.request('POST', '/worklog-types/backup', { entityType: 'WorklogType', filtering: backup.filtering }),
  );
  expect(repeated.data).toEqual(backup.data);
  // As release 0.2 has written it.
  const earlier = { ...backup, filtering: [{ filtering: { filters: [], fulltext: 'red anchor' } }] };
  expect(await expectOk<unknown>(diffOnly(api, earlier))).toEqual([]);
  expect(
    await expectErrors(
      api.request('GET', `/worklog-types/search/list?filtering=${encodeURIComponent('[{"and":[]},{"fulltext":7}]')}`),
    ),
  ).toEqual(['filtering[0].and: must have a filter', 'filtering[1].fulltext: must be a string, not 7']);
});
