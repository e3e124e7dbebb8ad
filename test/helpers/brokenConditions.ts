import type { Condition } from '../../domain/filtering/index.ts';

/** Misreadings of a condition. A property that compares evaluations of conditions has to notice each of them. */
export const misreadings: Readonly<Record<string, (condition: Condition) => Condition>> = {
  'takes a negated comparison with an absent value for false': rewriting((one) =>
    one.type === 'not' && one.condition.type === 'compare'
      ? { type: 'and', conditions: [one, { type: 'not', condition: { type: 'isNull', column: one.condition.column } }] }
      : one,
  ),
  'tests each condition of an element on its own': rewriting((one) =>
    one.type === 'element'
      ? { type: 'and', conditions: one.conditions.map((inside) => ({ ...one, conditions: [inside] })) }
      : one,
  ),
  'matches everything without alternatives': rewriting((one) =>
    one.type === 'or' && one.conditions.length === 0 ? { type: 'and', conditions: [] } : one,
  ),
  'reads the first alternative only': rewriting((one) =>
    one.type === 'or' ? { ...one, conditions: one.conditions.slice(0, 1) } : one,
  ),
  'ignores words': rewriting((one) => (one.type === 'words' ? { type: 'and', conditions: [] } : one)),
  'looks for one of the words': rewriting((one) =>
    one.type === 'words' && one.words.length > 0
      ? { type: 'or', conditions: one.words.map((word) => ({ type: 'words', words: [word] })) }
      : one,
  ),
};

/** Applies a change to every condition inside of a condition, the innermost first. */
function rewriting(change: (condition: Condition) => Condition): (condition: Condition) => Condition {
  const rewrite = (condition: Condition): Condition => {
    switch (condition.type) {
      case 'not':
        return change({ type: 'not', condition: rewrite(condition.condition) });
      case 'and':
      case 'or':
        return change({ type: condition.type, conditions: condition.conditions.map(rewrite) });
      case 'element':
        return change({ ...condition, conditions: condition.conditions.map(rewrite) });
      default:
        return change(condition);
    }
  };
  return rewrite;
}
