import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { startApiForFile, type TestBody, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const ok = <T = TestRecord>(method: string, path: string, body?: TestBody): Promise<T> =>
  expectOk<T>(api.request(method, path, body));

const PAST = '2020-01-01T00:00:00.000Z';
const FUTURE = '2999-01-01T00:00:00.000Z';

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

  test('is for a kind or, with fullAccess, for a reserved entity', async () => {
    const save = async (rule: JsonObject): Promise<readonly string[]> => {
      const answer = await api.request('POST', '/access-rules', { code: crypto.randomUUID(), name: 'N', ...rule });
      return answer.status === 200 ? [] : answer.errors;
    };
    expect(await save({ entityName: 'UserGroup', fullAccess: true })).toEqual([]);
    for (const entityName of ['Admin', 'Metrics', 'Mailbox', 'ScriptRun', 'DocumentRun', 'NotificationSend'])
      expect(await save({ entityName, fullAccess: true, accessRule: 'READ' })).toEqual([]);
    const [problem, ...others] = await save({ entityName: 'Nothing', fullAccess: true });
    expect(problem).toMatch(
      /^entityName: must be one of the kinds AccessRule, .*WorklogType, or one of Admin, .*, not "Nothing"$/,
    );
    expect(others).toEqual([]);
    expect(await save({ entityName: 'Admin', fullAccess: false, expression: '[]' })).toEqual([
      'fullAccess: must be true for Admin, which has no records',
      'expression: does not go with Admin, which has no records',
    ]);
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
