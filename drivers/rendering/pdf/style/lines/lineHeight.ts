import type { Face } from '../../fonts/face.ts';
import { faceOf } from '../../fonts/fonts.ts';
import type { Style } from '../style.ts';
import { inFontUnits, nearestPixel, PIXEL } from '../values/layoutUnits.ts';
import type { Units } from '../values/lengths.ts';

/**
 * Ascent and descent of a face in pt, rounded as browsers do: where rounding makes the descent less, letters stand a
 * pixel higher, but for those of fallbacks.
 */
export function fontMetricsOf({ size }: Pick<Style, 'size'>, face: Face): { ascent: number; descent: number } {
  const whole = inFontUnits(size);
  const [ascent, descent] = [nearestPixel(face.ascent * whole), nearestPixel(face.descent * whole)];
  const moved = descent < face.descent * whole && ascent >= PIXEL && !face.fallback ? PIXEL : 0;
  return { ascent: ascent - moved, descent: descent + moved };
}

/** Returns the height of a line of text; pt. */
export function lineHeightOf(style: Style): number {
  const { lineHeight, size } = style;
  if (typeof lineHeight === 'number') return lineHeight;
  if (typeof lineHeight === 'object') return lineHeight.factor * size;
  const { ascent, descent } = fontMetricsOf(style, faceOf(style));
  return ascent + descent;
}

/** Whether a value has lengths of the height of a line. */
export const hasLineHeight = /[\d.]r?lh\b/i;

/** Returns the units of the size of a font and of the height of a line, which are of those of the element around. */
export const inLinesOf = (units: Units, parent: Style): Units => ({ ...units, lineHeight: lineHeightOf(parent) });
