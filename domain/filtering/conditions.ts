import type { Json, JsonObject, Kind } from '../kinds/kind.ts';
import { describe, isObject } from '../validation/values.ts';
import type { Comparison, Condition, ElementsColumn, EntryTest, Operator } from './parsed.ts';
import { allowedArrays, allowedColumns, find, findArray, type Scope, scopeOf, type Target } from './scope.ts';
import type { SearchColumn } from './searchDocument.ts';
import { looseWildcards, readEntryValue, readPattern, readScalar, splitList } from './values.ts';

/** More than anyone writes, and few enough for every engine to plan. */
const MAX_CONDITIONS = 200;
const MAX_OR_DEPTH = 10;
const MAX_LIST = 10_000;
/** What Elasticsearch compiles whatever the letters are, up to some 40 of one letter in a row. */
const MAX_LOOSE = 6;

/** Each operator by what it asks and whether it asks for the opposite. */
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
const ordered = all.filter((name) => operators[name][0] !== 'LIKE');
const unordered: readonly OperatorName[] = ['EQ', 'NE', 'IN', 'NOT_IN', ...presence];

const filterMembers = ['key', 'value', 'column', 'operator', 'nestedPath', 'isNested', 'nestedProperty'];

/**
 * Reads an array of Filter (with `{"or": …}` among them) into the conditions that must all hold. Each problem begins
 * with `at` and the place inside; the conditions are whole only when none was added.
 *
 * Filters with the same nestedPath must hold for the same element. An `or` whose filters all have that nestedPath is
 * one of them; any other `or` asks each of its filters alone. A filter that stands alone in its nestedPath and says
 * what is not there (NE, NOT_LIKE, NOT_IN, IS_NULL) is the exact opposite of its positive: no element may match that.
 */
export function parseConditions(kind: Kind, filters: Json | undefined, problems: string[], at: string): Condition[] {
  if (filters === undefined || filters === null) return [];
  const reading: Reading = { kind, scope: scopeOf(kind), problems, left: MAX_CONDITIONS };
  return join(parseArray(reading, filters, at, 0));
}

interface Reading {
  readonly kind: Kind;
  readonly scope: Scope;
  readonly problems: string[];
  left: number;
}

/** A condition on the record itself, or on an element of the array named by `path`. */
interface Item {
  /** What it means when nothing else is asked of the same array. */
  readonly alone: Condition;
  readonly nested?: { readonly path: string; readonly arrays: readonly ElementsColumn[]; readonly inside: Condition };
}

function parseArray(reading: Reading, filters: Json, at: string, depth: number): Item[] {
  if (!Array.isArray(filters)) {
    reading.problems.push(`${at}: must be an array of filters, not ${describe(filters)}`);
    return [];
  }
  if (filters.length > reading.left) {
    if (reading.left >= 0) reading.problems.push(`${at}: more than ${MAX_CONDITIONS} filters`);
    reading.left = -1;
    return [];
  }
  reading.left -= filters.length;
  return filters.flatMap((filter, index) => parseItem(reading, filter, `${at}[${index}]`, depth) ?? []);
}

function parseItem(reading: Reading, filter: Json, at: string, depth: number): Item | undefined {
  const { problems } = reading;
  if (!isObject(filter)) {
    problems.push(`${at}: must be a filter object or {"or": [...]}, not ${describe(filter)}`);
    return undefined;
  }
  if (!Object.hasOwn(filter, 'or')) return parseFilter(reading, filter, at);
  unknownMembers(filter, ['or'], problems, at);
  if (depth >= MAX_OR_DEPTH) {
    problems.push(`${at}.or: is nested deeper than ${MAX_OR_DEPTH} levels`);
    return undefined;
  }
  const items = parseArray(reading, filter['or'] ?? null, `${at}.or`, depth + 1);
  const [first] = items;
  if (!first) {
    if (Array.isArray(filter['or']) && filter['or'].length === 0) problems.push(`${at}.or: must have a filter`);
    return undefined;
  }
  const alone: Condition = { type: 'or', conditions: items.map((item) => item.alone) };
  const nested = items.flatMap((item) => item.nested ?? []);
  const path = first.nested?.path;
  if (!first.nested || nested.length < items.length || nested.some((other) => other.path !== path)) return { alone };
  const inside: Condition = { type: 'or', conditions: nested.map((item) => item.inside) };
  return { alone, nested: { ...first.nested, inside } };
}

/** Puts what is asked of the elements of one array together. */
function join(items: readonly Item[]): Condition[] {
  const groups = Map.groupBy(items, (item) => item.nested?.path);
  return items.flatMap((item) => {
    const group = item.nested ? (groups.get(item.nested.path) as Item[]) : [item];
    if (group.length === 1) return item.alone;
    if (group[0] !== item || !item.nested) return [];
    return within(
      item.nested.arrays,
      group.flatMap(({ nested }) => nested?.inside ?? []),
    );
  });
}

function within(arrays: readonly ElementsColumn[], conditions: readonly Condition[]): Condition {
  const [outer, ...inner] = arrays as [ElementsColumn, ...ElementsColumn[]];
  return {
    type: 'element',
    column: outer,
    conditions: inner.length === 0 ? conditions : [within(inner, conditions)],
  };
}

const not = (condition: Condition): Condition => ({ type: 'not', condition });

