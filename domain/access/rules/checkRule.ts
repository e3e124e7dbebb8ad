import type { Kind, Values } from '../../kinds/kind.ts';
import { describe } from '../../validation/values.ts';
import { expressionProblems } from './checkExpression.ts';
import { reservedEntities } from './reservedEntities.ts';

/** Returns the problems between the members of an AccessRule, each beginning with its place. */
export function checkRule({ entityName, expression, fullAccess }: Values, kinds: readonly Kind[]): string[] {
  if (typeof entityName !== 'string') return expression === undefined ? [] : ['entityName: is required by expression'];
  if ((reservedEntities as readonly string[]).includes(entityName)) {
    const problems = fullAccess !== false ? [] : [`fullAccess: must be true for ${entityName}, which has no records`];
    if (expression !== undefined) problems.push(`expression: does not go with ${entityName}, which has no records`);
    return problems;
  }
  const kind = kinds.find(({ name }) => name === entityName);
  if (kind) return typeof expression === 'string' ? expressionProblems(kind, expression) : [];
  const names = kinds.map(({ name }) => name).sort();
  return [
    `entityName: must be one of the kinds ${names.join(', ')}, or one of ${reservedEntities.join(', ')}, not ${describe(entityName)}`,
  ];
}
