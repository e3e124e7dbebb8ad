import { describe, expect, test } from 'bun:test';
import { worklogType } from '../../../domain/kinds/processing/worklogType.ts';
import { isLike } from '../../helpers/plainFiltering.ts';
import { only, parse, problemsOf } from './parsing.ts';

describe('LIKE', () => {
  const like = (pattern: string, text: string): boolean => {
    const condition = only({ column: 'name', operator: 'LIKE', value: pattern });
    return condition.type === 'like' && isLike(text, condition.pattern);
  };
  test.each([
    ['lze', 'Plzeň', true],
    ['LZEŇ', 'plzeň', true],
    ['p%ň', 'Plzeň', true],
    ['p%e', 'Plzeň', false],
    ['_lzeň', 'Plzeň', true],
    ['_', '😀', true],
    ['_', 'ab', false],
    ['100\\%', 'a 100% b', true],
    ['100\\%', '1000', false],
    ['a\\_b%', 'a_b', true],
    ['a\\_b%', 'axb', false],
    ['c:\\temp', 'C:\\Temp', true],
    ['c:\\\\%', 'C:\\Temp', true],
    ['%\\', 'a\\', true],
    ['', '', true],
    ['%', '', true],
    ['ΟΔΌΣ', 'οδός', true],
    ['strasse', 'straße', false],
  ])('%s of %s: %p', (pattern, text, expected) => expect(like(pattern, text)).toBe(expected));
});

describe('operators', () => {
  test('a negative operator is the opposite of its positive one', () => {
    for (const operator of ['EQ', 'LIKE', 'IN']) {
      const condition = only({ column: 'code', operator, value: 'a' });
      const opposite = operator === 'EQ' ? 'NE' : `NOT_${operator}`;
      expect(only({ column: 'code', operator: opposite, value: 'a' })).toEqual({ type: 'not', condition });
    }
    const condition = only({ column: 'code', operator: 'IS_NULL' });
    expect(only({ column: 'code', operator: 'IS_NOT_NULL' })).toEqual({ type: 'not', condition });
  });
  test('an operator that the member does not support is rejected, and the supported ones are listed', () => {
    expect(problemsOf({ filters: [{ column: 'flag', operator: 'GT', value: 'true' }] })).toEqual([
      'filtering.filters[0].operator: GT does not go with flag, allowed are EQ, NE, IN, NOT_IN, IS_NULL, IS_NOT_NULL',
    ]);
    for (const column of ['when', 'count', 'size', 'flag', 'parts', 'validFor', 'logType'])
      expect(problemsOf({ filters: [{ column, operator: 'LIKE', value: '1' }] })[0]).toContain('LIKE does not go with');
    expect(problemsOf({ filters: [{ column: 'chars', value: '1' }] })).toEqual([
      'filtering.filters[0].operator: EQ does not go with chars, allowed are LIKE, NOT_LIKE, IS_NULL, IS_NOT_NULL',
    ]);
    for (const operator of ['like', '', 'toString', '__proto__'])
      expect(problemsOf({ filters: [{ column: 'code', operator, value: '1' }] })[0]).toContain('unknown operator');
  });
});

describe('columns', () => {
  test('key names the member if column is absent', () => {
    expect(only({ key: 'name', value: 'a' })).toEqual(only({ column: 'name', value: 'a' }));
    expect(only({ key: 'code', column: 'name', value: 'a' })).toEqual(only({ column: 'name', value: 'a' }));
    expect(problemsOf({ filters: [{ value: 'a' }] })).toEqual(['filtering.filters[0].column: is required']);
  });
  test.each([
    'nothing',
    '__proto__',
    'constructor',
    '',
    'validFor.nothing',
    'auditInfo',
    'code.x',
    '~words',
    'name~',
    '"id"',
  ])('%p is none, and those there are get listed', (column) => {
    const [problem, ...others] = problemsOf({ filters: [{ column, value: 'a' }] });
    expect(others).toEqual([]);
    expect(problem).toStartWith(`filtering.filters[0].column: Sample has no member ${JSON.stringify(column)}`);
    expect(problem).toContain('id, code, name');
  });
  test('NULL tests of an object, and of a reference by its id', () => {
    expect(only({ column: 'validFor', operator: 'IS_NULL' })).toMatchObject({
      type: 'isNull',
      column: { type: 'object' },
    });
    expect(only({ column: 'logType', operator: 'IS_NULL' })).toMatchObject({
      type: 'isNull',
      column: { name: 'logType.id' },
    });
  });
});

