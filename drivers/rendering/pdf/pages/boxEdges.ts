import { type Canvas, type CanvasPosition, EPSILON, type Stretch } from '../layout/canvas.ts';
import { isContent, isPiece, type PieceMark } from '../layout/mark.ts';
import { pageAt } from './pageAt.ts';

/**
 * Keeps the edges of a box with the first and the last line or picture that were drawn since a position: no page ends in the
 * space beside an edge.
 */
export function keepEdges(canvas: Canvas, from: CanvasPosition, top: number, bottom: number): void {
  if (!canvas.keepStart(from, top)) {
    // As in browsers, no page ends in a box that has nothing but its edges.
    if (!canvas.marks.slice(from[0]).some(({ kind }) => kind === 'float')) canvas.keep(top, bottom);
    return;
  }
  const piece = lastPiece(canvas, from);
  if (!piece || isContinued(canvas, top, piece)) return;
  const { lastRow: row } = canvas;
  // As in browsers, pages do not end within a row to leave space for an edge below it.
  canvas.keep(row && row.from <= piece.y && piece.y < row.to ? row.from : piece.y, bottom);
  const lines = linesAround(canvas, from, piece);
  if (lines && lines.to < bottom) canvas.keeps.push({ ...lines, to: bottom });
}

/** Whether the last child of a box continues from another page. As in browsers, no page ends in it to leave space for an edge below it. */
function isContinued(canvas: Canvas, top: number, { y }: PieceMark): boolean {
  const { childFrom, edgePage } = canvas;
  if (childFrom < top || childFrom > y || y < (edgePage?.from ?? 0)) return false;
  return childFrom < pageAt(canvas, y, 'edgePage').from - EPSILON;
}

/** Returns the line or picture that ends a box. Undefined where a float or a block without lines does. */
function lastPiece({ marks }: Canvas, [first]: CanvasPosition): PieceMark | undefined {
  let lowest = Number.NEGATIVE_INFINITY;
  for (let at = marks.length - 1; at >= first; at--) {
    const mark = marks[at];
    if (mark?.kind === 'float') lowest = Math.max(lowest, mark.y + mark.height);
    if (mark && isContent(mark)) return isPiece(mark) && mark.y + mark.height > lowest - EPSILON ? mark : undefined;
  }
  return undefined;
}

/** Returns the lines that end with a piece, if a page that ends below them keeps them together and more is above them. */
function linesAround(
  { keeps, marks }: Canvas,
  [first, firstKeep]: CanvasPosition,
  { y }: PieceMark,
): Stretch | undefined {
  const isAround = ({ from, to, since }: Stretch): boolean => since === to && from <= y && y < to;
  const lines = keeps.slice(firstKeep).findLast(isAround);
  const above = lines && marks.slice(first).find(isContent);
  return above && above.y < lines.from - EPSILON ? lines : undefined;
}
