import { describe, expect, test } from 'bun:test';
import { parseFiltering } from '../../../domain/filtering/index.ts';
import type { Json } from '../../../domain/kinds/kind.ts';
import { log } from '../../../domain/kinds/processing/log.ts';
import { sampleKind } from '../../helpers/sampleKind.ts';
import { parse, problemsOf } from './parsing.ts';

describe('defaults of a filtering', () => {
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
  test('a filtering is optional for a backup, and required for everything else', () => {
    expect(parseFiltering(sampleKind, undefined, 'backup').conditions).toEqual([]);
    expect(problemsOf(undefined)).toEqual(['filtering: is required']);
  });
  test('an array is read as the filters', () => {
    expect(parse([{ column: 'code', value: 'a' }])).toEqual(parse({ filters: [{ column: 'code', value: 'a' }] }));
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
  test('a page ends at 10,000 records at most', () => {
    expect(parse({ page: 9, size: 1000 })).toMatchObject({ page: 9, size: 1000 });
    expect(problemsOf({ page: 10, size: 1000 })[0]).toEndWith('use the parameter after to read in parts');
    expect(problemsOf({ size: 1001 })).toEqual(['filtering.size: must be a whole number from 1 to 1000, not 1001']);
    expect(problemsOf({ size: 10_001 }, 'list')).toHaveLength(1);
    expect(problemsOf({ page: -1, size: 0 })).toHaveLength(2);
    expect(problemsOf({ page: '1', size: 1.5 })).toHaveLength(2);
    expect(problemsOf({ page: 1000, size: 10_000 }, 'count')).toEqual([]);
    for (const size of [0, 10_001])
      expect(problemsOf({ size }, 'count')).toEqual([
        `filtering.size: must be a whole number from 1 to 10000, not ${size}`,
      ]);
  });
  test('words are folded', () => expect(parse({ fulltext: 'Plzeň-MĚSTO plzen' }).words).toEqual(['plzen', 'mesto']));
  test('fulltext without a word is rejected', () => {
    const { description: _, ...others } = log.members;
    expect(problemsOf({ fulltext: 'a' }, 'page', { ...log, members: others })[0]).toContain('has none of the members');
  });
  test('a different kind is rejected', () => {
    expect(problemsOf({ entityType: 'Log' })).toEqual(['filtering.entityType: must be Sample here, not "Log"']);
    expect(parse({ entityType: 'Sample' }).conditions).toEqual([]);
  });
});
