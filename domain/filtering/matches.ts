import type { Audit, Json, JsonObject } from '../kinds/kind.ts';
import { isObject } from '../validation/values.ts';
import { fulltextMembers } from './columns.ts';
import { foldCase, searched, words } from './folding.ts';
import type { Comparison, Condition, EntryTest, LikePattern, Scalar } from './parsed.ts';
import { compareText, likeTest } from './textTests.ts';

/**
 * Returns whether a condition holds for a record in memory, with the same result as a search in every engine. The
 * values are those of the stored record; computed members do not count. A condition is compiled at its first use, so
 * keep the object of a condition that is used again.
 */
export function matches(condition: Condition, values: JsonObject, audit: Audit): boolean {
  let test = compiled.get(condition);
  if (!test) {
    test = compile(condition);
    compiled.set(condition, test);
  }
  return test(values, audit as unknown as JsonObject);
}

/** A test of a record, or of an element of an array, which has no audit. */
type Test = (values: JsonObject, audit: JsonObject | undefined) => boolean;

const compiled = new WeakMap<Condition, Test>();

function compile(condition: Condition): Test {
  switch (condition.type) {
    case 'not': {
      const test = compile(condition.condition);
      return (values, audit) => !test(values, audit);
    }
    case 'and':
      return every(condition.conditions.map(compile));
    case 'or': {
      const tests = condition.conditions.map(compile);
      return (values, audit) => tests.some((test) => test(values, audit));
    }
    case 'words':
      return wordsTest(condition.words);
    case 'isNull': {
      const read = reader(condition.column.name);
      return (values, audit) => read(values, audit) === undefined;
    }
    case 'like':
      return textTest(condition.column, foldedTest(condition.pattern));
    case 'compare':
      return compareTest(condition.column, condition.operator, condition.values);
    case 'entry': {
      const read = reader(condition.column.name);
      const holds = entryTest(condition.test);
      return (values, audit) => {
        const free = read(values, audit);
        return isObject(free) && someEntry(free, '', condition.path, holds);
      };
    }
    case 'anyEntry': {
      const read = reader(condition.column.name);
      const holds = entryTest({ operator: 'LIKE', pattern: condition.pattern });
      return (values, audit) => anyText(read(values, audit) ?? null, holds);
    }
    case 'element': {
      const read = reader(condition.column.name);
      const holds = every(condition.conditions.map(compile));
      return (values, audit) => {
        const elements = read(values, audit);
        return Array.isArray(elements) && elements.some((element) => isObject(element) && holds(element, undefined));
      };
    }
  }
}

function every(tests: readonly Test[]): Test {
  return (values, audit) => tests.every((test) => test(values, audit));
}

/** Returns a function that reads a column; undefined stands for an absent value. */
function reader(column: string): (values: JsonObject, audit: JsonObject | undefined) => Json | undefined {
  const [first = '', ...rest] = column.split('.');
  const [second] = rest;
  if (first === 'auditInfo' && second !== undefined) return (_, audit) => audit?.[second] ?? undefined;
  if (second === undefined) return (values) => values[first] ?? undefined;
  return (values) => {
    let value: Json | undefined = values[first];
    for (const name of rest) value = isObject(value) ? value[name] : undefined;
    return value ?? undefined;
  };
}

function wordsTest(starts: readonly string[]): Test {
  return (values, audit) => {
    if (audit === undefined) return starts.length === 0;
    const found = fulltextMembers.flatMap((member) => {
      const value = values[member];
      return typeof value === 'string' ? words(searched(value)) : [];
    });
    return starts.every((start) => found.some((one) => one.startsWith(start)));
  };
}

function foldedTest(pattern: LikePattern): (text: string) => boolean {
  const isLike = likeTest(pattern);
  return (text) => isLike(foldCase(text));
}

/** Tests the searched part of a text, or of one of the texts of an array. */
function textTest({ name }: { readonly name: string }, holds: (text: string) => boolean): Test {
  const read = reader(name);
  return (values, audit) => {
    const value = read(values, audit);
    if (typeof value === 'string') return holds(searched(value));
    return Array.isArray(value) && value.some((one) => typeof one === 'string' && holds(searched(one)));
  };
}

