import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { ServiceError } from '../../../domain/errors.ts';
import {
  type Condition,
  type Filtering,
  parseConditions,
  parseFiltering,
  type Use,
} from '../../../domain/filtering/index.ts';
import type { Json } from '../../../domain/kinds/kind.ts';
import { log } from '../../../domain/kinds/processing/log.ts';
import { worklogType } from '../../../domain/kinds/processing/worklogType.ts';
import { isLike } from '../../helpers/plainFiltering.ts';
import { sampleKind } from '../../helpers/sampleKind.ts';

const parse = (filtering: Json, use: Use = 'page', kind = sampleKind): Filtering =>
  parseFiltering(kind, JSON.stringify(filtering), use);

function problemsOf(filtering: Json | string | undefined, use: Use = 'page', kind = sampleKind): readonly string[] {
  try {
    const raw = typeof filtering === 'string' || filtering === undefined ? filtering : JSON.stringify(filtering);
    parseFiltering(kind, raw, use);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(error.status).toBe('BAD_REQUEST');
    return error.errors;
  }
}

/** The one condition of a filtering with these filters. */
function only(...filters: Json[]): Condition {
  const { conditions } = parse({ filters });
  expect(conditions).toHaveLength(1);
  return conditions[0] as Condition;
}

describe('what a filtering holds when it says nothing', () => {
  test('a page of 20 sorted by code', () => {
    expect(parse({})).toMatchObject({ conditions: [], words: [], page: 0, size: 20, sized: false });
    expect(parse({}).sort).toEqual([{ column: { name: 'code', type: 'string' }, descending: false }]);
  });
  test('a kind without a code sorts by id', () => {
    expect(parse({}, 'page', log).sort.map(({ column }) => column.name)).toEqual(['id']);
  });
  test('a list of 1000', () => expect(parse({}, 'list')).toMatchObject({ size: 1000, sized: false }));
  test('a list takes its size', () =>
    expect(parse({ size: 10_000 }, 'list')).toMatchObject({ size: 10_000, sized: true }));
  test('null is absent', () => {
    expect(parse({ filters: null, fulltext: null, sort: null, page: null, size: null, entityType: null })).toEqual(
      parse({}),
    );
  });
  test('a backup may come without one, all else may not', () => {
    expect(parseFiltering(sampleKind, undefined, 'backup').conditions).toEqual([]);
    expect(problemsOf(undefined)).toEqual(['filtering: is required']);
  });
  test('an array is its filters', () => {
    expect(parse([{ column: 'code', value: 'a' }])).toEqual(parse({ filters: [{ column: 'code', value: 'a' }] }));
  });
});

describe('values are read by the type of their member', () => {
  test.each([
    ['when', '2026-11-20', Date.parse('2026-11-20T00:00:00Z')],
    ['when', '2026-11-20T10:00:00+02:00', Date.parse('2026-11-20T08:00:00Z')],
    ['owner', 'A0000000-0000-4000-8000-00000000000A', 'a0000000-0000-4000-8000-00000000000a'],
    ['count', '12', 12],
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
    ['count', '1.5', 'filtering.filters[0].value: type mismatch, count wants a whole number, not "1.5"'],
    ['count', '9007199254740993', 'filtering.filters[0].value: type mismatch, count wants a whole number'],
    ['size', 'NaN', 'filtering.filters[0].value: type mismatch, size wants a number, not "NaN"'],
    ['size', '0x10', 'filtering.filters[0].value: type mismatch, size wants a number'],
    ['size', '1e999', 'filtering.filters[0].value: type mismatch, size wants a number'],
    ['flag', 'TRUE', 'filtering.filters[0].value: type mismatch, flag wants true or false, not "TRUE"'],
  ])('%s %s is refused', (column, value, problem) => {
    const problems = problemsOf({ filters: [{ column, value }] });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toStartWith(problem);
  });

  test('a value has to be a string, and to be there', () => {
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

  test('inside free objects a value is a string and, when it reads as one, a number', () => {
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
  });
});

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
  test('the negative ones are the opposite of the plain ones', () => {
    for (const operator of ['EQ', 'LIKE', 'IN']) {
      const condition = only({ column: 'code', operator, value: 'a' });
      const opposite = operator === 'EQ' ? 'NE' : `NOT_${operator}`;
      expect(only({ column: 'code', operator: opposite, value: 'a' })).toEqual({ type: 'not', condition });
    }
    const condition = only({ column: 'code', operator: 'IS_NULL' });
    expect(only({ column: 'code', operator: 'IS_NOT_NULL' })).toEqual({ type: 'not', condition });
  });
  test('what does not go with the member is refused, and what goes is listed', () => {
    expect(problemsOf({ filters: [{ column: 'flag', operator: 'GT', value: 'true' }] })).toEqual([
      'filtering.filters[0].operator: GT does not go with flag, allowed are EQ, NE, IN, NOT_IN, IS_NULL, IS_NOT_NULL',
    ]);
    for (const column of ['when', 'count', 'size', 'flag', 'chars', 'parts', 'validFor', 'logType'])
      expect(problemsOf({ filters: [{ column, operator: 'LIKE', value: '1' }] })[0]).toContain('LIKE does not go with');
    for (const operator of ['like', '', 'toString', '__proto__'])
      expect(problemsOf({ filters: [{ column: 'code', operator, value: '1' }] })[0]).toContain('unknown operator');
  });
});

