import type { TableCell } from '../boxes/boxes.ts';
import { plainPercent, resolved } from '../style/lengths.ts';
import type { Style } from '../style/style.ts';
import type { Measures } from './lines.ts';
import type { Grid, PlacedCell } from './tableGrid.ts';

/** What one column needs; widths in pt. */
export interface ColumnNeed {
  min: number;
  max: number;
  /** Its declared width. */
  fixed: number | undefined;
  /** Its declared share of the table, of 100. */
  percent: number | undefined;
}

interface SpanningCell {
  readonly placed: PlacedCell;
  readonly min: number;
  readonly max: number;
}

/** Returns what the columns need. `extraOf`: padding and borders of a cell; `spacing`: between columns. */
export function needsOf(
  grid: Grid,
  measure: (cell: TableCell) => Measures,
  extraOf: (cell: PlacedCell) => number,
  spacing: number,
): ColumnNeed[] {
  const needs = Array.from({ length: grid.columns }, (_, column) => {
    const need: ColumnNeed = { min: 0, max: 0, fixed: undefined, percent: undefined };
    const style = grid.styles[column];
    if (style) declare(need, style, 0);
    return need;
  });
  const spanning: SpanningCell[] = [];
  for (const { cells } of grid.rows) {
    for (const placed of cells) {
      const extra = extraOf(placed);
      const measured = measure(placed.cell);
      const within = bounds(placed.cell.style, extra);
      const min = within(measured.min + extra);
      const max = within(measured.max + extra);
      const need = needs[placed.from];
      if (placed.to - placed.from > 1) spanning.push({ placed, min, max });
      else if (need) {
        need.min = Math.max(need.min, min);
        need.max = Math.max(need.max, max);
        declare(need, placed.cell.style, extra);
      }
    }
  }
  widenForSpans(needs, spanning, spacing);
  for (const need of needs) need.max = Math.max(need.max, need.min);
  return needs;
}

/** Keeps the width of a cell within what it declares at least and at most. Percentages count for nothing. */
function bounds({ minWidth, maxWidth, borderBox }: Style, extra: number): (width: number) => number {
  const own = borderBox ? 0 : extra;
  const least = typeof minWidth === 'number' ? minWidth + own : 0;
  const largest = typeof maxWidth === 'number' ? maxWidth + own : Number.POSITIVE_INFINITY;
  return (width) => Math.max(least, Math.min(largest, width));
}

/** Notes the declared width of a column, or of a cell in it. */
function declare(need: ColumnNeed, { width, borderBox }: Style, extra: number): void {
  if (width === undefined) return;
  if (typeof width === 'number') {
    const whole = width + (borderBox ? 0 : extra);
    if (width > 0) need.fixed = Math.max(need.fixed ?? 0, whole);
  } else {
    // As in browsers, a calculation counts for nothing.
    const percent = plainPercent(width) ?? 0;
    if (percent > 0) need.percent = Math.max(need.percent ?? 0, percent);
  }
}

/** Cells over few columns come before cells over many. */
function widenForSpans(needs: readonly ColumnNeed[], spanning: SpanningCell[], spacing: number): void {
  spanning.sort((one, other) => one.placed.to - one.placed.from - (other.placed.to - other.placed.from));
  for (const { placed, min, max } of spanning) {
    const spanned = needs.slice(placed.from, placed.to);
    const between = spacing * (placed.to - placed.from - 1);
    const { width } = placed.cell.style;
    const declared = typeof width === 'number' ? width : 0;
    widen(spanned, 'min', min - between);
    widen(spanned, 'max', Math.max(max, declared) - between);
  }
}

/** Widens the columns that a cell spans until they are `total` wide together; columns without a declared width first. */
function widen(spanned: readonly ColumnNeed[], member: 'min' | 'max', total: number): void {
  const missing = total - sum(spanned.map((need) => need[member]));
  if (missing <= 0) return;
  const free = spanned.filter(({ fixed, percent }) => fixed === undefined && percent === undefined);
  const chosen = free.length > 0 ? free : spanned;
  const weight = sum(chosen.map(({ max }) => max));
  for (const need of chosen) need[member] += missing * (weight > 0 ? need.max / weight : 1 / chosen.length);
}

interface Column {
  readonly min: number;
  readonly max: number;
  width: number;
}

/** Returns the widths of the columns, which share `width`; with `fill` they take all of it. In pt. */
export function widthsOf(
  needs: readonly ColumnNeed[],
  width: number,
  { fill = false }: { readonly fill?: boolean } = {},
): number[] {
  const autos: Column[] = [];
  const columns = needs.map((need) => {
    const declared = declaredWidth(need, width);
    const column: Column = { min: need.min, max: need.max, width: declared ?? 0 };
    if (declared === undefined) autos.push(column);
    return column;
  });
  const rest = width - sumOfWidths(columns);
  const autoMin = sum(autos.map(({ min }) => min));
  const autoMax = sum(autos.map(({ max }) => max));
  if (rest >= autoMax) {
    if (fill && autos.length === 0) scale(columns, width);
    else growAutos(autos, fill ? rest - autoMax : 0);
  } else if (rest >= autoMin) {
    const range = autoMax - autoMin;
    for (const column of autos) column.width = column.min + ((rest - autoMin) * (column.max - column.min)) / range;
  } else {
    for (const column of autos) column.width = column.min;
    shrink(columns, width);
  }
  return columns.map((column) => column.width);
}

/** Sets the columns without a declared width to their maximum, and shares the spare width in proportion. */
function growAutos(autos: readonly Column[], spare: number): void {
  const total = sum(autos.map(({ max }) => max));
  for (const column of autos) column.width = column.max + spare * (total > 0 ? column.max / total : 1 / autos.length);
}

/** Returns the declared width of a column, never below what its content needs; undefined if it has none. */
function declaredWidth({ min, percent, fixed }: ColumnNeed, width: number): number | undefined {
  if (percent !== undefined) return Math.max(min, (percent / 100) * width);
  return fixed === undefined ? undefined : Math.max(min, fixed);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const sumOfWidths = (columns: readonly Column[]): number => sum(columns.map(({ width }) => width));

function scale(columns: readonly Column[], to: number): void {
  const total = sumOfWidths(columns);
  for (const column of columns) column.width = total > 0 ? (column.width * to) / total : to / columns.length;
}

/** Narrows columns towards their minimum. Where that is not enough, words are broken. */
function shrink(columns: readonly Column[], to: number): void {
  const spare = sum(columns.map(({ width, min }) => width - min));
  const excess = sumOfWidths(columns) - to;
  if (excess <= spare && spare > 0) {
    for (const column of columns) column.width -= ((column.width - column.min) * excess) / spare;
    return;
  }
  for (const column of columns) column.width = column.min;
  // Narrow columns keep their width: long words are broken first.
  const order = columns.toSorted((one, other) => one.width - other.width);
  let remaining = to;
  order.forEach((column, i) => {
    column.width = Math.max(0, Math.min(column.width, remaining / (order.length - i)));
    remaining -= column.width;
  });
}

/** Returns the declared width of a table; undefined where it has none. */
export function tableWidth(style: Style, available: number): number | undefined {
  if (style.width === undefined) return undefined;
  return Math.max(0, resolved(style.width, available));
}
