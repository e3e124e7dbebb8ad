import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseConditions } from '../../../domain/filtering/index.ts';
import type { Json } from '../../../domain/kinds/kind.ts';
import { sampleKind } from '../../helpers/sampleKind.ts';
import { problemsOf } from './parsing.ts';

describe('invalid filterings', () => {
  const deep = (levels: number): Json => (levels === 0 ? { column: 'code', value: 'a' } : { or: [deep(levels - 1)] });

  test('all problems are reported together, each with its place', () => {
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
      'filtering.filters[2].value',
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
  test('any JSON is either parsed or rejected with problems', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (filters, sort) => {
        problemsOf({ filters: filters as Json, sort: sort as Json });
        problemsOf({ filters: [filters as Json] });
        problemsOf(filters as Json);
      }),
    );
  });
});

test('problems of filters in a body name their position', () => {
  const problems: string[] = [];
  expect(parseConditions(sampleKind, [{ column: 'x' }], problems, 'filtering')).toEqual([]);
  expect(problems[0]).toStartWith('filtering[0].column: Sample has no member "x"');
});
