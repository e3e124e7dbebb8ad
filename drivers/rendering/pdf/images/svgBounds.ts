/** The smallest upright area around a shape. */
export interface ShapeBounds {
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly bottom: number;
}

type Attribute = (name: string) => string | undefined;

/** Maximum number of coordinates that are read of a shape. */
const MAX_COORDINATES = 20_000;

/** Returns where a shape of a drawing is, as large as its control points reach; undefined where that is not known. */
export function shapeBounds(name: string, attribute: Attribute): ShapeBounds | undefined {
  const number = (key: string, otherwise?: number): number | undefined => {
    const value = attribute(key);
    if (value === undefined) return otherwise;
    return /^\s*-?[\d.]+(?:px)?\s*$/.test(value) ? Number.parseFloat(value) : undefined;
  };
  const around = (rx: number | undefined, ry: number | undefined): ShapeBounds | undefined => {
    const [cx, cy] = [number('cx', 0), number('cy', 0)];
    if (cx === undefined || cy === undefined || rx === undefined || ry === undefined) return undefined;
    return { x: cx - rx, y: cy - ry, right: cx + rx, bottom: cy + ry };
  };
  switch (name) {
    case 'rect':
    case 'image': {
      const [x, y, width, height] = [number('x', 0), number('y', 0), number('width'), number('height')];
      if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
      return { x, y, right: x + width, bottom: y + height };
    }
    case 'circle':
      return around(number('r'), number('r'));
    case 'ellipse':
      return around(number('rx'), number('ry'));
    case 'polygon':
    case 'polyline':
      return boundsOfPoints(numbersIn(attribute('points') ?? ''));
    case 'path':
      return boundsOfPath(attribute('d') ?? '');
    default:
      return undefined;
  }
}

function numbersIn(text: string): number[] {
  const found = text.match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi) ?? [];
  return found.slice(0, MAX_COORDINATES + 1).map(Number);
}

/** `numbers`: x and y of one point after the other. */
function boundsOfPoints(numbers: readonly number[]): ShapeBounds | undefined {
  if (numbers.length < 2 || numbers.length > MAX_COORDINATES) return undefined;
  let [x, y, right, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  numbers.forEach((number, at) => {
    if (at % 2 === 0) [x, right] = [Math.min(x, number), Math.max(right, number)];
    else [y, bottom] = [Math.min(y, number), Math.max(bottom, number)];
  });
  return { x, y, right, bottom };
}

/** How many numbers a command takes at a time; arcs are not read. */
const counts: Readonly<Record<string, number>> = { m: 2, l: 2, t: 2, h: 1, v: 1, s: 4, q: 4, c: 6, z: 0 };

function boundsOfPath(path: string): ShapeBounds | undefined {
  const points: number[] = [];
  let [place, start] = [origin, origin];
  for (const [, command = '', text = ''] of path.matchAll(/([a-df-z])([^a-df-z]*)/gi)) {
    const [kind, numbers] = [command.toLowerCase(), numbersIn(text)];
    const count = counts[kind];
    if (count === undefined || points.length + numbers.length > MAX_COORDINATES) return undefined;
    if (kind === 'z') place = start;
    for (let at = 0; count > 0 && at + count <= numbers.length; at += count) {
      const from = command === kind ? place : origin;
      const own = numbers.slice(at, at + count);
      const found = count === 1 ? [alongAxis(kind, own, from, place)] : pointsOf(own, from);
      place = found.at(-1) ?? place;
      if (kind === 'm' && at === 0) start = place;
      for (const [x, y] of found) points.push(x, y);
    }
  }
  return boundsOfPoints(points);
}

type Point = readonly [x: number, y: number];
const origin: Point = [0, 0];

/** Where a horizontal or a vertical line ends. */
function alongAxis(kind: string, [length = 0]: readonly number[], [x, y]: Point, place: Point): Point {
  return kind === 'h' ? [x + length, place[1]] : [place[0], y + length];
}

function pointsOf(numbers: readonly number[], [x, y]: Point): Point[] {
  const points: Point[] = [];
  for (let at = 0; at < numbers.length; at += 2) points.push([x + (numbers[at] ?? 0), y + (numbers[at + 1] ?? 0)]);
  return points;
}
