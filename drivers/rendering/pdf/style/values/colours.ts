import colorString from 'color-string';
import { layersOf } from '../../../../../domain/documents/warnings/cssPatterns.ts';
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

const colours = new Map<string, Colour | undefined>();

/** Reads a colour: undefined for a transparent one, null for any other text. */
export function readColourOf(text: string): Colour | undefined | null {
  const name = text.trim().toLowerCase();
  if (name === 'transparent' || name === 'none') return undefined;
  if (colours.has(name)) return colours.get(name);
  const found = colorString.get(name);
  if (!found) return null;
  const [one = 0, two = 0, three = 0, opacity = 1] = found.value;
  const [red, green, blue] = found.model === 'hsl' ? ofHsl(one, two / 100, three / 100) : [one, two, three];
  if (found.model === 'hwb') return null;
  const colour =
    opacity === 0
      ? undefined
      : {
          hex: `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`,
          opacity,
        };
  if (colours.size > 1000) colours.clear();
  colours.set(name, colour);
  return colour;
}

function ofHsl(hue: number, saturation: number, lightness: number): [number, number, number] {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const k = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

/** Returns the first colour in a background; undefined if it has none. A gradient in it is drawn in its first colour. */
export function firstColourOf(value: string): string | undefined {
  for (const word of layersOf(value.replace(/url\([^)]*\)/gi, ' ')).flatMap(parts)) {
    if (/gradient\(/i.test(word)) {
      const inner = word.slice(word.indexOf('(') + 1);
      const colour = inner
        .match(/#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([^()]*\)|\b[a-z]+\b/gi)
        ?.find((one) => readColourOf(one));
      if (colour) return colour;
    } else if (readColourOf(word) !== null) return word;
  }
  return undefined;
}
