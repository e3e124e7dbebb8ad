import type { TableCell } from '../boxes/boxes.ts';
import { baselineIn } from '../layout/alignment/ownBaselines.ts';
import { type Canvas, type CanvasPosition, EPSILON } from '../layout/canvas.ts';
import type { Layout, PendingBox } from '../layout/layout.ts';
import type { Layer, Mark, RectMark } from '../layout/mark.ts';
import type { Style } from '../style/style.ts';
import { clipContent } from '../transforms/clipping.ts';
import type { PlacedCell } from './tableGrid.ts';

/** A cell that was drawn, and whose height is not known yet. */
export interface OpenCell {
  readonly placed: PlacedCell;
  readonly area: { x: number; y: number; width: number };
  /** With the declared height of the cell. */
  readonly height: number;
  /** Of its content, padding and borders alone. */
  readonly contentHeight: number;
  /** Below its content, with the border. */
  readonly padding: number;
  /** Below the last child of its content, above that padding. */
  readonly margin: number;
  /** Below its top; undefined where it is not aligned by a baseline. */
  readonly baseline: number | undefined;
  /** How far its content is lowered to the baseline of its row. */
  lowered: number;
  readonly rect: RectMark | undefined;
  /** Of a cell that is a stacking context. */
  readonly layer: Layer | undefined;
  readonly before: CanvasPosition;
  readonly after: CanvasPosition;
  /** The positioned boxes in it that it or its row places. */
  readonly pending: readonly PendingBox[];
}

/** Returns how far the content of a cell of a height is moved down. */
export function alignedBy({ placed, contentHeight, lowered }: OpenCell, height: number): number {
  const { verticalAlign } = placed.cell.style;
  if (verticalAlign === 'baseline') return lowered;
  const free = height - contentHeight;
  if ((verticalAlign !== 'middle' && verticalAlign !== 'bottom') || free <= 0.01) return 0;
  return verticalAlign === 'middle' ? free / 2 : free;
}

/** Moves the content of a cell down. A heading above the cell, which stays with the first line in it, is where it was. */
function lowerContent(canvas: Canvas, { before, after, area }: OpenCell, by: number): void {
  const headings = canvas.keeps.slice(before[1], after[1]).filter(({ from }) => from < area.y - EPSILON);
  canvas.move(before, after, by);
  for (const stretch of headings) stretch.from -= by;
}

/** Moves a cell down, with its content unless that is in its place. */
export function lower(canvas: Canvas, one: OpenCell, by: number, hasContent: boolean): void {
  if (hasContent) lowerContent(canvas, one, by);
  one.area.y += by;
  if (one.rect) one.rect.y += by;
}

/** Draws the content of a cell, and returns where it ends. What the cell hides of it makes no page smaller. */
export function insideCell(
  layout: Layout,
  { content, style }: TableCell,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): number {
  const { canvas } = layout;
  const draw = (): number => layout.inside(content, x, y, width);
  if (!style.contains) return draw();
  const { right } = canvas;
  const end = canvas.hiding(draw);
  canvas.right = right;
  return end;
}

/** Keeps the edges of the cells of a row with their first and their last lines, which no page ends between. */
export function keepCells(canvas: Canvas, cells: readonly OpenCell[], bottom: number): void {
  for (const { area, contentHeight, before, after, padding, margin } of cells) {
    // The highest cells decide where a page may end.
    if (area.y + contentHeight <= bottom - EPSILON) continue;
    canvas.keepStart(before, area.y, after);
    // A page may end in a margin that no padding is below.
    if (padding > 0) canvas.keepPadding(before, area.y, { from: bottom - padding - margin, to: bottom }, after);
  }
}

/** Moves the content of a cell to its aligned position, and clips it if the cell has `overflow: hidden`. */
export function settle(canvas: Canvas, one: OpenCell, height: number): void {
  const { style } = one.placed.cell;
  lowerContent(canvas, one, alignedBy(one, height));
  if (style.contains) clipContent(canvas, style, { ...one.area, height }, one.before, one.after);
}

interface Content {
  /** The top of the cell. */
  readonly top: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the baseline of a cell, below its top: that of its first text, else where its first image or all of its content
 * ends. Undefined for a cell that is empty, or aligned otherwise.
 */
export function baselineOf(style: Style, marks: readonly Mark[], { top, from, to }: Content): number | undefined {
  if (style.verticalAlign !== 'baseline' || to <= from) return undefined;
  const image = marks.find((mark) => mark.kind === 'image');
  return (baselineIn(marks, 'first') ?? (image ? image.y + image.height : to)) - top;
}

/** Returns the height that the baselines of the cells of a row need: the greatest part above one and the greatest below one. */
export function heightByBaselines(cells: readonly OpenCell[]): number {
  const below = cells.map(({ placed, baseline, contentHeight }) =>
    placed.rows > 1 || baseline === undefined ? 0 : contentHeight - baseline,
  );
  return aboveBaseline(cells) + Math.max(0, ...below);
}

/** Lets the cells of a row stand on one baseline. */
export function lowerToBaseline(cells: readonly OpenCell[]): void {
  const above = aboveBaseline(cells);
  for (const one of cells) if (one.baseline !== undefined) one.lowered = above - one.baseline;
}

const aboveBaseline = (cells: readonly OpenCell[]): number =>
  Math.max(0, ...cells.map(({ baseline }) => baseline ?? 0));

/** A row whose height is known. */
export interface EndedRow {
  readonly top: number;
  readonly bottom: number;
  readonly keptTo: number;
  readonly ending: readonly OpenCell[];
  readonly isBroken: boolean;
}
