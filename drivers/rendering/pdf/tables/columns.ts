import type { TableCell } from '../boxes/boxes.ts';
import type { Measures } from '../layout/lines.ts';
import type { Style } from '../style/style.ts';
import { inLayoutUnits } from '../style/values/layoutUnits.ts';
import { plainPercent, resolved } from '../style/values/lengths.ts';
import type { Grid, PlacedCell } from './tableGrid.ts';

/** What one column needs; widths in pt. */
export interface ColumnNeed {
  min: number;
  max: number;
  /** Its declared width. */
  fixed: number | undefined;
  /** Its declared share of the table, of 100. */
  percent: number | undefined;
  /** What is added to its share; in pt. */
  around?: number;
}

interface SpanningCell {
  readonly placed: PlacedCell;
  readonly min: number;
  readonly max: number;
  /** Its declared width. */
  readonly fixed: number | undefined;
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
      const { least, upper } = bounds(placed.cell.style, extra);
      const min = Math.max(least, Math.min(upper, measured.min + extra));
      const max = Math.max(min, Math.min(upper, measured.max + extra));
      const need = needs[placed.from];
      if (placed.cell.colspan > 1) {
        const own: ColumnNeed = { min, max, fixed: undefined, percent: undefined };
        declare(own, placed.cell.style, extra);
        spanning.push({ placed, min, max, fixed: own.fixed });
      } else if (need) {
        need.min = Math.max(need.min, min);
        need.max = Math.max(need.max, max);
        declare(need, placed.cell.style, extra);
      }
    }
  }
  widenForSpans(needs, spanning, spacing);
  for (const need of needs) need.max = Math.max(need.max, need.min);
  limitPercents(needs);
  return needs;
}

/** What a cell declares about its width, whatever its content needs: with its padding and borders; percentages count for nothing. */
function bounds({ minWidth, maxWidth, borderBox }: Style, extra: number): { least: number; upper: number } {
  const own = borderBox ? 0 : extra;
  return {
    least: typeof minWidth === 'number' ? minWidth + own : 0,
    upper: typeof maxWidth === 'number' ? maxWidth + own : Number.POSITIVE_INFINITY,
  };
}

/** Notes the declared width of a column, or of a cell in it. */
function declare(need: ColumnNeed, style: Style, extra: number): void {
  const { width, borderBox } = style;
  if (width === undefined) return;
  if (typeof width === 'number') {
    const { least, upper } = bounds(style, extra);
    const whole = Math.max(least, Math.min(upper, width + (borderBox ? 0 : extra)));
    if (width > 0) need.fixed = Math.max(need.fixed ?? 0, whole);
  } else {
    // As in browsers, a calculation counts for nothing.
    const percent = plainPercent(width) ?? 0;
    if (percent > 0) need.percent = Math.max(need.percent ?? 0, percent);
  }
}

/** As in browsers, cells over few columns come before cells over many, and cells over as many in the order of their columns. */
const bySpan = ({ placed: one }: SpanningCell, { placed: other }: SpanningCell): number =>
  one.cell.colspan - other.cell.colspan || one.from - other.from;

function widenForSpans(needs: readonly ColumnNeed[], spanning: readonly SpanningCell[], spacing: number): void {
  for (const { placed, min, max, fixed } of spanning.toSorted(bySpan)) {
    const spanned = needs.slice(placed.from, placed.to);
    const between = spacing * (placed.to - placed.from - 1);
    const { width } = placed.cell.style;
    if (typeof width === 'object') sharePercent(spanned, plainPercent(width) ?? 0);
    const least = widthsFor(spanned, min - between);
    for (const [at, need] of spanned.entries()) need.min = Math.max(need.min, least[at] ?? 0);
    const useful = widthsFor(spanned, Math.max(min, fixed ?? max) - between);
    for (const [at, need] of spanned.entries()) {
      const own = useful[at] ?? 0;
      need.max = Math.max(need.max, own);
      if (fixed !== undefined && need.fixed !== undefined) need.fixed = Math.max(need.fixed, own);
    }
  }
}

/** Returns the widths of columns that share the width of a cell over them as they would share that of a table. */
function widthsFor(spanned: readonly ColumnNeed[], width: number): number[] {
  return widthsOf(spanned, Math.max(width, sum(spanned.map(({ min }) => min))), { fill: true });
}

/** Shares the percentage of a cell among those of its columns that have none. */
function sharePercent(spanned: readonly ColumnNeed[], percent: number): void {
  const missing = percent - sum(spanned.map((need) => need.percent ?? 0));
  const free = spanned.filter((need) => need.percent === undefined);
  if (missing <= 0 || free.length === 0) return;
  const weight = sum(free.map(({ max }) => max));
  for (const need of free) need.percent = missing * (weight > 0 ? need.max / weight : 1 / free.length);
}

/** Limits the percentages of all columns together to 100: the first columns have theirs. */
function limitPercents(needs: readonly ColumnNeed[]): void {
  let left = 100;
  for (const need of needs) {
    if (need.percent === undefined) continue;
    need.percent = Math.min(need.percent, left);
    left -= need.percent;
  }
}

/**
 * Returns what the columns of a table with `table-layout: fixed` need: what the first row declares. Percentages are of the
 * content of a cell, and of all of a cell that spans columns, as in browsers.
 */
