import type { Face } from '../fonts/face.ts';
import type { Style } from '../style/style.ts';
import { inLayoutUnits, nearestPixel, PIXEL } from '../style/values/layoutUnits.ts';

/**
 * Ascent and descent of a face in pt, rounded as browsers do: where rounding makes the descent less, letters stand a
 * pixel higher.
 */
export function fontMetricsOf({ size }: Style, face: Face): { ascent: number; descent: number } {
  const whole = inLayoutUnits(size);
  const [ascent, descent] = [nearestPixel(face.ascent * whole), nearestPixel(face.descent * whole)];
  const moved = descent < face.descent * whole && ascent >= PIXEL ? PIXEL : 0;
  return { ascent: ascent - moved, descent: descent + moved };
}

/** Returns how far superscript is above the baseline, and subscript below it. */
export function liftOf({ shift, size }: Style): number {
  if (shift === 'super') return size * 0.45;
  return shift === 'sub' ? -size * 0.2 : 0;
}
