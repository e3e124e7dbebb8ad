import type { TableBox, TableCell } from '../boxes/boxes.ts';
import type { Style } from '../style/style.ts';
import { resolved } from '../style/values.ts';
import { type Area, CellBorders, drawBorders, type Insets, insetsOf } from './borders.ts';
import type { Canvas, Mark } from './canvas.ts';
import { type Grid, gridOf, needsOf, type PlacedCell, tableWidth, widthsOf } from './columns.ts';
import type { Layout } from './layout.ts';
import type { Measures } from './lines.ts';

/** A head that takes more of a page than this is not repeated. */
const HEAD_SHARE = 0.5;

/** A table's width before it is laid out. */
export function measureTable(table: TableBox, layout: Layout): Measures {
  const { grid, needs, frame } = prepare(table, layout);
  const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, frame);
  const max = needs.max.map((own, i) => Math.max(needs.fixed[i] ?? own, needs.min[i] as number));
  const said = typeof table.style.width === 'number' ? table.style.width : 0;
  const min = Math.max(sum(needs.min), said);
  return grid.columns === 0 ? { min: said, max: said } : { min, max: Math.max(said || sum(max), min) };
}

interface Prepared {
  readonly grid: Grid;
  readonly needs: ReturnType<typeof needsOf>;
  readonly spacing: number;
  /** What is no column. */
  readonly frame: number;
}

const prepared = new WeakMap<TableBox, Prepared>();

function prepare(table: TableBox, layout: Layout): Prepared {
  let known = prepared.get(table);
  if (!known) {
    const { style } = table;
    const spacing = style.collapse ? 0 : style.spacing;
    const grid = gridOf(table);
    const extraOf = (cell: TableCell): number => {
      const { left, right } = cellInsets(cell.style, 0, style.collapse);
      return left + right;
    };
    const needs = needsOf(grid, (cell) => layout.measureInside(cell.content), extraOf, spacing);
    const { left, right } = style.collapse ? { left: 0, right: 0 } : insetsOf(style, 0);
    known = { grid, needs, spacing, frame: spacing * (grid.columns + 1) + left + right };
    prepared.set(table, known);
  }
  return known;
}

/** Collapsed borders are shared: each cell has half of its own. */
function cellInsets(style: Style, whole: number, collapse: boolean): Insets {
  const insets = insetsOf(style, whole);
  if (!collapse) return insets;
  const { border } = style;
  return {
    top: insets.top - border.top.width / 2,
    right: insets.right - border.right.width / 2,
    bottom: insets.bottom - border.bottom.width / 2,
    left: insets.left - border.left.width / 2,
  };
}

/** A cell whose last row is still to come. */
interface Open {
  readonly placed: PlacedCell;
  readonly area: { x: number; y: number; width: number };
  readonly contentHeight: number;
  readonly rect: Extract<Mark, { kind: 'rect' }> | undefined;
  readonly before: ReturnType<Canvas['now']>;
  readonly after: ReturnType<Canvas['now']>;
}

export function widthOfTable(table: TableBox, layout: Layout, available: number): number {
  const { needs, frame } = prepare(table, layout);
  const said = tableWidth(table.style, available);
  if (said !== undefined) return said;
  return Math.min(available, frame + widthsOf(needs, Math.max(0, available - frame), false).reduce(add, 0));
}

const add = (one: number, other: number): number => one + other;

