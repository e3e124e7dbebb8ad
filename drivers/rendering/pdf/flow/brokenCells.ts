import { type Canvas, type CanvasPosition, EPSILON, type HeightOf, isPiece } from '../layout/canvas.ts';
import type { DrawnCell, DrawnRow } from '../layout/layout.ts';
import { pageAt } from '../pages/pageAt.ts';
import { cutParts, partHeights } from '../pages/paginate.ts';

/** What a page has at least below the heads that are repeated; pt. */
const MIN_ROOM = 12;

/**
 * Breaks each cell of a row by itself where a page ends in the row, as in browsers, and returns the height of the row with
 * the space that the breaks take. Returns undefined, and changes nothing, where no page ends in it, or where the row is on
 * the next page as a whole.
 */
export function breakCells(canvas: Canvas, cells: readonly DrawnCell[], { top, height }: DrawnRow): number | undefined {
  const { from, page, room } = pageAt(canvas, top);
  if (top + height <= from + room + EPSILON) return undefined;
  const roomOf = (index: number): number =>
    Math.max(MIN_ROOM, canvas.heightOf(page + index) - repeatedHeight(canvas, top));
  const heightOf: HeightOf = (index) => (index === 0 ? from + room - top : roomOf(index));
  const parts = cells.map((cell) => {
    const own = canvasOf(canvas, cell, top);
    return { own, cell, heights: partHeights(own, heightOf, heightOfContent(cell)) };
  });
  // A cell without space for its first line takes the row with it, and so does padding.
  const isWhole =
    parts.some(({ own, heights }) => heights[0] === 0 && own.marks.some(isPiece)) ||
    parts.every(({ own }) =>
      own.marks.every((mark) => !isPiece(mark) || mark.y + mark.height <= heightOf(0) + EPSILON),
    );
  if (isWhole) {
    for (const { own } of parts) own.move(start, own.position(), top);
    return undefined;
  }
  const tops = [0];
  const topOf = (part: number): number => {
    for (let at = tops.length; at <= part; at++) tops.push((tops[at - 1] ?? 0) + heightOf(at - 1));
    return tops[part] ?? 0;
  };
  const bottom = Math.max(...parts.map(({ heights }) => topOf(heights.length - 1) + (heights.at(-1) ?? 0)));
  replace(canvas, parts, { top, heightOf, topOf });
  canvas.keep(top, top + Math.min(bottom, heightOf(0)));
  for (let part = 1; topOf(part) < bottom - EPSILON; part++) canvas.breaks.push(top + topOf(part));
  return bottom;
}

const start: CanvasPosition = [0, 0, 0, 0, 0, 0];

const heightOfContent = ({ contentHeight, moved }: DrawnCell): number => contentHeight + moved;

/** The height of the heads of tables that are repeated on the pages below a position: none if they take half of a page. */
function repeatedHeight({ heads, pageHeight }: Canvas, y: number): number {
  const height = heads.reduce((sum, head) => (head.from < y + EPSILON && y < head.to ? sum + head.height : sum), 0);
  return height < pageHeight / 2 ? height : 0;
}

/** Returns a canvas with what was drawn of a cell, from the top of its row. */
function canvasOf(canvas: Canvas, { before, after }: DrawnCell, top: number): Canvas {
  const own = canvas.blank();
  own.marks.push(...canvas.marks.slice(before[0], after[0]));
  own.keeps.push(...canvas.keeps.slice(before[1], after[1]));
  own.breaks.push(...canvas.breaks.slice(before[3], after[3]));
  own.gaps.push(...canvas.gaps.slice(before[4], after[4]));
  const repeated = [canvas.heads.slice(before[2], after[2]), canvas.feet.slice(before[5], after[5])] as const;
  for (const [at, list] of [own.heads, own.feet].entries())
    for (const rows of repeated[at] ?? [])
      list.push({ ...rows, first: rows.first - before[0], end: rows.end - before[0] });
  own.move(start, own.position(), -top);
  return own;
}

interface BrokenParts {
  readonly own: Canvas;
  readonly cell: DrawnCell;
}

interface Pages {
  readonly top: number;
  readonly heightOf: HeightOf;
  readonly topOf: (part: number) => number;
}

/** Replaces what was drawn of the cells by its parts. */
function replace(canvas: Canvas, parts: readonly BrokenParts[], { top, heightOf, topOf }: Pages): void {
  const [first] = parts;
  if (!first) return;
  const { before } = first.cell;
  const between = parts.map(({ cell }, at) => {
    const next = parts[at + 1]?.cell.before[0];
    return canvas.marks.slice(cell.after[0], next);
  });
  canvas.marks.length = before[0];
  parts.forEach(({ own, cell }, at) => {
    cutParts(own, heightOf, heightOfContent(cell)).forEach((marks, part) => {
      for (const mark of marks) {
        mark.y += top + topOf(part);
        canvas.marks.push(mark);
      }
    });
    canvas.marks.push(...(between[at] ?? []));
  });
  canvas.keeps.length = before[1];
  canvas.heads.length = before[2];
  canvas.breaks.length = before[3];
  canvas.gaps.length = before[4];
  canvas.feet.length = before[5];
}
