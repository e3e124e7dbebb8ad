import { faceOf } from '../../fonts/fonts.ts';
import type { Style } from '../style.ts';
import { nearestPixel, PIXEL } from '../values/layoutUnits.ts';
import { readLength, resolved } from '../values/lengths.ts';

/** The keywords of `vertical-align` that `liftOf` does not read; the last one is that of `<img align="middle">`. */
export const alignments: readonly Style['verticalAlign'][] = [
  'baseline',
  'top',
  'middle',
  'bottom',
  'text-top',
  'text-bottom',
  '-webkit-baseline-middle',
];

/** Elements that are parts of the line that they are in, and boxes in it. */
const inLine = /^(?:inline|contents)/;
const partOfLine = /^(?:inline|contents)$/;

/** Whether an element is a part of the lines around it, and no box. */
export const isPartOfLine = ({ display }: Style): boolean => partOfLine.test(display);

/**
 * Reads how an element in a line is aligned: in which element, and how far `vertical-align` raises it.
 *
 * @param parent undefined for an item of a container, which is in no line
 */
export function readAlignment(style: Style, parent: Style | undefined, verticalAlign: string | undefined): void {
  if (!inLine.test(style.display)) return;
  if (!parent) {
    style.verticalAlign = 'baseline';
    return;
  }
  const isInherited = verticalAlign === 'inherit';
  style.lift = isInherited ? parent.lift : liftOf(style, parent, verticalAlign);
  if (isPartOfLine(parent)) style.around = parent;
}

/** Returns how far superscript, subscript and lengths raise an element, as in browsers; pt. */
function liftOf(style: Style, { size }: Style, value: string | undefined): number {
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
  return nearestPixel(ascent * size) + nearestPixel(descent * size);
}
