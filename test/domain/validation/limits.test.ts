import { describe, expect, test } from 'bun:test';
import { memberSchema } from '../../../api/openapi/memberSchemas.ts';
import { isLongerThan, MAX_ELEMENTS, MAX_TEXT } from '../../../domain/kinds/declaration/limits.ts';
import { integer, type Member, objects, string, strings } from '../../../domain/kinds/declaration/members.ts';
import type { Json } from '../../../domain/kinds/kind.ts';
import { problemOf } from '../../../domain/validation/problemParts.ts';
import { readMembers } from '../../../domain/validation/readMembers.ts';

/** The limits of members: the OpenAPI document states those that the validation of bodies applies. */

function problemsOf(member: Member, value: Json): string[] {
  const problems: string[] = [];
  readMembers({ m: member }, { m: value }, problems, '');
  return problems;
}

const long = 'x'.repeat(MAX_TEXT);
const empty = (length: number): Json[] => new Array<Json>(length);

describe('a member without an own limit', () => {
  test('has that of a body of 64 MB', () => {
    expect(memberSchema(string())).toEqual({ type: 'string', maxLength: MAX_TEXT, pattern: '^[^\\x00]*$' });
    expect(memberSchema(strings())).toMatchObject({ maxItems: MAX_ELEMENTS, items: { maxLength: MAX_TEXT } });
    expect(memberSchema(objects({}))).toMatchObject({ maxItems: MAX_ELEMENTS });
    expect(MAX_TEXT).toBe(64 * 1024 * 1024);
  });

  test('is refused beyond it', () => {
    expect(problemsOf(string(), long)).toEqual([]);
    expect(problemsOf(string(), `${long}x`)).toEqual(['m: must have at most 67108864 characters']);
    expect(problemsOf(strings(), [`${long}x`])).toEqual(['m[0]: must have at most 67108864 characters']);
    const tooMany = ['m: must have at most 33554432 elements, not 33554433'];
    expect(problemsOf(strings(), empty(MAX_ELEMENTS + 1))).toEqual(tooMany);
    expect(problemsOf(objects({}), empty(MAX_ELEMENTS + 1))).toEqual(tooMany);
  });

  test('has 64 bits if it is an integer, of which no digit is lost', () => {
    expect(memberSchema(integer())).toEqual({
      type: 'integer',
      format: 'int64',
      minimum: -9_223_372_036_854_775_808n,
      maximum: 9_223_372_036_854_775_807n,
    });
    expect(problemsOf(integer(), 9_223_372_036_854_775_807n)).toEqual([]);
    expect(problemsOf(integer(), 9_223_372_036_854_775_808n)).toHaveLength(1);
  });
});

test('an own limit is stated and applied', () => {
  const few = strings({ maxElements: 2, maxLength: 3 });
  expect(memberSchema(few)).toMatchObject({ maxItems: 2, items: { maxLength: 3 } });
  expect(problemsOf(few, ['abc', 'def'])).toEqual([]);
  expect(problemsOf(few, ['abcd'])).toEqual(['m[0]: must have at most 3 characters']);
  expect(problemsOf(few, ['a', 'b', 'c'])).toEqual(['m: must have at most 2 elements, not 3']);
  expect(problemsOf(string({ min: 2, max: 3 }), 'a')).toEqual(['m: must have 2 to 3 characters']);
  expect(problemsOf(string({ min: 2 }), 'a')).toEqual(['m: must have at least 2 characters']);
  expect(problemsOf(integer({ max: 5 }), 6)).toEqual(['m: must be at most 5']);
});

test('lengths are those of code points', () => {
  expect(isLongerThan('🚲🚲🚲', 3)).toBe(false);
  expect(isLongerThan('🚲🚲🚲a', 3)).toBe(true);
  expect(problemsOf(string({ min: 2 }), '🚲')).toEqual(['m: must have at least 2 characters']);
});

test('a problem of a limit has its code', () => {
  for (const [problem, code] of [
    ['m: must have at most 3 characters', 'LENGTH'],
    ['m: must have at most 2 elements, not 3', 'LENGTH'],
    ['m: must be at most 5', 'RANGE'],
    ['auditInfo.version: must be at least 0', 'RANGE'],
  ] as const)
    expect(problemOf(problem).code).toBe(code);
});
