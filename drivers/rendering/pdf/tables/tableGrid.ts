import type { Row, TableBox, TableCell } from '../boxes/boxes.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import { hasBackground, type Style } from '../style/style.ts';

export interface PlacedCell {
  readonly cell: TableCell;
  /** The first column, from 0, and the column behind the last. */
  from: number;
  to: number;
  readonly row: number;
  rows: number;
}

export interface PlacedRow {
  readonly row: Row;
  readonly cells: readonly PlacedCell[];
}

export interface Grid {
  readonly rows: readonly PlacedRow[];
  readonly columns: number;
  /** How many of the first rows are the head. */
  readonly headRows: number;
  /** How many of the last rows are the foot. */
  readonly footRows: number;
  readonly styles: readonly (Style | undefined)[];
}

/** Maximum number of columns: no paper has space for more. */
const MAX_COLUMNS = 2000;

const gridByTable = new WeakMap<TableBox, Grid>();

/**
 * Returns the columns and rows of each cell. As in browsers, a column that no cell begins at, and that declares no width, is
 * merged with the one before it, except in a fixed table.
 */
export function gridOf(table: TableBox): Grid {
  let grid = gridByTable.get(table);
  if (!grid) {
    grid = placeCells(table);
    gridByTable.set(table, grid);
  }
  return grid;
}

function placeCells(table: TableBox): Grid {
  const rows: PlacedRow[] = [];
  const begun = new Set<number>();
  const isFixed = isFixedTable(table);
  for (const section of [table.head, table.body, table.foot]) addSection(rows, section, begun, isFixed);
  for (const [column, { width }] of table.columns.entries()) if (width !== undefined && width !== 0) begun.add(column);
  const starts = [...begun].sort((one, other) => one - other);
  mergeColumns(rows, starts);
  const styles = starts.map((start) => table.columns[start]);
  return { rows, columns: starts.length, headRows: table.head.length, footRows: table.foot.length, styles };
}

/** Whether the first row of a table decides about its columns. */
export const isFixedTable = ({ style }: TableBox): boolean => style.fixedTable && style.width !== undefined;

/** `begun`: the columns that a cell begins at, or in a fixed table those that it spans. */
function addSection(rows: PlacedRow[], section: readonly Row[], begun: Set<number>, isFixed: boolean): void {
  /** By column, the first row that no cell above reaches into. */
  const freeFrom: number[] = [];
  const first = rows.length;
  section.forEach((row, i) => {
    const index = first + i;
    let column = 0;
    const cells = row.cells.map((cell): PlacedCell => {
      while ((freeFrom[column] ?? 0) > index) column++;
      const from = column;
      const height = Math.min(cell.rowspan, section.length - i);
      column += cell.colspan;
      if (column > MAX_COLUMNS) throw new PdfProblem(`A table has more than ${MAX_COLUMNS} columns.`);
      if (height > 1) for (let at = from; at < column; at++) freeFrom[at] = index + height;
      begun.add(from);
      for (let at = from + 1; isFixed && at < column; at++) begun.add(at);
      return { cell, from, to: column, row: index, rows: height };
    });
    rows.push({ row, cells });
  });
}

/** Renumbers the columns of all cells: `starts` lists those that remain. */
function mergeColumns(rows: readonly PlacedRow[], starts: readonly number[]): void {
  const last = starts.at(-1) ?? 0;
  /** By column, how many of those that remain are before it. */
  const before = new Map<number, number>();
  for (let column = 0, count = 0; column <= last + 1; column++) {
    before.set(column, count);
    if (starts[count] === column) count++;
  }
  for (const { cells } of rows) {
    for (const cell of cells) {
      cell.from = before.get(cell.from) ?? 0;
      cell.to = before.get(cell.to) ?? starts.length;
    }
  }
}

/**
 * Returns the style of what is seen behind a cell without a background: of its row, or else of the column that it begins in.
 *
 * @param row of a row whose background the cell draws
 */
export function styleBehind(grid: Grid, placed: PlacedCell, row: Style | undefined): Style | undefined {
  const own = grid.rows[placed.row]?.row.style;
  return own && (own.hidden || hasBackground(own)) ? row : grid.styles[placed.from];
}

/** Whether a row is in a section that pages may repeat: as in browsers, one that is not to be divided. */
export const isRepeated = ({ rows, headRows, footRows }: Grid, index: number): boolean =>
  rows[index]?.row.section !== undefined && (index < headRows || index >= rows.length - footRows);

/** Whether a row, or a cell that begins in it, is not to be divided: as in browsers, the cells of a row stay with each other. */
export const isKept = ({ row, cells }: PlacedRow): boolean =>
  row.style.keepTogether || cells.some(({ cell }) => cell.style.keepTogether);
