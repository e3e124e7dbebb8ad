import type { Json, JsonObject, Kind, Values } from '../kinds/kind.ts';
import { describe, isObject } from '../validation/values.ts';
import { type Filtering, readFiltering } from './index.ts';
import { splitList } from './values.ts';

/**
 * The expression of an AccessRule: a filtering as JSON text, in which a placeholder may stand for the whole value of a
 * filter, or for a whole element of the list of IN and NOT_IN.
 */

/** The user that the placeholders refer to. */
export interface ExpressionUser {
  readonly id: string;
  readonly code: string;
  /** Codes of the groups. */
  readonly groups: readonly string[];
}

const placeholders = ['id', 'code', 'groups'].map((name) => `\${user.${name}}`);
const GROUPS = placeholders[2] as string;
const anyPlaceholder = /\$\{[^}]*\}?/g;
const isList = (operator: Json | undefined): boolean => operator === 'IN' || operator === 'NOT_IN';

/** Deeper than the parser goes: what is left as it is there is refused by it. */
const MAX_DEPTH = 20;

/** The problems of an AccessRule's expression with its kind, each beginning with the place inside. */
export function checkExpression({ entityName, expression }: Values, kinds: readonly Kind[]): string[] {
  if (typeof expression !== 'string') return [];
  if (typeof entityName !== 'string') return ['entityName: is required by expression'];
  const kind = kinds.find(({ name }) => name === entityName);
  if (!kind) {
    const names = kinds.map(({ name }) => name).sort();
    return [`entityName: must be one of ${names.join(', ')} where there is an expression, not ${describe(entityName)}`];
  }
  const problems: string[] = [];
  const filtering = parse(expression, problems);
  if (filtering === undefined) return problems;
  checkPlaceholders(filtering, 'expression', problems);
  const found: string[] = [];
  // Of the caller only the id has a type of its own; the other placeholders are as good a text as any.
  readFiltering(kind, withValues(filtering, { [placeholders[0] as string]: SOME_ID }), 'backup', found);
  const mapped = found.map((one) =>
    one.replace(/^filtering/, 'expression').replace(SOME_ID, placeholders[0] as string),
  );
  return [...problems, ...mapped];
}

const SOME_ID = '00000000-0000-4000-8000-000000000000';

/** Returns the filtering of the expression for this user; undefined if no record matches. Throws if it is malformed. */
export function resolveExpression(kind: Kind, expression: string, asker: ExpressionUser): Filtering | undefined {
  const problems: string[] = [];
  const filtering = parse(expression, problems);
  const filled = filtering === undefined ? undefined : fill(filtering, asker);
  if (filled === false) return undefined;
  const read = filled === undefined ? undefined : readFiltering(kind, filled, 'backup', problems);
  if (!read || problems.length > 0) throw new Error(`An access rule's expression is no longer right: ${problems}`);
  return read;
}

function parse(expression: string, problems: string[]): Json | undefined {
  try {
    return JSON.parse(expression) as Json;
  } catch (error) {
    problems.push(`expression: must be a filtering in JSON, ${(error as Error).message}`);
    return undefined;
  }
}

function filtersOf(filtering: Json): Json | undefined {
  return isObject(filtering) ? filtering.filters : filtering;
}

function checkPlaceholders(filtering: Json, at: string, problems: string[]): void {
  if (isObject(filtering) && typeof filtering.fulltext === 'string' && filtering.fulltext.match(anyPlaceholder))
    problems.push(`${at}.fulltext: must have no placeholder, one stands where the value of a filter does`);
  const walk = (filters: Json | undefined, place: string, depth: number): void => {
    if (!Array.isArray(filters) || depth > MAX_DEPTH) return;
    for (const [index, filter] of filters.entries()) {
      if (!isObject(filter)) continue;
      const here = `${place}[${index}]`;
      walk(filter.or, `${here}.or`, depth + 1);
      if (typeof filter.value === 'string') checkValue(filter.value, filter.operator, `${here}.value`, problems);
    }
  };
  walk(filtersOf(filtering), isObject(filtering) ? `${at}.filters` : at, 0);
}

