import type { TableBox } from '../boxes/boxes.ts';
import type { Style } from '../style/style.ts';
import { CellBorders, drawBorders, type Insets, insetsOf } from './borders.ts';
import { type Canvas, type CanvasPosition, pushRect, type RectMark } from './canvas.ts';
import type { Layout } from './layout.ts';
import type { PlacedCell, PlacedRow } from './tableGrid.ts';
import {
  type BorderModel,
  borderModel,
  cellInsets,
  columnWidths,
  metricsOf,
  type TableMetrics,
} from './tableMeasures.ts';

/** A head that takes a larger share of a page than this is not repeated. */
const MAX_HEAD_SHARE = 0.5;
const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** A cell whose last row has not been laid out yet. */
interface OpenCell {
  readonly placed: PlacedCell;
  readonly area: { x: number; y: number; width: number };
  /** With the declared height of the cell. */
  readonly height: number;
  /** Of its content, padding and borders alone. */
  readonly contentHeight: number;
  readonly rect: RectMark | undefined;
  readonly before: CanvasPosition;
  readonly after: CanvasPosition;
}

/** Draws a table and returns where it ends. `width` is that of its border box. */
export function layTable(table: TableBox, layout: Layout, left: number, top: number, width: number): number {
  const { canvas } = layout;
  const { style } = table;
  let y = top;
  if (table.caption) {
    const ended = layout.block(table.caption, left, y, width);
    y = ended.y + Math.max(0, ended.margin);
  }
  const metrics = metricsOf(table, layout);
  if (metrics.grid.columns === 0) return y;
  const insets = style.collapse ? NO_INSETS : insetsOf(style, width);
  const background = pushRect(canvas, style, { x: left, y, width, height: 0 });
  const widths = columnWidths(table, metrics, width);
  const starts = columnStarts(widths, left + insets.left, metrics.spacing);
  const rows = new TableRows(layout, metrics, { starts, rightToLeft: style.rightToLeft }, borderModel(style));
  const bottom = rows.draw(y + insets.top + metrics.spacing) + insets.bottom;
  if (background) background.height = bottom - y;
  drawBorders(canvas, style, { x: left, y, width, height: bottom - y });
  return bottom;
}

/** Returns where each column begins, and where one behind the last would. */
function columnStarts(widths: readonly number[], left: number, spacing: number): number[] {
  const starts: number[] = [];
  let at = left + spacing;
  for (const width of widths) {
    starts.push(at);
    at += width + spacing;
  }
  starts.push(at);
  return starts;
}

/** Draws the rows of a table, from top to bottom. */
class TableRows {
  private readonly layout: Layout;
  private readonly canvas: Canvas;
  private readonly metrics: TableMetrics;
  private readonly starts: readonly number[];
  private readonly model: BorderModel;
  private readonly borders = new CellBorders();
  private readonly rightToLeft: boolean;
  private readonly left: number;
  private readonly width: number;
  private open: OpenCell[] = [];
  private headTop = 0;
  private headHeight = 0;
  private previousTop: number | undefined;

  constructor(
    layout: Layout,
    metrics: TableMetrics,
    { starts, rightToLeft }: { readonly starts: readonly number[]; readonly rightToLeft: boolean },
    model: BorderModel,
  ) {
    this.layout = layout;
    this.canvas = layout.canvas;
    this.metrics = metrics;
    this.starts = starts;
    this.rightToLeft = rightToLeft;
    this.model = model;
    this.left = starts[0] ?? 0;
    this.width = (starts.at(-1) ?? 0) - metrics.spacing - this.left;
  }

  /** Returns where the last row ends, spacing included. */
  draw(top: number): number {
    const { rows, headRows } = this.metrics.grid;
    const firstMark = this.canvas.marks.length;
    let endOfHead = 0;
    let headBottom = top;
    let y = top;
    this.headTop = top;
    for (const [i, row] of rows.entries()) {
      if (i === headRows && i > 0) {
        this.borders.draw(this.canvas);
        endOfHead = this.canvas.marks.length;
        headBottom = y;
        this.headHeight = y - top;
      }
      y = this.row(row, i, y);
    }
    if (headRows > 0 && headRows < rows.length && this.headRepeats()) {
      const height = this.headHeight;
      this.canvas.heads.push({ first: firstMark, end: endOfHead, top, height, from: headBottom, to: y });
    }
    this.borders.draw(this.canvas);
    return y;
  }

