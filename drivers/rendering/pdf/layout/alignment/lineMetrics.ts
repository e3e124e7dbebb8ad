import type { Face } from '../../fonts/face.ts';
import { faceOf } from '../../fonts/fonts.ts';
import { fontMetricsOf } from '../../style/lines/lineHeight.ts';
import type { Style } from '../../style/style.ts';
import { inLayoutUnits, inWholePixels, nearestUnit } from '../../style/values/layoutUnits.ts';

/** The extent of an item above and below the baseline of its line; pt. */
export interface Reach {
  readonly above: number;
  readonly below: number;
}

/** Returns the extent of text in its line, whose height is declared or that of the font. */
export function reachOfText(style: Style, face: Face): Reach {
  const { ascent, descent } = fontMetricsOf(style, face);
  const { lineHeight, size } = style;
  const own = ascent + descent;
  const height = typeof lineHeight === 'object' ? lineHeight.factor * nearestUnit(size) : lineHeight;
  const free = height === 'normal' ? 0 : inLayoutUnits(height) - own;
  // As in browsers, text stands in its line by whole pixels.
  const lead = inWholePixels(free / 2);
  return { above: ascent + lead, below: descent + free - lead };
}

/** The height of small letters of a font that does not have it, as a share of its ascent, as in browsers. */
const SMALL_LETTERS = 0.56;

/** Returns the height of the small letters of a style; pt. */
export function xHeightOf(style: Style): number {
  const { source, ascent } = faceOf(style);
  const { xHeight, unitsPerEm } = source;
  return (xHeight > 0 ? xHeight / unitsPerEm : SMALL_LETTERS * ascent) * style.size;
}
