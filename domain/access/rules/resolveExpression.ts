import { type Condition, readFiltering } from '../../filtering/index.ts';
import { splitList } from '../../filtering/splitList.ts';
import type { Json, JsonObject, Kind } from '../../kinds/kind.ts';
import { isObject } from '../../validation/values.ts';
import { expressionProblems } from './checkExpression.ts';
import { filtersOf, isList, MAX_DEPTH, parseExpression, USER_CODE, USER_GROUPS, USER_ID } from './placeholders.ts';

/** The user that the placeholders refer to. */
export interface ExpressionUser {
  readonly id: string;
  readonly code: string;
  /** Codes of the groups. */
  readonly groups: readonly string[];
}

/** An expression that cannot be applied. */
export class InvalidExpression extends Error {}

/**
 * Returns the condition of an expression for a user.
 *
 * @throws InvalidExpression if the expression could not be saved, because it or its kind has changed since
 */
export function resolveExpression(kind: Kind, expression: string, user: ExpressionUser): Condition {
  const problems = expressionProblems(kind, expression);
  const filtering = parseExpression(expression, []);
  const filled = filtering === undefined || problems.length > 0 ? undefined : fillPlaceholders(filtering, user);
  if (filled === false) return NEVER;
  const read = filled === undefined ? undefined : readFiltering(kind, filled, 'backup', problems);
  if (!read || problems.length > 0) throw new InvalidExpression(problems.join('; '));
  const { conditions, words } = read;
  if (words.length === 0) return { type: 'and', conditions };
  return { type: 'and', conditions: [...conditions, { type: 'words', words }] };
}

const NEVER: Condition = { type: 'or', conditions: [] };

/** A filter that no record matches. It is compared by identity, so no input equals it. */
const NO_RECORD: JsonObject = {};

/** Returns the filtering for one user, or false if no record can match: a filter cannot have an empty list. */
export function fillPlaceholders(filtering: Json, user: ExpressionUser): Json | false {
  const filters = filtersOf(filtering);
  if (filters === undefined) return filtering;
  const filled = fillFilters(filters, user, 0);
  if (Array.isArray(filled) && filled.includes(NO_RECORD)) return false;
  return isObject(filtering) ? { ...filtering, filters: filled } : filled;
}

function fillFilters(filters: Json, user: ExpressionUser, depth: number): Json {
  if (!Array.isArray(filters) || depth > MAX_DEPTH) return filters;
  return filters.map((filter): Json => {
    if (!isObject(filter)) return filter;
    if (!Object.hasOwn(filter, 'or')) return fillFilter(filter, user);
    const some = fillFilters(filter.or ?? null, user, depth + 1);
    if (!Array.isArray(some)) return filter;
    const possible = some.filter((one) => one !== NO_RECORD);
    return possible.length === 0 ? NO_RECORD : { ...filter, or: possible };
  });
}

function fillFilter(filter: JsonObject, user: ExpressionUser): JsonObject {
  const { value, operator } = filter;
  if (typeof value !== 'string') return filter;
  if (!isList(operator)) {
    const [text = ''] = textsOf(value, user);
    return { ...filter, value: text };
  }
  const list = splitList(value).flatMap((part) => textsOf(part, user));
  return list.length === 0 ? NO_RECORD : { ...filter, value: list.map(escapeElement).join(',') };
}

const escapeElement = (element: string): string => element.replaceAll(/[\\,]/g, '\\$&');

function textsOf(part: string, { id, code, groups }: ExpressionUser): readonly string[] {
  switch (part) {
    case USER_ID:
      return [id];
    case USER_CODE:
      return [code];
    case USER_GROUPS:
      return groups;
    default:
      return [part];
  }
}
