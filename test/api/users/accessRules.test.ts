// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of an expression are written like that.
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startApiForFile, type TestBody, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();

const PAST = '2020-01-01T00:00:00.000Z';
const FUTURE = '2999-01-01T00:00:00.000Z';

async function ok<T = TestRecord>(method: string, path: string, body?: TestBody): Promise<T> {
  const answer = await api.request(method, path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<T>();
}

const create = (code: string, more: JsonObject = {}): Promise<TestRecord> =>
  ok('POST', '/access-rules', { code, name: 'N', fullAccess: false, ...more });

const searched = (place: string, filters: JsonObject[]): string =>
  `/access-rules/search/${place}?filtering=${encodeURIComponent(JSON.stringify(filters))}`;

describe('a rule', () => {
  test('needs code, name and fullAccess, and is READ or READ_WRITE', async () => {
    const { status, errors } = await api.request('POST', '/access-rules', { accessRule: 'WRITE' });
    expect(status).toBe(400);
    expect(errors).toEqual([
      'code: is required',
      'name: is required',
      'accessRule: must be one of READ, READ_WRITE, not "WRITE"',
      'fullAccess: is required',
    ]);
  });

  test('comes back as it was sent', async () => {
    const expression = '{ "filters": [{"column": "code", "value": "žluťoučký"}] }';
    const sent = { accessRule: 'READ', description: 'D', entityName: 'WorklogType', expression, fullAccess: false };
    expect(await create('whole', sent)).toMatchObject(sent);
  });

  test('is listed with all others', async () => {
    await create('listed');
    const all = await ok<TestRecord[]>('GET', '/access-rules');
    expect(all.map(({ code }) => code)).toContain('listed');
  });
});

describe('validFor of a rule', () => {
  const running = { validFrom: PAST, validTo: FUTURE };
  const over = { validFrom: PAST, validTo: '2020-02-01T00:00:00.000Z' };

  test('says isValid in every answer', async () => {
    const valid = { ...running, isValid: true };
    const record = await create('valid', { validFor: { ...running, isValid: false } });
    expect(record.validFor).toEqual(valid);
    const one = `/access-rules/${record.id}`;
    const filters = [{ column: 'code', value: 'valid' }];
    const many = [
      await ok<TestRecord>('GET', one),
      await ok<TestRecord>('GET', '/access-rules/valid'),
      await ok<TestRecord>('PUT', one, record),
      await ok<TestRecord>('PATCH', one, { description: 'patched' }),
      await ok<TestRecord>('GET', `${one}/history?version=1`),
      await ok<TestRecord>('GET', `${one}/history?at=2990-01-01`),
      ...(await ok<TestRecord[]>('GET', `/access-rules/by-ids/valid`)),
      ...(await ok<TestRecord[]>('GET', searched('list', filters))),
      ...(await ok<{ content: TestRecord[] }>('GET', searched('page', filters))).content,
      ...(await ok<TestRecord[]>('GET', '/access-rules')).filter(({ id }) => id === record.id),
      ...(
        await ok<{ data: TestRecord[] }>('POST', '/access-rules/backup', {
          entityType: 'AccessRule',
          filtering: filters,
        })
      ).data,
    ];
    expect(many.map(({ validFor }) => validFor)).toEqual(Array(11).fill(valid));
  });

  test('is over after its end and not yet there before its beginning', async () => {
    expect((await create('over', { validFor: over })).validFor).toMatchObject({ isValid: false });
    expect((await create('to come', { validFor: { validFrom: FUTURE } })).validFor).toMatchObject({ isValid: false });
    expect(await create('always')).not.toHaveProperty('validFor');
  });

  test('is no different for what isValid says', async () => {
    const record = await create('same', { validFor: running });
    const one = `/access-rules/${record.id}`;
    const invalidated = await ok('PATCH', one, { validFor: { isValid: false } });
    expect(invalidated).toEqual(record);
    const none = await create('none');
    expect(await ok('PATCH', '/access-rules/none', { validFor: { isValid: true } })).toEqual(none);
    expect(await ok('PUT', '/access-rules/none', { ...none, validFor: { isValid: true } })).toEqual(none);
    const backup = await ok<{ data: TestRecord[] }>('POST', '/access-rules/backup', { entityType: 'AccessRule' });
    for (const { validFor } of backup.data) if (validFor) (validFor as JsonObject).isValid = 'who knows';
    expect(await ok<unknown[]>('POST', '/access-rules/diff/only', backup)).toEqual([]);
  });

  test('is compared and saved in diffs by its ends, whose entries say isValid', async () => {
    const record = await create('compared', { validFor: running });
    const filtering = [{ column: 'code', value: 'compared' }];
    const data = [{ ...record, validFor: { ...over, isValid: true } }];
    const entries = await ok<JsonObject[]>('POST', '/access-rules/diff/only', { data, filtering });
    expect(entries).toMatchObject([
      { left: { validFor: { isValid: true } }, right: { validFor: { ...over, isValid: false } } },
    ]);
    const unversioned = entries.map(({ left, ...entry }) => ({
      ...entry,
      left: { ...(left as JsonObject), auditInfo: null },
    }));
    const saved = await ok<TestRecord[]>('POST', '/access-rules/diff/save', unversioned);
    expect(saved.map(({ validFor }) => validFor)).toEqual([{ ...over, isValid: false }]);
    const [{ changes } = { changes: [] }] = await ok<{ changes: object[] }[]>('GET', '/access-rules/compared/history');
    expect(changes).toEqual([{ path: 'validFor.validTo', from: FUTURE, to: over.validTo }]);
  });

  test('is searched by its ends', async () => {
    await create('soon over', { validFor: { validTo: '2031-01-01' } });
    const codes = async (filters: JsonObject[]) =>
      (await ok<TestRecord[]>('GET', searched('list', filters))).map(({ code }) => code);
    const between = [
      { column: 'validFor.validTo', operator: 'GT', value: '2030-12-31' },
      { column: 'validFor.validTo', operator: 'LE', value: '2031-01-01T01:00:00+01:00' },
    ];
    expect(await codes(between)).toEqual(['soon over']);
    expect(await codes([...between, { column: 'validFor', operator: 'IS_NULL' }])).toEqual([]);
    const { status, errors } = await api.request(
      'GET',
      searched('list', [{ column: 'validFor.isValid', value: 'true' }]),
    );
    expect(status).toBe(400);
    expect(errors[0]).toStartWith('filtering[0].column: AccessRule has no member "validFor.isValid"');
  });

  test('ends no sooner than it begins', async () => {
    const body = { code: 'x', name: 'X', fullAccess: true, validFor: { validFrom: FUTURE, validTo: PAST } };
    const { status, errors } = await api.request('POST', '/access-rules', body);
    expect({ status, errors }).toEqual({ status: 400, errors: ['validFor.validTo: must not be before validFrom'] });
  });
});

describe('an expression', () => {
  const save = async (expression: unknown, entityName: string | null = 'Log'): Promise<readonly string[]> => {
    const text = typeof expression === 'string' ? expression : JSON.stringify(expression);
    const body = { code: crypto.randomUUID(), name: 'N', fullAccess: false, entityName, expression: text };
    const answer = await api.request('POST', '/access-rules', body);
    return answer.status === 200 ? [] : answer.errors;
  };
  const filter = (column: string, value: string, operator = 'EQ') => ({ column, operator, value });

  test('is a filtering of the kind that entityName names', async () => {
    expect(await save('{}')).toEqual([]);
    expect(await save([filter('ownerId', 'x'), { or: [filter('startDate', '2026-01-01', 'GT')] }])).toEqual([]);
    expect(await save({ filters: [], fulltext: 'x' }, 'WorklogType')).toEqual([]);
  });

  test('needs an entityName that is a kind', async () => {
    expect(await save('{}', null)).toEqual(['entityName: is required by expression']);
    const [problem] = await save('{}', 'Nothing');
    expect(problem).toMatch(/^entityName: must be one of AccessRule, .*WorklogType where .*, not "Nothing"$/);
    const other = { code: 'other', name: 'N', fullAccess: true, entityName: 'Elsewhere' };
    expect((await api.request('POST', '/access-rules', other)).status).toBe(200);
  });

  test('that cannot be read is refused with the place', async () => {
    expect((await save('{'))[0]).toStartWith('expression: must be a filtering in JSON, ');
    expect(await save('7')).toEqual(['expression: must be an object or an array of filters, not 7']);
    expect(await save([true])).toEqual(['expression[0]: must be a filter object or {"or": [...]}, not true']);
    expect((await save([filter('nothing', 'x')]))[0]).toStartWith('expression[0].column: Log has no member "nothing"');
    expect((await save({ filters: [filter('ownerId', 'x', 'IS')] }))[0]).toStartWith(
      'expression.filters[0].operator: unknown operator "IS"',
    );
    expect((await save([{ or: [filter('startDate', 'soon')] }]))[0]).toStartWith(
      'expression[0].or[0].value: type mismatch, startDate wants',
    );
  });

  test('takes placeholders where values stand', async () => {
    expect(
      await save([
        filter('ownerId', '${user.id}'),
        filter('id', '${user.id}'),
        filter('ownerId', '${user.code}', 'NOT_LIKE'),
        filter('ownerId', '${user.groups}', 'IN'),
        filter('ownerId', 'a,${user.code},${user.groups}', 'NOT_IN'),
        { or: [filter('relatedData.a', '${user.code}')] },
        { nestedPath: 'relatedEntities', column: 'refId', value: '${user.id}' },
      ]),
    ).toEqual([]);
  });

  test('takes them nowhere else, and no others', async () => {
    const known = '${user.id}, ${user.code}, ${user.groups}';
    expect(await save([filter('ownerId', '${user.name}')])).toEqual([
      `expression[0].value: "\${user.name}" is no placeholder, there are ${known}`,
    ]);
    expect(await save([filter('ownerId', '${user.id')])).toEqual([
      `expression[0].value: "\${user.id" is no placeholder, there are ${known}`,
    ]);
    expect(await save([{ or: [filter('ownerId', 'x${user.id}')] }])).toEqual([
      'expression[0].or[0].value: ${user.id} must be the whole value, or a whole element of a list',
    ]);
    expect(await save([filter('ownerId', '${user.groups}')])).toEqual([
      'expression[0].value: ${user.groups} is a list, it goes with IN and NOT_IN',
    ]);
    expect((await save([filter('${user.id}', 'x')]))[0]).toStartWith(
      'expression[0].column: Log has no member "${user.id}"',
    );
    expect(await save({ fulltext: '${user.code}' }, 'WorklogType')).toEqual([
      'expression.fulltext: must have no placeholder, one stands where the value of a filter does',
    ]);
  });

  test('takes them only where their type fits', async () => {
    expect(await save([filter('id', '${user.code}'), filter('startDate', '${user.id}')])).toEqual([
      'expression[0].value: type mismatch, id wants a UUID, not "${user.code}"',
      'expression[1].value: type mismatch, startDate wants an ISO 8601 date-time with an offset or yyyy-MM-dd, not "${user.id}"',
    ]);
  });

  test('is checked in a PATCH and in a diff too', async () => {
    await create('checked', { entityName: 'Log', expression: '{}' });
    const patched = await api.request('PATCH', '/access-rules/checked', { expression: '[7]' });
    expect(patched.errors).toEqual(['expression[0]: must be a filter object or {"or": [...]}, not 7']);
    const cleared = await api.request('PATCH', '/access-rules/checked', { entityName: null });
    expect(cleared.errors).toEqual(['entityName: is required by expression']);
    const right = { code: 'd', name: 'D', fullAccess: false, entityName: 'Log', expression: '[7]' };
    const diff = await api.request('POST', '/access-rules/diff/save', [{ diffType: 'DIFF_TYPE_NEW', right }]);
    expect(diff.errors).toEqual(['[0].right.expression[0]: must be a filter object or {"or": [...]}, not 7']);
  });
});
