import { type Canvas, pushRect } from '../layout/canvas.ts';
import type { RectMark } from '../layout/mark.ts';
import { hasImages, type Style } from '../style/style.ts';
import { moveRow } from './positionedCells.ts';
import type { PlacedCell, PlacedRow } from './tableGrid.ts';

interface RowPlace {
  /** Of the columns, and the end of the last one with the space behind it. */
  readonly starts: readonly number[];
  readonly metrics: { readonly spacing: number };
  /** Of the table. */
  readonly style: Style;
}

/**
 * Pushes the background of a row, whose height is not known yet. As in browsers, it is behind its cells, and neither between them nor in
 * the columns after its last cell. Images, shadows and round corners are those of the row as a whole, which has no gaps then.
 */
export function pushRowRects(canvas: Canvas, { row, cells }: PlacedRow, place: RowPlace, top: number): RectMark[] {
  const { style } = row;
  const hasGaps =
    place.metrics.spacing > 0 &&
    cells.length > 1 &&
    !hasImages(style) &&
    style.shadows.length === 0 &&
    style.corners === undefined;
  const parts = hasGaps ? cells : [{ from: 0, to: cells.at(-1)?.to ?? place.starts.length - 1 }];
  return parts.flatMap((part) => pushRect(canvas, style, { ...columnsOf(part, place), y: top, height: 0 }) ?? []);
}

/** Ends the background of a row. `isMoved`: whether the row is where its position moves it. */
export function closeRowRects(rects: readonly RectMark[], style: Style, height: number, isMoved: boolean): void {
  for (const rect of rects) rect.height = height;
  if (isMoved) moveRow(rects, style);
}

/** Returns where columns are. Those of a table from right to left are mirrored. */
function columnsOf(
  { from, to }: Pick<PlacedCell, 'from' | 'to'>,
  { starts, metrics: { spacing }, style }: RowPlace,
): { readonly x: number; readonly width: number } {
  const [left = 0] = starts;
  const whole = starts.at(-1) ?? 0;
  const start = starts[from] ?? left;
  const end = starts[to] ?? whole;
  return { x: style.rightToLeft ? left + whole - end : start, width: Math.max(0, end - spacing - start) };
}