function parseFilter(reading: Reading, filter: JsonObject, at: string): Item | undefined {
  const { problems } = reading;
  const before = problems.length;
  unknownMembers(filter, filterMembers, problems, at);
  const texts = readTexts(filter, problems, at);
  const array = readArray(reading, filter, texts, at);
  if (problems.length > before) return undefined;

  const by = (array ? (['nestedProperty', 'column', 'key'] as const) : (['column', 'key'] as const)).find(
    (member) => texts[member] !== undefined,
  );
  if (!by) {
    problems.push(`${at}.column: is required`);
    return undefined;
  }
  const scope = array?.scope ?? reading.scope;
  const name = texts[by] as string;
  // Other services name a nested member by its whole path.
  const whole = array && name.startsWith(`${array.path}.`) ? name.slice(array.path.length + 1) : name;
  const target = find(scope, name) ?? find(scope, whole);
  if (!target) {
    const owner = array ? array.path : reading.kind.name;
    problems.push(`${at}.${by}: ${owner} has no member ${describe(name)}${hint(scope, name)}`);
    return undefined;
  }
  const test = readTest(target, name, texts, problems, at);
  if (!test) return undefined;
  if (!array) return { alone: test.inside };
  const alone = test.opposite ? not(within(array.columns, [test.opposite])) : within(array.columns, [test.inside]);
  return { alone, nested: { path: array.path, arrays: array.columns, inside: test.inside } };
}

function hint(scope: Scope, name: string): string {
  const array = allowedArrays(scope).find((path) => name.startsWith(`${path}.`));
  if (array) return `; inside an array of objects it is nestedPath "${array}" that leads to it`;
  return `, allowed are ${allowedColumns(scope)}`;
}

type Texts = { [member in 'key' | 'value' | 'column' | 'operator' | 'nestedPath' | 'nestedProperty']?: string };

function readTexts(filter: JsonObject, problems: string[], at: string): Texts {
  const texts: Texts = {};
  for (const member of ['key', 'value', 'column', 'operator', 'nestedPath', 'nestedProperty'] as const) {
    const given = Object.hasOwn(filter, member) ? filter[member] : undefined;
    if (given === undefined || given === null) continue;
    if (typeof given !== 'string') problems.push(`${at}.${member}: must be a string, not ${describe(given)}`);
    else if (given.includes('\u0000')) problems.push(`${at}.${member}: must not contain the character NUL`);
    else if (!given.isWellFormed()) problems.push(`${at}.${member}: must not contain half of a surrogate pair`);
    else texts[member] = given;
  }
  return texts;
}

interface FoundArray {
  readonly path: string;
  readonly columns: readonly ElementsColumn[];
  readonly scope: Scope;
}

function readArray(reading: Reading, filter: JsonObject, texts: Texts, at: string): FoundArray | undefined {
  const { problems } = reading;
  const isNested = filter['isNested'] ?? false;
  const path = texts.nestedPath;
  if (typeof isNested !== 'boolean')
    problems.push(`${at}.isNested: must be true or false, not ${describe(filter['isNested'])}`);
  if (path !== undefined) {
    const found = findArray(reading.scope, path);
    if (found) return { path, ...found };
    const allowed = allowedArrays(reading.scope).join(', ');
    const rest = allowed === '' ? 'it has none' : `allowed are ${allowed}`;
    problems.push(`${at}.nestedPath: ${reading.kind.name} has no array of objects ${describe(path)}, ${rest}`);
  } else if (isNested === true) problems.push(`${at}.nestedPath: is required by isNested`);
  else if (texts.nestedProperty !== undefined)
    problems.push(`${at}.nestedProperty: means nothing without a nestedPath`);
  return undefined;
}

/** What a filter asks; `opposite` when it says what is not there. */
interface Test {
  readonly inside: Condition;
  readonly opposite?: Condition;
}

function readTest(target: Target, name: string, texts: Texts, problems: string[], at: string): Test | undefined {
  const operator = texts.operator ?? 'EQ';
  const allowed = allowedOperators(target);
  if (!isOperator(operator) || !allowed.includes(operator)) {
    const why = isOperator(operator)
      ? `${operator} does not go with ${name}`
      : `unknown operator ${describe(operator)}`;
    problems.push(`${at}.operator: ${why}, allowed are ${allowed.join(', ')}`);
    return undefined;
  }
  const [base, negative] = operators[operator];
  if (base === 'IS_NULL') {
    const exists: Condition =
      target.type === 'entry'
        ? { type: 'entry', column: target.column, path: target.path, test: { operator: 'EXISTS' } }
        : not({ type: 'isNull', column: target.column });
    if (negative) return { inside: exists };
    return { inside: exists.type === 'not' ? exists.condition : not(exists), opposite: exists };
  }
  if (texts.value === undefined) {
    problems.push(`${at}.value: is required by ${operator}`);
    return undefined;
  }
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
  const values = list.flatMap(
    (text) => readScalar(column, isText || list.length === 1 ? text : text.trim(), problems, at) ?? [],
  );
  return problems.length > before ? undefined : { type: 'compare', column, operator, values };
}

function unknownMembers(object: JsonObject, allowed: readonly string[], problems: string[], at: string): void {
  for (const name of Object.keys(object)) {
    if (!allowed.includes(name)) problems.push(`${at}.${name}: unknown member, allowed are ${allowed.join(', ')}`);
  }
}
