import type { Condition, Filtering } from '../filtering/index.ts';

/** Returns a filtering that these records do not match. */
export function withoutIds(filtering: Filtering, ids: Iterable<string>): Filtering {
  const values = [...ids];
  if (values.length === 0) return filtering;
  const condition: Condition = { type: 'compare', column: { name: 'id', type: 'uuid' }, operator: 'IN', values };
  return { ...filtering, conditions: [...filtering.conditions, { type: 'not', condition }] };
}
