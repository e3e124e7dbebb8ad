import {
  type Color,
  converter,
  fixupHueDecreasing,
  fixupHueIncreasing,
  fixupHueLonger,
  fixupHueShorter,
  formatHex8,
  interpolate,
  interpolateWithPremultipliedAlpha,
  parse,
} from 'culori';
import { readNumber } from './calculation.ts';
import { colour as colourPattern, layersOf, replaceCalls } from './cssPatterns.ts';
import { ownValue } from './ownValue.ts';
import { type Channels, channelsOf } from './relativeChannels.ts';
import { systemColours } from './systemColours.ts';

/** Maximum number of colours in each other. */
const MAX_NESTED = 8;
/** Maximum length of a colour that is not made of others. */
const MAX_PLAIN = 128;

const oneColour = new RegExp(`^(?:${colourPattern})$`);

/** Returns the colour that a value of CSS names; undefined for other text, and for one that depends on an element. */
export function parseColour(text: string, depth = 0): Color | undefined {
  const name = text.trim().toLowerCase();
  if (depth >= MAX_NESTED) return undefined;
  if (name.startsWith('color-mix(')) return readMix(name, depth);
  if (name.startsWith('light-dark(')) {
    // Paper is light.
    const [light = '', dark, ...others] = layersOf(innerOf(name));
    const isValid = dark !== undefined && others.length === 0 && parseColour(dark, depth + 1) !== undefined;
    return isValid ? parseColour(light, depth + 1) : undefined;
  }
  if (/^[a-z]+\(\s*from\s/.test(name)) return readRelative(name, depth);
  const plain = /calc\(|(?:min|max|clamp)\(/.test(name) ? calculated(name) : name;
  // culori reads hexadecimal numbers without their sign, too.
  if (plain === undefined || plain.length > MAX_PLAIN || !oneColour.test(plain) || /^[\da-f]+$/.test(plain))
    return undefined;
  return parsed(ownValue(systemColours, plain) ?? plain);
}

function parsed(text: string): Color | undefined {
  try {
    return parse(text);
  } catch {
    // It throws at an opacity with a unit.
    return undefined;
  }
}

const innerOf = (text: string): string => text.slice(text.indexOf('(') + 1, -1);

/** Splits a value at the spaces and slashes outside of brackets; a slash is a word. */
export function wordsAndSlashesOf(value: string): string[] {
  const words: string[] = [];
  let depth = 0;
  let word = '';
  for (const sign of `${value} `) {
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    if (depth === 0 && /[\s/]/.test(sign)) {
      if (word !== '') words.push(word);
      if (sign === '/') words.push(sign);
      word = '';
    } else word += sign;
  }
  return words;
}

/** Returns a colour with its calculations replaced by their results. */
function calculated(name: string): string | undefined {
  const start = name.indexOf('(');
  const layers = layersOf(innerOf(name));
  const plain = layers.length === 4 ? `${layers.slice(0, 3).join(' ')} / ${layers[3]}` : layers.join(' ');
  const words = wordsAndSlashesOf(plain).map((word) => (/\(/.test(word) ? readNumber(word) : word));
  if (words.includes(undefined)) return undefined;
  return `${name.slice(0, start)}(${words.map((word) => (typeof word === 'number' ? word.toFixed(6) : word)).join(' ')})`;
}

/** Reads `rgb(from teal r g b / 50%)`: its channels are those of another colour, or calculated from them. */
function readRelative(text: string, depth: number): Color | undefined {
  const name = text.slice(0, text.indexOf('('));
  const [, origin = '', ...rest] = wordsAndSlashesOf(innerOf(text));
  const space = name === 'color' ? rest.shift() : undefined;
  const known = channelsOf(space ?? name.replace(/a$/, ''));
  const colour = parseColour(origin, depth + 1);
  const [slash, alpha = '', ...others] = rest.slice(3);
  if (!known || !colour || rest.length < 3 || (slash !== undefined && slash !== '/') || others.length > 0)
    return undefined;
  const values = valuesOf(colour, known);
  const channels = rest.slice(0, 3).map((word, at) => channelOf(word, values, known.wholes[at] ?? 1));
  const opacity = slash === undefined ? values.get('alpha') : channelOf(alpha, values, 1);
  if (opacity === undefined || channels.includes(undefined)) return undefined;
  const list = channels.map((one = 0) => one.toFixed(6)).join(' ');
  return parsed(
    `${name.replace(/a$/, '')}(${space ? `${space} ` : ''}${list} / ${Math.max(0, Math.min(1, opacity)).toFixed(6)})`,
  );
}

/** The values that the keywords of a relative colour have. */
function valuesOf(colour: Color, { mode, keys, factors }: Channels): ReadonlyMap<string, number> {
  const converted: object = converter(mode)(colour);
  const values = new Map([['alpha', colour.alpha ?? 1]]);
  keys.forEach((key, at) => {
    const value: unknown = ownValue(converted as Readonly<Record<string, unknown>>, key);
    values.set(key, (typeof value === 'number' ? value : 0) * (factors[at] ?? 1));
  });
  return values;
}

/** @param whole what 100 % is */
function channelOf(word: string, values: ReadonlyMap<string, number>, whole: number): number | undefined {
  if (word === 'none') return 0;
  const [, percent] = /^([+-]?[\d.]+)%$/.exec(word) ?? [];
  if (percent !== undefined) return (Number(percent) / 100) * whole;
  const [, degrees] = /^([+-]?[\d.]+)deg$/.exec(word) ?? [];
  if (degrees !== undefined) return Number(degrees);
  const replaced = word.replaceAll(/(?<![\w-])[a-z]+(?![\w(])/g, (key) => values.get(key)?.toFixed(6) ?? key);
  return readNumber(replaced);
}

const hueFixups = {
  shorter: fixupHueShorter,
  longer: fixupHueLonger,
  increasing: fixupHueIncreasing,
  decreasing: fixupHueDecreasing,
};

/** What colours are mixed in: a mode of culori, with the way around the circle of its hues if it has one. */
export interface MixingSpace {
  readonly mode: Color['mode'];
  readonly overrides: object;
}

/** Whether the colours of a space have hues, which are angles. */
export const hasHue = ({ mode }: Pick<MixingSpace, 'mode'>): boolean => /^(?:hsl|hwb|(?:ok)?lch)$/.test(mode);

/** Reads `in oklch longer hue`. */
export function readMixingSpace(text: string): MixingSpace | undefined {
  const [, name = '', way = 'shorter'] =
    /^in\s+([a-z\d-]+)(?:\s+(shorter|longer|increasing|decreasing)\s+hue)?$/i.exec(text.toLowerCase()) ?? [];
  const mode = name === 'rgb' ? undefined : channelsOf(name)?.mode;
  if (!mode || (way !== 'shorter' && !hasHue({ mode }))) return undefined;
  // Its types lack the ways of a hue.
  return { mode, overrides: { h: { fixup: hueFixups[way as keyof typeof hueFixups] } } };
}

/** Mixes two colours by how much of each is seen. */
export function mixedColour(colours: [Color, Color], share: number, { mode, overrides }: MixingSpace): Color {
  const mix = interpolateWithPremultipliedAlpha(colours, mode, overrides)(share);
  // A hue is an angle, and no amount that its opacity makes less.
  const plain = interpolate(colours, mode, overrides)(share);
  return { ...mix, ...('h' in plain && { h: plain.h }) };
}

/** Reads `color-mix(in oklab, red 30%, blue)`. */
function readMix(text: string, depth: number): Color | undefined {
  const layers = layersOf(innerOf(text));
  const isNamed = /^in\s/.test(layers[0] ?? '');
  const space = readMixingSpace(isNamed ? (layers[0] ?? '') : 'in oklab');
  const others = isNamed ? layers.slice(1) : layers;
  if (!space || others.length !== 2) return undefined;
  const [first, second] = others.map((one) => readShare(one, depth));
  if (!first || !second) return undefined;
  const one = first.share ?? 1 - (second.share ?? 0.5);
  const other = second.share ?? 1 - one;
  const sum = one + other;
  if (!(sum > 0) || one < 0 || other < 0) return undefined;
  const mix = mixedColour([first.colour, second.colour], other / sum, space);
  return { ...mix, alpha: (mix.alpha ?? 1) * Math.min(1, sum) };
}

function readShare(
  text: string,
  depth: number,
): { readonly colour: Color; readonly share: number | undefined } | undefined {
  const words = wordsAndSlashesOf(text);
  const percent = words.find((word) => /^[\d.]+%$/.test(word));
  const names = words.filter((word) => word !== percent);
  const colour = names.length === 1 ? parseColour(names[0] ?? '', depth + 1) : undefined;
  return colour && { colour, share: percent === undefined ? undefined : Number.parseFloat(percent) / 100 };
}

/** Colours that are made of others, or calculated. */
const made = /color-mix\(|light-dark\(|\(\s*from\s|\b(?:calc|min|max|clamp)\(/i;

/** Texts, addresses, and functions of colours. */
const functions =
  /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|url\([^()]*\)|(?<![\w-])(?:color-mix|light-dark|(?:rgb|hsl)a?|hwb|(?:ok)?l(?:ab|ch)|color)\(/gis;

/**
 * Replaces the colours of a value that are mixed, calculated or made of others by their result, in hexadecimal numbers.
 *
 * @param broken stands for a colour that cannot be read; without it, such a one stays
 */
export function withPlainColours(value: string, broken?: string): string {
  if (broken === undefined && !made.test(value)) return value;
  return replaceCalls(value, functions, (call) => {
    const colour = parseColour(call);
    if (colour === undefined) return broken;
    return made.test(call) ? formatHex8(colour) : undefined;
  });
}

const mixed = /(?:color-mix|light-dark)\(/i;
const fromCurrentColour = /\(\s*from\s+currentcolor/i;

/** Whether a value has a colour that is made of the colour of its element: `color-mix(in oklab, currentcolor 50%, transparent)`. */
export function hasOpenColour(value: string): boolean {
  const at = value.toLowerCase().lastIndexOf('currentcolor');
  return at >= 0 && (mixed.test(value.slice(0, at)) || fromCurrentColour.test(value));
}

/** Replaces the colours of a value that are made of the colour of its element, given in hexadecimal numbers. */
export function withCurrentColour(value: string, colour: string): string {
  if (!hasOpenColour(value)) return value;
  return replaceCalls(value, functions, (call) => {
    const found = hasOpenColour(call) ? parseColour(call.replaceAll(/currentcolor/gi, colour)) : undefined;
    return found && formatHex8(found);
  });
}
