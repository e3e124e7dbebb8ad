import type { TableCell } from '../boxes/boxes.ts';
import type { Style } from '../style/style.ts';
import { resolved } from '../style/values.ts';
import type { Measures } from './lines.ts';
import type { Grid, PlacedCell } from './tableGrid.ts';

export interface ColumnNeeds {
  readonly min: number[];
  readonly max: number[];
  /** Declared widths; pt. */
  readonly fixed: (number | undefined)[];
  /** Declared shares of the table, of 100. */
  readonly percent: (number | undefined)[];
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
  extraOf: (cell: TableCell) => number,
  spacing: number,
): ColumnNeeds {
  const none = <Value>(value: Value): Value[] => new Array<Value>(grid.columns).fill(value);
  const needs: ColumnNeeds = { min: none(0), max: none(0), fixed: none(undefined), percent: none(undefined) };
  grid.styles.forEach((style, i) => {
    if (style) declare(needs, i, style, 0);
  });
  const spanning: SpanningCell[] = [];
  for (const { cells } of grid.rows) {
    for (const placed of cells) {
      const extra = extraOf(placed.cell);
      const measured = measure(placed.cell);
      const min = measured.min + extra;
      const max = measured.max + extra;
      if (placed.to - placed.from > 1) {
        spanning.push({ placed, min, max });
        continue;
      }
      const column = placed.from;
      needs.min[column] = Math.max(needs.min[column] as number, min);
      needs.max[column] = Math.max(needs.max[column] as number, max);
      declare(needs, column, placed.cell.style, extra);
    }
  }
  widenForSpans(needs, spanning, spacing);
  for (let i = 0; i < grid.columns; i++) needs.max[i] = Math.max(needs.max[i] as number, needs.min[i] as number);
  return needs;
}

/** Notes the declared width of a column, or of a cell in it. */
function declare(needs: ColumnNeeds, column: number, { width, borderBox }: Style, extra: number): void {
  if (width === undefined) return;
  if (typeof width === 'number') {
    const whole = width + (borderBox ? 0 : extra);
    if (width > 0) needs.fixed[column] = Math.max(needs.fixed[column] ?? 0, whole);
  } else if (width.percent > 0) needs.percent[column] = Math.max(needs.percent[column] ?? 0, width.percent);
}

/** Cells over few columns come before cells over many. */
function widenForSpans(needs: ColumnNeeds, spanning: SpanningCell[], spacing: number): void {
  spanning.sort((one, other) => one.placed.to - one.placed.from - (other.placed.to - other.placed.from));
  for (const { placed, min, max } of spanning) {
    const between = spacing * (placed.to - placed.from - 1);
    const { width } = placed.cell.style;
    const declared = typeof width === 'number' ? width : 0;
    widen(needs.min, needs, placed, min - between);
    widen(needs.max, needs, placed, Math.max(max, declared) - between);
  }
}

/** Widens the columns that a cell spans until they are `total` wide together; columns without a declared width first. */
function widen(values: number[], needs: ColumnNeeds, { from, to }: PlacedCell, total: number): void {
  let current = 0;
  for (let i = from; i < to; i++) current += values[i] as number;
  if (current >= total) return;
  const free: number[] = [];
  for (let i = from; i < to; i++) if (needs.fixed[i] === undefined && needs.percent[i] === undefined) free.push(i);
  const chosen = free.length > 0 ? free : Array.from({ length: to - from }, (_, i) => from + i);
  const weights = chosen.map((i) => needs.max[i] as number);
  const weight = sum(weights);
  chosen.forEach((column, i) => {
    const share = weight > 0 ? (weights[i] as number) / weight : 1 / chosen.length;
    values[column] = (values[column] as number) + (total - current) * share;
  });
}

/** Returns the widths of the columns, which share `width`; with `fill` they take all of it. In pt. */
export function widthsOf(needs: ColumnNeeds, width: number, { fill = false } = {}): number[] {
  const { min, max } = needs;
  const declared = declaredWidths(needs, width);
  const autos = declared.flatMap((one, i) => (one === undefined ? [i] : []));
  const widths = declared.map((one) => one ?? 0);
  const rest = width - sum(widths);
  const autoMin = sum(autos.map((i) => min[i] as number));
  const autoMax = sum(autos.map((i) => max[i] as number));
  if (rest >= autoMax) {
    if (fill && autos.length === 0) scale(widths, width);
    else growAutos(widths, max, autos, fill ? rest - autoMax : 0);
  } else if (rest >= autoMin) {
    const range = autoMax - autoMin;
    for (const i of autos) {
      const least = min[i] as number;
      widths[i] = least + ((rest - autoMin) * ((max[i] as number) - least)) / range;
    }
  } else {
    for (const i of autos) widths[i] = min[i] as number;
    shrink(widths, min, width);
  }
  return widths;
}

/** Sets the columns without a declared width to their maximum, and shares the spare width in proportion. */
function growAutos(widths: number[], max: readonly number[], autos: readonly number[], spare: number): void {
  const total = sum(autos.map((i) => max[i] as number));
  for (const i of autos) {
    const own = max[i] as number;
    widths[i] = own + spare * (total > 0 ? own / total : 1 / autos.length);
  }
}

/** Returns the declared widths, never below what content needs; undefined for columns that have none. */
function declaredWidths({ min, percent, fixed }: ColumnNeeds, width: number): (number | undefined)[] {
  return min.map((least, i) => {
    const share = percent[i];
    if (share !== undefined) return Math.max(least, (share / 100) * width);
    const own = fixed[i];
    return own === undefined ? undefined : Math.max(least, own);
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function scale(widths: number[], to: number): void {
  const total = sum(widths);
  widths.forEach((one, i) => {
    widths[i] = total > 0 ? (one * to) / total : to / widths.length;
  });
}

/** Narrows columns towards their minimum. Where that is not enough, words are broken. */
function shrink(widths: number[], min: readonly number[], to: number): void {
  const total = sum(widths);
  const spare = widths.reduce((one, own, i) => one + own - (min[i] as number), 0);
  const excess = total - to;
  if (excess <= spare && spare > 0) {
    widths.forEach((own, i) => {
      widths[i] = own - ((own - (min[i] as number)) * excess) / spare;
    });
    return;
  }
  min.forEach((own, i) => {
    widths[i] = own;
  });
  // Narrow columns keep their width: long words are broken first.
  const order = widths.map((_, i) => i).sort((one, other) => (widths[one] as number) - (widths[other] as number));
  let remaining = to;
  order.forEach((column, i) => {
    const fair = remaining / (order.length - i);
    const own = Math.max(0, Math.min(widths[column] as number, fair));
    widths[column] = own;
    remaining -= own;
  });
}

/** Returns the declared width of a table, within what is available; undefined where it has none. */
export function tableWidth(style: Style, available: number): number | undefined {
  if (style.width === undefined) return undefined;
  return Math.max(0, Math.min(resolved(style.width, available), available));
}
