import type { TableBox, TableCell } from '../boxes/boxes.ts';
import type { Style } from '../style/style.ts';
import { type Insets, insetsOf } from './borders.ts';
import { type ColumnNeed, needsOf, tableWidth, widthsOf } from './columns.ts';
import type { Layout } from './layout.ts';
import type { Measures } from './lines.ts';
import { type Grid, gridOf } from './tableGrid.ts';

/** As CSS names them; `collapse` shares the borders between cells. */
export type BorderModel = 'collapse' | 'separate';

export function borderModel({ collapse }: Style): BorderModel {
  return collapse ? 'collapse' : 'separate';
}

/** What is known of a table before it is laid out. */
export interface TableMetrics {
  readonly grid: Grid;
  readonly needs: readonly ColumnNeed[];
  readonly spacing: number;
  /** The width that belongs to no column: spacing, border and padding. */
  readonly frame: number;
}

const metricsByTable = new WeakMap<TableBox, TableMetrics>();

export function metricsOf(table: TableBox, layout: Layout): TableMetrics {
  let metrics = metricsByTable.get(table);
  if (!metrics) {
    const { style } = table;
    const spacing = style.collapse ? 0 : style.spacing;
    const grid = gridOf(table);
    const model = borderModel(style);
    const extraOf = (cell: TableCell): number => {
      const { left, right } = cellInsets(cell.style, 0, model);
      return left + right;
    };
    const needs = needsOf(grid, (cell) => layout.measureInside(cell.content), extraOf, spacing);
    const { left, right } = style.collapse ? { left: 0, right: 0 } : insetsOf(style, 0);
    metrics = { grid, needs, spacing, frame: spacing * (grid.columns + 1) + left + right };
    metricsByTable.set(table, metrics);
  }
  return metrics;
}

/** Returns the insets of a cell. Collapsed borders are shared: each cell has half of its own. */
export function cellInsets(style: Style, whole: number, model: BorderModel): Insets {
  const insets = insetsOf(style, whole);
  if (model === 'separate') return insets;
  const { border } = style;
  return {
    top: insets.top - border.top.width / 2,
    right: insets.right - border.right.width / 2,
    bottom: insets.bottom - border.bottom.width / 2,
    left: insets.left - border.left.width / 2,
  };
}

/** Returns the narrowest and the widest useful width of a table. */
export function measureTable(table: TableBox, layout: Layout): Measures {
  const { grid, needs, frame } = metricsOf(table, layout);
  const sum = (values: readonly number[]): number => values.reduce(add, frame);
  const max = needs.map((need) => Math.max(need.fixed ?? need.max, need.min));
  const declared = typeof table.style.width === 'number' ? table.style.width : 0;
  const min = Math.max(sum(needs.map((need) => need.min)), declared);
  return grid.columns === 0 ? { min: declared, max: declared } : { min, max: Math.max(declared || sum(max), min) };
}

/** Returns the width of a table's border box. */
export function widthOfTable(table: TableBox, layout: Layout, available: number): number {
  const { needs, frame } = metricsOf(table, layout);
  const declared = tableWidth(table.style, available);
  if (declared !== undefined) return declared;
  return Math.min(available, frame + widthsOf(needs, Math.max(0, available - frame)).reduce(add, 0));
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
