import type { Path, Point } from './parts/path.ts';

/** Where a marker is, and the direction of the line there, in radians. */
export interface MarkerPlace {
  readonly kind: 'start' | 'mid' | 'end';
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/** A corner of a path, with the directions in which its line arrives and leaves. */
interface Corner {
  readonly at: Point;
  readonly before: Point | undefined;
  after: Point | undefined;
}

/** Maximum number of markers of one path. */
const MAX_MARKERS = 10_000;

/** Returns the places of the markers of a path, from its start to its end. */
export function markerPlaces(path: Path): MarkerPlace[] {
  const corners = cornersOf(path);
  return corners.slice(0, MAX_MARKERS).map(({ at: [x, y], before, after }, i) => ({
    kind: i === 0 ? 'start' : i === corners.length - 1 ? 'end' : 'mid',
    x,
    y,
    angle: between(before, after),
  }));
}

function cornersOf(path: Path): Corner[] {
  const corners: Corner[] = [];
  let start: Point = [0, 0];
  const add = (at: Point, leaving: Point | undefined, arriving: Point | undefined): void => {
    const last = corners.at(-1);
    if (last && leaving) last.after = leaving;
    corners.push({ at, before: arriving, after: undefined });
  };
  for (const segment of path) {
    const from = corners.at(-1)?.at ?? start;
    switch (segment[0]) {
      case 'M':
        start = [segment[1], segment[2]];
        add(start, undefined, undefined);
        break;
      case 'L':
        add([segment[1], segment[2]], ...twice(direction(from, [segment[1], segment[2]])));
        break;
      case 'C': {
        const [, x1, y1, x2, y2, x, y] = segment;
        const points: Point[] = [from, [x1, y1], [x2, y2], [x, y]];
        add([x, y], first(points), backwards(first(points.toReversed())));
        break;
      }
      default:
        add(start, ...twice(direction(from, start)));
    }
  }
  return corners;
}

const twice = (way: Point | undefined): [Point | undefined, Point | undefined] => [way, way];
const backwards = (way: Point | undefined): Point | undefined => way && [-way[0], -way[1]];

/** Returns the direction from the first point to the next one that is elsewhere. */
function first([from, ...others]: readonly Point[]): Point | undefined {
  for (const other of others) {
    const way = from && direction(from, other);
    if (way) return way;
  }
  return undefined;
}

function direction([x, y]: Point, [toX, toY]: Point): Point | undefined {
  const length = Math.hypot(toX - x, toY - y);
  return length === 0 ? undefined : [(toX - x) / length, (toY - y) / length];
}

function between(before: Point | undefined, after: Point | undefined): number {
  const [one, other] = [before ?? after, after ?? before];
  if (!one || !other) return 0;
  const [x, y] = [one[0] + other[0], one[1] + other[1]];
  return x === 0 && y === 0 ? Math.atan2(one[1], one[0]) : Math.atan2(y, x);
}
