import { length } from './cssPatterns.ts';

/** The sizes that `@page` may name. */
export const pageSizeNames = ['a3', 'a4', 'a5', 'a6', 'b4', 'b5', 'letter', 'legal', 'ledger'] as const;

const orientation = '(?:portrait|landscape)';
const named = `(?:${pageSizeNames.join('|')})`;
const size = new RegExp(
  `^(?:auto|${orientation}|${named}(?:\\s+${orientation})?|${orientation}\\s+${named}|${length}(?:\\s+${length})?(?:\\s+${orientation})?)$`,
  'i',
);

/** What the layout does in place of a size of `@page`; undefined where it understands it. */
export const sizeTreatmentOf = (value: string): string | undefined =>
  size.test(value) || /^(?:inherit|initial|unset|revert)$|\bvar\(|\bcalc\(/i.test(value)
    ? undefined
    : 'the page has the size of the template';

/** The boxes in the margin of a page. */
const marginBox = /^(?:(?:top|bottom)-(?:(?:left|right)(?:-corner)?|center)|(?:left|right)-(?:top|middle|bottom))$/;

/** Whether a rule within `@page` names no box in its margin. */
export const isUnknownMarginBox = (name: string): boolean =>
  /^(?:top|right|bottom|left)-|^footnote$/.test(name) && !marginBox.test(name);
