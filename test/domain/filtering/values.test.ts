import { describe, expect, test } from 'bun:test';
import { only, problemsOf } from './parsing.ts';

describe('values are read by the type of their member', () => {
  test.each([
    ['when', '2026-11-20', Date.parse('2026-11-20T00:00:00Z')],
    ['when', '2026-11-20T10:00:00+02:00', Date.parse('2026-11-20T08:00:00Z')],
    ['owner', 'A0000000-0000-4000-8000-00000000000A', 'a0000000-0000-4000-8000-00000000000a'],
    ['count', '12', 12],
    ['count', '9007199254740993', 9007199254740993n],
    ['count', '-9223372036854775808', -(2n ** 63n)],
    ['size', '-1.5e3', -1500],
    ['flag', 'false', false],
    ['code', ' x ', ' x '],
    ['auditInfo.version', '3', 3],
  ])('%s %s', (column, value, read) => {
    expect(only({ column, value })).toMatchObject({ type: 'compare', operator: 'EQ', values: [read] });
  });

  test.each([
    ['when', 'yesterday', 'filtering.filters[0].value: type mismatch, when wants an ISO 8601 date-time'],
    ['when', '2026-02-30', 'filtering.filters[0].value: type mismatch, when wants'],
    ['owner', 'abc', 'filtering.filters[0].value: type mismatch, owner wants a UUID, not "abc"'],
    [
      'count',
      '1.5',
      'filtering.filters[0].value: type mismatch, count wants a whole number of at most 64 bits, not "1.5"',
    ],
    [
      'count',
      '9223372036854775808',
      'filtering.filters[0].value: type mismatch, count wants a whole number of at most',
    ],
    ['size', 'NaN', 'filtering.filters[0].value: type mismatch, size wants a number, not "NaN"'],
    ['size', '0x10', 'filtering.filters[0].value: type mismatch, size wants a number'],
    ['size', '1e999', 'filtering.filters[0].value: type mismatch, size wants a number'],
    ['flag', 'TRUE', 'filtering.filters[0].value: type mismatch, flag wants true or false, not "TRUE"'],
  ])('%s %s is refused', (column, value, problem) => {
    const problems = problemsOf({ filters: [{ column, value }] });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toStartWith(problem);
  });

  test('a value is required, and must be a string', () => {
    expect(problemsOf({ filters: [{ column: 'count', value: 5 }] })).toEqual([
      'filtering.filters[0].value: must be a string, not 5',
    ]);
    expect(problemsOf({ filters: [{ column: 'count', operator: 'GT' }] })).toEqual([
      'filtering.filters[0].value: is required by GT',
    ]);
    expect(only({ column: 'count', operator: 'IS_NULL', value: 'whatever' })).toMatchObject({ type: 'isNull' });
  });

  test('IN splits at commas, but not at escaped ones', () => {
    expect(only({ column: 'code', operator: 'IN', value: 'a,b\\,c,,d\\\\,e\\f' })).toMatchObject({
      values: ['a', 'b,c', '', 'd\\', 'e\\f'],
    });
    expect(only({ column: 'count', operator: 'IN', value: '1, 2' })).toMatchObject({ values: [1, 2] });
    expect(problemsOf({ filters: [{ column: 'count', operator: 'IN', value: '1,x,y' }] })).toHaveLength(2);
  });

  test('inside free objects a value is a string and, if it can be parsed as one, a number', () => {
    expect(only({ column: 'chars.a.b', value: '10.0' })).toMatchObject({
      type: 'entry',
      path: 'a.b',
      test: { operator: 'EQ', values: [{ text: '10.0', number: 10 }] },
    });
    expect(only({ column: 'chars.a', value: 'x' })).toMatchObject({ test: { values: [{ text: 'x' }] } });
    expect(only({ column: 'chars.a', operator: 'IS_NULL' })).toMatchObject({
      type: 'not',
      condition: { type: 'entry', test: { operator: 'EXISTS' } },
    });
    expect(only({ column: 'chars', operator: 'LIKE', value: 'Red' })).toMatchObject({
      type: 'anyEntry',
      pattern: [{ wildcard: 'any' }, 'red', { wildcard: 'any' }],
    });
  });
});
