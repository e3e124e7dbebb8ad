import type { Row, TableBox, TableCell } from '../boxes/boxes.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import type { Style } from '../style/style.ts';
import { resolved } from '../style/values.ts';
import type { Measures } from './lines.ts';

export interface PlacedCell {
  readonly cell: TableCell;
  /** From 0; `to` is behind the last. */
  from: number;
  to: number;
  readonly row: number;
  rows: number;
}

interface PlacedRow {
  readonly row: Row;
  readonly cells: readonly PlacedCell[];
}

export interface Grid {
  readonly rows: readonly PlacedRow[];
  readonly columns: number;
  /** How many of the rows, from the first, make the head. */
  readonly headRows: number;
  readonly styles: readonly (Style | undefined)[];
}

/** More columns than that no paper holds. */
const COLUMNS = 2000;

/** Gives each cell its columns and rows. Columns that no cell begins or ends at are one. */
export function gridOf(table: TableBox): Grid {
  const rows: PlacedRow[] = [];
  const edges = new Set<number>([0]);
  for (const section of [table.head, table.body, table.foot]) {
    /** By column, the row in which it is free again. */
    const taken: number[] = [];
    const first = rows.length;
    section.forEach((row, i) => {
      const index = first + i;
      let column = 0;
      const cells = row.cells.map((cell): PlacedCell => {
        while ((taken[column] ?? 0) > index) column++;
        const from = column;
        const rowsOf = Math.min(cell.rowspan, section.length - i);
        if (from + cell.colspan > COLUMNS) throw new PdfProblem(`A table has more than ${COLUMNS} columns.`);
        for (const end = from + cell.colspan; column < end; column++) if (rowsOf > 1) taken[column] = index + rowsOf;
        edges.add(from).add(column);
        return { cell, from, to: column, row: index, rows: rowsOf };
      });
      rows.push({ row, cells });
    });
  }
  const starts = [...edges].sort((one, other) => one - other);
  const place = new Map(starts.map((start, i) => [start, i]));
  for (const { cells } of rows) {
    for (const cell of cells) {
      cell.from = place.get(cell.from) as number;
      cell.to = place.get(cell.to) as number;
    }
  }
  const columns = Math.max(0, starts.length - 1);
  const styles = starts.slice(0, -1).map((start) => table.columns[start]);
  return { rows, columns, headRows: table.head.length, styles };
}

export interface ColumnNeeds {
  readonly min: number[];
  readonly max: number[];
  /** pt, where it is said. */
  readonly fixed: (number | undefined)[];
  /** Of a hundred. */
  readonly percent: (number | undefined)[];
}

/** What the columns need. `extraOf`: padding and borders of a cell; `spacing`: between columns. */
export function needsOf(
  grid: Grid,
  measure: (cell: TableCell) => Measures,
  extraOf: (cell: TableCell) => number,
  spacing: number,
): ColumnNeeds {
  const none = <Value>(value: Value): Value[] => new Array<Value>(grid.columns).fill(value);
  const needs: ColumnNeeds = { min: none(0), max: none(0), fixed: none(undefined), percent: none(undefined) };
  const say = (column: number, { width, borderBox }: Style, extra: number): void => {
    if (width === undefined) return;
    if (typeof width === 'number') {
      const whole = width + (borderBox ? 0 : extra);
      if (width > 0) needs.fixed[column] = Math.max(needs.fixed[column] ?? 0, whole);
    } else if (width.percent > 0) needs.percent[column] = Math.max(needs.percent[column] ?? 0, width.percent);
  };
  grid.styles.forEach((style, i) => {
    if (style) say(i, style, 0);
  });
  const wide: { cell: PlacedCell; min: number; max: number }[] = [];
  for (const { cells } of grid.rows) {
    for (const one of cells) {
      const extra = extraOf(one.cell);
      const { min, max } = measure(one.cell);
      if (one.to - one.from === 1) {
        needs.min[one.from] = Math.max(needs.min[one.from] as number, min + extra);
        needs.max[one.from] = Math.max(needs.max[one.from] as number, max + extra);
        say(one.from, one.cell.style, extra);
      } else wide.push({ cell: one, min: min + extra, max: max + extra });
    }
  }
  wide.sort((one, other) => one.cell.to - one.cell.from - (other.cell.to - other.cell.from));
  for (const { cell, min, max } of wide) {
    const { from, to } = cell;
    const between = spacing * (to - from - 1);
    const { width } = cell.cell.style;
    const said = typeof width === 'number' ? width : 0;
    widen(needs.min, needs, from, to, min - between);
    widen(needs.max, needs, from, to, Math.max(max, said) - between);
  }
  for (let i = 0; i < grid.columns; i++) needs.max[i] = Math.max(needs.max[i] as number, needs.min[i] as number);
  return needs;
}

