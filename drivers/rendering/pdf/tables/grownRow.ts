import { type Canvas, EPSILON, type StartedPage } from '../layout/canvas.ts';
import { endOnPages } from '../pages/laidPages.ts';
import { pageAt } from '../pages/pageAt.ts';
import type { RowExtent } from './brokenCells.ts';
import { keepCells, type OpenCell } from './openCell.ts';

interface DrawnRow {
  readonly open: readonly OpenCell[];
  readonly place: RowExtent;
}

/** Returns the page that a row would begin on, before it is drawn; undefined if that is not known. */
export const pageOfRow = (canvas: Canvas, top: number): StartedPage | undefined =>
  top < (canvas.rowPage?.from ?? 0) ? undefined : pageAt(canvas, top, 'rowPage');

/**
 * Makes a drawn row of one cell longer that pages end in. As in browsers, it is as high as without page breaks, although no margin
 * is drawn at the top of a page. Rows in each other count such a margin once.
 *
 * @param began its page, and by how much boxes were higher, before the row was drawn
 */
export function grownRow(
  canvas: Canvas,
  { open, place }: DrawnRow,
  { page, grown }: { readonly page: StartedPage | undefined; readonly grown: number },
): DrawnRow {
  const { top, bottom } = place;
  if (page && bottom <= page.from + page.room + EPSILON) return { open, place };
  const restore = canvas.snapshot();
  // These decide on which page the row begins.
  keepCells(canvas, open, bottom);
  const by = endOnPages(canvas, top, bottom - top - (canvas.grown - grown), page) - bottom;
  restore();
  if (by < EPSILON) return { open, place };
  canvas.grown += by;
  const longer = open.map((one) => ({ ...one, height: one.height + by, contentHeight: one.contentHeight + by }));
  return { open: longer, place: { top, bottom: bottom + by } };
}

/** Notes the last row of a table if it is on one page: an edge below it that has no space there moves it to the next page. */
export function noteLastRow(canvas: Canvas, bottom: number, height: number | undefined): void {
  if (height === undefined) return;
  const top = bottom - height;
  if (top < (canvas.edgePage?.from ?? 0)) return;
  const { from, room } = pageAt(canvas, top, 'edgePage');
  if (bottom <= from + room + EPSILON) canvas.lastRow = { from: top, to: bottom };
}
