import type { Border, Edges } from '../style.ts';
import { type Colour, hexOf, luminanceOf, rgbOf } from './colours.ts';

export type Side = keyof Edges<Border>;

/** The two colours of a border that looks raised or sunken. */
interface Tones {
  readonly dark: Colour;
  readonly light: Colour;
}

/** Between the tones of a colour, as a share of its brightest channel. */
const STEP = 0.33;
/** The luminance of a colour that browsers do not darken: at most that of `#202020`. */
const DARK = 0.014_45;
/** The luminance of a colour that browsers do not lighten: above that of `#ebebeb`. */
const LIGHT = 0.830_78;

export const isToned = (style: string): boolean => /^(?:groove|ridge|inset|outset)$/.test(style);

/** Returns the tones in which browsers draw `groove`, `ridge`, `inset` and `outset` borders of a colour. */
function tonesOf(colour: Colour): Tones {
  const luminance = luminanceOf(rgbOf(colour));
  if (luminance <= DARK) {
    const lighter = changed(colour, STEP);
    return { dark: lighter, light: changed(lighter, STEP) };
  }
  return { dark: changed(colour, -STEP), light: luminance > LIGHT ? colour : changed(colour, STEP) };
}

/** Returns the colours of the upper or left half of a line between cells, and of its other half. */
export function halvesOf(style: 'groove' | 'ridge', colour: Colour): readonly [Colour, Colour] {
  const { dark, light } = tonesOf(colour);
  return style === 'groove' ? [dark, light] : [light, dark];
}

/** Returns how a side of a sunken or raised box is drawn: in one of the tones; undefined for other styles. */
export function toneOf(
  style: string,
  colour: Colour,
  side: Side,
): { readonly style: string; readonly colour: Colour } | undefined {
  if (style !== 'inset' && style !== 'outset') return undefined;
  const isDark = (side === 'top' || side === 'left') === (style === 'inset');
  return { style: 'solid', colour: tonesOf(colour)[isDark ? 'dark' : 'light'] };
}

/** Changes the brightest channel of a colour, and the others with it. */
function changed(colour: Colour, by: number): Colour {
  const parts = rgbOf(colour).map((part) => part / 255);
  const brightest = Math.max(...parts);
  const bound = Math.max(0, Math.min(1, brightest + by));
  const changedPart = (part: number): number => (brightest === 0 ? bound : (part * bound) / brightest);
  const bytes = parts.map((part) => Math.min(255, Math.floor(changedPart(part) * 256)));
  return { ...colour, hex: hexOf(bytes) };
}
