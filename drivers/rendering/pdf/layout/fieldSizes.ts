import type { Face } from '../fonts/face.ts';
import { faceOf } from '../fonts/fonts.ts';
import type { Style } from '../style/style.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { reachOfText } from './alignment/lineMetrics.ts';
import { insetsOf } from './borders.ts';

/** How many times as wide as a zero the average letter of a font is at most: of others, the zero is measured. */
const MAX_AVERAGE = 1.7;

/** Returns how wide a field for so many letters is, without its padding and borders, as in browsers; pt. */
export function fieldWidth(style: Style, letters: number): number {
  const { average, widest } = lettersOf(style);
  return PIXEL * Math.ceil(average * letters + Math.max(0, widest - average));
}

/** Returns how wide so many columns of a text area are, as in browsers; pt. */
export function columnsWidth(style: Style, columns: number): number {
  return PIXEL * Math.ceil(lettersOf(style).average * columns);
}

/** Returns the height that so many lines of text need, with what is added to each of them and what their box declares; pt. */
export function heightOfLines(style: Style, lines: number, added = 0): number {
  const { above, below } = reachOfText(style, faceOf(style));
  const { top, bottom } = insetsOf(style, 0);
  return lines * (above + below + added) + (style.borderBox ? top + bottom : 0);
}

/** The widths of the average and of the widest letter of the font of a style; px. */
function lettersOf(style: Style): { readonly average: number; readonly widest: number } {
  const face = faceOf(style);
  const size = style.size / PIXEL;
  const { average, widest } = sharesOf(face);
  const zero = face.width('0');
  if (average > zero * MAX_AVERAGE) return { average: zero * size, widest: 0 };
  const own = average * size;
  return { average: Math.max(own, Math.round(own)), widest: Math.round(widest * size) };
}

/** Those widths as shares of an em. */
function sharesOf({ source }: Face): { readonly average: number; readonly widest: number } {
  const { unitsPerEm, bbox } = source;
  return { average: source['OS/2'].xAvgCharWidth / unitsPerEm, widest: bbox.width / unitsPerEm };
}
