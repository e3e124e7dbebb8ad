import { type Canvas, EPSILON } from '../layout/canvas.ts';
import { endOnPages } from '../pages/laidPages.ts';
import { pageAt } from '../pages/pageAt.ts';
import type { RowExtent } from './brokenCells.ts';
import { keepCells, type OpenCell } from './openCell.ts';

interface DrawnRow {
  readonly open: readonly OpenCell[];
  readonly place: RowExtent;
}

/** Returns where the page ends that a row would begin on, before it is drawn; -Infinity if that is not known. */
export function endOfPage(canvas: Canvas, top: number): number {
  if (top < (canvas.rowPage?.from ?? 0)) return Number.NEGATIVE_INFINITY;
  const { from, room } = pageAt(canvas, top, 'rowPage');
  return from + room;
}

/**
 * Makes a drawn row of one cell longer that pages end in. As in browsers, it is as high as without page breaks, although no margin
 * is drawn at the top of a page. Rows in each other count such a margin once.
 *
 * @param began where its page ends, and by how much boxes were higher, before the row was drawn
 */
export function grownRow(
  canvas: Canvas,
  { open, place }: DrawnRow,
  { pageEnd, grown }: { readonly pageEnd: number; readonly grown: number },
): DrawnRow {
  const { top, bottom } = place;
  if (bottom <= pageEnd + EPSILON) return { open, place };
  const restore = canvas.snapshot();
  // These decide on which page the row begins.
  keepCells(canvas, open, bottom);
  const by = endOnPages(canvas, top, bottom - top - (canvas.grown - grown)) - bottom;
  restore();
  if (by < EPSILON) return { open, place };
  canvas.grown += by;
  const longer = open.map((one) => ({ ...one, height: one.height + by, contentHeight: one.contentHeight + by }));
  return { open: longer, place: { top, bottom: bottom + by } };
}
