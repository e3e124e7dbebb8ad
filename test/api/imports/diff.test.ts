import { beforeEach, describe, expect, test } from 'bun:test';
import type { Json, JsonObject } from '../../../domain/kinds/kind.ts';
import { diffRequests, shapeOf, withoutAudit } from '../../helpers/api/diffRequests.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';
import { diffOnly, load, worklogs } from '../../helpers/diffs.ts';

const api = await startApiForFile();
const { entries, errors } = diffRequests(api);
let records: Record<string, TestRecord>;

beforeEach(async () => {
  await api.sql`truncate worklog_type, history, outbox`;
  records = await load(api, [
    { code: 'a', name: 'A', description: 'first' },
    { code: 'b', name: 'B', localizationData: { cs: { name: 'Bé' } } },
    { code: 'c', name: 'C' },
  ]);
});

describe('what differs', () => {
  test('NEW, CHANGE and REMOVE in this order, each by compareField, none for what is the same', async () => {
    const { a, b } = records as Record<string, TestRecord>;
    const file = [
      { code: 'z', name: 'Z' },
      { ...withoutAudit(a as TestRecord), name: 'changed' },
      withoutAudit(b as TestRecord),
      { code: 'Z', name: 'Z' },
    ];
    expect(shapeOf(await entries(file, 'compareField=code'))).toEqual([
      ['NEW', undefined, 'Z'],
      ['NEW', undefined, 'z'],
      ['CHANGE', 'a', 'a'],
      ['REMOVE', 'c', undefined],
    ]);
  });

  test('left is the record as it is, right what was sent', async () => {
    const { a } = records as { a: TestRecord };
    const [change] = await entries([
      { ...withoutAudit(a), id: a.id.toUpperCase(), name: 'changed', validityFrom: '2026-01-01' },
    ]);
    expect(change).toEqual({
      diffType: 'DIFF_TYPE_CHANGE',
      left: a,
      right: { ...withoutAudit(a), name: 'changed', validityFrom: '2026-01-01T00:00:00.000Z' } as unknown as TestRecord,
    });
  });

  test('auditInfo never makes a difference, nor the id when compared by the code', async () => {
    const file = Object.values(records).map((record) => ({
      ...record,
      id: crypto.randomUUID(),
      auditInfo: { version: 77 },
    }));
    expect(await entries(file, 'compareField=code')).toEqual([]);
    expect(
      await entries(
        file.map(({ id: _, ...rest }) => rest),
        'compareField=code',
      ),
    ).toEqual([]);
  });

  test('the order of names inside an object makes none either', async () => {
    const { b } = records as { b: TestRecord };
    await load(api, [
      { ...withoutAudit(b), localizationData: { cs: { name: 'x' }, de: { name: 'y', description: 'z' } } },
    ]);
    const file = [
      { code: 'b', name: 'B', localizationData: { de: { description: 'z', name: 'y' }, cs: { name: 'x' } } },
      { code: 'a', name: 'A', description: 'first' },
      { code: 'c', name: 'C' },
    ];
    expect(await entries(file, 'compareField=code')).toEqual([]);
  });

  test('what is absent in the file is a difference', async () => {
    const found = await entries(
      [{ code: 'a', name: 'A' }, ...['b', 'c'].map((code) => withoutAudit(records[code] as TestRecord))],
      'compareField=code',
    );
    expect(shapeOf(found)).toEqual([['CHANGE', 'a', 'a']]);
  });

  test('records without an id are new by id', async () => {
    expect(shapeOf(await entries([...Object.values(records).map(withoutAudit), { code: 'n', name: 'N' }]))).toEqual([
      ['NEW', undefined, 'n'],
    ]);
  });

  test('an empty file of the right kind removes everything', async () => {
    expect(shapeOf(await entries([]))).toHaveLength(3);
    expect(shapeOf(await entries('code,name\n', 'compareField=code')).map(([type]) => type)).toEqual([
      'REMOVE',
      'REMOVE',
      'REMOVE',
    ]);
  });

  test('another member may be compared when it is unique in both', async () => {
    expect(shapeOf(await entries([{ code: 'q', name: 'A', description: 'first' }], 'compareField=name'))).toEqual([
      ['CHANGE', 'a', 'q'],
      ['REMOVE', 'b', undefined],
      ['REMOVE', 'c', undefined],
    ]);
    expect(await errors([], 'compareField=icon')).toEqual([
      expect.stringContaining('compareField: icon is not unique here, 3 records have none'),
    ]);
    await load(api, [{ code: 'd', name: 'A' }]);
    expect(await errors([], 'compareField=name')).toEqual([expect.stringContaining('1 value is shared')]);
    expect(await errors([], 'compareField=localizationData')).toEqual([
      expect.stringContaining('compareField: must be one of id, code, '),
    ]);
    expect(await errors([], 'compareField=nothing')).toEqual([
      expect.stringContaining('compareField: must be one of id, code, '),
    ]);
  });
});

