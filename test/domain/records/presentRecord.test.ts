import { describe, expect, test } from 'bun:test';
import { Mask } from '../../../domain/access/hidden/hiddenMembers.ts';
import { parseFiltering } from '../../../domain/filtering/index.ts';
import { readHeader } from '../../../domain/imports/files/csvColumns.ts';
import { free, string, timePeriod, uuid } from '../../../domain/kinds/declaration/members.ts';
import type { Json, JsonObject, Kind } from '../../../domain/kinds/kind.ts';
import { presented, presentedEntries, presentedRows, presentText } from '../../../domain/records/presentRecord.ts';
import { firstAudit, recordTexts } from '../../../domain/records/record.ts';
import { isValidAt } from '../../../domain/validation/periods.ts';
import { readRecord } from '../../../domain/validation/readRecord.ts';

/** Of a caller that may read all records. */
const everything = new Mask([]);

const kind: Kind = {
  name: 'Lease',
  path: 'leases',
  table: 'lease',
  plural: 'leases',
  description: 'A lease.',
  members: { id: uuid(), name: string(), period: timePeriod(), data: free() },
  operations: [],
  keepsHistory: false,
};
const plain: Kind = { ...kind, members: { id: uuid(), name: string(), data: free() } };

const PAST = '2020-01-01T00:00:00.000Z';
const FUTURE = '2999-01-01T00:00:00.000Z';
const id = '5a1c7e0e-0001-4b7a-9c1d-3f0a6d2b8e01';

function read(input: JsonObject): { values: JsonObject; problems: string[] } {
  const problems: string[] = [];
  return { values: readRecord(kind, input, problems).values, problems };
}

describe('a period in a request', () => {
  test('is stored without isValid', () => {
    const period = { validFrom: '2020-01-01', isValid: 'nonsense' };
    expect(read({ period })).toEqual({ values: { period: { validFrom: PAST } }, problems: [] });
  });

  test('without start and end is absent', () => {
    for (const period of [{}, { isValid: true }, { validFrom: null }]) {
      expect(read({ period })).toEqual({ values: {}, problems: [] });
    }
  });

  test('may be an instant, and is rejected if it ends before it starts', () => {
    expect(read({ period: { validFrom: PAST, validTo: PAST } }).problems).toEqual([]);
    expect(read({ period: { validFrom: FUTURE, validTo: PAST } }).problems).toEqual([
      'period.validTo: must not be before validFrom',
    ]);
  });

  test('has no other members', () => {
    expect(read({ period: { from: PAST, validTo: 7 } }).problems).toEqual([
      'period.from: unknown member',
      'period.validTo: must be an ISO 8601 date-time with an offset or yyyy-MM-dd, not 7',
    ]);
    expect(read({ period: 'always' }).problems).toEqual(['period: must be an object, not "always"']);
  });

  test('in a CSV has columns for its start and end, and an ignored isValid', () => {
    const problems: string[] = [];
    const columns = readHeader(
      kind,
      ['name', 'period.validFrom', 'period.validTo', 'period.isValid', 'data'],
      problems,
    );
    expect(problems).toEqual([]);
    expect(columns.complete).toBe(true);
    expect(columns.over(['a', PAST, '', 'false', ''], undefined)).toEqual({ name: 'a', period: { validFrom: PAST } });
  });
});

describe('filters', () => {
  test('accept the start and end of a period as dates, and reject isValid', () => {
    const filter = (column: string, value: string) => JSON.stringify([{ column, operator: 'GT', value }]);
    expect(parseFiltering(kind, filter('period.validTo', '2026-01-01'), 'list').conditions).toHaveLength(1);
    expect(() => parseFiltering(kind, filter('period.validTo', 'soon'), 'list')).toThrow();
    expect(() => parseFiltering(kind, filter('period.isValid', 'true'), 'list')).toThrow();
  });
});

describe('a response', () => {
  const text = (values: JsonObject): string => {
    const texts = recordTexts(
      kind,
      { id, ...values },
      firstAudit({ user: 'u', requestId: 'r', traceId: 't' }, new Date(PAST)),
    );
    return presentText(kind, texts);
  };
  const validity = (period: Json): Json => (JSON.parse(text({ period })).period as JsonObject).isValid as Json;

  test('has isValid as of now', () => {
    expect(validity({ validFrom: PAST })).toBe(true);
    expect(validity({ validFrom: PAST, validTo: FUTURE })).toBe(true);
    expect(validity({ validTo: FUTURE })).toBe(true);
    expect(validity({ validTo: PAST })).toBe(false);
    expect(validity({ validFrom: FUTURE })).toBe(false);
  });

  test('is otherwise the stored text', () => {
    const data = { period: { validFrom: PAST }, text: '"period":{', n: -1.5e-7, list: [null, '\u{1F600}'] };
    expect(text({ name: 'no period', data })).not.toContain('isValid');
    const whole = text({ name: 'ž', period: { validFrom: PAST }, data });
    expect(whole.replace(',"isValid":true', '')).toBe(
      text({ name: 'ž', data }).replace('"data"', `"period":{"validFrom":"${PAST}"},"data"`),
    );
  });

  test('of a kind without periods is unchanged', async () => {
    const stored = `{ "id":"${id}", "data":{"period":{}} }`;
    expect(presented(plain, stored)).toBe(stored);
    async function* rows() {
      yield [Buffer.from(stored)];
    }
    const source = rows();
    expect(presentedRows(plain, everything, source)).toBe(source);
  });

  test('of many rows and of diff entries has isValid too', async () => {
    async function* rows(...texts: string[]) {
      yield texts.map((one) => Buffer.from(one));
    }
    const record = { period: { validTo: PAST } };
    const valid = { period: { validTo: PAST, isValid: false } };
    for await (const [one, other] of presentedRows(kind, everything, rows(JSON.stringify(record), '{"name":"x"}'))) {
      expect(JSON.parse(String(one))).toEqual(valid);
      expect(String(other)).toBe('{"name":"x"}');
    }
    for await (const [one] of presentedEntries(
      kind,
      everything,
      rows(JSON.stringify({ left: record, right: record })),
    )) {
      expect(JSON.parse(String(one))).toEqual({ left: valid, right: valid });
    }
  });
});

test('a period is valid from its start, and no longer at its end', () => {
  const period = { validFrom: PAST, validTo: '2020-01-02T00:00:00.000Z' };
  expect(isValidAt(period, '2019-12-31T23:59:59.999Z')).toBe(false);
  expect(isValidAt(period, PAST)).toBe(true);
  expect(isValidAt(period, '2020-01-01T23:59:59.999Z')).toBe(true);
  expect(isValidAt(period, period.validTo)).toBe(false);
  expect(isValidAt({}, PAST)).toBe(true);
});