function compareTest(
  column: { readonly name: string; readonly type: string },
  operator: Comparison,
  operands: readonly Scalar[],
): Test {
  const holds = comparison(operator, operands);
  if (column.type === 'string' || column.type === 'strings') return textTest(column, holds);
  const read = reader(column.name);
  if (column.type === 'date')
    return (values, audit) => {
      const value = read(values, audit);
      return typeof value === 'string' && holds(Date.parse(value));
    };
  return (values, audit) => {
    const value = read(values, audit);
    if (value === undefined || value === null || typeof value === 'object') return false;
    return holds(column.type === 'number' ? Number(value) : value);
  };
}

function comparison(operator: Comparison, operands: readonly Scalar[]): (value: Scalar) => boolean {
  const [operand] = operands;
  if (operator === 'IN') {
    const set = new Set(operands);
    return (value) => set.has(value);
  }
  if (operand === undefined) return () => false;
  if (operator === 'EQ') return (value) => value === operand;
  const holds = signTests[operator];
  return (value) => holds(compare(value, operand));
}

const signTests: Record<Exclude<Comparison, 'EQ' | 'IN'>, (sign: number) => boolean> = {
  GT: (sign) => sign > 0,
  GE: (sign) => sign >= 0,
  LT: (sign) => sign < 0,
  LE: (sign) => sign <= 0,
};

function compare(left: Scalar, right: Scalar): number {
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns a test of a value inside a free object. A container has no text: only EXISTS holds for it. */
function entryTest(test: EntryTest): (value: Json) => boolean {
  if (test.operator === 'EXISTS') return () => true;
  const holds = test.operator === 'LIKE' ? foldedTest(test.pattern) : entryComparison(test);
  return (value) => {
    if (typeof value === 'object') return false;
    const isNumber = typeof value === 'number' || typeof value === 'bigint';
    return isNumber ? holds(String(value), Number(value)) : holds(searched(String(value)));
  };
}

/** Compares as numbers if both sides are numbers, as texts otherwise. */
function entryComparison({
  operator,
  values,
}: Exclude<EntryTest, { operator: 'LIKE' | 'EXISTS' }>): (text: string, number?: number) => boolean {
  const ofText = comparison(
    operator,
    values.map(({ text }) => text),
  );
  // Equal texts of two numbers are equal numbers, so that only an ordering has to leave out one of the tests.
  if (operator === 'EQ' || operator === 'IN') {
    const digits = new Set(values.flatMap((value) => value.digits ?? []));
    const equal = new Set(values.flatMap((value) => (value.digits === undefined ? (value.number ?? []) : [])));
    return (text, number) => ofText(text) || (number !== undefined && (equal.has(number) || digits.has(text)));
  }
  const numbers = values.flatMap(({ number }) => number ?? []);
  const ofNumber = comparison(operator, numbers);
  return (text, number) => (number === undefined || numbers.length === 0 ? ofText(text) : ofNumber(number));
}

/**
 * Whether the test holds for one of the values at a path of a free object. A name may contain dots, so that several
 * members can lead to the path. The paths are those of domain/filtering/searchDocument.ts.
 */
function someEntry(object: JsonObject, prefix: string, path: string, holds: (value: Json) => boolean): boolean {
  for (const name of Object.keys(object)) {
    const here = searched(prefix === '' ? name : `${prefix}.${name}`);
    if (leadsTo(here, path) && someValue(object[name] ?? null, here, path, holds)) return true;
  }
  return false;
}

function someValue(value: Json, here: string, path: string, holds: (value: Json) => boolean): boolean {
  if (value === null) return false;
  if (Array.isArray(value)) {
    if (here === path && value.every((element) => element === null) && holds(value)) return true;
    return value.some((element) => someValue(element, here, path, holds));
  }
  if (typeof value !== 'object') return here === path && holds(value);
  if (here === path && here !== '' && holds(value)) return true;
  return someEntry(value, here, path, holds);
}

/** Whether the test holds for one of the texts and numbers in a value, at any depth. */
function anyText(value: Json, holds: (value: Json) => boolean): boolean {
  if (value === null) return false;
  if (typeof value !== 'object') return holds(value);
  return Object.values(value).some((inside) => anyText(inside as Json, holds));
}

/** Whether the path is this one, or one inside of it. The empty path is that of the object itself. */
const leadsTo = (here: string, path: string): boolean =>
  here === '' || (path.startsWith(here) && (path.length === here.length || path[here.length] === '.'));
