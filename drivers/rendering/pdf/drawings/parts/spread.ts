import type { Area } from '../../layout/canvas.ts';
import { boundsOf, determinant, inverse } from '../../transforms/matrix.ts';
import type { SvgGradient } from './drawing.ts';

/** Maximum number of stops of a gradient with its repetitions. */
const MAX_STOPS = 1_000;

/**
 * Returns a gradient with its repetitions in an area, which PDFs do not have; null for one with too many, or whose first circle has a
 * radius.
 *
 * @param isReflected whether every other repetition is in the opposite direction
 */
export function spread(gradient: SvgGradient, area: Area, isReflected: boolean): SvgGradient | null {
  const { line, matrix, stops } = gradient;
  if (determinant(matrix) === 0) return gradient;
  const { x, y, width, height } = boundsOf(inverse(matrix), area);
  const corners = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ] as const;
  const [across, down] = [line.to[0] - line.from[0], line.to[1] - line.from[1]];
  const maximum = Math.floor(MAX_STOPS / stops.length);
  const alongLine = corners.map(
    ([px, py]) => ((px - line.from[0]) * across + (py - line.from[1]) * down) / (across ** 2 + down ** 2),
  );
  let [first, end] = [0, 1];
  if (line.kind === 'linear') [first, end] = [Math.floor(Math.min(...alongLine)), Math.ceil(Math.max(...alongLine))];
  else {
    if (line.fromRadius > 0) return null;
    const isWithin = (times: number): boolean =>
      corners.every(
        ([px, py]) =>
          Math.hypot(px - line.from[0] - across * times, py - line.from[1] - down * times) <= line.radius * times,
      );
    while (end <= maximum && !isWithin(end)) end++;
  }
  const count = Math.max(1, end - first);
  if (!(count <= maximum)) return null;
  const repeated = Array.from({ length: count }, (_, at) => {
    const isBack = isReflected && (first + at) % 2 !== 0;
    const own = isBack ? stops.toReversed().map((stop) => ({ ...stop, at: 1 - stop.at })) : stops;
    return own.map((stop) => ({ ...stop, at: (at + stop.at) / count }));
  }).flat();
  const placeAt = (times: number) => [line.from[0] + across * times, line.from[1] + down * times] as const;
  const ends = { from: placeAt(first), to: placeAt(first + count) };
  return {
    line: line.kind === 'linear' ? { ...line, ...ends } : { ...line, ...ends, radius: line.radius * count },
    matrix,
    stops: repeated,
  };
}
