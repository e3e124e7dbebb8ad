import { foldCase, searched, words } from '../../domain/filtering/folding.ts';
import type { Condition, EntryTest, Filtering, LikePattern, Scalar, SortKey } from '../../domain/filtering/index.ts';
import type { Json, JsonObject } from '../../domain/kinds/kind.ts';
import { isObject } from '../../domain/validation/values.ts';
import type { SampleRecord } from './sampleKind.ts';

/**
 * The reference implementation of a filtering: it reads the records in memory, without search documents or an engine.
 * Every engine has to return the same records in the same order.
 */
export function plainSearch(records: readonly SampleRecord[], filtering: Filtering): string[] {
  const matching = records.filter((record) => matches(record, filtering));
  return matching.sort((left, right) => compare(left, right, filtering.sort)).map(({ values }) => values.id);
}

const whole = ({ values, audit }: SampleRecord): JsonObject => ({ ...values, auditInfo: { ...audit } });

function matches(record: SampleRecord, filtering: Filtering): boolean {
  const object = whole(record);
  return filtering.conditions.every((condition) => holds(condition, object)) && hasWords(object, filtering.words);
}

/** Whether the condition holds for the record. */
export const plainMatches = (record: SampleRecord, condition: Condition): boolean => holds(condition, whole(record));

function hasWords(object: JsonObject, starts: readonly string[]): boolean {
  const found = ['code', 'name', 'description'].flatMap((member) => {
    const text = object[member];
    return typeof text === 'string' ? words(searched(text)) : [];
  });
  return starts.every((start) => found.some((one) => one.startsWith(start)));
}

function at(object: JsonObject, name: string): Json | undefined {
  let value: Json | undefined = object;
  for (const part of name.split('.')) value = isObject(value) ? value[part] : undefined;
  return value ?? undefined;
}

function holds(condition: Condition, object: JsonObject): boolean {
  switch (condition.type) {
    case 'not':
      return !holds(condition.condition, object);
    case 'and':
      return condition.conditions.every((one) => holds(one, object));
    case 'or':
      return condition.conditions.some((one) => holds(one, object));
    case 'words':
      return hasWords(object, condition.words);
    case 'isNull':
      return at(object, condition.column.name) === undefined;
    case 'like':
      return valuesAt(object, condition.column).some((value) => isLike(String(value), condition.pattern));
    case 'compare':
      return valuesAt(object, condition.column).some((value) =>
        condition.values.some((operand) => isRelated(condition.operator, order(value, operand))),
      );
    case 'element': {
      const elements = at(object, condition.column.name);
      if (!Array.isArray(elements)) return false;
      return elements.some((element) => condition.conditions.every((one) => holds(one, element as JsonObject)));
    }
    case 'entry':
      return inside(at(object, condition.column.name), condition.path).some((value) => tests(condition.test, value));
    case 'anyEntry':
      return leaves(at(object, condition.column.name)).some((value) =>
        isLike(searched(String(value)), condition.pattern),
      );
  }
}

function valuesAt(object: JsonObject, column: { name: string; type: string }): Scalar[] {
  const value = at(object, column.name);
  if (value === undefined) return [];
  if (column.type === 'date') return [Date.parse(value as string)];
  const all = Array.isArray(value) ? value : [value];
  return all.map((one) => (typeof one === 'string' ? searched(one) : (one as Scalar)));
}

/**
 * Returns the values at a dotted path of a free object. A null has no value; an array that is not empty has its elements.
 * An object at the empty path has no value: its members are at the paths of the free object's own members.
 */
function inside(value: Json | undefined, path: string): Json[] {
  const found: Json[] = [];
  const walk = (one: Json, here: string): void => {
    if (one === null) return;
    const isContainer = Array.isArray(one) ? one.some((element) => element !== null) : isObject(one) && here === '';
    if (here === path && !isContainer) found.push(one);
    if (Array.isArray(one)) for (const element of one) walk(element, here);
    else if (isObject(one))
      for (const name of Object.keys(one)) walk(one[name] as Json, searched(here === '' ? name : `${here}.${name}`));
  };
  if (isObject(value)) for (const name of Object.keys(value)) walk(value[name] as Json, searched(name));
  return found;
}

