import { faceOf } from '../../fonts/fonts.ts';
import type { Style } from '../style.ts';
import { PIXEL } from '../values/layoutUnits.ts';
import { readLength, resolved } from '../values/lengths.ts';

/** Elements that are parts of the line that they are in, and boxes in it. */
const inLine = /^(?:inline|contents)/;
const partOfLine = /^(?:inline|contents)$/;

/** Returns how far an element in a line is above the baseline: as far as the element around it, and as `vertical-align` says. */
export function readLift(style: Style, parent: Style, verticalAlign: string | undefined): number {
  if (!inLine.test(style.display)) return 0;
  const around = partOfLine.test(parent.display) ? parent.lift : 0;
  return around + ownLift(style, parent, verticalAlign);
}

/** How far superscript and subscript are moved, as in browsers; pt. */
function ownLift(style: Style, { size }: Style, value: string | undefined): number {
  if (value === undefined) return 0;
  if (value === 'super') return size / 3 + PIXEL;
  if (value === 'sub') return -(size / 5 + PIXEL);
  const length = readLength(value, style.size, style.units);
  return length === undefined ? 0 : Math.max(-2000, Math.min(2000, resolved(length, heightOfLine(style))));
}

function heightOfLine(style: Style): number {
  const { lineHeight, size } = style;
  if (typeof lineHeight === 'number') return lineHeight;
  if (lineHeight !== 'normal') return lineHeight.factor * size;
  const { ascent, descent } = faceOf(style);
  return (ascent + descent) * size;
}

/** Returns how far text is above the baseline of its line. The text of a box stands on a line in that. */
export const liftOf = ({ display, lift }: Style): number => (partOfLine.test(display) ? lift : 0);
