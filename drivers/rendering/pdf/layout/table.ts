import type { Row, TableBox } from '../boxes/boxes.ts';
import { hasBackground, type Style, sides } from '../style/style.ts';
import { isTransformed } from '../style/transformStyle.ts';
import { CellBorders, drawBorders } from './borders.ts';
import { type Canvas, type CanvasPosition, EPSILON, pushRect } from './canvas.ts';
import type { Layout } from './layout.ts';
import type { RectMark } from './mark.ts';
import type { PlacedCell, PlacedRow } from './tableGrid.ts';
import { cellInsets, columnWidths, metricsOf, type TableMetrics, tableInsets } from './tableMeasures.ts';

/** A head or a foot that takes a larger share of a page than this is not repeated. */
const MAX_REPEATED_SHARE = 0.25;

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
  /** How far the content was moved down, by `vertical-align`. */
  moved: number;
}

/** The size of a table, without its caption. */
interface TableSize {
  /** Of its border box. */
  readonly width: number;
  /** What its rows have at least, where they share the height of the table. */
  readonly rows?: readonly number[] | undefined;
}

interface LaidTable {
  /** Where the table ends. */
  readonly bottom: number;
  /** Where it begins, below its caption. */
  readonly top: number;
  /** The heights of its rows. */
  readonly rows: readonly number[];
}

