import type { Row, TableBox, TableCell } from '../boxes/boxes.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import type { Style } from '../style/style.ts';

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

/** Returns the columns and rows of each cell. Columns that no cell begins or ends at are merged. */
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
  const edges = new Set<number>([0]);
  for (const section of [table.head, table.body, table.foot]) addSection(rows, section, edges);
  const starts = [...edges].sort((one, other) => one - other);
  mergeColumns(rows, starts);
  const columns = Math.max(0, starts.length - 1);
  const styles = starts.slice(0, -1).map((start) => table.columns[start]);
  return { rows, columns, headRows: table.head.length, footRows: table.foot.length, styles };
}

function addSection(rows: PlacedRow[], section: readonly Row[], edges: Set<number>): void {
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
      edges.add(from).add(column);
      return { cell, from, to: column, row: index, rows: height };
    });
    rows.push({ row, cells });
  });
}

/** Renumbers the columns of all cells: `starts` lists those that remain. */
function mergeColumns(rows: readonly PlacedRow[], starts: readonly number[]): void {
  const position = new Map(starts.map((start, i) => [start, i]));
  for (const { cells } of rows) {
    for (const cell of cells) {
      cell.from = position.get(cell.from) ?? 0;
      cell.to = position.get(cell.to) ?? 0;
    }
  }
}