function checkValue(value: string, operator: Json | undefined, at: string, problems: string[]): void {
  const used = value.match(anyPlaceholder) ?? [];
  const wholes = isList(operator) ? splitList(value) : [value];
  for (const one of new Set(used)) {
    if (!placeholders.includes(one))
      problems.push(`${at}: ${describe(one)} is no placeholder, there are ${placeholders.join(', ')}`);
    else if (wholes.filter((whole) => whole === one).length < used.filter((other) => other === one).length)
      problems.push(`${at}: ${one} must be the whole value, or a whole element of a list`);
    else if (one === GROUPS && !isList(operator)) problems.push(`${at}: ${one} is a list, it goes with IN and NOT_IN`);
  }
}

/** The filtering with a text for some placeholders. */
function withValues(filtering: Json, texts: Readonly<Record<string, string>>): Json {
  return mapFilters(filtering, (filter) => {
    if (typeof filter.value !== 'string') return filter;
    const replace = (part: string): string => (Object.hasOwn(texts, part) ? (texts[part] as string) : part);
    const value = isList(filter.operator) ? mapList(filter.value, (one) => [replace(one)]) : replace(filter.value);
    return { ...filter, value };
  });
}

/**
 * Returns the filtering for one user, or false if no record can match. A filter cannot have an empty list: IN with an
 * empty list is false, NOT_IN is true, and the conditions around it are simplified.
 */
function fill(filtering: Json, { id, code, groups }: ExpressionUser): Json | false {
  const texts: Record<string, readonly string[]> = {
    [placeholders[0] as string]: [id],
    [placeholders[1] as string]: [code],
    [GROUPS]: groups,
  };
  return mapFilters(filtering, (filter) => {
    const { value, operator } = filter;
    if (typeof value !== 'string') return filter;
    const textsOf = (part: string): readonly string[] => (Object.hasOwn(texts, part) ? (texts[part] ?? []) : [part]);
    if (!isList(operator)) {
      if (!Object.hasOwn(texts, value)) return filter;
      const text = textsOf(value)[0] ?? '';
      const isPattern = operator === 'LIKE' || operator === 'NOT_LIKE';
      return { ...filter, value: isPattern ? text.replaceAll(/[\\%_]/g, '\\$&') : text };
    }
    const list = splitList(value).flatMap(textsOf);
    if (list.length === 0) return operator === 'NOT_IN' ? ALWAYS : NEVER;
    return { ...filter, value: joinList(list) };
  });
}

const mapList = (value: string, map: (part: string) => readonly string[]): string =>
  joinList(splitList(value).flatMap(map));

const joinList = (list: readonly string[]): string => list.map((one) => one.replaceAll(/[\\,]/g, '\\$&')).join(',');

/** Results of a mapped filter that are constant. They are compared by identity, so no input equals them. */
const ALWAYS: JsonObject = {};
const NEVER: JsonObject = {};

/** Maps each filter and removes constant ones. Returns false if no record can match. */
function mapFilters(filtering: Json, map: (filter: JsonObject) => JsonObject): Json | false {
  const each = (filters: Json, depth: number): Json => {
    if (!Array.isArray(filters) || depth > MAX_DEPTH) return filters;
    return filters.map((filter): Json => {
      if (!isObject(filter)) return filter;
      if (!Object.hasOwn(filter, 'or')) return map(filter);
      const some = each(filter.or ?? null, depth + 1);
      if (!Array.isArray(some) || some.length === 0) return { ...filter, or: some };
      if (some.includes(ALWAYS)) return ALWAYS;
      const remaining = some.filter((one) => one !== NEVER);
      return remaining.length === 0 ? NEVER : { ...filter, or: remaining };
    });
  };
  const all = (filters: Json): Json | false => {
    const mapped = each(filters, 0);
    if (!Array.isArray(mapped)) return mapped;
    return !mapped.includes(NEVER) && mapped.filter((one) => one !== ALWAYS);
  };
  if (!isObject(filtering)) return all(filtering);
  if (filtering.filters === undefined) return filtering;
  const filters = all(filtering.filters);
  return filters !== false && { ...filtering, filters };
}