/** Draws a table. */
export function layTable(table: TableBox, layout: Layout, left: number, top: number, size: TableSize): LaidTable {
  const { canvas } = layout;
  const { style } = table;
  const { width } = size;
  let y = top;
  if (table.caption) {
    const ended = layout.block(table.caption, left, y, width);
    y = ended.y + Math.max(0, ended.margin);
  }
  const metrics = metricsOf(table, layout);
  if (metrics.grid.columns === 0) return { bottom: y, top: y, rows: [] };
  const insets = tableInsets(table, metrics, width);
  const before = canvas.position();
  const background = pushRect(canvas, style, { x: left, y, width, height: 0 });
  const widths = columnWidths(metrics, width);
  const starts = columnStarts(widths, left + insets.left, metrics.spacing);
  const rows = new TableRows({ layout, metrics, starts, style, least: size.rows });
  const bottom = rows.draw(y + insets.top + metrics.rowSpacing) + insets.bottom;
  if (background) background.height = bottom - y;
  if (insets.top + insets.bottom > 0) canvas.keepEdges(before, y, bottom);
  if (!metrics.collapsed) drawBorders(canvas, style, { x: left, y, width, height: bottom - y });
  return { bottom, top: y, rows: rows.heights };
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

interface RowsOptions {
  readonly layout: Layout;
  readonly metrics: TableMetrics;
  readonly starts: readonly number[];
  /** Of the table. */
  readonly style: Style;
  /** What each row has at least. */
  readonly least: readonly number[] | undefined;
}

/** Draws the rows of a table, from top to bottom. */
class TableRows {
  readonly heights: number[] = [];
  private readonly least: readonly number[] | undefined;
  private readonly layout: Layout;
  private readonly canvas: Canvas;
  private readonly metrics: TableMetrics;
  private readonly starts: readonly number[];
  private readonly borders = new CellBorders();
  /** Of the table. */
  private readonly style: Style;
  private readonly left: number;
  private readonly width: number;
  private open: OpenCell[] = [];
  /** The row above. */
  private previous: { readonly top: number; readonly keepsNext: boolean } | undefined;
  private section: object | undefined;
  private sectionTop = 0;

  constructor({ layout, metrics, starts, style, least }: RowsOptions) {
    this.least = least;
    this.layout = layout;
    this.canvas = layout.canvas;
    this.metrics = metrics;
    this.starts = starts;
    this.style = style;
    this.left = starts[0] ?? 0;
    this.width = (starts.at(-1) ?? 0) - metrics.spacing - this.left;
  }

  /** Returns where the last row ends, spacing included. */
  draw(top: number): number {
    const { canvas, metrics } = this;
    const { rows, headRows, footRows } = metrics.grid;
    const firstOfFoot = rows.length - footRows;
    const head = { first: canvas.marks.length, end: 0, top, height: 0, from: top, to: Number.POSITIVE_INFINITY };
    const foot = { first: 0, top };
    let y = top;
    for (const [i, row] of rows.entries()) {
      if (i === headRows && i > 0) {
        this.borders.draw(canvas);
        [head.end, head.from] = [canvas.marks.length, y];
        // The head stays with the first line below it.
        if (this.repeats(y - top)) {
          canvas.headingAt(top);
          canvas.heads.push(Object.assign(head, { height: y - top }));
        }
      }
      if (i === firstOfFoot && i > headRows) {
        this.borders.draw(canvas);
        [foot.first, foot.top] = [canvas.marks.length, y];
      }
      y = this.row(row, i, y);
    }
    if (metrics.collapsed) {
      const { left, width, style } = this;
      this.borders.add(style, { x: left, y: top, width, height: y - top }, 'centred');
    }
    this.borders.draw(canvas);
    head.to = y;
    if (foot.first > 0 && this.repeats(y - foot.top)) {
      const end = canvas.marks.length;
      canvas.feet.push({ ...foot, end, height: y - foot.top, from: head.from, to: foot.top });
    }
    return y;
  }

  private repeats(height: number): boolean {
    return height > 0 && height <= this.canvas.pageHeight * MAX_REPEATED_SHARE;
  }

  private row({ row, cells }: PlacedRow, index: number, top: number): number {
    const { canvas, left, width } = this;
    const { style } = row;
    if (style.breakBefore && index > 0) canvas.breaks.push(top);
    this.reportTransform(style, top, 'a row of a table is not transformed: put its content into a block');
    // A row without spanning cells has one background; otherwise each cell draws its part.
    const isWhole = this.open.length === 0 && cells.every(({ rows }) => rows === 1);
    const rect = isWhole ? pushRect(canvas, style, { x: left, y: top, width, height: 0 }) : undefined;
    const isAlone = isWhole && cells.length === 1 && index >= this.metrics.grid.headRows && !style.keepTogether;
    const drawCells = (): void => {
      for (const placed of cells) this.open.push(this.cell(placed, top, isWhole ? undefined : style));
    };
    if (isAlone) drawCells();
    else this.layout.beside(drawCells);
    const ending = this.open.filter((one) => endsIn(one, index));
    const natural = Math.max(this.rowHeight(style, index, top), this.least?.[index] ?? 0);
    const broken = isWhole ? this.brokenHeight(row, index, { top, height: natural }) : undefined;
    const height = broken ?? natural;
    this.heights.push(height);
    const bottom = top + height;
    canvas.reached(bottom);
    if (rect) rect.height = height;
    this.closeCells(index, bottom, broken !== undefined);
    if (this.metrics.collapsed) {
      const area = { x: left, y: top, width, height };
      this.borders.add(style, area, 'centred');
      if (row.around) this.borders.add({ ...style, border: row.around }, area, 'centred');
    }
    this.keepTogether(style, top, bottom);
    for (const { area, contentHeight, before, after } of broken === undefined ? ending : []) {
      // The highest cells decide where a page may end.
      if (area.y + contentHeight <= bottom - EPSILON) continue;
      canvas.keepEdges(before, area.y, bottom, after);
      if (area.y >= top - EPSILON) canvas.keepPadding(before, top, bottom, after);
    }
    this.keepGroup(row, top, bottom);
    canvas.followed(bottom);
    if (style.breakAfter) canvas.breaks.push(bottom + this.metrics.rowSpacing);
    return bottom + this.metrics.rowSpacing;
  }

  /** Breaks the cells of a row where pages end in them. Returns undefined where the row is not broken. */
  private brokenHeight(
    { style, section }: Row,
    index: number,
    place: { top: number; height: number },
  ): number | undefined {
    const { headRows, footRows } = this.metrics.grid;
    const isKept = style.keepTogether || this.style.keepTogether || section !== undefined;
    if (!this.layout.mayBreak || isKept || this.open.length < 2 || index < headRows || footRows > 0) return undefined;
    for (const one of this.open) this.align(one, place.height);
    return this.layout.breakCells(this.open, place);
  }

  private reportTransform(style: Style, y: number, problem: string): void {
    if (isTransformed(style.transform)) this.canvas.marks.push({ kind: 'problem', y, problem, text: 'transform' });
  }

  private rowHeight(style: Style, index: number, top: number): number {
    let height = typeof style.height === 'number' ? style.height : 0;
    for (const one of this.open) if (endsIn(one, index)) height = Math.max(height, one.height - (top - one.area.y));
    return height;
  }

  private keepTogether(style: Style, top: number, bottom: number): void {
    if (style.keepTogether) this.canvas.keepWhole(top, bottom);
    const staysTogether = style.keepWithPrevious || this.previous?.keepsNext;
    if (staysTogether && this.previous) this.canvas.keep(this.previous.top, bottom);
    this.previous = { top, keepsNext: style.keepWithNext };
  }

  /** Keeps the rows of a section together that is not to be divided. */
  private keepGroup({ section }: Row, top: number, bottom: number): void {
    if (section && section === this.section) this.canvas.keepWhole(this.sectionTop, bottom);
    else [this.section, this.sectionTop] = [section, top];
  }

  /** `rowStyle`: of a row whose background the cell draws. */
  private cell(placed: PlacedCell, top: number, rowStyle: Style | undefined): OpenCell {
    const { canvas, layout } = this;
    const { cell, from, to } = placed;
    const { style } = cell;
    const start = this.starts[from] ?? 0;
    const width = Math.max(0, (this.starts[to] ?? 0) - this.metrics.spacing - start);
    // Columns from right to left are mirrored.
    const x = this.style.rightToLeft ? 2 * this.left + this.width - start - width : start;
    const insets = cellInsets(placed, width, this.metrics);
    const area = { x, y: top, width };
    const rowRect = rowStyle && !hasBackground(style) ? pushRect(canvas, rowStyle, { ...area, height: 0 }) : undefined;
    if (hasBackground(style) || sides.some((side) => style.border[side].width > 0))
      this.reportTransform(style, top, 'a cell of a table is transformed without its border and background');
    const rect = pushRect(canvas, style, { ...area, height: 0 }) ?? rowRect;
    const before = canvas.position();
    const contentWidth = Math.max(0, width - insets.left - insets.right);
    const around = insets.top + insets.bottom;
    const declared = typeof style.height === 'number' ? style.height + (style.borderBox ? 0 : around) : 0;
    // Shares of the height of a cell are those of a height that it declares.
    layout.whole = declared > 0 ? Math.max(0, declared - around) : undefined;
    const end = layout.inside(cell.content, x + insets.left, top + insets.top, contentWidth);
    const contentHeight = end + insets.bottom - top;
    const height = Math.max(contentHeight, declared);
    return { placed, area, height, contentHeight, rect, before, after: canvas.position(), moved: 0 };
  }

  private closeCells(index: number, bottom: number, isBroken: boolean): void {
    const open: OpenCell[] = [];
    for (const one of this.open) {
      if (endsIn(one, index)) this.closeCell(one, bottom, isBroken);
      else open.push(one);
    }
    this.open = open;
  }

  /** Moves the content of a cell of a height down where it asks for that. */
  private align(one: OpenCell, height: number): void {
    const { verticalAlign } = one.placed.cell.style;
    const free = height - one.contentHeight - one.moved;
    if ((verticalAlign !== 'middle' && verticalAlign !== 'bottom') || free <= 0.01 || one.moved > 0) return;
    one.moved = verticalAlign === 'middle' ? free / 2 : free;
    this.canvas.move(one.before, one.after, one.moved);
  }

  private closeCell(one: OpenCell, bottom: number, isBroken: boolean): void {
    const { style } = one.placed.cell;
    const height = bottom - one.area.y;
    if (one.rect) one.rect.height = height;
    if (!isBroken) this.align(one, height);
    this.borders.add(style, { ...one.area, height }, this.metrics.collapsed ? 'centred' : 'inside');
  }
}

function endsIn({ placed }: OpenCell, row: number): boolean {
  return placed.row + placed.rows - 1 === row;
}