/** Draws the table and gives where it ends. `width` is that of its border box. */
export function layTable(table: TableBox, layout: Layout, left: number, top: number, width: number): number {
  const { canvas } = layout;
  const { style } = table;
  const { grid, needs, spacing, frame } = prepare(table, layout);
  let y = top;
  if (table.caption) {
    const ended = layout.block(table.caption, left, y, width);
    y = ended.y + Math.max(0, ended.margin);
  }
  if (grid.columns === 0) return y;
  const insets = style.collapse ? { top: 0, right: 0, bottom: 0, left: 0 } : insetsOf(style, width);
  const tableTop = y;
  const background = pushRect(canvas, style, { x: left, y, width, height: 0 });
  const widths = style.fixedTable && style.width !== undefined ? fixedWidths() : widthsOf(needs, inner(), true);
  function inner(): number {
    return Math.max(0, width - frame);
  }
  /** The first row says it all, as `table-layout: fixed` wants. */
  function fixedWidths(): number[] {
    const none = new Array<number>(grid.columns).fill(0);
    return widthsOf({ ...needs, min: none, max: none.map(() => 1) }, inner(), true);
  }
  const starts: number[] = [];
  let at = left + insets.left + spacing;
  for (const own of widths) {
    starts.push(at);
    at += own + spacing;
  }
  starts.push(at);

  y += insets.top + spacing;
  const head = { first: canvas.marks.length, top: y, end: 0, height: 0, from: 0, to: 0 };
  const borders = new CellBorders();
  let open: Open[] = [];
  let previousTop: number | undefined;
  const bodyFrom = grid.headRows;
  for (let i = 0; i < grid.rows.length; i++) {
    const { row, cells } = grid.rows[i] as Grid['rows'][number];
    if (i === bodyFrom && i > 0) {
      borders.draw(canvas);
      Object.assign(head, { end: canvas.marks.length, height: y - head.top, from: y });
    }
    if (row.style.breakBefore && i > 0) canvas.breaks.push(y);
    const rowTop = y;
    const rowLeft = starts[0] as number;
    const rowWidth = (starts.at(-1) as number) - spacing - rowLeft;
    const whole = cells.every(({ rows }) => rows === 1) && open.length === 0;
    const rowRect = whole ? pushRect(canvas, row.style, { x: rowLeft, y, width: rowWidth, height: 0 }) : undefined;
    let height = row.style.height === undefined ? 0 : resolved(row.style.height, layout.canvas.pageHeight);
    for (const placed of cells) {
      const one = layCell(placed, rowTop, whole ? undefined : row.style);
      open.push(one);
      if (placed.rows === 1) height = Math.max(height, one.contentHeight);
    }
    for (const one of open) {
      if (one.placed.row + one.placed.rows - 1 === i) {
        height = Math.max(height, one.contentHeight - (rowTop - one.area.y));
      }
    }
    y = rowTop + height;
    canvas.reached(y);
    if (rowRect) rowRect.height = height;
    const stillOpen: Open[] = [];
    for (const one of open) {
      if (one.placed.row + one.placed.rows - 1 === i) closeCell(one, y);
      else stillOpen.push(one);
    }
    open = stillOpen;
    if (style.collapse) borders.add(row.style, { x: rowLeft, y: rowTop, width: rowWidth, height }, true);
    // The head stays with the first row, and rows with each other that a cell spans.
    const from = i > 0 && i === bodyFrom && head.height <= layout.canvas.pageHeight * HEAD_SHARE ? head.top : rowTop;
    canvas.keep(from, y);
    if (i > 0 && row.style.keepWithNext && previousTop !== undefined) canvas.keep(previousTop, y);
    previousTop = rowTop;
    canvas.followed(y);
    if (row.style.breakAfter) canvas.breaks.push(y + spacing);
    y += spacing;
  }
  if (grid.headRows > 0 && grid.headRows < grid.rows.length && head.height <= layout.canvas.pageHeight * HEAD_SHARE) {
    canvas.heads.push({ ...head, to: y });
  }
  borders.draw(canvas);
  y += insets.bottom;
  if (background) background.height = y - tableTop;
  drawBorders(canvas, style, { x: left, y: tableTop, width, height: y - tableTop });
  return y;

  function layCell(placed: PlacedCell, rowTop: number, rowStyle: Style | undefined): Open {
    const { cell, from, to } = placed;
    const x = starts[from] as number;
    const cellWidth = Math.max(0, (starts[to] as number) - spacing - x);
    const own = cellInsets(cell.style, cellWidth, style.collapse);
    const area = { x, y: rowTop, width: cellWidth };
    if (rowStyle && !cell.style.background) pushRect(canvas, rowStyle, { ...area, height: 0 });
    const rowRect = rowStyle && !cell.style.background ? canvas.marks.at(-1) : undefined;
    const rect = pushRect(canvas, cell.style, { ...area, height: 0 });
    const before = canvas.now();
    const contentWidth = Math.max(0, cellWidth - own.left - own.right);
    const end = layout.inside(cell.content, x + own.left, rowTop + own.top, contentWidth);
    const least = cell.style.height === undefined ? 0 : resolved(cell.style.height, layout.canvas.pageHeight);
    const extra = cell.style.borderBox ? 0 : own.top + own.bottom;
    const contentHeight = Math.max(end + own.bottom - rowTop, least + (least > 0 ? extra : 0));
    const filled = rect ?? (rowStyle?.background && rowRect?.kind === 'rect' ? rowRect : undefined);
    contentEnds.set(placed, end + own.bottom - rowTop);
    return { placed, area, contentHeight, rect: filled, before, after: canvas.now() };
  }

  function closeCell(one: Open, bottom: number): void {
    const { cell } = one.placed;
    const height = bottom - one.area.y;
    if (one.rect) one.rect.height = height;
    const free = height - (contentEnds.get(one.placed) ?? height);
    const { verticalAlign } = cell.style;
    if (verticalAlign !== 'top' && free > 0.01) {
      canvas.move(one.before, one.after, verticalAlign === 'middle' ? free / 2 : free);
    }
    const area = { ...one.area, height };
    borders.add(cell.style, area, style.collapse);
  }
}

/** How far down the content of a cell goes. */
const contentEnds = new WeakMap<PlacedCell, number>();

export function pushRect(canvas: Canvas, style: Style, area: Area): Extract<Mark, { kind: 'rect' }> | undefined {
  if (!style.background) return undefined;
  const rect = { kind: 'rect' as const, ...area, colour: style.background, radius: style.radius };
  canvas.marks.push(rect);
  return rect;
}
