import { readMixingSpace } from '../css/colourValues.ts';
import { angle, closingBracket, colour, layersOf, length, number } from '../css/cssPatterns.ts';
import { withoutCalculations } from './calculationSupport.ts';

/** Maximum number of parts of a gradient that is drawn, and maximum length of each. */
const MAX_PARTS = 200;
const MAX_PART = 200;

const side = 'left|right|top|bottom';
const direction = new RegExp(`^(?:${angle}|to\\s+(?:${side})(?:\\s+(?:${side}))?)$`, 'i');
const shape = new RegExp(
  `^(?:(?:circle|ellipse|(?:closest|farthest)-(?:side|corner)|${length})(?:\\s+|$))*(?:at\\s+\\S.*)?$`,
  'i',
);
const stop = new RegExp(
  `^(?:(?:${colour})(?:\\s+(?:${length})){0,2}|(?:${length})(?:\\s+(?:${length}))?(?:\\s+(?:${colour}))?)$`,
  'i',
);

const share = `(?:${angle}|${number}%)`;
const rotation = new RegExp(`^(?:from\\s+(?:${angle}))?\\s*(?:(?<=^|\\s)at\\s+\\S.*)?$`, 'i');
const sector = new RegExp(
  `^(?:(?:${colour})(?:\\s+${share}){0,2}|${share}(?:\\s+${share})?(?:\\s+(?:${colour}))?)$`,
  'i',
);

/** A colour between two places, which makes a gradient by itself. */
const twoPlaces = new RegExp(`^(?:${colour})(?:\\s+(?:${length})){2}$`, 'i');
const twoShares = new RegExp(`^(?:${colour})(?:\\s+${share}){2}$`, 'i');

const mixing = /(?:^|\s)(in\s+[a-z\d-]+(?:\s+[a-z]+\s+hue)?)(?=\s|$)/i;

/** Splits the first part of a gradient into its line and the space that its colours are mixed in: `to right in oklab`. */
export function lineAndSpaceOf(part: string): { readonly line: string; readonly space: string | undefined } {
  const [whole = '', space] = mixing.exec(part) ?? [];
  return { line: space === undefined ? part : part.replace(whole, ' ').trim(), space };
}

/** Whether the layout of PDFs draws a gradient, given its name and what is between its brackets. */
function isDrawn(name: string, inner: string): boolean {
  const [declared = '', ...others] = layersOf(withoutCalculations(inner).value);
  const { line: first, space } = lineAndSpaceOf(declared.slice(0, MAX_PART + 1));
  if (space !== undefined && !readMixingSpace(space)) return false;
  if (others.length > MAX_PARTS || [declared, ...others].some((part) => part.length > MAX_PART)) return false;
  const isConic = /conic/i.test(name);
  const start = isConic ? rotation : /linear/i.test(name) ? direction : shape;
  const part = isConic ? sector : stop;
  const beginsWithStop = space === undefined && part.test(first) && !start.test(first);
  const beginsWithLine = space === undefined ? first !== '' && start.test(first) : first === '' || start.test(first);
  const stops = beginsWithStop ? [first, ...others] : others;
  const [only = ''] = stops;
  return (
    (stops.length > 1 || (stops.length === 1 && (isConic ? twoShares : twoPlaces).test(only))) &&
    (beginsWithStop || beginsWithLine) &&
    others.every((one) => part.test(one))
  );
}

/** Replaces the gradients in a value that the layout of PDFs draws. */
export function withoutDrawnGradients(value: string, instead: string): string {
  let result = '';
  let from = 0;
  let read = 0;
  for (const found of value.matchAll(/(?<![\w-])(?:repeating-)?(?:linear|radial|conic)-gradient\(/gi)) {
    const [name] = found;
    // No gradient contains another.
    if (found.index < read) continue;
    const start = found.index + name.length;
    const end = closingBracket(value, start);
    if (end < 0) break;
    read = end + 1;
    if (!isDrawn(name, value.slice(start, end))) continue;
    result += `${value.slice(from, found.index)} ${instead} `;
    from = read;
  }
  return from === 0 ? value : result + value.slice(from);
}
