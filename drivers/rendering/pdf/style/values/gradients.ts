import { type MixingSpace, readMixingSpace } from '../../../../../domain/documents/css/colourValues.ts';
import { layersOf } from '../../../../../domain/documents/css/cssPatterns.ts';
import { lineAndSpaceOf, withoutDrawnGradients } from '../../../../../domain/documents/warnings/gradientSupport.ts';
import { type Colour, readColourOf } from './colours.ts';
import { type Length, readLength, type Units } from './lengths.ts';
import { parts } from './valueWords.ts';

/** A colour on the line of a gradient; undefined where it is transparent. Without a place, it is between its neighbours. */
interface ColourStop {
  readonly colour: Colour | undefined;
  readonly at: Length | undefined;
}

/** A place halfway between the colours beside it. */
interface Hint {
  readonly hint: Length;
}

export type GradientStop = ColourStop | Hint;

/** Where a linear gradient leads: clockwise from up, in radians, or to a corner. */
export type Direction = { readonly angle: number } | { readonly corner: readonly [x: -1 | 1, y: -1 | 1] };

type Extent = 'closest-side' | 'farthest-side' | 'closest-corner' | 'farthest-corner';

export interface RadialShape {
  readonly isCircle: boolean;
  /** Its radius, or the two of an ellipse. */
  readonly size: Extent | readonly [Length, Length];
  /** The centre, as `background-position` writes it. */
  readonly at: string;
}

/** Colours around a centre, clockwise. */
export interface ConicShape {
  /** Where they begin, clockwise from up, in radians. */
  readonly from: number;
  /** The centre, as `background-position` writes it. */
  readonly at: string;
}

export interface Gradient {
  readonly kind: 'gradient';
  readonly line: Direction | RadialShape | ConicShape;
  readonly stops: readonly GradientStop[];
  readonly repeats: boolean;
  /** What the colours are mixed in; sRGB if undefined. */
  readonly space: MixingSpace | undefined;
}

/** What the lengths and colours of an element depend on. */
interface Around {
  readonly size: number;
  readonly units: Units;
  readonly colour: Colour | undefined;
}

/** Reads a gradient. Returns undefined for any other text, and for a gradient that is not drawn. */
export function readGradient(text: string, around: Around): Gradient | undefined {
  const match = /^(repeating-)?(linear|radial|conic)-gradient\((.*)\)$/is.exec(text);
  if (!match || withoutDrawnGradients(text, '').trim() !== '') return undefined;
  const [, repeats, kind = '', inner = ''] = match;
  const [declared = '', ...others] = layersOf(inner);
  const { line: first, space } = lineAndSpaceOf(declared);
  const { read, initial } = lines[kind.toLowerCase()] ?? lines['linear'];
  const line = first === '' ? initial : read(first, around);
  const isConic = kind.toLowerCase() === 'conic';
  const stops = (line ? others : [first, ...others]).flatMap(
    (part) => stopsOf(isConic ? withShares(part) : part, around) ?? [null],
  );
  const known = stops.filter((one) => one !== null);
  if (known.length < stops.length) return undefined;
  return {
    kind: 'gradient',
    line: line ?? initial,
    stops: known,
    repeats: repeats !== undefined,
    space: space === undefined ? undefined : readMixingSpace(space),
  };
}

const down: Direction = { angle: Math.PI };
const centred: RadialShape = { isCircle: false, size: 'farthest-corner', at: 'center' };
const upright: ConicShape = { from: 0, at: 'center' };

interface LineReader {
  readonly read: (text: string, around: Around) => Gradient['line'] | undefined;
  readonly initial: Gradient['line'];
}

const lines: { readonly [kind: string]: LineReader; readonly linear: LineReader } = {
  linear: { read: readDirection, initial: down },
  radial: { read: readShape, initial: centred },
  conic: { read: readRotation, initial: upright },
};

const radians: ReadonlyMap<string | undefined, number> = new Map([
  ['deg', Math.PI / 180],
  ['grad', Math.PI / 200],
  ['rad', 1],
  ['turn', 2 * Math.PI],
]);

function readDirection(text: string): Direction | undefined {
  const angle = /^([+-]?[\d.]+(?:e[+-]?\d+)?)(deg|grad|rad|turn)?$/i.exec(text);
  if (angle) return { angle: Number(angle[1]) * (radians.get(angle[2]?.toLowerCase()) ?? 1) };
  if (!/^to\s/i.test(text)) return undefined;
  const words = parts(text.toLowerCase());
  const x = words.includes('left') ? -1 : words.includes('right') ? 1 : 0;
  const y = words.includes('top') ? -1 : words.includes('bottom') ? 1 : 0;
  if (x !== 0 && y !== 0) return { corner: [x, y] };
  return { angle: x === 0 ? (y < 0 ? 0 : Math.PI) : (x * Math.PI) / 2 };
}

const extents = /^(?:closest|farthest)-(?:side|corner)$/;
const isExtent = (word: string): word is Extent => extents.test(word);

function readRotation(text: string): ConicShape | undefined {
  const [, angle, unit, at = 'center'] =
    /^(?:from\s+([+-]?[\d.]+(?:e[+-]?\d+)?)(deg|grad|rad|turn)?)?\s*(?:at\s+(.+))?$/.exec(text.toLowerCase()) ?? [];
  if (angle === undefined && !/^at\s/i.test(text)) return undefined;
  return { from: Number(angle ?? 0) * (radians.get(unit) ?? 1), at };
}

/** Returns a stop with its angles as shares of a full turn. Those in brackets are hues of colours. */
const withShares = (text: string): string =>
  text.replaceAll(
    /\([^()]*\)|(?<![\w#.(,-])([+-]?[\d.]+(?:e[+-]?\d+)?)(deg|grad|rad|turn)(?![\w)])/gi,
    (whole, angle: string | undefined, unit = '') => {
      if (angle === undefined) return whole;
      const shares = (Number(angle) * (radians.get(unit.toLowerCase()) ?? 1)) / (2 * Math.PI);
      return `${(shares * 100).toFixed(6)}%`;
    },
  );

function readShape(text: string, { size: em, units }: Around): RadialShape | undefined {
  const [before = '', at = 'center'] = text.toLowerCase().split(/(?:^|\s+)at\s+/);
  const words = parts(before);
  const lengths = words.flatMap((word) => readLength(word, em, units) ?? []);
  // A colour with a place is a stop.
  const isKnown = words.every(
    (word) => /^(?:circle|ellipse)$/.test(word) || isExtent(word) || readLength(word, em, units) !== undefined,
  );
  if (!isKnown || (words.length === 0 && at === 'center')) return undefined;
  const [across, along] = lengths;
  const isCircle = words.includes('circle') || lengths.length === 1;
  if (across !== undefined) return { isCircle, size: [across, along ?? across], at };
  return { isCircle, size: words.find(isExtent) ?? 'farthest-corner', at };
}

/** Returns the stops of a part; undefined for one that is none. A colour with two places is two stops. */
function stopsOf(text: string, { size, units, colour: current }: Around): GradientStop[] | undefined {
  const words = parts(text);
  const places = words.flatMap((word) => readLength(word, size, units) ?? []);
  const [name, ...rest] = words.filter((word) => readLength(word, size, units) === undefined);
  const [first, second] = places;
  if (name === undefined) return first === undefined ? undefined : [{ hint: first }];
  const colour = /^currentcolor$/i.test(name) ? current : readColourOf(name);
  if (colour === null || rest.length > 0) return undefined;
  return second === undefined ? [{ colour, at: first }] : [first, second].map((at) => ({ colour, at }));
}
