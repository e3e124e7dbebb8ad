import type { Face } from '../fonts/face.ts';
import type { Style } from '../style/style.ts';
import { nearestPixel } from '../style/values/layoutUnits.ts';

/** Ascent and descent of a face in pt, rounded as browsers do. */
export function fontMetricsOf({ size }: Style, { ascent, descent }: Face): { ascent: number; descent: number } {
  return {
    ascent: nearestPixel(ascent * size),
    descent: nearestPixel(descent * size),
  };
}

/** Returns how far superscript is above the baseline, and subscript below it. */
export function liftOf({ shift, size }: Style): number {
  if (shift === 'super') return size * 0.45;
  return shift === 'sub' ? -size * 0.2 : 0;
}