/** Returns the texts, numbers and booleans in a value, at any depth. */
function leaves(value: Json | undefined): Json[] {
  if (value === undefined || value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(leaves) : [value];
}

function tests(test: EntryTest, value: Json): boolean {
  if (test.operator === 'EXISTS') return true;
  if (typeof value === 'object') return false;
  const text = searched(String(value));
  if (test.operator === 'LIKE') return isLike(text, test.pattern);
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  const isEquality = test.operator === 'EQ' || test.operator === 'IN';
  return test.values.some((operand) => {
    if (!isNumber || operand.number === undefined) return isRelated(test.operator, order(text, operand.text));
    // Whole numbers beyond the safe integers are equal if all digits are, and are ordered as doubles.
    if (isEquality && operand.digits !== undefined) return text === operand.digits;
    return isRelated(test.operator, order(Number(value), operand.number));
  });
}

function isRelated(operator: 'EQ' | 'IN' | 'GT' | 'GE' | 'LT' | 'LE', sign: number): boolean {
  switch (operator) {
    case 'GT':
      return sign > 0;
    case 'GE':
      return sign >= 0;
    case 'LT':
      return sign < 0;
    case 'LE':
      return sign <= 0;
    default:
      return sign === 0;
  }
}

/** Compares texts by code point, numbers by value, and false before true. */
function order(left: Scalar, right: Scalar): number {
  if (typeof left !== 'string' || typeof right !== 'string') return left < right ? -1 : left > right ? 1 : 0;
  const [a, b] = [left, right].map((text) => Array.from(text, (character) => character.codePointAt(0) as number)) as [
    number[],
    number[],
  ];
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const difference = (a[index] as number) - (b[index] as number);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(a.length - b.length);
}

export function isLike(text: string, pattern: LikePattern): boolean {
  const characters = [...foldCase(text)];
  // The positions in the text that a match of the pattern so far can end at.
  let reached = new Set([0]);
  for (const part of pattern) {
    const next = new Set<number>();
    if (typeof part === 'string') {
      const literal = [...part];
      for (const position of reached)
        if (literal.every((character, index) => characters[position + index] === character))
          next.add(position + literal.length);
    } else if (part.wildcard === 'one') {
      for (const position of reached) if (position < characters.length) next.add(position + 1);
    } else {
      const [least = Number.POSITIVE_INFINITY] = [...reached].sort((left, right) => left - right);
      for (let end = least; end <= characters.length; end++) next.add(end);
    }
    reached = next;
  }
  return reached.has(characters.length);
}

function compare(left: SampleRecord, right: SampleRecord, sort: readonly SortKey[]): number {
  for (const key of sort) {
    const [a, b] = [sortValues(whole(left), key), sortValues(whole(right), key)];
    for (const index of a.keys()) {
      const sign = compareValues(a[index], b[index], key.descending);
      if (sign !== 0) return sign;
    }
  }
  return order(left.values.id, right.values.id);
}

function compareValues(left: Scalar | undefined, right: Scalar | undefined, descending: boolean): number {
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  return descending ? -order(left, right) : order(left, right);
}

function sortValues(object: JsonObject, { column, path, descending }: SortKey): (Scalar | undefined)[] {
  const extreme = (values: Scalar[]) => values.sort(order).at(descending ? -1 : 0);
  if (path === undefined) return [extreme(valuesAt(object, column))];
  const found = inside(at(object, column.name), path);
  const numbers = found.filter((value) => typeof value === 'number' || typeof value === 'bigint').map(Number);
  const texts = found.filter((value) => typeof value === 'string' || typeof value === 'boolean');
  return [extreme(numbers), extreme(texts.map((value) => searched(String(value))))];
}
