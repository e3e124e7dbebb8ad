import { length } from '../css/cssPatterns.ts';

/** The sizes that `@page` may name. */
export const pageSizeNames = ['a3', 'a4', 'a5', 'a6', 'b4', 'b5', 'letter', 'legal', 'ledger'] as const;

const orientation = '(?:portrait|landscape)';
const named = `(?:${pageSizeNames.join('|')})`;
const size = new RegExp(
  `^(?:auto|${orientation}|${named}(?:\\s+${orientation})?|${orientation}\\s+${named}|${length}(?:\\s+${length})?(?:\\s+${orientation})?)$`,
  'i',
);

/** The bounds of the sides of a page; pt. Readers of PDFs accept no higher page. */
export const MIN_PAGE = 36;
export const MAX_PAGE = 14_400;

const points: Readonly<Record<string, number>> = {
  '': 0.75,
  px: 0.75,
  pt: 1,
  pc: 12,
  mm: 72 / 25.4,
  cm: 72 / 2.54,
  q: 72 / 101.6,
  in: 72,
  em: 12,
  rem: 12,
};

/** What the layout does in place of a size of `@page`; undefined where it understands it. */
export function sizeTreatmentOf(value: string): string | undefined {
  if (/^(?:inherit|initial|unset|revert)$|\bvar\(|\bcalc\(/i.test(value)) return undefined;
  const instead = 'the page has the size of the template';
  if (!size.test(value)) return instead;
  const sides = [...value.matchAll(/(?<=^|\s)([\d.]+)([a-z]*)(?=\s|$)/gi)].map(
    ([, number, unit = '']) => Number(number) * (points[unit.toLowerCase()] ?? 0),
  );
  return sides.every((side) => side >= MIN_PAGE && side <= MAX_PAGE)
    ? undefined
    : `${instead}: the sides of a page have from 12.7 mm to 5.08 m`;
}

/** The boxes in the margin of a page. */
const marginBox = /^(?:(?:top|bottom)-(?:(?:left|right)(?:-corner)?|center)|(?:left|right)-(?:top|middle|bottom))$/;

/** Whether a rule within `@page` names no box in its margin. */
export const isUnknownMarginBox = (name: string): boolean =>
  /^(?:top|right|bottom|left)-|^footnote$/.test(name) && !marginBox.test(name);
