import type { Box } from '../boxes/boxes.ts';
import { type Canvas, EPSILON, type HeightOf, type Stretch } from '../layout/canvas.ts';
import type { GivenSize, Layout } from '../layout/layout.ts';
import type { LaidPages } from '../pages/laidPages.ts';
import { pageAt } from '../pages/pageAt.ts';
import { cutParts, partHeights } from '../pages/paginate.ts';
import { hasWholeContent } from './heightOnPages.ts';

interface BoxPlace {
  readonly x: number;
  readonly y: number;
  /** The width of the containing block. */
  readonly whole: number;
  readonly forced: GivenSize;
  /** The containing block, if the place of the box is counted from its top. */
  readonly around?: Stretch | undefined;
}

/** As in browsers, nothing of a positioned box stays together at its start: it begins where its first line has space. */
const placed = { isPlaced: true };

/**
 * Draws a positioned box where pages may end. It is cut by itself, as in browsers, and has no part in where pages end.
 *
 * @param pages of its containing block
 */
export function layPagedBox(
  layout: Layout,
  box: Box,
  { x, y, whole, forced, around }: BoxPlace,
  pages: LaidPages,
): void {
  const { canvas } = layout;
  const lay = (heights: HeightOf): { readonly own: Layout; readonly end: number } => {
    const own = layout.onPages(heights);
    return { own, end: contentEnd(own, box, forced, own.place(box, x, 0, whole, forced)) };
  };
  const broken = around && canvas.breaks.find((at) => at > around.from + EPSILON && at <= y + EPSILON);
  if (broken !== undefined && layAbove(layout, broken, { y, pages }, lay)) return;
  // Most boxes are on the page that is known.
  if (y >= (canvas.startedPage?.from ?? 0)) {
    const { from, page, room } = pageAt(canvas, y);
    const { own, end } = lay((part) => (part === 0 ? from + room - y : canvas.heightOf(page + part)));
    if (y + end <= from + room + EPSILON) {
      const mark = { kind: 'float', x: 0, y, height: end, marks: own.canvas.marks } as const;
      canvas.marks.push(mark);
      if (around && y > around.to) canvas.low.push(mark);
      canvas.extend(own.canvas.right);
      layout.adopt(own, y);
      return;
    }
  }
  const page = pages.pageOf(y);
  const heights: HeightOf = (part) => canvas.heightOf(page + part) - (part === 0 ? y - pages.startOf(page) : 0);
  const { own, end } = lay(heights);
  canvas.reached(y + end);
  const sizes = partHeights(own.canvas, heights, end, placed);
  cutParts(own.canvas, heights, end, placed).forEach((marks, part) => {
    const top = part === 0 ? y : pages.startOf(page + part);
    if (marks.length > 0) canvas.marks.push({ kind: 'float', x: 0, y: top, height: sizes[part] ?? 0, marks });
  });
  canvas.extend(own.canvas.right);
  layout.adopt(own, y);
}

/** Draws a box on the page that ends above it as declared, if it has space there. */
function layAbove(
  layout: Layout,
  end: number,
  { y, pages }: { readonly y: number; readonly pages: LaidPages },
  lay: (heights: HeightOf) => { readonly own: Layout; readonly end: number },
): boolean {
  const { canvas } = layout;
  const page = pages.pageOf(end - ABOVE);
  const { own, end: height } = lay((part) => canvas.heightOf(page + part));
  if (y + height > pages.startOf(page) + canvas.heightOf(page) + EPSILON) return false;
  const { marks, right } = own.canvas;
  canvas.marks.push({ kind: 'float', x: 0, y: end - ABOVE, down: y - end + ABOVE, height, marks });
  canvas.extend(right);
  layout.adopt(own, y);
  return true;
}

/** How far above the end of its page a box is anchored that is drawn below; pt. */
const ABOVE = 4 * EPSILON;

/**
 * Keeps the positioned boxes on their page that are below a declared end of it. As in browsers, what is left of the page counts for
 * their places.
 */
export function keepAbove(canvas: Canvas, end: number): void {
  const low = canvas.low.splice(0).filter(({ y }) => y > end - EPSILON);
  if (low.length === 0) return;
  const { from, room } = pageAt(canvas, end - ABOVE);
  for (const mark of low) {
    if (mark.y + mark.height > from + room + EPSILON) continue;
    mark.down = (mark.down ?? 0) + mark.y - end + ABOVE;
    mark.y = end - ABOVE;
  }
}

/** Returns where a box ends, or its content, if that leaves the declared height of the box and continues on the next page. */
function contentEnd({ canvas }: Layout, box: Box, forced: GivenSize, end: number): number {
  if (box.kind !== 'block' || box.style.height === undefined || hasWholeContent(box, end, forced)) return end;
  return canvas.marks.reduce((last, mark) => ('height' in mark ? Math.max(last, mark.y + mark.height) : last), end);
}

/**
 * Draws a positioned box whose containing block is the page. As in browsers, its place is counted in whole pages, also where
 * their content ends before.
 */
export function layBoxOfPages(layout: Layout, box: Box, { x, y, whole, forced }: BoxPlace, pages: LaidPages): void {
  const { canvas } = layout;
  const { page, within } = pages.placeOf(y);
  const heights: HeightOf = (part) => canvas.heightOf(page + part) - (part === 0 ? within : 0);
  const own = layout.onPages(heights);
  const end = contentEnd(own, box, forced, own.place(box, x, 0, whole, forced));
  canvas.reached(pages.startOf(page) + within + end);
  const sizes = partHeights(own.canvas, heights, end, placed);
  cutParts(own.canvas, heights, end, placed).forEach((marks, part) => {
    const down = part === 0 ? within : 0;
    for (const mark of marks) mark.y += down;
    const height = down + (sizes[part] ?? 0);
    if (marks.length > 0) canvas.marks.push({ kind: 'float', x: 0, y: pages.startOf(page + part), height, marks });
  });
  canvas.extend(own.canvas.right);
  layout.adopt(own, pages.startOf(page) + within);
}

/** As layBoxOfPages, for a box on the first page that ends at `y`. No page ends in it, unless it would leave that page. */
export function layAtEndOfPage(layout: Layout, box: Box, place: BoxPlace, pages: LaidPages): void {
  const { canvas } = layout;
  const { x, y, whole, forced } = place;
  const own = layout.onPages((page) => canvas.heightOf(page));
  const top = y - own.beside(() => own.place(box, x, 0, whole, forced));
  if (y > canvas.heightOf(0) + EPSILON && top >= 0) {
    layBoxOfPages(layout, box, { ...place, y: top }, pages);
    return;
  }
  const { marks } = own.canvas;
  for (const mark of marks) mark.y += top;
  if (marks.length > 0) canvas.marks.push({ kind: 'float', x: 0, y: 0, height: y, marks });
  canvas.extend(own.canvas.right);
  layout.adopt(own, top);
}
