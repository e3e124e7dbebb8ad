import type { Area } from '../layout/canvas.ts';
import type { CellBorders } from '../layout/cellBorders.ts';
import type { Style } from '../style/style.ts';
import type { TableMetrics } from './tableMeasures.ts';

interface Columns {
  readonly metrics: TableMetrics;
  /** Where each column begins, and where one behind the last would. */
  readonly starts: readonly number[];
  /** Of the table. */
  readonly style: Style;
}

/** Adds the collapsed borders of the columns of a table, and those of the table. `whole`: the area of its rows. */
export function addOuterBorders(borders: CellBorders, { metrics, starts, style }: Columns, whole: Area): void {
  metrics.grid.styles.forEach((column, at) => {
    if (!column) return;
    const [start = 0, end = start] = [starts[at], starts[at + 1]];
    // Columns from right to left are mirrored.
    const x = style.rightToLeft ? 2 * whole.x + whole.width - end : start;
    borders.add(column, { ...whole, x, width: end - start }, 'centred');
  });
  borders.add(style, whole, 'centred');
}
