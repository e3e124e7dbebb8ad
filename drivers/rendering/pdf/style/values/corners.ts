import { type Length, readLength, resolved, type Units } from './lengths.ts';
import { parts } from './valueWords.ts';

/** The radii of a round corner. Percentages are of the width and of the height of its box. */
interface Corner {
  readonly across: Length;
  readonly down: Length;
}

/** The same for a box of known size; pt. */
interface Curve {
  readonly across: number;
  readonly down: number;
}

/** In the order of CSS: top left, top right, bottom right, bottom left. */
type Four<Item> = readonly [Item, Item, Item, Item];
export type Corners = Four<Corner>;
export type Curves = Four<Curve>;

interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export const cornerNames = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const;

const square = { across: 0, down: 0 } as const satisfies Corner;

/** Writes the four longhands of `border-radius`. */
export function expandCorners(value: string): [string, string][] {
  const [across = '', down = across] = value.split(/\/(?![^(]*\))/);
  const [rows, columns] = [atCorners(parts(across)), atCorners(parts(down))];
  return cornerNames.map((name, at) => [`border-${name}-radius`, `${rows[at]} ${columns[at]}`]);
}

function atCorners([first = '0', second = first, third = first, fourth = second]: readonly string[]): Four<string> {
  return [first, second, third, fourth];
}

/** Returns corners with another radius at one of them; undefined if all are square. */
export function withCorner(
  corners: Corners | undefined,
  at: number,
  value: string,
  { size, units }: { readonly size: number; readonly units: Units },
): Corners | undefined {
  const [first = '', second = first] = parts(value);
  const [across, down] = [first, second].map((word) => readLength(word, size, units));
  if (across === undefined || down === undefined) return corners;
  const own = { across, down };
  const [a, b, c, d] = corners ?? [square, square, square, square];
  const all: Corners = [at === 0 ? own : a, at === 1 ? own : b, at === 2 ? own : c, at === 3 ? own : d];
  return all.every(isSquare) ? undefined : all;
}

const isSquare = ({ across, down }: Corner): boolean => across === 0 || down === 0;

const mapFour = <Item, Result>([a, b, c, d]: Four<Item>, map: (item: Item, at: number) => Result): Four<Result> => [
  map(a, 0),
  map(b, 1),
  map(c, 2),
  map(d, 3),
];

/** Returns the corners of a box, as much smaller as they have to be to leave each other space; undefined if all are square. */
export function curvesOf(
  corners: Corners | undefined,
  { width, height }: { readonly width: number; readonly height: number },
): Curves | undefined {
  if (!corners || width <= 0 || height <= 0) return undefined;
  const declared = mapFour(corners, ({ across, down }) => {
    const curve = { across: Math.max(0, resolved(across, width)), down: Math.max(0, resolved(down, height)) };
    return isSquare(curve) ? square : curve;
  });
  const [topLeft, topRight, bottomRight, bottomLeft] = declared;
  const sums = [
    (topLeft.across + topRight.across) / width,
    (bottomLeft.across + bottomRight.across) / width,
    (topLeft.down + bottomLeft.down) / height,
    (topRight.down + bottomRight.down) / height,
  ];
  const by = 1 / Math.max(1, ...sums);
  return declared.some((one) => !isSquare(one)) ? scaledCurves(declared, by) : undefined;
}

export function scaledCurves(curves: Curves, by: number): Curves {
  return by === 1 ? curves : mapFour(curves, ({ across, down }) => ({ across: across * by, down: down * by }));
}

/** The same of corners that may have percentages. */
export function scaledCorners(corners: Corners, by: number): Corners {
  const scaled = (length: Length): Length => (typeof length === 'number' ? length * by : length);
  return mapFour(corners, ({ across, down }) => ({ across: scaled(across), down: scaled(down) }));
}

/** Returns the corners of a box within another, so far from its sides; undefined if all are square. */
export function curvesWithin(curves: Curves | undefined, { top, right, bottom, left }: Sides): Curves | undefined {
  if (!curves) return undefined;
  const inner = mapFour(curves, ({ across, down }, at) => ({
    across: Math.max(0, across - (at === 0 || at === 3 ? left : right)),
    down: Math.max(0, down - (at < 2 ? top : bottom)),
  }));
  return inner.every(isSquare) ? undefined : inner;
}

/** Returns the corners of a part of a box, which are square where the box continues. */
export function curvesOfPart(
  curves: Curves | undefined,
  { isCutAbove, isCutBelow }: { readonly isCutAbove: boolean; readonly isCutBelow: boolean },
): Curves | undefined {
  if (!curves) return undefined;
  return mapFour(curves, (curve, at) => ((at < 2 ? isCutAbove : isCutBelow) ? square : curve));
}

/** Returns the corners of the part of an element on one line, which are square where the element continues on another. */
export function cornersBetween(corners: Corners | undefined, begins: boolean, ends: boolean): Corners | undefined {
  if (!corners || (begins && ends)) return corners;
  return begins || ends
    ? mapFour(corners, (corner, at) => ((at === 0 || at === 3 ? begins : ends) ? corner : square))
    : undefined;
}

/** Returns the corners of a box that is so much larger on each side than one with these, which are at least so round. */
export function curvesAround(curves: Curves | undefined, by: number, least = 0): Curves | undefined {
  if (!curves && least <= 0) return undefined;
  const grown = (radius: number): number => Math.max(least, radius > 0 ? radius + by : 0);
  return mapFour(curves ?? [square, square, square, square], ({ across, down }) => ({
    across: grown(across),
    down: grown(down),
  }));
}
