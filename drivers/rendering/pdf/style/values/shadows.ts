import { layersOf } from '../../../../../domain/documents/css/cssPatterns.ts';
import { type Colour, readColourOf } from './colours.ts';
import { readLength, type Units } from './lengths.ts';
import { parts } from './valueWords.ts';

/** A shadow of a box or of a text; pt. */
export interface Shadow {
  readonly offsetX: number;
  readonly offsetY: number;
  readonly blur: number;
  readonly spread: number;
  readonly colour: Colour;
  readonly isInset: boolean;
}

/** Maximum number of shadows of one box, and greatest length in one; pt. */
const MAX_SHADOWS = 20;
const MAX_LENGTH = 10_000;

interface ShadowedStyle {
  readonly size: number;
  readonly units: Units;
  readonly colour: Colour | undefined;
}

/** Reads the shadows of a box or of a text, the topmost first. */
export function readShadows(value: string, style: ShadowedStyle): readonly Shadow[] {
  if (value === 'none') return [];
  return layersOf(value)
    .slice(0, MAX_SHADOWS)
    .flatMap((layer) => readShadow(layer, style) ?? []);
}

function readShadow(layer: string, { size, units, colour: current }: ShadowedStyle): Shadow | undefined {
  const words = parts(layer);
  const lengths = words.flatMap((word) => readLength(word, size, units) ?? []);
  const [offsetX, offsetY, blur, spread] = lengths.map((length) =>
    typeof length === 'number' ? Math.max(-MAX_LENGTH, Math.min(MAX_LENGTH, length)) : 0,
  );
  if (offsetX === undefined || offsetY === undefined) return undefined;
  const named = words.filter((word) => word !== 'inset' && readLength(word, size, units) === undefined);
  const declared = named[0] === undefined || named[0] === 'currentcolor' ? current : readColourOf(named[0]);
  if (!declared || declared.opacity === 0) return undefined;
  const isInset = words.includes('inset');
  return { offsetX, offsetY, blur: Math.max(0, blur ?? 0), spread: spread ?? 0, colour: declared, isInset };
}

/** Returns what the background of a box needs to know of its shadows. */
export function shadowsOf<Border>({
  shadows,
  border,
  opacity,
}: {
  readonly shadows: readonly Shadow[];
  readonly border: Border;
  readonly opacity: number;
}): { readonly shadows?: readonly Shadow[]; readonly border?: Border } {
  return shadows.length === 0 ? {} : { shadows: shadows.map((one) => fadedShadow(one, opacity)), border };
}

/** Returns a shadow as an element of this opacity shows it. */
const fadedShadow = (shadow: Shadow, opacity: number): Shadow => ({
  ...shadow,
  colour: { hex: shadow.colour.hex, opacity: shadow.colour.opacity * opacity },
});