describe('nested', () => {
  const inParts = (column: string, operator: string, value: string) => ({
    nestedPath: 'parts',
    column,
    operator,
    value,
  });

  test('filters of the same path match the same element', () => {
    expect(only(inParts('name', 'EQ', 'a'), inParts('amount', 'NE', '1'))).toMatchObject({
      type: 'element',
      column: { name: 'parts' },
      conditions: [{ type: 'compare' }, { type: 'not', condition: { type: 'compare' } }],
    });
  });
  test('a single negative filter applies to every element', () => {
    expect(only(inParts('name', 'NE', 'a'))).toEqual({ type: 'not', condition: only(inParts('name', 'EQ', 'a')) });
    expect(only(inParts('name', 'IS_NULL', ''))).toEqual({
      type: 'not',
      condition: only(inParts('name', 'IS_NOT_NULL', '')),
    });
    expect(only(inParts('data.a', 'IS_NULL', ''))).toEqual({
      type: 'not',
      condition: only(inParts('data.a', 'IS_NOT_NULL', '')),
    });
  });
  test('nestedProperty, column and key name the inner member, also by its whole path', () => {
    const expected = only({ nestedPath: 'parts', isNested: true, nestedProperty: 'name', value: 'a' });
    expect(only({ nestedPath: 'parts', key: 'name', value: 'a' })).toEqual(expected);
    expect(only({ nestedPath: 'parts', column: 'parts.name', value: 'a' })).toEqual(expected);
    expect(only({ nestedPath: 'parts', column: 'code', nestedProperty: 'name', value: 'a' })).toEqual(expected);
  });
  test('an or of the same path matches the same element as its neighbours', () => {
    const or = { or: [inParts('name', 'EQ', 'a'), inParts('name', 'EQ', 'b')] };
    expect(only(or, inParts('amount', 'EQ', '1'))).toMatchObject({
      type: 'element',
      conditions: [{ type: 'or', conditions: [{ type: 'compare' }, { type: 'compare' }] }, { type: 'compare' }],
    });
    expect(only(or)).toMatchObject({ type: 'or', conditions: [{ type: 'element' }, { type: 'element' }] });
    const mixed = { or: [inParts('name', 'EQ', 'a'), { column: 'code', value: 'b' }] };
    expect(parse({ filters: [mixed, inParts('amount', 'EQ', '1')] }).conditions).toMatchObject([
      { type: 'or', conditions: [{ type: 'element' }, { type: 'compare' }] },
      { type: 'element', conditions: [{ type: 'compare' }] },
    ]);
  });
  test('arrays inside arrays', () => {
    expect(only({ nestedPath: 'parts.pieces', column: 'name', value: 'a' })).toMatchObject({
      type: 'element',
      column: { name: 'parts' },
      conditions: [{ type: 'element', column: { name: 'pieces' }, conditions: [{ type: 'compare' }] }],
    });
  });
  test('problems name their filter', () => {
    expect(problemsOf({ filters: [{ isNested: true, column: 'name', value: 'a' }] })).toEqual([
      'filtering.filters[0].nestedPath: is required by isNested',
    ]);
    expect(problemsOf({ filters: [{ nestedPath: 'chars', column: 'name', value: 'a' }] })).toEqual([
      'filtering.filters[0].nestedPath: Sample has no array of objects "chars", allowed are parts, parts.pieces',
    ]);
    expect(problemsOf({ filters: [{ column: 'parts.name', value: 'a' }] })[0]).toContain('nestedPath "parts"');
    expect(problemsOf({ filters: [{ nestedPath: 'parts', column: 'code', value: 'a' }] })[0]).toContain(
      'filtering.filters[0].column: parts has no member "code", allowed are id, name',
    );
    expect(
      problemsOf({ filters: [{ nestedPath: 'a', column: 'name', value: 'a' }] }, 'page', worklogType)[0],
    ).toContain('it has none');
  });
});
