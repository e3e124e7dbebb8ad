import { type Canvas, EPSILON, type HeightOf } from '../layout/canvas.ts';
import { isPiece, type Mark } from '../layout/mark.ts';
import { distribute } from './distribute.ts';
import { endOf, type Slice, Slicer } from './slicer.ts';

/**
 * Cuts the canvas into pages, between lines and rows where possible. Throws PdfProblem where there are more than
 * `maxPages`.
 */
export function paginate(canvas: Canvas, heightOf: HeightOf, maxPages: number): Mark[][] {
  return distribute(canvas, new Slicer(canvas, heightOf).slices(maxPages));
}

/** Returns where each page of the canvas begins. */
export function startsOfPages(canvas: Canvas, heightOf: HeightOf): number[] {
  return new Slicer(canvas, heightOf).slices(Number.POSITIVE_INFINITY).map(({ from }) => from);
}

interface PartOptions {
  /** Whether it is a positioned box, which begins on the first page, whatever has space there. */
  readonly isPlaced?: boolean;
}

/**
 * Returns the heights of the parts that content down to `end` is cut into, whatever boxes are longer. The first is 0 where
 * nothing has space on it.
 */
export function partHeights(canvas: Canvas, heightOf: HeightOf, end: number, options: PartOptions = {}): number[] {
  const pieces = canvas.marks.filter(isPiece);
  const { slices, lead } = partSlices(canvas, heightOf, Math.max(end, endOf(pieces)), options);
  return [...Array<number>(lead).fill(0), ...slices.map(heightOfSlice)];
}

/** Cuts content down to `end` into parts, as `partHeights` measures them. */
export function cutParts(canvas: Canvas, heightOf: HeightOf, end: number, options: PartOptions = {}): Mark[][] {
  const { slices, lead } = partSlices(canvas, heightOf, Math.max(end, endOf(canvas.marks)), options);
  return [...Array.from({ length: lead }, () => []), ...distribute(canvas, slices, { isOpen: true })];
}

/** Returns the slices of content, and how many pages at the start have no space for its first line. */
function partSlices(
  canvas: Canvas,
  heightOf: HeightOf,
  last: number,
  options: PartOptions,
): { slices: Slice[]; lead: 0 | 1 } {
  const { isPlaced = false } = options;
  const slicerOf = (heights: HeightOf): Slicer =>
    new Slicer(canvas, heights, { end: last, keepsBlank: true, isPlaced });
  if (isPlaced || last <= heightOf(0) + EPSILON || slicerOf(heightOf).hasFirst(heightOf(0)))
    return { slices: slicerOf(heightOf).slices(canvas.pages), lead: 0 };
  return { slices: slicerOf((page) => heightOf(page + 1)).slices(canvas.pages), lead: 1 };
}

function heightOfSlice({ from, to, headHeight, feet }: Slice): number {
  return headHeight + to - from + feet.reduce((sum, { height }) => sum + height, 0);
}
