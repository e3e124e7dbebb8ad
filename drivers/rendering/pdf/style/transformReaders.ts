import { layersOf } from '../../../../domain/documents/css/cssPatterns.ts';
import { ownValue } from '../../../../domain/documents/css/ownValue.ts';
import type { Matrix } from '../transforms/matrix.ts';
import type { Style } from './style.ts';
import type { TransformStep, TransformStyle } from './transformStyle.ts';
import { type Length, readLength } from './values/lengths.ts';
import { parts } from './values/valueWords.ts';

/** Further functions of one `transform` are ignored. */
const MAX_STEPS = 50;
const MAX_SCALE = 1000;

type Reader = (style: Style, value: string) => void;

const reading =
  <Key extends keyof TransformStyle>(
    key: Key,
    read: (value: string, style: Style) => TransformStyle[Key] | undefined,
  ): Reader =>
  (style, value) => {
    const found = value === 'none' ? undefined : read(value, style);
    if (found !== undefined) style.transform = { ...style.transform, [key]: found };
  };

/** Readers of the properties that move, turn and enlarge what is drawn. */
export const transformReaders: Record<string, Reader> = {
  transform: reading('steps', readSteps),
  translate: reading('translate', (value, style) => moveOf(parts(value), style)),
  rotate: reading('rotate', (value) => {
    const angle = readAngle(value.replace(/^z\s+|\s+z$/, ''));
    return angle === undefined ? undefined : turned(angle);
  }),
  scale: reading('scale', (value) => scaleOf(parts(value))),
  'transform-origin': reading('origin', readOrigin),
};

/** Returns the steps of a list of functions; undefined where one of them is not known: then nothing is moved. */
function readSteps(value: string, style: Style): TransformStep[] | undefined {
  const steps: TransformStep[] = [];
  for (const word of parts(value.replace(/\)(?=\w)/g, ') ')).slice(0, MAX_STEPS)) {
    const [, name = '', list = ''] = /^([a-z0-9]+)\((.*)\)$/.exec(word) ?? [];
    const step = ownValue(functions, name)?.(layersOf(list), style);
    if (!step) return undefined;
    steps.push(step);
  }
  return steps;
}

type StepReader = (words: readonly string[], style: Style) => TransformStep | undefined;

const rotation: StepReader = ([angle = '']) => {
  const read = readAngle(angle);
  return read === undefined ? undefined : turned(read);
};
const skew = (across: string, down: string): Matrix | undefined => {
  const [x, y] = [readAngle(across), readAngle(down)];
  return x === undefined || y === undefined ? undefined : [1, slope(y), slope(x), 1, 0, 0];
};

/** By name. Of functions in space, those are known that stay on the paper. */
const functions: Readonly<Record<string, StepReader>> = {
  translate: moveOf,
  translatex: ([x = ''], style) => moveOf([x], style),
  translatey: ([y = ''], style) => moveOf(['0', y], style),
  translatez: () => [1, 0, 0, 1, 0, 0],
  translate3d: ([x = '', y = ''], style) => moveOf([x, y], style),
  scale: scaleOf,
  scalex: ([x = '']) => scaleOf([x, '1']),
  scaley: ([y = '']) => scaleOf(['1', y]),
  scalez: () => [1, 0, 0, 1, 0, 0],
  scale3d: ([x = '', y = '']) => scaleOf([x, y]),
  rotate: rotation,
  rotatez: rotation,
  skew: ([x = '', y = '0']) => skew(x, y),
  skewx: ([x = '']) => skew(x, '0'),
  skewy: ([y = '']) => skew('0', y),
  matrix: (words) => {
    const [a, b, c, d, e, f] = words.map(readNumber);
    if (words.length !== 6 || a === undefined || b === undefined || c === undefined) return undefined;
    // The last two are pixels.
    return d === undefined || e === undefined || f === undefined ? undefined : [a, b, c, d, e * 0.75, f * 0.75];
  },
};

function moveOf([first = '', second = '0']: readonly string[], { size, units }: Style): TransformStep | undefined {
  const [x, y] = [readLength(first, size, units), readLength(second, size, units)];
  return x === undefined || y === undefined ? undefined : { x, y };
}

function scaleOf([first = '', second = first]: readonly string[]): Matrix | undefined {
  const [x, y] = [first, second].map((word) => {
    const number = readNumber(word.replace(/%$/, ''));
    return number === undefined || !word.endsWith('%') ? number : number / 100;
  });
  const within = (number: number): number => Math.max(-MAX_SCALE, Math.min(MAX_SCALE, number));
  return x === undefined || y === undefined ? undefined : [within(x), 0, 0, within(y), 0, 0];
}

function turned(angle: number): Matrix {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos, sin, -sin, cos, 0, 0];
}

const slope = (angle: number): number => Math.max(-MAX_SCALE, Math.min(MAX_SCALE, Math.tan(angle)));

/** In radians. */
const angles: ReadonlyMap<string, number> = new Map([
  ['deg', Math.PI / 180],
  ['grad', Math.PI / 200],
  ['rad', 1],
  ['turn', 2 * Math.PI],
]);

/** Reads an angle; in radians. */
function readAngle(text: string): number | undefined {
  const [, number = '', unit = ''] = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)$/.exec(text.trim()) ?? [];
  if (number === '') return undefined;
  if (unit === '') return Number(number) === 0 ? 0 : undefined;
  const factor = angles.get(unit);
  return factor === undefined || !Number.isFinite(Number(number)) ? undefined : Number(number) * factor;
}

function readNumber(text: string): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

const sides: Readonly<Record<string, number>> = { left: 0, top: 0, center: 50, right: 100, bottom: 100 };

function readOrigin(value: string, { size, units }: Style): TransformStyle['origin'] {
  const [first = 'center', second = 'center'] = parts(value);
  const isSwapped = /^(?:top|bottom)$/.test(first) || /^(?:left|right)$/.test(second);
  const lengthOf = (word: string): Length =>
    sides[word] === undefined ? (readLength(word, size, units) ?? { percent: 50 }) : { percent: sides[word] };
  const [x, y] = isSwapped ? [second, first] : [first, second];
  return { x: lengthOf(x), y: lengthOf(y) };
}
