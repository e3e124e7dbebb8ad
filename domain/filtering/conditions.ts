import { checkLength, MAX_TEXT } from '../kinds/declaration/limits.ts';
import type { Json, JsonObject, Kind } from '../kinds/kind.ts';
import { describe, isObject } from '../validation/values.ts';
import { readWords } from './fulltext.ts';
import { not, readTest } from './operators.ts';
import type { Condition, ElementsColumn } from './parsed.ts';
import { allowedArrays, allowedColumns, find, findArray, type Scope, scopeOf, type Target } from './scope.ts';

/** Few enough for every engine to plan. */
export const MAX_CONDITIONS = 200;
const MAX_GROUP_DEPTH = 10;

/** The members of an array of filters that are no filters: each has only this member. */
const groups = ['or', 'and', 'fulltext'] as const;

const filterMembers = ['key', 'value', 'column', 'operator', 'nestedPath', 'isNested', 'nestedProperty'];

/**
 * Reads an array of filters, with `{"or": …}`, `{"and": …}` and `{"fulltext": …}` among them, into the conditions that must
 * all hold. Each problem begins with `at` and the place inside; the conditions are complete only if no problem was added.
 *
 * Filters with the same nestedPath must hold for the same element. An `or` whose filters all have one nestedPath
 * counts as a filter with it; any other `or` tests each of its filters by itself. The filters of an `and` hold for the same
 * element only among themselves. A single filter of a nestedPath with
 * a negative operator (NE, NOT_LIKE, NOT_IN, IS_NULL) negates the positive one: no element may match that.
 */
export function parseConditions(kind: Kind, filters: Json | undefined, problems: string[], at: string): Condition[] {
  if (filters === undefined || filters === null) return [];
  const reading: Reading = { kind, scope: scopeOf(kind), problems, remaining: MAX_CONDITIONS };
  return join(parseArray(reading, filters, at, 0));
}

interface Reading {
  readonly kind: Kind;
  readonly scope: Scope;
  readonly problems: string[];
  remaining: number;
}

/** A condition on the record itself, or on an element of the array named by `path`. */
interface Item {
  /** The condition where no other filter tests the same array. */
  readonly alone: Condition;
  readonly nested?: { readonly path: string; readonly arrays: readonly ElementsColumn[]; readonly inside: Condition };
}

function parseArray(reading: Reading, filters: Json, at: string, depth: number): Item[] {
  if (!Array.isArray(filters)) {
    reading.problems.push(`${at}: must be an array of filters, not ${describe(filters)}`);
    return [];
  }
  if (filters.length > reading.remaining) {
    if (reading.remaining >= 0) reading.problems.push(`${at}: more than ${MAX_CONDITIONS} filters`);
    reading.remaining = -1;
    return [];
  }
  reading.remaining -= filters.length;
  return filters.flatMap((filter, index) => parseItem(reading, filter, `${at}[${index}]`, depth) ?? []);
}

function parseItem(reading: Reading, filter: Json, at: string, depth: number): Item | undefined {
  const { problems } = reading;
  if (!isObject(filter)) {
    problems.push(`${at}: must be a filter object or {"or": [...]}, not ${describe(filter)}`);
    return undefined;
  }
  const group = groups.find((name) => Object.hasOwn(filter, name));
  if (group === undefined) return parseFilter(reading, filter, at);
  unknownMembers(filter, [group], problems, at);
  if (group === 'fulltext') {
    const words = readWords(reading.kind, filter[group] ?? '', problems, `${at}.fulltext`);
    return { alone: { type: 'words', words } };
  }
  const items = parseGroup(reading, filter[group] ?? null, `${at}.${group}`, depth);
  return items && (group === 'or' ? orOf(items) : { alone: { type: 'and', conditions: join(items) } });
}

/** Returns the items of a group; undefined if it has none. */
function parseGroup(reading: Reading, filters: Json, at: string, depth: number): [Item, ...Item[]] | undefined {
  const { problems } = reading;
  if (depth >= MAX_GROUP_DEPTH) {
    problems.push(`${at}: is nested deeper than ${MAX_GROUP_DEPTH} levels`);
    return undefined;
  }
  const [first, ...others] = parseArray(reading, filters, at, depth + 1);
  if (first) return [first, ...others];
  if (Array.isArray(filters) && filters.length === 0) problems.push(`${at}: must have a filter`);
  return undefined;
}

