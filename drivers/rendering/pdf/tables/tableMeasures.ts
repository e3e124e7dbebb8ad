import type { TableBox } from '../boxes/boxes.ts';
import { type Insets, insetsOf } from '../layout/borders.ts';
import type { Layout } from '../layout/layout.ts';
import type { Measures } from '../layout/lines.ts';
import type { Style } from '../style/style.ts';
import { plainPercent, resolved } from '../style/values/lengths.ts';
import { type CollapsedBorders, collapsedBorders } from './collapsedBorders.ts';
import { type ColumnNeed, fixedNeeds, needsOf, preferredWidth, tableWidth, widthsOf } from './columns.ts';
import { type Grid, gridOf, isFixedTable, type PlacedCell, type PlacedRow } from './tableGrid.ts';

/** What is known of a table before it is laid out. */
export interface TableMetrics {
  readonly grid: Grid;
  readonly needs: readonly ColumnNeed[];
  /** Of `table-layout: fixed`: what the first row declares. Content counts for nothing. */
  readonly declared: readonly ColumnNeed[] | undefined;
  /** Between columns, and between rows. */
  readonly spacing: number;
  readonly rowSpacing: number;
  /** The width that belongs to no column: spacing, border and padding. */
  readonly frame: number;
  /** The width that the caption needs. */
  readonly caption: number;
  /** Undefined where each cell has its own borders. */
  readonly collapsed: CollapsedBorders | undefined;
}

const metricsByTable = new WeakMap<TableBox, TableMetrics>();

export function metricsOf(table: TableBox, layout: Layout): TableMetrics {
  let metrics = metricsByTable.get(table);
  if (!metrics) {
    const { style } = table;
    const spacing = style.collapse ? 0 : style.spacing;
    const rowSpacing = style.collapse ? 0 : style.rowSpacing;
    const grid = gridOf(table);
    const collapsed = style.collapse ? collapsedBorders(table, grid) : undefined;
    const extraOf = (cell: PlacedCell): number => {
      const { left, right } = cellInsets(cell, 0, { collapsed });
      return left + right;
    };
    const needs = needsOf(grid, (cell) => layout.measureInside(cell.content), extraOf, spacing);
    const declared = isFixedTable(table) ? fixedNeeds(grid, extraOf, spacing) : undefined;
    const { left, right } = tableInsets(table, { collapsed }, 0);
    const frame = spacing * (grid.columns + 1) + left + right;
    const caption = table.caption ? layout.measure(table.caption).min : 0;
    metrics = { grid, needs, declared, spacing, rowSpacing, frame, caption, collapsed };
    metricsByTable.set(table, metrics);
  }
  return metrics;
}

/** Returns the insets of a table: where borders collapse, half of the lines around it. */
export function tableInsets(
  { style }: TableBox,
  { collapsed }: Pick<TableMetrics, 'collapsed'>,
  whole: number,
): Insets {
  return collapsed ? collapsed.outer : insetsOf(style, whole);
}

/** Returns the insets of a cell. Collapsed borders are shared: each cell gives its place to half of the lines around it. */
export function cellInsets(placed: PlacedCell, whole: number, { collapsed }: Pick<TableMetrics, 'collapsed'>): Insets {
  const { style } = placed.cell;
  const insets = insetsOf(style, whole);
  if (!collapsed) return insets;
  const { border } = style;
  const lines = collapsed.insetsOf(placed);
  return {
    top: insets.top - border.top.width + lines.top,
    right: insets.right - border.right.width + lines.right,
    bottom: insets.bottom - border.bottom.width + lines.bottom,
    left: insets.left - border.left.width + lines.left,
  };
}

/** Max-content width, in pt, that browsers give a fixed table with a percentage width. */
const WIDEST = 750_000;

/** Returns the narrowest and the widest useful width of a table. */
export function measureTable(table: TableBox, layout: Layout): Measures {
  const metrics = metricsOf(table, layout);
  const { grid, needs, frame, caption } = metrics;
  const sum = (values: readonly number[]): number => values.reduce(add, frame);
  const max = needs.map((need) => Math.max(need.fixed ?? need.max, need.min));
  const own = metrics.declared ? leastWidth(metrics) : 0;
  const { width, minWidth, maxWidth } = table.style;
  const upper = typeof maxWidth === 'number' ? maxWidth : WIDEST;
  const whole = typeof width === 'number' ? Math.min(upper, width) : 0;
  const declared = Math.max(caption, own, whole, typeof minWidth === 'number' ? minWidth : 0);
  const min = Math.max(sum(needs.map((need) => need.min)), declared);
  if (grid.columns === 0) return { min: declared, max: declared };
  if (metrics.declared && typeof width === 'object') return { min, max: Math.max(upper, min) };
  const natural = typeof width === 'number' ? declared : Math.min(upper, sum(max));
  return { min, max: Math.max(natural, min) };
}

