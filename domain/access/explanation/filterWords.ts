import { readFiltering } from '../../filtering/index.ts';
import { matches } from '../../filtering/matches.ts';
import type { Audit, Json, JsonObject, Kind } from '../../kinds/kind.ts';
import { isObject, textOf } from '../../validation/values.ts';
import { filtersOf, parseExpression } from '../rules/placeholders.ts';
import { type ExpressionUser, fillPlaceholders } from '../rules/resolveExpression.ts';

/** A record in memory. */
export interface RecordState {
  readonly values: JsonObject;
  readonly audit: Audit;
}

/** A part of an expression: filters that hold or fail together, or the words of the fulltext. */
interface Part {
  readonly words: string;
  /** A filtering of this part alone, with its placeholders; undefined if no record can match for this user. */
  readonly filtering: Json | undefined;
}

/** Returns the filters of an expression in words, with its placeholders filled in for a user. */
export function describeExpression(expression: string, user: ExpressionUser): string {
  const parts = partsOf(expression, user);
  return parts.length === 0 ? 'every record' : parts.map(({ words }) => words).join(' and ');
}

/** Returns in words the parts of a valid expression that do not hold for a record. */
export function failingParts(kind: Kind, expression: string, user: ExpressionUser, record: RecordState): string[] {
  return partsOf(expression, user)
    .filter(({ filtering }) => !holds(kind, filtering, record))
    .map(({ words }) => words);
}

function holds(kind: Kind, filtering: Json | undefined, { values, audit }: RecordState): boolean {
  const read = filtering === undefined ? undefined : readFiltering(kind, filtering, 'backup', []);
  if (!read) return false;
  const { conditions, words } = read;
  return matches({ type: 'and', conditions: [...conditions, { type: 'words', words }] }, values, audit);
}

function partsOf(expression: string, user: ExpressionUser): Part[] {
  const filtering = parseExpression(expression, []);
  if (filtering === undefined) return [];
  const filters = filtersOf(filtering);
  const groups = Map.groupBy((Array.isArray(filters) ? filters : []).entries(), ([index, filter]) =>
    // Filters of one array of objects have to hold for the same element.
    isObject(filter) && typeof filter.nestedPath === 'string' ? filter.nestedPath : index,
  );
  const parts = [...groups.values()].map((group) =>
    partOf(
      group.map(([, filter]) => filter),
      user,
    ),
  );
  const fulltext = isObject(filtering) ? filtering.fulltext : undefined;
  if (typeof fulltext !== 'string') return parts;
  return [...parts, { words: `fulltext "${fulltext}"`, filtering: { fulltext } }];
}

function partOf(filters: readonly Json[], user: ExpressionUser): Part {
  const filled = fillPlaceholders([...filters], user);
  if (filled === false) return { words: `${describeAll(filters)} (the user is in no group)`, filtering: undefined };
  return { words: describeAll(Array.isArray(filled) ? filled : []), filtering: filled };
}

const describeAll = (filters: readonly Json[]): string => filters.map(describeFilter).join(' and ');

function describeFilter(filter: Json): string {
  if (!isObject(filter)) return JSON.stringify(filter);
  if (Array.isArray(filter.or)) return `(${filter.or.map(describeFilter).join(' or ')})`;
  const { nestedPath, nestedProperty, operator } = filter;
  const name = [nestedPath, nestedProperty ?? filter.column ?? filter.key].filter((part) => part !== undefined);
  const value = textOf(filter.value);
  return [name.join('.'), textOf(operator) ?? 'EQ', ...(value === undefined ? [] : [JSON.stringify(value)])].join(' ');
}
