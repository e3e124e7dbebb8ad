import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { foldCase } from '../../../domain/filtering/folding.ts';
import type { Condition } from '../../../domain/filtering/index.ts';
import { matches } from '../../../domain/filtering/matches.ts';
import { compareText, likeTest } from '../../../domain/filtering/textTests.ts';
import { readPattern } from '../../../domain/filtering/values.ts';
import type { Json, JsonObject } from '../../../domain/kinds/kind.ts';
import { parseJson } from '../../../domain/validation/parseJson.ts';
import { misreadings } from '../../helpers/brokenConditions.ts';
import { isLike, plainMatches } from '../../helpers/plainFiltering.ts';
import { sampleCondition, sampleFiltering, sampleRecord } from '../../helpers/sampleArbitraries.ts';
import { sampleAudit } from '../../helpers/sampleKind.ts';
import { only, parse } from './parsing.ts';

/** Raised for a long run: FILTERING_RUNS=10000. */
const RUNS = Number(process.env['FILTERING_RUNS'] ?? 200);

const records = fc.sample(sampleRecord, { numRuns: 150, seed: 41 });

/** The evaluation of a condition gives the records that a plain reading of it gives. */
function agreesWithPlainReading(evaluate: typeof matches): void {
  fc.assert(
    fc.property(sampleCondition, (condition) => {
      const found = records.filter(({ values, audit }) => evaluate(condition, values, audit));
      expect(found.map(({ values }) => values.id)).toEqual(
        records.filter((record) => plainMatches(record, condition)).map(({ values }) => values.id),
      );
    }),
    { numRuns: RUNS * 5 },
  );
}

describe('the evaluation of a condition on a record in memory', () => {
  test('gives the records that a plain reading gives', () => {
    agreesWithPlainReading(matches);
  });

  test('gives the records of a filtering', () => {
    fc.assert(
      fc.property(sampleFiltering, (raw) => {
        const { conditions, words } = parse(raw, 'list');
        const whole: Condition = { type: 'and', conditions: [...conditions, { type: 'words', words }] };
        for (const { values, audit } of records)
          expect(matches(whole, values, audit)).toBe(plainMatches({ values, audit }, whole));
      }),
      { numRuns: RUNS },
    );
  });

  test('reads the stored text of a record as the values that were written', () => {
    fc.assert(
      fc.property(sampleRecord, sampleCondition, ({ values, audit }, condition) => {
        const stored = parseJson(JSON.stringify(values)) as JsonObject;
        expect(matches(condition, stored, audit)).toBe(matches(condition, values, audit));
      }),
      { numRuns: RUNS * 5 },
    );
  });

  for (const [name, misread] of Object.entries(misreadings))
    test(`is noticed if it ${name}`, () => {
      expect(() =>
        agreesWithPlainReading((condition, values, audit) => matches(misread(condition), values, audit)),
      ).toThrow();
    });
});

describe('a condition on a record in memory', () => {
  const holds = (filter: Json, values: JsonObject): boolean => matches(only(filter), values, sampleAudit());

  test('reads auditInfo from the audit and from nowhere else', () => {
    const filter = { column: 'auditInfo.whoEdited', value: 'tester' };
    expect(holds(filter, { auditInfo: { whoEdited: 'other' } })).toBe(true);
    expect(holds({ ...filter, value: 'other' }, { auditInfo: { whoEdited: 'other' } })).toBe(false);
  });

  test('does not read members that are not declared', () => {
    expect(holds({ column: 'text', operator: 'IS_NULL' }, { unknown: 'text' })).toBe(true);
  });

  test('takes null for absent', () => {
    expect(holds({ column: 'text', operator: 'IS_NULL' }, { text: null })).toBe(true);
    expect(holds({ column: 'text', operator: 'NE', value: 'a' }, { text: null })).toBe(true);
    expect(holds({ column: 'validFor.note', operator: 'IS_NULL' }, { validFor: null })).toBe(true);
  });

  test('has no words inside of an element', () => {
    const element = only({ nestedPath: 'parts', column: 'name', operator: 'IS_NOT_NULL' });
    if (element.type !== 'element') throw new Error('expected a condition on an element');
    const inside = { ...element, conditions: [{ type: 'words' as const, words: ['a'] }] };
    expect(matches(inside, { name: 'a', parts: [{ name: 'a' }] }, sampleAudit())).toBe(false);
  });

  test('is compiled once', () => {
    const condition = only({ column: 'text', operator: 'IN', value: 'a,b' });
    expect(matches(condition, { text: 'a' }, sampleAudit())).toBe(true);
    if (condition.type !== 'compare') throw new Error('expected a comparison');
    (condition.values as string[]).push('c');
    expect(matches(condition, { text: 'c' }, sampleAudit())).toBe(false);
  });
});

const letters = fc.array(fc.constantFrom('a', 'b', 'A', '😀', 'ž', '\ud7ff', '\ue000', '\uffff'), { maxLength: 8 });

test('LIKE is a plain reading of the pattern, whatever its wildcards', () => {
  const parts = fc.array(fc.constantFrom('a', 'b', '😀', 'ž', '%', '_'), { maxLength: 7 });
  fc.assert(
    fc.property(letters, parts, (text, pattern) => {
      const parsed = readPattern(pattern.join(''));
      expect(likeTest(parsed)(foldCase(text.join('')))).toBe(isLike(text.join(''), parsed));
    }),
    { numRuns: RUNS * 50 },
  );
});

test('LIKE does not backtrack over many wildcards', () => {
  const pattern = readPattern(`${'%a'.repeat(1_000)}%b`);
  expect(likeTest(pattern)('a'.repeat(8_000))).toBe(false);
});

test('texts compare by code point, as their UTF-8 bytes do', () => {
  fc.assert(
    fc.property(letters, letters, (left, right) => {
      const [one, other] = [left.join(''), right.join('')];
      expect(Math.sign(compareText(one, other))).toBe(Buffer.compare(Buffer.from(one), Buffer.from(other)));
    }),
    { numRuns: RUNS * 5 },
  );
});