describe('an envelope', () => {
  const envelope = (data: unknown[], more = {}): JsonObject => ({
    entityType: 'WorklogType',
    filtering: [],
    data: data as Json[],
    ...more,
  });

  test('speaks of the current records that its filtering lets through', async () => {
    const file = envelope([], { filtering: [{ column: 'code', operator: 'IN', value: 'a,b' }] });
    expect(shapeOf(await entries(file))).toEqual(
      [
        ['REMOVE', 'a', undefined],
        ['REMOVE', 'b', undefined],
      ].sort((x, y) =>
        (records[x[1] as string] as TestRecord).id < (records[y[1] as string] as TestRecord).id ? -1 : 1,
      ),
    );
    const answer = await diffOnly(
      api,
      envelope([withoutAudit(records['a'] as TestRecord)], {
        filtering: [{ column: 'description', operator: 'IS_NOT_NULL' }],
      }),
    );
    expect(answer.json<unknown>()).toEqual([]);
  });

  test('of another kind is refused, and all that is wrong is told at once', async () => {
    expect(
      await errors(
        envelope([{ code: 'x' }], { entityType: 'UserType', filtering: [{ column: 'nix', value: 'x' }], extra: 1 }),
      ),
    ).toEqual([
      'extra: unknown member',
      'entityType: must be WorklogType here, not "UserType"',
      expect.stringMatching(/^filtering\[0\]\.column: .*nix/),
      'data[0].name: is required',
    ]);
  });

  test('of a time that is none is refused', async () => {
    const refusal = 'whenExported: must be an ISO 8601 date-time with an offset or yyyy-MM-dd, not "AAA"';
    expect(await errors(envelope([], { whenExported: 'AAA' }))).toEqual([refusal]);
  });

  test('needs its data and its filtering', async () => {
    const required = ['data: is required', 'filtering: is required'];
    expect((await diffOnly(api, {})).errors).toEqual(required);
    expect((await diffOnly(api, { entityType: 'WorklogType' })).errors).toEqual(required);
    expect(await errors({ entityType: 'WorklogType' })).toEqual(required);
    expect((await diffOnly(api, { data: null, filtering: [] })).errors).toEqual(['data: is required']);
    expect((await diffOnly(api, { data: [] })).errors).toEqual(['filtering: is required']);
    expect((await diffOnly(api, { data: {}, filtering: {} })).errors).toEqual([
      'data: must be an array, not an object',
      'filtering: must be an array of filters, not an object',
    ]);
    for (const body of [[], [{}], '"x"', 'nonsense', '', '{"data":[],"filtering":[]}x'])
      expect((await diffOnly(api, body)).status).toBe(400);
  });
});

describe('save=true', () => {
  test('applies what it found and answers the same entries', async () => {
    const file = [
      { code: 'b', name: 'B2' },
      { ...withoutAudit(records['c'] as TestRecord), id: crypto.randomUUID() },
      { code: 'n', name: 'N' },
    ];
    const found = await entries(file, 'compareField=code');
    expect(await entries(file, 'compareField=code&save=true')).toEqual(found);
    expect(await entries(file, 'compareField=code')).toEqual([]);
    const now = await worklogs(api);
    expect(now.map(({ code, name, auditInfo }) => [code, name, auditInfo.version])).toEqual([
      ['b', 'B2', 2],
      ['c', 'C', 1],
      ['n', 'N', 1],
    ]);
    expect(now[0]?.id).toBe((records['b'] as TestRecord).id);
  });

  test('saves nothing when one thing cannot be saved', async () => {
    const { a } = records as { a: TestRecord };
    const before = await worklogs(api);
    const file = [
      withoutAudit(a),
      { code: 'n', name: 'N' },
      { code: 'n', name: 'again' },
      { id: a.id.replace(/^./, 'f'), code: 'a', name: 'x' },
    ];
    expect(await errors(file, 'save=true')).toEqual([
      expect.stringMatching(/^\[\d\]\.right\.code: "n" is given in \[\d\] already$|^\[\d\]\.right\.code: "a" is taken/),
      expect.stringMatching(/^\[\d\]\.right\.code: "n" is given in \[\d\] already$|^\[\d\]\.right\.code: "a" is taken/),
    ]);
    expect(await worklogs(api)).toEqual(before);
  });

  test('of a CSV changes only its columns', async () => {
    await entries('code,icon\na,star\nb,star\nc,star\n', 'compareField=code&save=true');
    expect((await worklogs(api)).map(({ auditInfo: _, id: __, ...values }) => values)).toEqual([
      { code: 'a', name: 'A', description: 'first', icon: 'star' },
      { code: 'b', name: 'B', localizationData: { cs: { name: 'Bé' } }, icon: 'star' },
      { code: 'c', name: 'C', icon: 'star' },
    ]);
  });
});
