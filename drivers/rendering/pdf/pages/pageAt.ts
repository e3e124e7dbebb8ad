import { type Canvas, EPSILON, type StartedPage } from '../layout/canvas.ts';
import type { Mark } from '../layout/mark.ts';
import { Slicer } from './slicer.ts';

/**
 * Returns the page that a position would be on. Nothing is below the position yet.
 *
 * @param member which of the known pages of the canvas it begins at, and replaces
 */
export function pageAt(
  canvas: Canvas,
  y: number,
  member: 'startedPage' | 'rowPage' | 'edgePage' = 'startedPage',
): StartedPage {
  const known = canvas[member];
  const since =
    known && known.from <= y
      ? known
      : { from: 0, page: 0, room: canvas.heightOf(0), position: [0, 0, 0, 0, 0, 0] as const };
  const [, , , firstBreak] = since.position;
  const breaks = canvas.breaks.slice(firstBreak).filter((at) => at > since.from + EPSILON && at <= y + EPSILON);
  if (breaks.length === 0 && y <= since.from + since.room - EPSILON) return since;
  const heightOf = (page: number): number => canvas.heightOf(since.page + page);
  const slicer = new Slicer(canvas, heightOf, { end: y, since });
  const slices = slicer.slices(Number.POSITIVE_INFINITY);
  const last = slices.at(-1);
  // Where a page ends at the position, or in the margin above it, the next one begins there.
  const isFull = last && (y > last.limit + EPSILON || breaks.some((at) => at >= y - EPSILON));
  const from = isFull ? y : (last?.from ?? 0);
  const page = since.page + Math.max(0, slices.length - (isFull ? 0 : 1));
  const room = canvas.heightOf(page) - slicer.headsAt(from).headHeight;
  const started = { from, page, room, position: firstOn(canvas, from, since) };
  canvas[member] = started;
  return started;
}

/** Returns the position of a canvas before what is on the page that begins at `from`, or on later ones. */
function firstOn(
  { marks, keeps, breaks, gaps }: Canvas,
  from: number,
  { position }: StartedPage,
): StartedPage['position'] {
  const [mark, keep, head, first, gap, foot] = position;
  const at = <One>(list: readonly One[], start: number, isOn: (one: One) => boolean): number => {
    let index = start;
    for (let one = list[index]; one !== undefined && !isOn(one); one = list[++index]);
    return index;
  };
  const endOfMark = (one: Mark): number => one.y + ('height' in one ? one.height : 0);
  return [
    at(marks, mark, (one) => endOfMark(one) > from - EPSILON),
    at(keeps, keep, (one) => one.to > from),
    head,
    at(breaks, first, (one) => one > from),
    at(gaps, gap, (one) => one.to > from),
    foot,
  ];
}