describe('columns', () => {
  test('key names the member where column does not', () => {
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
  test('an object is there or not; a reference is there when its id is', () => {
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

  test('filters of the same path hold for the same element', () => {
    expect(only(inParts('name', 'EQ', 'a'), inParts('amount', 'NE', '1'))).toMatchObject({
      type: 'element',
      column: { name: 'parts' },
      conditions: [{ type: 'compare' }, { type: 'not', condition: { type: 'compare' } }],
    });
  });
  test('a negative one alone says it of every element', () => {
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
  test('nestedProperty, column and key name the member inside, by its whole path too', () => {
    const expected = only({ nestedPath: 'parts', isNested: true, nestedProperty: 'name', value: 'a' });
    expect(only({ nestedPath: 'parts', key: 'name', value: 'a' })).toEqual(expected);
    expect(only({ nestedPath: 'parts', column: 'parts.name', value: 'a' })).toEqual(expected);
    expect(only({ nestedPath: 'parts', column: 'code', nestedProperty: 'name', value: 'a' })).toEqual(expected);
  });
  test('an or of the same path is about the same element as its neighbours', () => {
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
  test('what is wrong is said', () => {
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

describe('sort, window, words', () => {
  test('sort keys', () => {
    const sort = [{ column: 'when', direction: 'DESC' }, { column: 'chars.size' }];
    expect(parse({ sort }).sort).toMatchObject([
      { column: { name: 'when' }, descending: true },
      { column: { name: 'chars' }, path: 'size', descending: false },
    ]);
  });
  test.each([
    [{ column: 'nothing' }, 'filtering.sort[0].column: Sample has no member "nothing" to sort by, allowed are id'],
    [{ column: 'parts' }, 'filtering.sort[0].column: parts is an array of objects'],
    [{ column: 'chars' }, 'filtering.sort[0].column: chars is an object'],
    [{ column: 'code', direction: 'asc' }, 'filtering.sort[0].direction: must be ASC or DESC, not "asc"'],
    [{ column: 'code', order: 'ASC' }, 'filtering.sort[0].order: unknown member'],
    [{}, 'filtering.sort[0].column: is required'],
    ['code', 'filtering.sort[0]: must be an object'],
  ])('%j', (key, problem) => {
    const problems = problemsOf({ sort: [key as Json] });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toStartWith(problem);
  });
  test('a page reaches no further than 10,000 records', () => {
    expect(parse({ page: 9, size: 1000 })).toMatchObject({ page: 9, size: 1000 });
    expect(problemsOf({ page: 10, size: 1000 })[0]).toContain('use backup');
    expect(problemsOf({ size: 1001 })).toEqual(['filtering.size: must be a whole number from 1 to 1000, not 1001']);
    expect(problemsOf({ size: 10_001 }, 'list')).toHaveLength(1);
    expect(problemsOf({ page: -1, size: 0 })).toHaveLength(2);
    expect(problemsOf({ page: '1', size: 1.5 })).toHaveLength(2);
    expect(problemsOf({ page: 1000, size: 10_000 }, 'count')).toEqual([]);
  });
  test('words are folded', () => expect(parse({ fulltext: 'Plzeň-MĚSTO plzen' }).words).toEqual(['plzen', 'mesto']));
  test('fulltext wants something to read', () => {
    const { description: _, ...others } = log.members;
    expect(problemsOf({ fulltext: 'a' }, 'page', { ...log, members: others })[0]).toContain('has none of the members');
  });
  test('another kind is refused', () => {
    expect(problemsOf({ entityType: 'Log' })).toEqual(['filtering.entityType: must be Sample here, not "Log"']);
    expect(parse({ entityType: 'Sample' }).conditions).toEqual([]);
  });
});

describe('what no one should send', () => {
  const deep = (levels: number): Json => (levels === 0 ? { column: 'code', value: 'a' } : { or: [deep(levels - 1)] });

  test('all problems come at once, each with its place', () => {
    const filters = [
      { column: 'x', value: '1' },
      { or: [{ column: 'when', value: 'x' }] },
      { column: 'code', valu: 'a' },
    ];
    expect(
      problemsOf({ filters, sort: [{ column: 'y' }], page: -1, what: 1 }).map((problem) => problem.split(': ')[0]),
    ).toEqual([
      'filtering.what',
      'filtering.page',
      'filtering.filters[0].column',
      'filtering.filters[1].or[0].value',
      'filtering.filters[2].valu',
      'filtering.sort[0].column',
    ]);
  });
  test.each([
    '',
    '{',
    'null',
    '1',
    '"a"',
    'true',
    '{"filters":{}}',
    '{"filters":[1]}',
    '[[]]',
    '{"filters":[{"or":[]}]}',
  ])('unreadable: %p', (raw) => expect(problemsOf(raw)).toHaveLength(1));
  test.each(['{"__proto__":1}', '{"filters":[{"__proto__":{"column":"code"},"value":"a"}]}', '{"constructor":1}'])(
    '%p',
    (raw) => expect(problemsOf(raw)[0]).toContain('unknown member'),
  );
  test('NUL and halves of surrogate pairs', () => {
    for (const bad of ['a\u0000', 'a\ud800']) {
      expect(problemsOf({ filters: [{ column: 'code', value: bad }] })[0]).toStartWith(
        'filtering.filters[0].value: must not',
      );
      expect(problemsOf({ filters: [{ column: `chars.${bad}`, value: 'a' }] })[0]).toStartWith(
        'filtering.filters[0].column',
      );
      expect(problemsOf({ sort: [{ column: `chars.${bad}` }] })[0]).toStartWith('filtering.sort[0].column');
    }
  });
  test('too many, too deep', () => {
    const one = { column: 'code', value: 'a' };
    expect(problemsOf({ filters: Array(200).fill(one) })).toEqual([]);
    expect(problemsOf({ filters: Array(201).fill(one) })).toEqual(['filtering.filters: more than 200 filters']);
    expect(problemsOf({ filters: Array(150).fill({ or: [one] }) })).toHaveLength(1);
    expect(problemsOf({ filters: [deep(10)] })).toEqual([]);
    expect(problemsOf({ filters: [deep(11)] })[0]).toContain('deeper than 10');
    expect(problemsOf(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toHaveLength(1);
    expect(problemsOf({ filters: [{ column: 'code', operator: 'IN', value: ','.repeat(10_000) }] })).toHaveLength(1);
    const like = (value: string) => problemsOf({ filters: [{ column: 'code', operator: 'LIKE', value }] });
    for (const fine of [`%a${'_'.repeat(6)}b%`, `%${'_'.repeat(50)}`, `a${'_'.repeat(50)}b`, `%a${'\\_'.repeat(50)}`])
      expect(like(fine)).toEqual([]);
    expect(like(`%a${'_'.repeat(4)}b${'_'.repeat(3)}`)).toEqual([
      'filtering.filters[0].value: must have at most 6 wildcards "_" behind a "%", not 7',
    ]);
    expect(problemsOf({ sort: Array(21).fill({ column: 'code' }) })).toHaveLength(1);
  });
  test('any JSON is either read or refused with problems', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (filters, sort) => {
        problemsOf({ filters: filters as Json, sort: sort as Json });
        problemsOf({ filters: [filters as Json] });
        problemsOf(filters as Json);
      }),
    );
  });
});

test('filters of a body say where they stand', () => {
  const problems: string[] = [];
  expect(parseConditions(sampleKind, [{ column: 'x' }], problems, 'filtering')).toEqual([]);
  expect(problems[0]).toStartWith('filtering[0].column: Sample has no member "x"');
});
