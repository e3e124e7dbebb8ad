import { marginTo } from '../layout/boxGeometry.ts';
import type { Area, Canvas, HeightOf } from '../layout/canvas.ts';
import { CellBorders, pushCellRect } from '../layout/cellBorders.ts';
import type { Layout } from '../layout/layout.ts';
import { cellLayer, putInContext } from '../painting/paintLayers.ts';
import { hasBackground, type Style, sides } from '../style/style.ts';
import { breakCells, type RedrawnCell } from './brokenCells.ts';
import { grownRow, noteLastRow, pageOfRow } from './grownRow.ts';
import {
  baselineOf,
  type EndedRow,
  heightByBaselines,
  insideCell,
  keepCells,
  lower,
  lowerToBaseline,
  type OpenCell,
  settle,
} from './openCell.ts';
import { OuterBorders } from './outerBorders.ts';
import { pendingOf, placeByCell, reportRowTransform, reportTransform } from './positionedCells.ts';
import { beginsPage, mayBreakRow } from './rowBreaks.ts';
import { closeRowRects, pushRowRects } from './rowGrounds.ts';
import { connectedRows, growSpanned, type Span, type SpannedRow, stacked } from './spannedRows.ts';
import { isRepeatable, TableFoot } from './tableFoot.ts';
import { isKept, isRepeated, type PlacedCell, type PlacedRow, styleBehind } from './tableGrid.ts';
import { cellInsets, declaredOf, declaresHeight, type TableMetrics, wholeIn } from './tableMeasures.ts';

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
  private readonly options: RowsOptions;
  private readonly layout: Layout;
  private readonly canvas: Canvas;
  private readonly metrics: TableMetrics;
  private readonly borders = new CellBorders();
  private readonly left: number;
  /** The heights of the rows, where they share the declared height of the table. */
  private readonly shared: readonly number[] | undefined;
  private readonly width: number;
  /** The row above. */
  private previous: { readonly top: number; readonly keepsNext: boolean } | undefined;
  /** Where the rows end that were drawn. */
  private bottoms: number[] = [];
  private section: object | undefined;
  private sectionTop = 0;
  /** Where the last box begins that is below another and that the table is in. */
  private readonly below: number;

  constructor(options: RowsOptions) {
    const { layout, metrics, starts } = options;
    this.options = options;
    this.shared = options.style.height === undefined ? undefined : options.least;
    this.layout = layout;
    this.canvas = layout.canvas;
    this.below = layout.canvas.boxFrom;
    this.metrics = metrics;
    this.left = starts[0] ?? 0;
    this.width = (starts.at(-1) ?? 0) - metrics.spacing - this.left;
  }

  /** Returns where the last row ends, spacing included. */
  draw(top: number): number {
    const { canvas, metrics } = this;
    const { rows, headRows, footRows } = metrics.grid;
    const firstOfFoot = rows.length - footRows;
    // As in browsers, half of the collapsed border above the head is on each page that repeats it.
    const above = top - (metrics.collapsed?.outer.top ?? 0);
    const head = { first: canvas.marks.length, end: 0, top: above, height: 0, from: top, to: Number.POSITIVE_INFINITY };
    const foot = new TableFoot(canvas, top, this.footHeight());
    this.borders.begin(canvas);
    const outer = new OuterBorders(this.borders, this.options, { x: this.left, y: top, width: this.width });
    this.bottoms = outer.bottoms;
    let y = top;
    for (let i = 0, placed = rows[0]; placed; placed = rows[i]) {
      if (i === headRows && i > 0) {
        outer.draw(canvas, y);
        [head.end, head.from] = [canvas.marks.length, y];
        // The head stays with the first line below it.
        if (this.repeats(0, y - top)) {
          canvas.headingAt(top);
          canvas.heads.push(Object.assign(head, { height: y - above }));
        }
      }
      if (i === firstOfFoot && i > headRows) {
        outer.draw(canvas, y);
        foot.begin(head.from, y);
      }
      [i, y] = this.rows(i, y);
    }
    if (this.layout.mayBreak) noteLastRow(canvas, y - metrics.rowSpacing, this.heights.at(-1));
    outer.draw(canvas, y, true);
    head.to = y;
    foot.end(y, (height) => this.repeats(firstOfFoot, height));
    return y;
  }

  /** Draws a row, with those that its cells span. Returns the number of the next row and where it begins. */
  private rows(index: number, top: number): [number, number] {
    const { rows } = this.metrics.grid;
    const count = connectedRows(rows, index);
    const placed = rows[index];
    return [index + count, count === 1 && placed ? this.row(placed, index, top) : this.connected(index, count, top)];
  }

  /** Returns the height of the foot that pages repeat, where pages may end in the rows above it. */
  private footHeight(): number | undefined {
    const { rows, headRows, footRows } = this.metrics.grid;
    const first = rows.length - footRows;
    if (footRows === 0 || first <= headRows || !this.layout.mayBreak) return undefined;
    const layout = this.layout.onPages((page) => this.canvas.heightOf(page));
    const own = new TableRows({ ...this.options, layout });
    const height = layout.beside(() => {
      let at: [number, number] = [first, 0];
      while (at[0] < rows.length) at = own.rows(...at);
      return at[1];
    });
    return this.repeats(first, height) ? height : undefined;
  }

  /** Whether pages repeat a head or a foot. `first`: its first row. */
  private repeats(first: number, height: number): boolean {
    return isRepeated(this.metrics.grid, first) && isRepeatable(this.canvas, height);
  }

  /** Draws a row whose cells span no other. */
  private row(placed: PlacedRow, index: number, top: number): number {
    const { canvas } = this;
    const { style } = placed.row;
    if (style.breakBefore && index > 0) canvas.breaks.push(top);
    reportRowTransform(canvas, style, top);
    const rects = pushRowRects(canvas, placed, this.options, top);
    for (const rect of rects) this.borders.behind(rect);
    const isAlone = placed.cells.length === 1 && index >= this.metrics.grid.headRows && !isKept(placed);
    const mayBreak = mayBreakRow(this.options, placed);
    const mayGrow = mayBreak && isAlone;
    const began = { page: mayGrow ? pageOfRow(canvas, top) : undefined, grown: canvas.grown };
    const draw = (): OpenCell[] => placed.cells.map((one) => this.cell(one, top, undefined));
    const open = isAlone ? draw() : this.layout.beside(draw);
    const natural = { top, first: index, heights: [this.naturalHeight(style, index, open)], spacing: 0 };
    const isLong = beginsPage(this.options, placed, index, natural.heights[0] ?? 0);
    if (isLong) canvas.breaks.push(top);
    const broken = (mayBreak || isLong) && open.length > 1 ? breakCells(canvas, open, natural, this.redraw) : undefined;
    const [whole = { top, bottom: top }] = broken ?? stacked(natural);
    const drawn = { open, place: whole };
    const { open: ending, place } = mayGrow ? grownRow(canvas, drawn, began) : drawn;
    closeRowRects(rects, style, place.bottom - top, !broken);
    return this.end(placed, { ...place, keptTo: place.bottom, ending, isBroken: broken !== undefined });
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
      reportRowTransform(this.canvas, placed.row.style, y);
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
    const mayBreak = rows.every((one, at) => mayBreakRow(this.options, one) && !(at > 0 && one.row.style.breakBefore));
    const natural = { top, first: index, heights: heights.map(({ height }) => height), spacing: rowSpacing };
    const broken = mayBreak ? breakCells(this.canvas, drawn.flat(), natural, this.redraw) : undefined;
    const places = broken ?? stacked(natural);
    for (const [at, placed] of rows.entries()) {
      const open = drawn[at] ?? [];
      const { top: start, bottom } = places[at] ?? { top, bottom: top };
      if (placed.row.style.breakBefore && index + at > 0) this.canvas.breaks.push(start);
      for (const one of open) lower(this.canvas, one, start - one.area.y, broken === undefined);
      const keptTo = Math.max(bottom, ...open.map((one) => places[at + one.placed.rows - 1]?.bottom ?? 0));
      this.end(placed, { top: start, bottom, keptTo, ending: ending[at] ?? [], isBroken: broken !== undefined });
    }
    return (places.at(-1)?.bottom ?? top) + rowSpacing;
  }

  /** Ends a row, and the cells that end in it. `keptTo`: where the last of those ends that begin in it. */
  private end(placed: PlacedRow, { top, bottom, keptTo, ending, isBroken }: EndedRow): number {
    const { canvas, left, width } = this;
    const { style } = placed.row;
    const height = bottom - top;
    this.heights.push(height);
    this.bottoms.push(bottom);
    canvas.reached(bottom);
    const area = { x: left, y: top, width, height };
    for (const one of ending) this.closeCell(one, bottom, { ...area, style }, isBroken);
    if (this.metrics.collapsed) {
      this.borders.add(style, area, 'centred');
      if (placed.row.around) this.borders.add({ ...style, border: placed.row.around }, area, 'centred');
    }
    if (isKept(placed) && !isBroken)
      canvas.keepWhole(top, keptTo, true, this.heights.length > 1 + this.metrics.grid.headRows ? top : this.below);
    this.keepWithNeighbours(style, top, bottom);
    if (!isBroken) keepCells(canvas, ending, bottom);
    this.keepGroup(placed.row, top, bottom);
    canvas.followed(bottom);
    if (style.breakAfter) canvas.breaks.push(bottom + this.metrics.rowSpacing);
    return bottom + this.metrics.rowSpacing;
  }

  /** Returns the height of a row without the cells that span others. */
  private naturalHeight({ height }: Style, index: number, open: readonly OpenCell[]): number {
    const declared = typeof height === 'number' ? height : 0;
    // On paper, browsers leave cells where they are, unless pages repeat the row.
    if (isRepeated(this.metrics.grid, index)) lowerToBaseline(open);
    const alone = open.filter(({ placed }) => placed.rows === 1);
    const least = Math.max(this.options.least?.[index] ?? 0, heightByBaselines(open));
    return Math.max(declared, least, ...alone.map((one) => one.height));
  }

  private keepWithNeighbours(style: Style, top: number, bottom: number): void {
    const staysTogether = style.keepWithPrevious || this.previous?.keepsNext;
    if (staysTogether && this.previous) this.canvas.keep(this.previous.top, bottom);
    this.previous = { top, keepsNext: style.keepWithNext };
  }

  /** Keeps the rows of a section together that is not to be divided, the first one with the space above it. */
  private keepGroup({ section }: PlacedRow['row'], top: number, bottom: number): void {
    if (section && section === this.section) this.canvas.keepWhole(this.sectionTop, bottom);
    else [this.section, this.sectionTop] = [section, this.heights.length === 1 ? top - this.metrics.rowSpacing : top];
  }

  /** `rowStyle`: of a row whose background the cell draws. */
  private cell(placed: PlacedCell, top: number, rowStyle: Style | undefined): OpenCell {
    const { canvas, layout } = this;
    const { cell, from, to } = placed;
    const { style } = cell;
    const start = this.options.starts[from] ?? 0;
    const width = Math.max(0, (this.options.starts[to] ?? 0) - this.metrics.spacing - start);
    // Columns from right to left are mirrored.
    const x = this.options.style.rightToLeft ? 2 * this.left + this.width - start - width : start;
    const insets = cellInsets(placed, this.width, this.metrics);
    const area = { x, y: top, width };
    if (hasBackground(style) || sides.some((side) => style.border[side].width > 0))
      reportTransform(canvas, style, top, 'a cell of a table is transformed without its border and background');
    const rect = this.borders.behind(
      pushCellRect(canvas, style, styleBehind(this.metrics.grid, placed, rowStyle), { ...area, height: 0 }),
    );
    const before = canvas.position();
    const waiting = layout.pending.length;
    const contentWidth = Math.max(0, width - insets.left - insets.right);
    const declared = declaredOf(style, insets);
    layout.whole = wholeIn(placed, insets, this.metrics.rowSpacing, this.shared);
    const end = insideCell(layout, cell, { x: x + insets.left, y: top + insets.top, width: contentWidth });
    const layer = cellLayer(style);
    if (layer) putInContext(canvas.marks.slice(before[0]), layer);
    const margin = Math.min(marginTo(canvas, end), end - top - insets.top);
    const contentHeight = end + insets.bottom - top;
    const baseline = baselineOf(style, canvas.marks.slice(before[0]), { top, from: top + insets.top, to: end });
    const height = Math.max(contentHeight, declared.height);
    // Rows that a cell spans are moved later, with the contents of their cells that stay on one page.
    if (rowStyle) canvas.followed(end);
    const pending = pendingOf(layout, this.metrics.grid, placed, waiting);
    const drawn = { rect, layer, before, after: canvas.position(), pending };
    return { placed, area, height, contentHeight, padding: insets.bottom, margin, baseline, lowered: 0, ...drawn };
  }

  /** Draws the content of a cell on a canvas of its own, with pages of these heights. */
  private readonly redraw = ({ placed, area, padding, layer }: OpenCell, heights: HeightOf): RedrawnCell => {
    const own = this.layout.onPages(heights);
    const insets = cellInsets(placed, this.width, this.metrics);
    const width = Math.max(0, area.width - insets.left - insets.right);
    own.whole = wholeIn(placed, insets, this.metrics.rowSpacing, this.shared);
    const end = own.inside(placed.cell.content, area.x + insets.left, insets.top, width);
    if (layer) putInContext(own.canvas.marks, layer);
    return { own: own.canvas, contentHeight: end + padding };
  };

  private closeCell(one: OpenCell, bottom: number, row: Area & { style: Style }, isBroken: boolean): void {
    const area = { ...one.area, height: bottom - one.area.y };
    if (one.rect) one.rect.height = area.height;
    if (!isBroken) settle(this.canvas, one, area.height);
    const moved = placeByCell(this.layout, one, { area, row, isBroken, isShared: this.shared !== undefined });
    if (this.metrics.collapsed) this.borders.add(one.placed.cell.style, area, 'centred');
    else this.borders.add(one.placed.cell.style, moved, 'inside');
  }
}
