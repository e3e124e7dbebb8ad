import { wordsOf } from '../../../../../domain/documents/css/cssPatterns.ts';
import { readColourOf } from '../../style/values/colours.ts';
import { readShare, readTransform, readUnits } from './svgLengths.ts';

/** A function of `filter` as primitives of an SVG filter. */
export interface FilterFunction {
  readonly text: string;
  /** How far it draws beyond the box of the element, at the sides and above and below. */
  readonly reach: readonly [across: number, down: number];
  /** How often it computes a pixel. */
  readonly passes: number;
}

/**
 * Reads a function such as `blur(4px)`; undefined for one that is not known.
 *
 * @param current the colour of the text
 */
export function filterFunction(declared: string, em: number, current: string): FilterFunction | undefined {
  const [, name = '', text = ''] = /^([\w-]+)\(([\s\S]*)\)$/.exec(declared.trim()) ?? [];
  const kind = name.toLowerCase();
  if (kind === 'blur') {
    const radius = text.trim() === '' ? 0 : readUnits(text, 0, em);
    if (radius === undefined || radius < 0) return undefined;
    return { text: `<feGaussianBlur stdDeviation="${radius}"/>`, reach: [3 * radius, 3 * radius], passes: 2 };
  }
  if (kind === 'drop-shadow') return shadowOf(text, em, current);
  const amount = kind === 'hue-rotate' ? degreesOf(text) : text.trim() === '' ? 1 : readShare(text);
  const primitive =
    amount === undefined || (amount < 0 && kind !== 'hue-rotate') ? undefined : colourPrimitive(kind, amount);
  return primitive === undefined ? undefined : { text: primitive, reach: [0, 0], passes: 2 };
}

function shadowOf(text: string, em: number, current: string): FilterFunction | undefined {
  // A colour needs no space before it.
  const words = wordsOf(text.replaceAll('#', ' #'));
  const lengths = words.flatMap((word) => readUnits(word, 0, em) ?? []);
  const [named = 'currentcolor', ...others] = words.filter((word) => readUnits(word, 0, em) === undefined);
  const [x = 0, y = 0, blur = 0] = lengths;
  const colour = readColourOf(/^currentcolor$/i.test(named) ? current : named);
  if (lengths.length < 2 || lengths.length > 3 || others.length > 0 || blur < 0 || colour === null) return undefined;
  const flood = `flood-color="${colour?.hex ?? '#000000'}" flood-opacity="${colour?.opacity ?? 0}"`;
  return {
    // The primitives of feDropShadow, whose colour the program that draws them changes.
    text: `<feGaussianBlur in="SourceAlpha" stdDeviation="${blur}"/><feOffset dx="${x}" dy="${y}" result="a"/><feFlood ${flood}/>
<feComposite in2="a" operator="in" result="b"/><feMerge><feMergeNode in="b"/><feMergeNode in="SourceGraphic"/></feMerge>`,
    reach: [Math.abs(x) + 3 * blur, Math.abs(y) + 3 * blur],
    passes: 7,
  };
}

function degreesOf(text: string): number | undefined {
  const [a = 1, b = 0] = readTransform(`rotate(${text.trim() || '0'})`) ?? [];
  return (Math.atan2(b, a) * 180) / Math.PI;
}

/** Returns the primitive that changes colours by an amount. */
function colourPrimitive(kind: string, amount: number): string | undefined {
  const share = Math.min(1, amount);
  switch (kind) {
    case 'brightness':
      return channels('RGB', `type="linear" slope="${amount}"`);
    case 'contrast':
      return channels('RGB', `type="linear" slope="${amount}" intercept="${(1 - amount) / 2}"`);
    case 'invert':
      return channels('RGB', `type="table" tableValues="${share} ${1 - share}"`);
    case 'opacity':
      return channels('A', `type="linear" slope="${share}"`);
    case 'grayscale':
      return matrixPrimitive(saturated(1 - share));
    case 'saturate':
      return matrixPrimitive(saturated(amount));
    case 'hue-rotate':
      return `<feColorMatrix type="hueRotate" values="${amount}"/>`;
    case 'sepia':
      return matrixPrimitive(towards(sepia, share));
    default:
      return undefined;
  }
}

const channels = (names: string, transfer: string): string =>
  `<feComponentTransfer>${[...names].map((name) => `<feFunc${name} ${transfer}/>`).join('')}</feComponentTransfer>`;

type Rows = readonly (readonly number[])[];

/** Returns the part of the way from no change to a matrix of colours. */
const towards = (matrix: Rows, share: number): Rows =>
  matrix.map((row, at) => row.map((to, of) => (at === of ? 1 : 0) * (1 - share) + to * share));

const saturated = (amount: number): Rows => towards(Array(3).fill([0.213, 0.715, 0.072]), 1 - amount);

const matrixPrimitive = (rows: Rows): string =>
  `<feColorMatrix values="${rows.map((row) => `${row.join(' ')} 0 0`).join(' ')} 0 0 0 1 0"/>`;

const sepia = [
  [0.393, 0.769, 0.189],
  [0.349, 0.686, 0.168],
  [0.272, 0.534, 0.131],
];