export function fixedNeeds(grid: Grid, extraOf: (cell: PlacedCell) => number, spacing: number): ColumnNeed[] {
  const needs = Array.from({ length: grid.columns }, (_, column) => {
    const need: ColumnNeed = { min: 0, max: 1, fixed: undefined, percent: undefined, around: 0 };
    const style = grid.styles[column];
    if (style) declare(need, style, 0);
    return need;
  });
  for (const placed of grid.rows[0]?.cells ?? []) {
    const spanned = needs.slice(placed.from, placed.to);
    const own: ColumnNeed = { min: 0, max: 1, fixed: undefined, percent: undefined, around: 0 };
    const extra = extraOf(placed);
    declare(own, placed.cell.style, extra);
    const count = spanned.length;
    for (const need of spanned) {
      if (need.fixed !== undefined || need.percent !== undefined) continue;
      if (own.fixed !== undefined) need.fixed = Math.max(0, own.fixed - spacing * (count - 1)) / count;
      if (own.percent !== undefined) need.percent = own.percent / count;
      need.around = placed.cell.style.borderBox || count > 1 ? 0 : extra;
    }
  }
  limitPercents(needs);
  return needs;
}

interface Column {
  readonly need: ColumnNeed;
  /** Undefined for a column without a declared width. */
  readonly declared: number | undefined;
  width: number;
}

/** Returns the widths of the columns, which share `width`; with `fill` they take all of it. In pt. */
export function widthsOf(
  needs: readonly ColumnNeed[],
  width: number,
  { fill = false, fixedFirst = false }: { readonly fill?: boolean; readonly fixedFirst?: boolean } = {},
): number[] {
  const columns = needs.map((need): Column => ({ need, declared: declaredWidth(need, width), width: need.min }));
  const shares = columns.filter(({ need }) => need.percent !== undefined);
  const fixed = columns.filter(({ need, declared }) => need.percent === undefined && declared !== undefined);
  const autos = columns.filter(({ declared }) => declared === undefined);
  let spare = width - sum(needs.map(({ min }) => min));
  if (spare < 0) breakWords(columns, width);
  // Percentages come before lengths, which are first in fixed tables, and both before columns that declare nothing.
  for (const group of fixedFirst ? [fixed, shares, autos] : [shares, fixed, autos])
    spare -= grow(group, Math.max(0, spare));
  if (fill && spare > 0) fillUp([autos, fixed, shares].find((group) => group.length > 0) ?? [], spare, fixedFirst);
  return columns.map((column) => column.width);
}

/** Widens columns towards what they declare or contain, by at most `spare` together. Returns by how much. */
function grow(columns: readonly Column[], spare: number): number {
  const missing = columns.map(({ need, declared = need.max, width }) => Math.max(0, declared - width));
  const total = sum(missing);
  if (total <= spare) {
    columns.forEach((column, at) => {
      column.width += missing[at] ?? 0;
    });
    return total;
  }
  share(columns, spare, (_, at) => (missing[at] ?? 0) / total);
  return spare;
}

/**
 * Shares space that no column needs: in proportion to what they are wide, but in tables that are not fixed to their
 * percentages, as in browsers.
 */
function fillUp(columns: readonly Column[], spare: number, isFixed: boolean): void {
  const weightOf = ({ need, width }: Column): number => (isFixed ? width : (need.percent ?? width));
  const total = sum(columns.map(weightOf));
  share(columns, spare, (column) => (total > 0 ? weightOf(column) / total : 1 / columns.length));
}

/** Divides space among columns. As in browsers, each gets whole layout units, and the last one what is left. */
function share(columns: readonly Column[], space: number, shareOf: (column: Column, at: number) => number): void {
  const widths = columns.map((column, at) => inLayoutUnits(space * shareOf(column, at)));
  columns.forEach((column, at) => {
    column.width += widths[at] ?? 0;
  });
  const last = columns.at(-1);
  if (last) last.width += space - sum(widths);
}

/** Returns the declared width of a column, never below what its content needs; undefined if it has none. */
function declaredWidth({ min, percent, fixed, around = 0 }: ColumnNeed, width: number): number | undefined {
  if (percent !== undefined) return Math.max(min, inLayoutUnits((percent / 100) * width) + around);
  return fixed === undefined ? undefined : Math.max(min, fixed);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Narrows columns below the longest words in them. Narrow columns keep their width: long words are broken first. */
function breakWords(columns: readonly Column[], to: number): void {
  const order = columns.toSorted((one, other) => one.width - other.width);
  let remaining = to;
  order.forEach((column, i) => {
    column.width = Math.max(0, Math.min(column.width, remaining / (order.length - i)));
    remaining -= column.width;
  });
}

/**
 * Returns how wide the columns would like to be together: wide enough that none is wider than its share, where columns
 * declare percentages.
 */
export function preferredWidth(needs: readonly ColumnNeed[]): number {
  let width = 0;
  let others = 0;
  let percents = 0;
  for (const need of needs) {
    const own = Math.max(need.min, need.fixed ?? need.max);
    if (need.percent === undefined) others += own;
    else {
      percents += need.percent;
      width = Math.max(width, (Math.max(need.min, need.max) * 100) / need.percent);
    }
  }
  if (others === 0) return width;
  return percents >= 100 ? Number.POSITIVE_INFINITY : Math.max(width, (others * 100) / (100 - percents));
}

/** Returns the declared width of a table; undefined where it has none. */
export function tableWidth(style: Style, available: number): number | undefined {
  if (style.width === undefined) return undefined;
  return inLayoutUnits(Math.max(0, resolved(style.width, available)));
}
