import { readFiltering } from '../../filtering/index.ts';
import { splitList } from '../../filtering/splitList.ts';
import type { Json, JsonObject, Kind } from '../../kinds/kind.ts';
import { describe, isObject } from '../../validation/values.ts';
import { filtersOf, isList, MAX_DEPTH, parseExpression, placeholders, USER_GROUPS, USER_ID } from './placeholders.ts';

const anyPlaceholder = /\$\{[^}]*\}?/g;
const SOME_ID = '00000000-0000-4000-8000-000000000000';

/** Operators that also hold for records without the member. IS_NULL names those records. */
const negations: readonly unknown[] = ['NE', 'NOT_LIKE', 'NOT_IN'];

/** Returns the problems of an expression with the kind of its records, each beginning with its place. */
export function expressionProblems(kind: Kind, expression: string): string[] {
  const problems: string[] = [];
  const filtering = parseExpression(expression, problems);
  if (filtering === undefined) return problems;
  if (isObject(filtering) && typeof filtering.fulltext === 'string' && filtering.fulltext.match(anyPlaceholder))
    problems.push('expression.fulltext: must have no placeholder, one stands where the value of a filter does');
  const filters = filtersOf(filtering);
  const required = presentColumns(filters);
  eachFilter(filters, isObject(filtering) ? 'expression.filters' : 'expression', (filter, at) => {
    const group = ['and', 'fulltext'].find((name) => Object.hasOwn(filter, name));
    if (group !== undefined) problems.push(`${at}.${group}: is not allowed in an expression`);
    if (typeof filter.value === 'string') checkPlaceholders(filter.value, filter.operator, at, problems);
    checkNegation(filter, required, at, problems);
  });
  const found: string[] = [];
  const read = readFiltering(kind, withSomeId(filtering), 'backup', found);
  if (read && found.length === 0 && read.conditions.length === 0 && read.words.length === 0)
    problems.push('expression: selects every record; leave it out and set fullAccess instead');
  return [...problems, ...found.map((one) => one.replace(/^filtering/, 'expression').replace(SOME_ID, USER_ID))];
}

function eachFilter(
  filters: Json | undefined,
  place: string,
  check: (filter: JsonObject, at: string) => void,
  depth = 0,
) {
  if (!Array.isArray(filters) || depth > MAX_DEPTH) return;
  for (const [index, filter] of filters.entries()) {
    if (!isObject(filter)) continue;
    const at = `${place}[${index}]`;
    if (Object.hasOwn(filter, 'or')) eachFilter(filter.or, `${at}.or`, check, depth + 1);
    else check(filter, at);
  }
}

function checkPlaceholders(value: string, operator: Json | undefined, at: string, problems: string[]): void {
  const used = value.match(anyPlaceholder) ?? [];
  const wholes = isList(operator) ? splitList(value) : [value];
  for (const one of new Set(used)) {
    if (!placeholders.includes(one))
      problems.push(
        `${at}.value: ${describe(one)} is not a placeholder; the placeholders are ${placeholders.join(', ')}`,
      );
    else if (wholes.filter((whole) => whole === one).length < used.filter((other) => other === one).length)
      problems.push(`${at}.value: ${one} must be the whole value, or a whole element of a list`);
    else if (operator === 'LIKE')
      problems.push(
        `${at}.operator: LIKE does not go with ${one}, because it would grant every record that contains the value anywhere; use EQ or IN`,
      );
    else if (one === USER_GROUPS && !isList(operator)) problems.push(`${at}.value: ${one} is a list, it goes with IN`);
    else if (negations.includes(operator))
      problems.push(
        `${at}.operator: ${operator} does not go with ${one}, because it would grant every record that does not name the caller`,
      );
  }
}

/**
 * A negation also holds for records without the member, which the author of a rule rarely means. A filter beside it, that
 * is, one that holds for every record of the rule, has to require the member. The negation of a placeholder has a problem
 * already.
 */
function checkNegation(filter: JsonObject, required: ReadonlySet<string>, at: string, problems: string[]): void {
  const { operator, value } = filter;
  if (!negations.includes(operator) || (typeof value === 'string' && value.match(anyPlaceholder))) return;
  const column = columnOf(filter);
  if (column === undefined || required.has(JSON.stringify(column))) return;
  const [nestedPath, name] = column;
  const place = nestedPath === null ? name : `${name} with nestedPath ${nestedPath}`;
  problems.push(`${at}.operator: ${operator} also holds where ${name} is absent, add a filter IS_NOT_NULL on ${place}`);
}

/** The columns that the filters require to be present. Only filters outside of every `or` hold for all records. */
function presentColumns(filters: Json | undefined): Set<string> {
  const columns = new Set<string>();
  if (!Array.isArray(filters)) return columns;
  for (const filter of filters) {
    if (!isObject(filter) || filter.operator !== 'IS_NOT_NULL') continue;
    const column = columnOf(filter);
    if (column) columns.add(JSON.stringify(column));
  }
  return columns;
}

/** The array of objects and the member that a filter names; undefined without a name. */
function columnOf(filter: JsonObject): readonly [nestedPath: string | null, name: string] | undefined {
  const nestedPath = typeof filter.nestedPath === 'string' ? filter.nestedPath : null;
  const members = nestedPath === null ? ['column', 'key'] : ['nestedProperty', 'column', 'key'];
  const name = members.map((member) => filter[member]).find((text) => typeof text === 'string');
  if (typeof name !== 'string') return undefined;
  const isWhole = nestedPath !== null && name.startsWith(`${nestedPath}.`);
  return [nestedPath, isWhole ? name.slice(nestedPath.length + 1) : name];
}

/** Of the caller only the id has a type of its own. Any text is a code. */
function withSomeId(filtering: Json): Json {
  const replace = (filters: Json, depth: number): Json => {
    if (!Array.isArray(filters) || depth > MAX_DEPTH) return filters;
    return filters.map((filter): Json => {
      if (!isObject(filter)) return filter;
      if (Object.hasOwn(filter, 'or')) return { ...filter, or: replace(filter.or ?? null, depth + 1) };
      if (typeof filter.value !== 'string') return filter;
      const parts = isList(filter.operator) ? splitList(filter.value) : [filter.value];
      return parts.includes(USER_ID) ? { ...filter, value: filter.value.replaceAll(USER_ID, SOME_ID) } : filter;
    });
  };
  if (!isObject(filtering)) return replace(filtering, 0);
  return filtering.filters === undefined ? filtering : { ...filtering, filters: replace(filtering.filters, 0) };
}
