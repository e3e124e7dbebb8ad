import type { Json } from '../../kinds/kind.ts';
import { jsonProblemText } from '../../validation/jsonSyntax.ts';
import { isObject } from '../../validation/values.ts';

/**
 * The expression of an AccessRule: a filtering as JSON text, in which a placeholder may stand for the whole value of a
 * filter, or for a whole element of the list of IN.
 */
export const USER_ID = `\${user.id}`;
export const USER_CODE = `\${user.code}`;
export const USER_GROUPS = `\${user.groups}`;
export const placeholders: readonly string[] = [USER_ID, USER_CODE, USER_GROUPS];

/** Deeper than the parser of filters reads: it reports what is below. */
export const MAX_DEPTH = 20;

export const isList = (operator: Json | undefined): boolean => operator === 'IN' || operator === 'NOT_IN';

/** Parses an expression. Returns undefined after adding a problem. */
export function parseExpression(expression: string, problems: string[]): Json | undefined {
  try {
    return JSON.parse(expression);
  } catch (error) {
    problems.push(`expression: must be a filtering in JSON, ${jsonProblemText(expression, error)}`);
    return undefined;
  }
}

export function filtersOf(filtering: Json): Json | undefined {
  return isObject(filtering) ? filtering.filters : filtering;
}
