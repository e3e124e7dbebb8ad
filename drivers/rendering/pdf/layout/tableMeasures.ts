import type { TableBox } from '../boxes/boxes.ts';
import { resolved } from '../style/lengths.ts';
import type { Style } from '../style/style.ts';
import { type Insets, insetsOf } from './borders.ts';
import { type CollapsedBorders, collapsedBorders } from './collapsedBorders.ts';
import { type ColumnNeed, needsOf, tableWidth, widthsOf } from './columns.ts';
import type { Layout } from './layout.ts';
import type { Measures } from './lines.ts';
import { type Grid, gridOf, type PlacedCell } from './tableGrid.ts';

/** What is known of a table before it is laid out. */
export interface TableMetrics {
  readonly grid: Grid;
  readonly needs: readonly ColumnNeed[];
  /** Between columns, and between rows. */
  readonly spacing: number;
  readonly rowSpacing: number;
  /** The width that belongs to no column: spacing, border and padding. */
  readonly frame: number;
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
    const { left, right } = tableInsets(table, { collapsed }, 0);
    metrics = { grid, needs, spacing, rowSpacing, frame: spacing * (grid.columns + 1) + left + right, collapsed };
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

/** Returns the narrowest and the widest useful width of a table. */
export function measureTable(table: TableBox, layout: Layout): Measures {
  const { grid, needs, frame } = metricsOf(table, layout);
  const sum = (values: readonly number[]): number => values.reduce(add, frame);
  const max = needs.map((need) => Math.max(need.fixed ?? need.max, need.min));
  const declared = typeof table.style.width === 'number' ? table.style.width : 0;
  const min = Math.max(Math.min(sum(needs.map((need) => need.min)), layout.canvas.widest), declared);
  return grid.columns === 0 ? { min: declared, max: declared } : { min, max: Math.max(declared || sum(max), min) };
}

/** Returns the width of a table's border box. */
export function widthOfTable(table: TableBox, layout: Layout, available: number): number {
  const { style } = table;
  const { needs, frame } = metricsOf(table, layout);
  const least = Math.max(leastWidth(style, needs, frame, layout), resolved(style.minWidth ?? 0, available));
  const declared = tableWidth(style, available);
  if (declared !== undefined) return Math.max(declared, least);
  return Math.max(least, Math.min(available, frame + widthsOf(needs, Math.max(0, available - frame)).reduce(add, 0)));
}

/** The width that the longest words of the columns need. */
function leastWidth(style: Style, needs: readonly ColumnNeed[], frame: number, { canvas }: Layout): number {
  if (style.fixedTable && style.width !== undefined) return 0;
  return Math.min(
    needs.reduce((sum, need) => sum + need.min, frame),
    canvas.widest,
  );
}

/** Returns the widths of the columns of a table whose border box is `width` wide. */
export function columnWidths({ style }: TableBox, { needs, frame }: TableMetrics, width: number): number[] {
  const inner = Math.max(0, width - frame);
  if (!style.fixedTable || style.width === undefined) return widthsOf(needs, inner, { fill: true });
  // `table-layout: fixed`: the first row decides, and content counts for nothing.
  const equal = needs.map((need) => ({ ...need, min: 0, max: 1 }));
  return widthsOf(equal, inner, { fill: true });
}

const add = (one: number, other: number): number => one + other;