function orOf(items: readonly [Item, ...Item[]]): Item {
  const [first] = items;
  const alone: Condition = { type: 'or', conditions: items.map((item) => item.alone) };
  const nested = items.flatMap((item) => item.nested ?? []);
  const path = first.nested?.path;
  if (!first.nested || nested.length < items.length || nested.some((other) => other.path !== path)) return { alone };
  const inside: Condition = { type: 'or', conditions: nested.map((item) => item.inside) };
  return { alone, nested: { ...first.nested, inside } };
}

/** Joins the conditions on the elements of one array. */
function join(items: readonly Item[]): Condition[] {
  const groups = Map.groupBy(items, (item) => item.nested?.path);
  return items.flatMap((item) => {
    const group = (item.nested && groups.get(item.nested.path)) ?? [item];
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

function parseFilter(reading: Reading, filter: JsonObject, at: string): Item | undefined {
  const { problems } = reading;
  const before = problems.length;
  unknownMembers(filter, filterMembers, problems, at);
  const texts = readTexts(filter, problems, at);
  const array = readArray(reading, filter, texts, at);
  const column = readColumn(reading, { filter, texts, array }, at);
  const test = readTest(column, { ...texts, invalid: invalidTexts(filter, texts) }, problems, at);
  if (!test || problems.length > before) return undefined;
  if (!array) return { alone: test.inside };
  const alone = test.opposite ? not(within(array.columns, [test.opposite])) : within(array.columns, [test.inside]);
  return { alone, nested: { path: array.path, arrays: array.columns, inside: test.inside } };
}

/** Members of a filter that are present, and have a problem already. */
const invalidTexts = (filter: JsonObject, texts: Texts): ReadonlySet<string> =>
  new Set(
    Object.keys(filter).filter((name) => (filter[name] ?? null) !== null && texts[name as keyof Texts] === undefined),
  );

interface FilterColumn {
  readonly name: string;
  readonly target: Target;
}

/** Returns the column of a filter. Returns undefined after adding a problem, or if the problem of another member hides it. */
function readColumn(
  { kind, scope: scopeOfKind, problems }: Reading,
  {
    filter,
    texts,
    array,
  }: { readonly filter: JsonObject; readonly texts: Texts; readonly array: FoundArray | undefined },
  at: string,
): FilterColumn | undefined {
  const isNested = array !== undefined || (filter['nestedPath'] ?? null) !== null || filter['isNested'] === true;
  const members = isNested ? (['nestedProperty', 'column', 'key'] as const) : (['column', 'key'] as const);
  const by = members.find((member) => texts[member] !== undefined);
  if (!by) {
    const invalid = invalidTexts(filter, texts);
    if (!members.some((member) => invalid.has(member))) problems.push(`${at}.column: is required`);
    return undefined;
  }
  if (isNested && !array) return undefined;
  const scope = array?.scope ?? scopeOfKind;
  const name = texts[by] as string;
  // Other services name a nested member by its whole path.
  const whole = array && name.startsWith(`${array.path}.`) ? name.slice(array.path.length + 1) : name;
  const target = find(scope, name) ?? find(scope, whole);
  if (target) return { name, target };
  const owner = array ? array.path : kind.name;
  problems.push(`${at}.${by}: ${owner} has no member ${describe(name)}${hint(scope, name)}`);
  return undefined;
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
    const text = Object.hasOwn(filter, member) ? filter[member] : undefined;
    if (text === undefined || text === null) continue;
    if (typeof text !== 'string') problems.push(`${at}.${member}: must be a string, not ${describe(text)}`);
    else if (text.includes('\u0000')) problems.push(`${at}.${member}: must not contain the character NUL`);
    else if (!text.isWellFormed()) problems.push(`${at}.${member}: must not contain half of a surrogate pair`);
    else if (checkLength(text, MAX_TEXT, problems, `${at}.${member}`)) texts[member] = text;
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
  } else if (isNested === true && (filter['nestedPath'] ?? null) === null)
    problems.push(`${at}.nestedPath: is required by isNested`);
  else if (texts.nestedProperty !== undefined && (filter['nestedPath'] ?? null) === null)
    problems.push(`${at}.nestedProperty: means nothing without a nestedPath`);
  return undefined;
}

function unknownMembers(object: JsonObject, allowed: readonly string[], problems: string[], at: string): void {
  for (const name of Object.keys(object)) {
    if (!allowed.includes(name)) problems.push(`${at}.${name}: unknown member, allowed are ${allowed.join(', ')}`);
  }
}
