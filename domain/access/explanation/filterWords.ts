import { readFiltering } from '../../filtering/index.ts';
import { matches } from '../../filtering/matches.ts';
import type { Audit, Json, JsonObject, Kind } from '../../kinds/kind.ts';
import { isObject } from '../../validation/values.ts';
import type { GrantedRule } from '../rules/grantedRule.ts';
import { filtersOf, parseExpression } from '../rules/placeholders.ts';
import { type ExpressionUser, fillPlaceholders } from '../rules/resolveExpression.ts';
import { describeFilters, describeFulltext, togetherOf } from './ruleWords.ts';

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

/** Returns the rule with the placeholders of its expression filled in, as far as the user has groups to fill in. */
export function filledIn(rule: GrantedRule, user: ExpressionUser): GrantedRule {
  const filtering = rule.expression === undefined ? undefined : parseExpression(rule.expression, []);
  const filled = filtering === undefined ? false : fillPlaceholders(filtering, user);
  return filled === false ? rule : { ...rule, expression: JSON.stringify(filled) };
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
  const parts = togetherOf(Array.isArray(filters) ? filters : []).map((group) => partOf(group, user));
  const fulltext = isObject(filtering) ? filtering.fulltext : undefined;
  if (typeof fulltext !== 'string') return parts;
  return [...parts, { words: describeFulltext(fulltext), filtering: { fulltext } }];
}

function partOf(filters: readonly Json[], user: ExpressionUser): Part {
  const filled = fillPlaceholders([...filters], user);
  if (filled === false) return { words: `${describeFilters(filters)} (the user is in no group)`, filtering: undefined };
  return { words: describeFilters(Array.isArray(filled) ? filled : []), filtering: filled };
}