/** Returns the width of a table's border box. */
export function widthOfTable(table: TableBox, layout: Layout, available: number): number {
  const { style } = table;
  const metrics = metricsOf(table, layout);
  const { needs, frame, caption } = metrics;
  const least = Math.max(caption, leastWidth(metrics), resolved(style.minWidth ?? 0, available));
  const declared = tableWidth(style, available);
  const upper = style.maxWidth === undefined ? Number.POSITIVE_INFINITY : resolved(style.maxWidth, available);
  const natural = frame + preferredWidth(needs);
  const fitted = { min: 0, max: natural, fit: Math.min(available, natural) }[style.fits ?? 'fit'];
  const own = declared ?? fitted;
  return Math.max(least, Math.min(upper, own));
}

/** The width that the longest words of the columns need; of a fixed table, that of the columns that declare lengths. */
function leastWidth({ needs, declared, frame }: TableMetrics): number {
  if (declared) return declared.map(lengthOf).reduce(add, frame);
  return needs.reduce((sum, need) => sum + need.min, frame);
}

const lengthOf = ({ percent, fixed = 0 }: ColumnNeed): number => (percent === undefined ? fixed : 0);

/** Returns the widths of the columns of a table whose border box is `width` wide. */
export function columnWidths({ needs, declared, frame }: TableMetrics, width: number): number[] {
  return widthsOf(declared ?? needs, Math.max(0, width - frame), { fill: true, fixedFirst: declared !== undefined });
}

/**
 * Returns the heights of rows that share the height of their table, as in browsers: `spare` is divided among the rows of
 * the body, first for shares that they declare, then in proportion among rows without a declared height, or else among all.
 *
 * @param whole height of the table, of which percentages are shares
 */
export function sharedHeights(
  { grid }: TableMetrics,
  natural: readonly number[],
  whole: number,
  spare: number,
): number[] {
  const heights = [...natural];
  const { rows, headRows, footRows } = grid;
  const end = rows.length - footRows;
  const body = rows.map((_, at) => at).filter((at) => headRows === end || (at >= headRows && at < end));
  let left = spare;
  const isOpen = new Set(body.filter((at) => rows[at] && !declaresHeight(rows[at])));
  for (const at of body) {
    const percent = rows[at] ? percentOf(rows[at]) : 0;
    if (percent === 0) continue;
    isOpen.delete(at);
    const share = Math.max(0, Math.min(left, (percent / 100) * whole - (heights[at] ?? 0)));
    heights[at] = (heights[at] ?? 0) + share;
    left -= share;
  }
  const chosen = isOpen.size > 0 ? [...isOpen] : body;
  const total = chosen.reduce((sum, at) => sum + (heights[at] ?? 0), 0);
  for (const at of chosen) {
    const own = heights[at] ?? 0;
    heights[at] = own + left * (total > 0 ? own / total : 1 / chosen.length);
  }
  return heights;
}

/** The heights that a row and the cells in it alone declare. */
const declaredIn = ({ row, cells }: PlacedRow): Style['height'][] => [
  row.style.height,
  ...cells.filter(({ rows }) => rows === 1).map(({ cell }) => cell.style.height),
];

export const declaresHeight = (row: PlacedRow): boolean =>
  declaredIn(row).some((height) => typeof height === 'number' && height > 0);

const percentOf = (row: PlacedRow): number =>
  declaredIn(row).reduce<number>(
    (upper, height) => Math.max(upper, typeof height === 'object' ? (plainPercent(height) ?? 0) : 0),
    0,
  );

const add = (one: number, other: number): number => one + other;

/** The height that a cell declares, with its padding and borders, and that of its content. */
interface DeclaredHeight {
  readonly height: number;
  /** What shares of the height of the cell are of. */
  readonly content: number | undefined;
}

export function declaredOf({ height, borderBox, units }: Style, { top, bottom }: Insets): DeclaredHeight {
  const around = top + bottom;
  // In quirks mode, the height of a cell has its padding and borders in it.
  const declared = typeof height === 'number' ? height + (borderBox || !units.needed ? 0 : around) : 0;
  return { height: declared, content: declared > 0 ? Math.max(0, declared - around) : undefined };
}

/**
 * Returns the height that shares in a cell are of: that of its rows where these share the height of their table, or else that which the
 * cell declares; undefined where its content decides.
 */
export function wholeIn(
  { cell, row, rows }: PlacedCell,
  insets: Insets,
  rowSpacing: number,
  least: readonly number[] | undefined,
): number | undefined {
  const { content } = declaredOf(cell.style, insets);
  // A row is higher than a cell that declares less than a line.
  if (!least) return content !== undefined && content < cell.style.size ? undefined : content;
  const height = least.slice(row, row + rows).reduce(add, rowSpacing * (rows - 1));
  return Math.max(0, height - insets.top - insets.bottom);
}
