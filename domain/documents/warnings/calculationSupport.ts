import { isBeyondLimits, MAX_DEPTH, MAX_PARTS, readCalculation } from '../css/calculation.ts';
import { closingBracket, length } from '../css/cssPatterns.ts';

export const calculationLimits = `a calculation has at most ${MAX_DEPTH} levels of brackets and ${MAX_PARTS} parts`;
export const tooLarge = `it is ignored: ${calculationLimits}`;

const plain = new RegExp(`^(?:${length})$`, 'i');

/** A calculated length stands for this one. */
const STAND_IN = '1px';

/** Replaces the calculations in a value that the layout of PDFs reads. `isTooLarge`: whether one is beyond a limit. */
export function withoutCalculations(value: string): { readonly value: string; readonly isTooLarge: boolean } {
  let result = '';
  let from = 0;
  for (const found of value.matchAll(/(?<![\w-])(?:-webkit-|-moz-)?(?:calc|min|max|clamp)\(/gi)) {
    if (found.index < from) continue;
    const end = closingBracket(value, found.index + found[0].length);
    const calculation = value.slice(found.index, end < 0 ? undefined : end + 1);
    if (isBeyondLimits(calculation)) return { value, isTooLarge: true };
    if (end < 0) break;
    const isRead = readCalculation(calculation, (one) => (plain.test(one) ? 1 : undefined)) !== undefined;
    result += value.slice(from, found.index) + (isRead ? STAND_IN : calculation);
    from = end + 1;
  }
  return { value: result + value.slice(from), isTooLarge: false };
}
