import type { Layout } from '../layout/layout.ts';
import type { Style } from '../style/style.ts';
import { isKept, type PlacedRow } from './tableGrid.ts';
import type { TableMetrics } from './tableMeasures.ts';

interface TableOfRow {
  readonly layout: Layout;
  readonly metrics: TableMetrics;
  readonly style: Style;
}

const canBreak = ({ layout, style }: TableOfRow, { row }: PlacedRow): boolean =>
  layout.mayBreak && !style.keepTogether && !row.section;

/** Whether pages end within a row. */
export const mayBreakRow = (table: TableOfRow, placed: PlacedRow): boolean =>
  canBreak(table, placed) && !isKept(placed);

/**
 * Whether a row that is not to be broken is longer than a page: as in browsers, it begins one, and breaks as others do. The first row
 * stays with the head.
 */
export function beginsPage(table: TableOfRow, placed: PlacedRow, index: number, height: number): boolean {
  const { layout, metrics } = table;
  if (!isKept(placed) || height <= layout.canvas.pageHeight || index <= metrics.grid.headRows) return false;
  return placed.cells.length > 1 && canBreak(table, placed);
}
