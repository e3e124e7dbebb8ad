import type { Stroke } from './drawing.ts';
import type { Path, Point } from './path.ts';

/** Number of lines that a curve is measured by. */
const STEPS = 32;

/** Returns the length of a path. */
function lengthOfPath(path: Path): number {
  let length = 0;
  let at: Point = [0, 0];
  let start: Point = at;
  const lineTo = (to: Point): void => {
    length += Math.hypot(to[0] - at[0], to[1] - at[1]);
    at = to;
  };
  for (const segment of path) {
    if (segment[0] === 'Z') lineTo(start);
    else if (segment[0] === 'C') {
      const [, x1, y1, x2, y2, x, y] = segment;
      const [x0, y0] = at;
      for (let step = 1; step <= STEPS; step++) {
        const t = step / STEPS;
        const u = 1 - t;
        const on = (p0: number, p1: number, p2: number, p3: number): number =>
          u ** 3 * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t ** 3 * p3;
        lineTo([on(x0, x1, x2, x), on(y0, y1, y2, y)]);
      }
    } else {
      const [kind, x, y] = segment;
      if (kind === 'L') lineTo([x, y]);
      else at = start = [x, y];
    }
  }
  return length;
}

/** Returns a stroke with dashes that are shares of a declared length of the path. */
export function dashedAlong(stroke: Stroke, path: Path, declared: string | undefined): Stroke {
  const whole = Number(declared ?? Number.NaN);
  if (stroke.dashes.length === 0 || !(whole > 0)) return stroke;
  const by = lengthOfPath(path) / whole;
  return { ...stroke, dashes: stroke.dashes.map((dash) => dash * by), dashOffset: stroke.dashOffset * by };
}
