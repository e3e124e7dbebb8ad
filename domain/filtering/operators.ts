import { describe } from '../validation/values.ts';
import type { SearchColumn } from './columns.ts';
import type { Comparison, Condition, EntryTest, Operator } from './parsed.ts';
import type { Target } from './scope.ts';
import { splitList } from './splitList.ts';
import { checkListed, looseWildcards, readEntryValue, readPattern, readScalar } from './values.ts';

const MAX_LIST = 10_000;
/** What Elasticsearch compiles whatever the letters are, up to some 40 of one letter in a row. */
const MAX_LOOSE = 6;

/** Each operator by the test that it makes, and whether it negates the test. */
const operators = {
  EQ: ['EQ', false],
  NE: ['EQ', true],
  LIKE: ['LIKE', false],
  NOT_LIKE: ['LIKE', true],
  IN: ['IN', false],
  NOT_IN: ['IN', true],
  GT: ['GT', false],
  GE: ['GE', false],
  LT: ['LT', false],
  LE: ['LE', false],
  IS_NULL: ['IS_NULL', false],
  IS_NOT_NULL: ['IS_NULL', true],
} as const satisfies Record<string, readonly [Operator, boolean]>;

type OperatorName = keyof typeof operators;

const all = Object.keys(operators) as OperatorName[];
const presence: readonly OperatorName[] = ['IS_NULL', 'IS_NOT_NULL'];
/** Of a whole free object: its values at any path are compared with a pattern only. */
const anywhere: readonly OperatorName[] = ['LIKE', 'NOT_LIKE', ...presence];
const ordered = all.filter((name) => operators[name][0] !== 'LIKE');
const unordered: readonly OperatorName[] = ['EQ', 'NE', 'IN', 'NOT_IN', ...presence];

export const not = (condition: Condition): Condition => ({ type: 'not', condition });

/** The operator and value of a filter, as sent. */
interface TestTexts {
  readonly operator?: string;
  readonly value?: string;
  /** Members that are present, and have a problem already. */
  readonly invalid: ReadonlySet<string>;
}

/** The test of a filter; `opposite` is what a negative operator negates. */
interface Test {
  readonly inside: Condition;
  readonly opposite?: Condition;
}

/**
 * Reads the test that a filter makes of its column. Returns undefined after adding a problem, or if its column or its operator
 * has one.
 */
export function readTest(
  column: { readonly name: string; readonly target: Target } | undefined,
  texts: TestTexts,
  problems: string[],
  at: string,
): Test | undefined {
  const { invalid } = texts;
  if (invalid.has('operator')) return undefined;
  const operator = texts.operator ?? 'EQ';
  const allowed = column ? allowedOperators(column.target) : all;
  if (!isOperator(operator) || !allowed.includes(operator)) {
    const why = isOperator(operator)
      ? `${operator} does not go with ${column?.name}`
      : `unknown operator ${describe(operator)}`;
    problems.push(`${at}.operator: ${why}, allowed are ${allowed.join(', ')}`);
    return undefined;
  }
  const [base, negative] = operators[operator];
  if (base !== 'IS_NULL' && texts.value === undefined && !invalid.has('value'))
    problems.push(`${at}.value: is required by ${operator}`);
  if (!column) return undefined;
  const { target } = column;
  if (base === 'IS_NULL') {
    const exists: Condition =
      target.type === 'entry'
        ? { type: 'entry', column: target.column, path: target.path, test: { operator: 'EXISTS' } }
        : not({ type: 'isNull', column: target.column });
    if (negative) return { inside: exists };
    return { inside: exists.type === 'not' ? exists.condition : not(exists), opposite: exists };
  }
  if (texts.value === undefined) return undefined;
  const condition = readCondition(target, base, texts.value, problems, `${at}.value`);
  if (!condition) return undefined;
  return negative ? { inside: not(condition), opposite: condition } : { inside: condition };
}

const isOperator = (name: string): name is OperatorName => Object.hasOwn(operators, name);

function allowedOperators(target: Target): readonly OperatorName[] {
  if (target.type === 'entry') return all;
  switch (target.column.type) {
    case 'string':
    case 'uuid':
    case 'strings':
      return target.type === 'container' ? presence : all;
    case 'date':
    case 'integer':
    case 'number':
      return ordered;
    case 'boolean':
      return unordered;
    case 'entries':
      return target.type === 'container' ? presence : anywhere;
    default:
      return presence;
  }
}

function readCondition(
  target: Target,
  base: Exclude<Operator, 'IS_NULL'>,
  value: string,
  problems: string[],
  at: string,
): Condition | undefined {
  if (base === 'LIKE') {
    const pattern = readPattern(value);
    const loose = looseWildcards(pattern);
    if (loose > MAX_LOOSE) {
      problems.push(`${at}: must have at most ${MAX_LOOSE} wildcards "_" behind a "%", not ${loose}`);
      return undefined;
    }
    if (target.type === 'entry')
      return { type: 'entry', column: target.column, path: target.path, test: { operator: base, pattern } };
    if (target.column.type === 'entries') return { type: 'anyEntry', column: target.column, pattern };
    return { type: 'like', column: target.column as SearchColumn, pattern };
  }
  const list = base === 'IN' ? splitList(value) : [value];
  if (list.length > MAX_LIST) {
    problems.push(`${at}: must have at most ${MAX_LIST} elements, not ${list.length}`);
    return undefined;
  }
  if (target.type === 'entry') {
    const test: EntryTest = { operator: base, values: list.map(readEntryValue) };
    return { type: 'entry', column: target.column, path: target.path, test };
  }
  return readComparison(target.column as SearchColumn, base, list, problems, at);
}

function readComparison(
  column: SearchColumn,
  operator: Comparison,
  list: readonly string[],
  problems: string[],
  at: string,
): Condition | undefined {
  const isText = column.type === 'string' || column.type === 'strings';
  const before = problems.length;
  if (operator === 'EQ' || operator === 'IN') for (const text of list) checkListed(column, text, problems, at);
  const values = list.flatMap(
    (text) => readScalar(column, isText || list.length === 1 ? text : text.trim(), problems, at) ?? [],
  );
  return problems.length > before ? undefined : { type: 'compare', column, operator, values };
}