  private headRepeats(): boolean {
    return this.headHeight <= this.canvas.pageHeight * MAX_HEAD_SHARE;
  }

  private row({ row, cells }: PlacedRow, index: number, top: number): number {
    const { canvas, left, width } = this;
    const { style } = row;
    if (style.breakBefore && index > 0) canvas.breaks.push(top);
    // A row without spanning cells has one background; otherwise each cell draws its part.
    const isWhole = this.open.length === 0 && cells.every(({ rows }) => rows === 1);
    const rect = isWhole ? pushRect(canvas, style, { x: left, y: top, width, height: 0 }) : undefined;
    for (const placed of cells) this.open.push(this.cell(placed, top, isWhole ? undefined : style));
    const height = this.rowHeight(style, index, top);
    const bottom = top + height;
    canvas.reached(bottom);
    if (rect) rect.height = height;
    this.closeCells(index, bottom);
    if (this.model === 'collapse') this.borders.add(style, { x: left, y: top, width, height }, 'centred');
    this.keepTogether(style, index, top, bottom);
    canvas.followed(bottom);
    if (style.breakAfter) canvas.breaks.push(bottom + this.metrics.spacing);
    return bottom + this.metrics.spacing;
  }

  private rowHeight(style: Style, index: number, top: number): number {
    let height = typeof style.height === 'number' ? style.height : 0;
    for (const one of this.open) if (endsIn(one, index)) height = Math.max(height, one.height - (top - one.area.y));
    return height;
  }

  /** The head stays with the first row below it, and rows that a cell spans stay together. */
  private keepTogether(style: Style, index: number, top: number, bottom: number): void {
    const isFirstBelowHead = index > 0 && index === this.metrics.grid.headRows;
    this.canvas.keep(isFirstBelowHead && this.headRepeats() ? this.headTop : top, bottom);
    if (index > 0 && style.keepWithNext && this.previousTop !== undefined) this.canvas.keep(this.previousTop, bottom);
    this.previousTop = top;
  }

  /** `rowStyle`: of a row whose background the cell draws. */
  private cell(placed: PlacedCell, top: number, rowStyle: Style | undefined): OpenCell {
    const { canvas, layout } = this;
    const { cell, from, to } = placed;
    const { style } = cell;
    const start = this.starts[from] ?? 0;
    const width = Math.max(0, (this.starts[to] ?? 0) - this.metrics.spacing - start);
    // Columns from right to left are mirrored.
    const x = this.rightToLeft ? 2 * this.left + this.width - start - width : start;
    const insets = cellInsets(style, width, this.model);
    const area = { x, y: top, width };
    const rowRect = rowStyle && !style.background ? pushRect(canvas, rowStyle, { ...area, height: 0 }) : undefined;
    const rect = pushRect(canvas, style, { ...area, height: 0 }) ?? rowRect;
    const before = canvas.position();
    const contentWidth = Math.max(0, width - insets.left - insets.right);
    const end = layout.inside(cell.content, x + insets.left, top + insets.top, contentWidth);
    const contentHeight = end + insets.bottom - top;
    const declared = typeof style.height === 'number' ? style.height : 0;
    const extra = declared > 0 && !style.borderBox ? insets.top + insets.bottom : 0;
    const height = Math.max(contentHeight, declared + extra);
    return { placed, area, height, contentHeight, rect, before, after: canvas.position() };
  }

  private closeCells(index: number, bottom: number): void {
    const open: OpenCell[] = [];
    for (const one of this.open) {
      if (endsIn(one, index)) this.closeCell(one, bottom);
      else open.push(one);
    }
    this.open = open;
  }

  private closeCell(one: OpenCell, bottom: number): void {
    const { style } = one.placed.cell;
    const height = bottom - one.area.y;
    if (one.rect) one.rect.height = height;
    const free = height - one.contentHeight;
    if ((style.verticalAlign === 'middle' || style.verticalAlign === 'bottom') && free > 0.01) {
      this.canvas.move(one.before, one.after, style.verticalAlign === 'middle' ? free / 2 : free);
    }
    this.borders.add(style, { ...one.area, height }, this.model === 'collapse' ? 'centred' : 'inside');
  }
}

function endsIn({ placed }: OpenCell, row: number): boolean {
  return placed.row + placed.rows - 1 === row;
}
