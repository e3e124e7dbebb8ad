import { readNumber } from '../../../../../domain/documents/css/calculation.ts';
import { ownValue } from '../../../../../domain/documents/css/ownValue.ts';
import { PIXEL } from '../../style/values/layoutUnits.ts';
import { plainPercent, readLength, resolved } from '../../style/values/lengths.ts';
import { identity, type Matrix, multiplied, rotating } from '../../transforms/matrix.ts';

/** The area that percentages are of, and the size of the font. */
export interface Measure {
  readonly width: number;
  readonly height: number;
  readonly em: number;
}

const plain = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?(?:px)?\s*$/i;

/** Maximum length, in units of the drawing. */
const MAX_LENGTH = 1e9;

const bounded = (value: number): number => Math.max(-MAX_LENGTH, Math.min(MAX_LENGTH, value));

/** Minimum width and height of a view box. */
const MIN_BOX = 1e-6;

/** Reads a length in units of the drawing. `whole`: what a percentage is of. Returns undefined for any other text. */
export function readUnits(text: string | undefined, whole: number, em: number): number | undefined {
  if (text === undefined) return undefined;
  if (plain.test(text)) return bounded(Number.parseFloat(text));
  const length = readLength(text, em * PIXEL);
  if (length !== undefined) return bounded(resolved(length, whole * PIXEL) / PIXEL);
  // Lengths of drawings need no unit in calculations either.
  const number = calculated.test(text) ? readNumber(text.trim()) : undefined;
  return number === undefined ? undefined : bounded(number);
}

const calculated = /^\s*(?:-webkit-|-moz-)?(?:calc|min|max|clamp)\(/i;

/** Returns what the percentages of radii and widths of lines are of. */
export const diagonalOf = ({ width, height }: Measure): number => Math.hypot(width, height) / Math.SQRT2;

const numbers = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/gi;

export const readNumbers = (text: string): number[] => (text.match(numbers) ?? []).map((one) => bounded(Number(one)));

/** Reads a number or a percentage, which may be calculated; undefined for any other text. */
export function readShare(text = ''): number | undefined {
  const [, number, percent] = /^\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(%?)\s*$/i.exec(text) ?? [];
  if (number !== undefined) return percent ? Number(number) / 100 : Number(number);
  if (!calculated.test(text)) return undefined;
  const share = plainPercent(readLength(text, 0));
  return share === undefined ? readNumber(text.trim()) : share / 100;
}

/** Reads an opacity; 1 for any other text. */
export const readOpacity = (text: string | undefined): number => Math.max(0, Math.min(1, readShare(text) ?? 1));

/** Reads the value of `viewBox`; undefined for one that is wrong. Nothing is drawn in one that has no width or no height. */
export function readViewBox(text: string | undefined): readonly [number, number, number, number] | undefined {
  const [x = 0, y = 0, width = -1, height = -1] = readNumbers(text ?? '');
  if (width < 0 || height < 0) return undefined;
  return width > MIN_BOX && height > MIN_BOX ? [x, y, width, height] : [x, y, 0, 0];
}

const shares: Readonly<Record<string, number>> = { min: 0, mid: 0.5, max: 1 };

/** Returns the map from a view box to an area, as `preserveAspectRatio` declares it. */
export function fitted(
  [x, y, width, height]: readonly [number, number, number, number],
  area: { readonly width: number; readonly height: number },
  declared = '',
): Matrix {
  const [across, down] = [area.width / width, area.height / height];
  if (/^\s*none\b/.test(declared)) return [across, 0, 0, down, -x * across, -y * down];
  const [, alongX = 'mid', alongY = 'mid', isSlice] =
    /^\s*x(min|mid|max)y(min|mid|max)(?:\s+(?:meet|(slice)))?\s*$/i.exec(declared) ?? [];
  const by = isSlice ? Math.max(across, down) : Math.min(across, down);
  const room = (whole: number, own: number, share: string): number =>
    (whole - own * by) * (shares[share.toLowerCase()] ?? 0.5);
  return [by, 0, 0, by, room(area.width, width, alongX) - x * by, room(area.height, height, alongY) - y * by];
}

const steps: Readonly<Record<string, (words: readonly number[]) => Matrix | undefined>> = {
  matrix: ([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]) => [a, b, c, d, e, f],
  translate: ([x = 0, y = 0]) => [1, 0, 0, 1, x, y],
  translatex: ([x = 0]) => [1, 0, 0, 1, x, 0],
  translatey: ([y = 0]) => [1, 0, 0, 1, 0, y],
  scale: ([x = 1, y = x]) => [x, 0, 0, y, 0, 0],
  scalex: ([x = 1]) => [x, 0, 0, 1, 0, 0],
  scaley: ([y = 1]) => [1, 0, 0, y, 0, 0],
  rotate: ([degrees = 0, x = 0, y = 0]) => rotating((degrees * Math.PI) / 180, x, y),
  skewx: ([degrees = 0]) => [1, 0, Math.tan((degrees * Math.PI) / 180), 1, 0, 0],
  skewy: ([degrees = 0]) => [1, Math.tan((degrees * Math.PI) / 180), 0, 1, 0, 0],
};

/** Units of angles, in degrees, and of lengths, in CSS pixels. */
const units: ReadonlyMap<string, number> = new Map([
  ['deg', 1],
  ['grad', 0.9],
  ['rad', 180 / Math.PI],
  ['turn', 360],
  ['pt', 4 / 3],
  ['pc', 16],
  ['mm', 96 / 25.4],
  ['cm', 96 / 2.54],
  ['in', 96],
]);

/** Maximum number of steps of one transform, and maximum length of its text. */
const MAX_STEPS = 100;
const MAX_TRANSFORM = 10_000;

/** Reads a transform; undefined for one that is not known. */
export function readTransform(text: string | undefined): Matrix | undefined {
  if (text === undefined || text.trim() === '' || text.trim() === 'none') return identity;
  if (text.length > MAX_TRANSFORM) return undefined;
  let matrix = identity;
  let count = 0;
  for (const [, name = '', words = ''] of text.matchAll(/(?<![a-z])([a-z]+)\s*\(([^()]*)\)/gi)) {
    const values = [...words.matchAll(/([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)/gi)];
    if (values.some(([, , unit]) => unit === '%') || ++count > MAX_STEPS) return undefined;
    const step = ownValue(
      steps,
      name.toLowerCase(),
    )?.(values.map(([, number, unit = '']) => Number(number) * (units.get(unit.toLowerCase()) ?? 1)));
    if (!step) return undefined;
    matrix = multiplied(matrix, step);
  }
  return matrix;
}
