import { type Color, converter, interpolate, interpolateWithPremultipliedAlpha, parse } from 'culori';
import { colour as colourPattern, layersOf } from '../../../../../domain/documents/css/cssPatterns.ts';
import { systemColours } from '../../../../../domain/documents/css/systemColours.ts';
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

const toRgb = converter('rgb');

const colours = new Map<string, Colour | undefined>();

/** Reads a colour: undefined for a transparent one, null for any other text. */
export function readColourOf(text: string): Colour | undefined | null {
  const name = text.trim().toLowerCase();
  if (name === 'transparent' || name === 'none') return undefined;
  if (colours.has(name)) return colours.get(name);
  const found = readParts(name, 0);
  if (!found) return null;
  const { r, g, b, alpha: opacity = 1 } = toRgb(found);
  const hex = `#${[r, g, b].map((part = 0) => toByte(part).toString(16).padStart(2, '0')).join('')}`;
  const colour = opacity === 0 ? undefined : { hex, opacity };
  if (colours.size > 1000) colours.clear();
  colours.set(name, colour);
  return colour;
}

/** Colours that no screen can show are drawn in the nearest value of each channel, as browsers do. */
const toByte = (part: number): number => Math.round(Math.max(0, Math.min(1, part)) * 255);

function readParts(name: string, depth: number): Color | undefined {
  if (name.startsWith('color-mix(')) return readMix(name, depth);
  // culori reads hexadecimal numbers without their sign, too.
  if (!oneColour.test(name) || /^[\da-f]+$/.test(name)) return undefined;
  try {
    return parse(systemColours[name] ?? name);
  } catch {
    // It throws at an opacity with a unit.
    return undefined;
  }
}

const oneColour = new RegExp(`^(?:${colourPattern})$`);

/** Maximum number of mixed colours in each other. */
const MAX_MIXED = 8;

/** The spaces in which colours are mixed, by their names in CSS. */
const mixingSpaces = {
  srgb: 'rgb',
  'srgb-linear': 'lrgb',
  lab: 'lab',
  lch: 'lch',
  oklab: 'oklab',
  oklch: 'oklch',
} as const;
const isMixingSpace = (name: string): name is keyof typeof mixingSpaces => Object.hasOwn(mixingSpaces, name);

/** Reads `color-mix(in oklab, red 30%, blue)`. */
function readMix(text: string, depth: number): Color | undefined {
  const [space = '', ...others] = layersOf(text.slice(text.indexOf('(') + 1, -1));
  const name = /^in\s+([a-z-]+)$/.exec(space)?.[1] ?? '';
  if (!isMixingSpace(name) || others.length !== 2 || depth >= MAX_MIXED) return undefined;
  const [first, second] = others.map((one) => {
    const words = parts(one);
    const percent = words.find((word) => /^[\d.]+%$/.test(word));
    const colour = words.filter((word) => word !== percent);
    const read = colour.length === 1 ? readParts(colour[0] ?? '', depth + 1) : undefined;
    return read && { colour: read, share: percent === undefined ? undefined : Number.parseFloat(percent) / 100 };
  });
  if (!first || !second) return undefined;
  const one = first.share ?? 1 - (second.share ?? 0.5);
  const other = second.share ?? 1 - one;
  const sum = one + other;
  if (!(sum > 0) || one < 0 || other < 0) return undefined;
  const [mode, share] = [mixingSpaces[name], other / sum];
  const mix = interpolateWithPremultipliedAlpha([first.colour, second.colour], mode)(share);
  // A hue is an angle, and no amount that its opacity makes less.
  const plain = interpolate([first.colour, second.colour], mode)(share);
  return { ...mix, ...('h' in plain && { h: plain.h }), alpha: (mix.alpha ?? 1) * Math.min(1, sum) };
}

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
