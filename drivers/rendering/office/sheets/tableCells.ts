import { type Element, elementsIn } from '../page/pageTree.ts';

/** A cell with its place in its table, which begins in row 0 and column 0. */
export interface SheetCell {
  readonly element: Element;
  readonly row: number;
  readonly column: number;
  /** The number of columns that it covers. */
  readonly across: number;
}

/** The greatest span of HTML. */
const MAX_ACROSS = 1_000;
const MAX_DOWN = 65_534;

const isNoTable = ({ tagName }: Element): boolean => tagName !== 'table';

/** Returns the cells of a table, without those of tables in its cells. */
export function cellsOf(table: Element): SheetCell[] {
  const cells: SheetCell[] = [];
  /** By column, the first row that no cell above it covers. */
  const free: number[] = [];
  let row = -1;
  let column = 0;
  for (const element of elementsIn(table, isNoTable)) {
    if (element.tagName === 'tr') {
      row++;
      column = 0;
    }
    if (element.tagName !== 'td' && element.tagName !== 'th') continue;
    while ((free[column] ?? 0) > row) column++;
    const across = span(element, 'colspan', MAX_ACROSS);
    const down = span(element, 'rowspan', MAX_DOWN);
    cells.push({ element, row, column, across });
    for (const end = column + across; column < end; column++) free[column] = row + down;
  }
  return cells;
}

function span({ attrs }: Element, name: string, limit: number): number {
  const number = Number.parseInt(attrs.find((one) => one.name === name)?.value ?? '', 10);
  return number > 0 ? Math.min(number, limit) : 1;
}
