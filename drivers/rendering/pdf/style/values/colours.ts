import { converter, wcagLuminance } from 'culori';
import { parseColour } from '../../../../../domain/documents/css/colourValues.ts';
import { colour as colourPattern, layersOf } from '../../../../../domain/documents/css/cssPatterns.ts';
import { parts } from './valueWords.ts';

export interface Colour {
  /** `#rrggbb`, the form that pdfkit takes. */
  readonly hex: string;
  readonly opacity: number;
}

/** Red, green and blue, from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

export function rgbOf({ hex }: Colour): Rgb {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

/** Returns a colour as `#rrggbb`, given its channels from 0 to 255. */
export const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')}`;

/** Returns a colour as `#rrggbbaa`; undefined is transparent. */
export const hexWithOpacity = (colour: Colour | undefined): string =>
  colour ? colour.hex + hexOf([colour.opacity * 255]).slice(1) : '#00000000';

/** Returns the relative luminance of a colour (WCAG 2), from 0 to 1. */
export const luminanceOf = ([red, green, blue]: Rgb): number =>
  wcagLuminance({ mode: 'rgb', r: red / 255, g: green / 255, b: blue / 255 });

const toRgb = converter('rgb');

const colours = new Map<string, Colour | undefined>();

/** Reads a colour: undefined for a transparent one, null for any other text. */
export function readColourOf(text: string): Colour | undefined | null {
  const name = text.trim().toLowerCase();
  if (name === 'transparent' || name === 'none') return undefined;
  if (colours.has(name)) return colours.get(name);
  const found = parseColour(name);
  if (!found) return null;
  const { r, g, b, alpha: opacity = 1 } = toRgb(found);
  const hex = hexOf([r, g, b].map((part = 0) => toByte(part)));
  const colour = opacity === 0 ? undefined : { hex, opacity };
  if (colours.size > 1000) colours.clear();
  colours.set(name, colour);
  return colour;
}

/** Colours that no screen can show are drawn in the nearest value of each channel, as browsers do. */
const toByte = (part: number): number => Math.round(Math.max(0, Math.min(1, part)) * 255);

const anyColour = new RegExp(colourPattern.replace('[a-z]+', '\\b[a-z]+\\b'), 'gi');

/** Returns the first colour in a background; undefined if it has none. A gradient in it is drawn in its first colour. */
export function firstColourOf(value: string): string | undefined {
  for (const word of layersOf(value.replace(/url\([^)]*\)/gi, ' ')).flatMap(parts)) {
    if (/gradient\(/i.test(word)) {
      const inner = word.slice(word.indexOf('(') + 1);
      const colour = inner.match(anyColour)?.find((one) => readColourOf(one));
      if (colour) return colour;
    } else if (readColourOf(word) !== null || /^currentcolor$/i.test(word)) return word;
  }
  return undefined;
}
