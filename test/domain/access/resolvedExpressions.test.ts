// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of an expression are written like that.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type ExpressionUser, resolveExpression } from '../../../domain/access/rules/resolveExpression.ts';
import { foldCase, searched } from '../../../domain/filtering/folding.ts';
import { matches } from '../../../domain/filtering/matches.ts';
import { sampleRecord, text } from '../../helpers/sampleArbitraries.ts';
import { type SampleRecord, sampleKind } from '../../helpers/sampleKind.ts';

/** Raised for a long run: FILTERING_RUNS=10000. */
const RUNS = Number(process.env['FILTERING_RUNS'] ?? 200) * 5;

/** A part of a value: a placeholder, or a text that no filter reads as a wildcard or a placeholder. */
type Part = { readonly user: 'id' | 'code' | 'groups' } | { readonly literal: string };

interface Filter {
  readonly column: 'text' | 'tags' | 'owner';
  readonly operator: 'EQ' | 'IN' | 'LIKE';
  readonly parts: readonly Part[];
}

type Item = Filter | { readonly or: readonly Item[] };

const literal = fc.constantFrom('a', 'Ž', 'k', '1', ' ').map((one): Part => ({ literal: one }));
const user = (...names: ('id' | 'code' | 'groups')[]) =>
  fc.constantFrom(...names.map((name): Part => ({ user: name })));
const one = (part: fc.Arbitrary<Part>) => part.map((only) => [only]);
const column = fc.constantFrom('text' as const, 'tags' as const);

const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ column, operator: fc.constant('EQ' as const), parts: one(user('id', 'code')) }),
  fc.record({ column, operator: fc.constant('LIKE' as const), parts: one(literal) }),
  fc.record({
    column,
    operator: fc.constant('IN' as const),
    parts: fc.array(fc.oneof({ weight: 3, arbitrary: user('id', 'code', 'groups') }, literal), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  fc.record({
    column: fc.constant('owner' as const),
    operator: fc.constantFrom('EQ' as const, 'IN' as const),
    parts: one(user('id')),
  }),
);

const item = fc.letrec<{ any: Item }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 2 },
    { weight: 3, arbitrary: filter },
    { weight: 1, arbitrary: fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((or) => ({ or })) },
  ),
})).any;

/** A user, and records that often name it. */
const situation = fc
  .record({ code: text, groups: fc.array(text, { maxLength: 3 }), records: fc.array(sampleRecord, { maxLength: 6 }) })
  .chain(({ code, groups, records }) => {
    const names = fc.constantFrom(code, ...groups, code.toUpperCase(), `x${code}y`, '%', '');
    const naming = records.map(({ values, audit }) =>
      fc
        .record({ text: names, tags: fc.array(names, { maxLength: 2 }) }, { requiredKeys: [] })
        .map((named): SampleRecord => ({ values: { ...values, ...named }, audit })),
    );
    const id = fc.constantFrom(...records.flatMap(({ values }) => values['owner'] ?? []), crypto.randomUUID());
    return fc.record({
      user: fc.record({ id: id as fc.Arbitrary<string>, code: fc.constant(code), groups: fc.constant(groups) }),
      records: fc.tuple(...naming),
    });
  });

const PLACEHOLDERS = { id: '${user.id}', code: '${user.code}', groups: '${user.groups}' };

function expressionOf(items: readonly Item[]): string {
  const json = (some: Item): object => {
    if ('or' in some) return { or: some.or.map(json) };
    const value = some.parts.map((part) => ('literal' in part ? part.literal : PLACEHOLDERS[part.user])).join(',');
    return { column: some.column, operator: some.operator, value };
  };
  return JSON.stringify(items.map(json));
}

/** What a rule means, read from the rule itself. */
function holds(some: Item, { values }: SampleRecord, caller: ExpressionUser): boolean {
  if ('or' in some) return some.or.some((alternative) => holds(alternative, { values } as SampleRecord, caller));
  const operands = some.parts.flatMap((part) => ('literal' in part ? part.literal : caller[part.user]));
  const texts = [values[some.column] ?? []].flat().map((value) => searched(String(value)));
  return texts.some((stored) =>
    operands.some((operand) =>
      some.operator === 'LIKE' ? foldCase(stored).includes(foldCase(operand)) : stored === searched(operand),
    ),
  );
}

function agrees(resolve: typeof resolveExpression): void {
  fc.assert(
    fc.property(situation, fc.array(item, { minLength: 1, maxLength: 3 }), ({ user: caller, records }, items) => {
      const reach = resolve(sampleKind, expressionOf(items), caller);
      for (const record of records) {
        const expected = items.every((some) => holds(some, record, caller));
        expect(matches(reach, record.values, record.audit)).toBe(expected);
      }
    }),
    { numRuns: RUNS },
  );
}

test('an expression grants the records that name the user, whatever the characters of its code and groups', () => {
  agrees(resolveExpression);
});

test('a substitution of values into the text of the expression is noticed', () => {
  const substituted: typeof resolveExpression = (kind, expression, caller) => {
    const quoted = (value: string): string => JSON.stringify(value).slice(1, -1);
    const filled = expression
      .replaceAll(PLACEHOLDERS.id, () => caller.id)
      .replaceAll(PLACEHOLDERS.code, () => quoted(caller.code))
      .replaceAll(PLACEHOLDERS.groups, () => quoted(caller.groups.join(',')));
    return resolveExpression(kind, filled, caller);
  };
  expect(() => agrees(substituted)).toThrow();
});