/** Makes columns together as wide as a cell over them wants it. */
function widen(values: number[], needs: ColumnNeeds, from: number, to: number, wanted: number): void {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i] as number;
  if (sum >= wanted) return;
  const free: number[] = [];
  for (let i = from; i < to; i++) if (needs.fixed[i] === undefined && needs.percent[i] === undefined) free.push(i);
  const chosen = free.length > 0 ? free : Array.from({ length: to - from }, (_, i) => from + i);
  const weights = chosen.map((i) => needs.max[i] as number);
  const weight = weights.reduce((one, other) => one + other, 0);
  chosen.forEach((column, i) => {
    const share = weight > 0 ? (weights[i] as number) / weight : 1 / chosen.length;
    values[column] = (values[column] as number) + (wanted - sum) * share;
  });
}

/** The widths of the columns; pt. `width`: what they share; `fill`: all of it. */
export function widthsOf(needs: ColumnNeeds, width: number, fill: boolean): number[] {
  const { min, max, fixed, percent } = needs;
  const said = min.map((least, i) => {
    const share = percent[i];
    if (share !== undefined) return Math.max(least, (share / 100) * width);
    const own = fixed[i];
    return own === undefined ? undefined : Math.max(least, own);
  });
  const autos = said.flatMap((one, i) => (one === undefined ? [i] : []));
  const sum = (columns: readonly number[], of: readonly (number | undefined)[]): number =>
    columns.reduce((total, i) => total + (of[i] ?? 0), 0);
  const saidColumns = said.flatMap((one, i) => (one === undefined ? [] : [i]));
  const rest = width - sum(saidColumns, said);
  const widths = said.map((one) => one ?? 0);
  const autoMin = sum(autos, min);
  const autoMax = sum(autos, max);
  if (rest >= autoMax) {
    const spare = fill && autos.length > 0 ? rest - autoMax : 0;
    for (const i of autos) {
      const own = max[i] as number;
      widths[i] = own + spare * (autoMax > 0 ? own / autoMax : 1 / autos.length);
    }
    if (fill && autos.length === 0) scale(widths, width);
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

function scale(widths: number[], to: number): void {
  const total = widths.reduce((one, other) => one + other, 0);
  widths.forEach((one, i) => {
    widths[i] = total > 0 ? (one * to) / total : to / widths.length;
  });
}

/** Takes from the columns what they have above their least; where that is not enough, words are broken. */
function shrink(widths: number[], min: readonly number[], to: number): void {
  const total = widths.reduce((one, other) => one + other, 0);
  const spare = widths.reduce((one, own, i) => one + own - (min[i] as number), 0);
  const wanted = total - to;
  if (wanted <= spare && spare > 0) {
    widths.forEach((own, i) => {
      widths[i] = own - ((own - (min[i] as number)) * wanted) / spare;
    });
    return;
  }
  min.forEach((least, i) => {
    widths[i] = least;
  });
  // The narrow ones keep what they have: it is the long words that give way.
  const order = widths.map((_, i) => i).sort((one, other) => (widths[one] as number) - (widths[other] as number));
  let left = to;
  order.forEach((column, i) => {
    const fair = left / (order.length - i);
    const own = Math.max(0, Math.min(widths[column] as number, fair));
    widths[column] = own;
    left -= own;
  });
}

export function tableWidth(style: Style, available: number): number | undefined {
  if (style.width === undefined) return undefined;
  return Math.max(0, Math.min(resolved(style.width, available), available));
}
