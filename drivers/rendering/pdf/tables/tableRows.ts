import type { Row } from '../boxes/boxes.ts';
import { CellBorders } from '../layout/borders.ts';
import { type Canvas, EPSILON, type HeightOf, pushRect } from '../layout/canvas.ts';
import type { Layout } from '../layout/layout.ts';
import { hasBackground, type Style, sides } from '../style/style.ts';
import { isTransformed } from '../style/transformStyle.ts';
import { breakCells, type RedrawnCell, type RowExtent } from './brokenCells.ts';
import { alignedBy, baselineOf, heightByBaselines, lowerToBaseline, type OpenCell } from './openCell.ts';
import { connectedRows, growSpanned, type Span, type SpannedRow } from './spannedRows.ts';
import type { PlacedCell, PlacedRow } from './tableGrid.ts';
import { cellInsets, declaredOf, declaresHeight, type TableMetrics } from './tableMeasures.ts';

/** A head or a foot that takes a larger share of a page than this is not repeated. */
const MAX_REPEATED_SHARE = 0.25;

const noTransform = 'a row of a table is not transformed: put its content into a block';

/** A row whose height is known. */
interface EndedRow {
  readonly top: number;
  readonly bottom: number;
  readonly keptTo: number;
  readonly ending: readonly OpenCell[];
  readonly isBroken: boolean;
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
export class TableRows {
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
    for (let i = 0, placed = rows[0]; placed; placed = rows[i]) {
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
      const count = connectedRows(rows, i);
      y = count === 1 ? this.row(placed, i, y) : this.connected(i, count, y);
      i += count;
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

  /** Draws a row whose cells span no other. */
  private row({ row, cells }: PlacedRow, index: number, top: number): number {
    const { canvas, left, width } = this;
    const { style } = row;
    if (style.breakBefore && index > 0) canvas.breaks.push(top);
    this.reportTransform(style, top, noTransform);
    const rect = pushRect(canvas, style, { x: left, y: top, width, height: 0 });
    const isAlone = cells.length === 1 && index >= this.metrics.grid.headRows && !style.keepTogether;
    const draw = (): OpenCell[] => cells.map((placed) => this.cell(placed, top, undefined));
    const open = isAlone ? draw() : this.layout.beside(draw);
    const natural = { top, first: index, heights: [this.naturalHeight(style, index, open)], spacing: 0 };
    const mayBreak = open.length > 1 && this.mayBreak(row, index);
    const broken = mayBreak ? breakCells(this.canvas, open, natural, this.redraw) : undefined;
    const [place = { top, bottom: top }] = broken ?? this.stacked(natural.heights, top);
    if (rect) rect.height = place.bottom - top;
    return this.end(row, { ...place, keptTo: place.bottom, ending: open, isBroken: broken !== undefined });
  }

  /** Draws rows that cells span together. */
  private connected(index: number, count: number, top: number): number {
    const { rowSpacing } = this.metrics;
    const rows = this.metrics.grid.rows.slice(index, index + count);
    const heights: SpannedRow[] = [];
    const spans: Span[] = [];
    const ending = rows.map((): OpenCell[] => []);
    let y = top;
    const drawn = rows.map((placed, at) => {
      this.reportTransform(placed.row.style, y, noTransform);
      const open = this.layout.beside(() => placed.cells.map((one) => this.cell(one, y, placed.row.style)));
      const isSpanning = ({ placed: { rows: spanned } }: OpenCell): boolean => spanned > 1;
      const height = this.naturalHeight(placed.row.style, index + at, open);
      heights.push({ height, isFixed: declaresHeight(placed), beginsSpan: open.some(isSpanning) });
      for (const one of open) {
        const end = at + one.placed.rows;
        if (isSpanning(one)) spans.push({ first: at, end, height: one.height });
        ending[end - 1]?.push(one);
      }
      y += height + rowSpacing;
      return open;
    });
    growSpanned(heights, spans, rowSpacing);
    const mayBreak = rows.every(({ row }, at) => this.mayBreak(row, index + at) && !(at > 0 && row.style.breakBefore));
    const natural = { top, first: index, heights: heights.map(({ height }) => height), spacing: rowSpacing };
    const broken = mayBreak ? breakCells(this.canvas, drawn.flat(), natural, this.redraw) : undefined;
    const places = broken ?? this.stacked(natural.heights, top);
    for (const [at, { row }] of rows.entries()) {
      const open = drawn[at] ?? [];
      const { top: start, bottom } = places[at] ?? { top, bottom: top };
      if (row.style.breakBefore && index + at > 0) this.canvas.breaks.push(start);
      for (const one of open) this.lower(one, start - one.area.y, broken === undefined);
      const keptTo = Math.max(bottom, ...open.map(({ placed }) => places[at + placed.rows - 1]?.bottom ?? 0));
      this.end(row, { top: start, bottom, keptTo, ending: ending[at] ?? [], isBroken: broken !== undefined });
    }
    return (places.at(-1)?.bottom ?? top) + rowSpacing;
  }

  private stacked(heights: readonly number[], top: number): RowExtent[] {
    let bottom = top - this.metrics.rowSpacing;
    return heights.map((height) => {
      const start = bottom + this.metrics.rowSpacing;
      bottom = start + height;
      return { top: start, bottom };
    });
  }

  /** Moves a cell down, with its content unless that is in its place. */
  private lower(one: OpenCell, by: number, hasContent: boolean): void {
    one.area.y += by;
    if (one.rect) one.rect.y += by;
    if (hasContent) this.canvas.move(one.before, one.after, by);
  }

  /** Ends a row, and the cells that end in it. `keptTo`: where the last of those ends that begin in it. */
  private end(row: Row, { top, bottom, keptTo, ending, isBroken }: EndedRow): number {
    const { canvas, left, width } = this;
    const { style } = row;
    const height = bottom - top;
    this.heights.push(height);
    canvas.reached(bottom);
    for (const one of ending) this.closeCell(one, bottom, isBroken);
    if (this.metrics.collapsed) {
      const area = { x: left, y: top, width, height };
      this.borders.add(style, area, 'centred');
      if (row.around) this.borders.add({ ...style, border: row.around }, area, 'centred');
    }
    this.keepTogether(style, top, bottom, keptTo);
    for (const { area, contentHeight, before, after } of isBroken ? [] : ending) {
      // The highest cells decide where a page may end.
      if (area.y + contentHeight <= bottom - EPSILON) continue;
      canvas.keepStart(before, area.y, after);
      canvas.keepPadding(before, area.y, bottom, after);
    }
    this.keepGroup(row, top, bottom);
    canvas.followed(bottom);
    if (style.breakAfter) canvas.breaks.push(bottom + this.metrics.rowSpacing);
    return bottom + this.metrics.rowSpacing;
  }

  private mayBreak({ style, section }: Row, index: number): boolean {
    const { headRows, footRows } = this.metrics.grid;
    const isKept = style.keepTogether || this.style.keepTogether || section !== undefined;
    return this.layout.mayBreak && !isKept && index >= headRows && footRows === 0;
  }

  /** Whether a row is in a section that pages repeat. */
  private isRepeated(index: number): boolean {
    const { rows, headRows, footRows } = this.metrics.grid;
    return index < headRows || index >= rows.length - footRows;
  }

  private reportTransform(style: Style, y: number, problem: string): void {
    if (isTransformed(style.transform)) this.canvas.marks.push({ kind: 'problem', y, problem, text: 'transform' });
  }

  /** Returns the height of a row without the cells that span others. */
  private naturalHeight({ height }: Style, index: number, open: readonly OpenCell[]): number {
    const declared = typeof height === 'number' ? height : 0;
    // On paper, browsers leave cells where they are, unless pages repeat the row.
    if (this.isRepeated(index)) lowerToBaseline(open);
    const alone = open.filter(({ placed }) => placed.rows === 1);
    const least = Math.max(this.least?.[index] ?? 0, heightByBaselines(open));
    return Math.max(declared, least, ...alone.map((one) => one.height));
  }

  private keepTogether(style: Style, top: number, bottom: number, keptTo: number): void {
    if (style.keepTogether) this.canvas.keepWhole(top, keptTo);
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
    const declared = declaredOf(style, insets);
    layout.whole = declared.content;
    const end = layout.inside(cell.content, x + insets.left, top + insets.top, contentWidth);
    const contentHeight = end + insets.bottom - top;
    const baseline = baselineOf(style, canvas.marks.slice(before[0]), { top, from: top + insets.top, to: end });
    const height = Math.max(contentHeight, declared.height);
    // Rows that a cell spans are moved later, with the contents of their cells that stay on one page.
    if (rowStyle) canvas.followed(end);
    const drawn = { rect, before, after: canvas.position() };
    return { placed, area, height, contentHeight, padding: insets.bottom, baseline, lowered: 0, ...drawn };
  }

  /** Draws the content of a cell on a canvas of its own, with pages of these heights. */
  private readonly redraw = ({ placed, area, padding }: OpenCell, heights: HeightOf): RedrawnCell => {
    const own = this.layout.onPages(heights);
    const insets = cellInsets(placed, area.width, this.metrics);
    const width = Math.max(0, area.width - insets.left - insets.right);
    own.whole = declaredOf(placed.cell.style, insets).content;
    const end = own.inside(placed.cell.content, area.x + insets.left, insets.top, width);
    return { own: own.canvas, contentHeight: end + padding };
  };

  private closeCell(one: OpenCell, bottom: number, isBroken: boolean): void {
    const { style } = one.placed.cell;
    const height = bottom - one.area.y;
    if (one.rect) one.rect.height = height;
    if (!isBroken) this.canvas.move(one.before, one.after, alignedBy(one, height));
    this.borders.add(style, { ...one.area, height }, this.metrics.collapsed ? 'centred' : 'inside');
  }
}
