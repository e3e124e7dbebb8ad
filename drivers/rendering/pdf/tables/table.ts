import type { TableBox } from '../boxes/boxes.ts';
import { drawBorders } from '../layout/borders.ts';
import { pushRect } from '../layout/canvas.ts';
import type { Layout } from '../layout/layout.ts';
import { columnWidths, metricsOf, tableInsets } from './tableMeasures.ts';
import { TableRows } from './tableRows.ts';

/** The size of a table, without its caption. */
interface TableSize {
  /** Of its border box. */
  readonly width: number;
  /** What its rows have at least, where they share the height of the table. */
  readonly rows?: readonly number[] | undefined;
}

interface LaidTable {
  /** Where the table ends. */
  readonly bottom: number;
  /** Where it begins, below its caption. */
  readonly top: number;
  /** The heights of its rows. */
  readonly rows: readonly number[];
}

/** Draws a table. */
export function layTable(table: TableBox, layout: Layout, left: number, top: number, size: TableSize): LaidTable {
  const { canvas } = layout;
  const { style } = table;
  const { width } = size;
  let y = top;
  if (table.caption) {
    const ended = layout.block(table.caption, left, y, width);
    y = ended.y + Math.max(0, ended.margin);
  }
  const metrics = metricsOf(table, layout);
  if (metrics.grid.columns === 0) return { bottom: y, top: y, rows: [] };
  const insets = tableInsets(table, metrics, width);
  const before = canvas.position();
  const background = pushRect(canvas, style, { x: left, y, width, height: 0 });
  const widths = columnWidths(metrics, width);
  const starts = columnStarts(widths, left + insets.left, metrics.spacing);
  const rows = new TableRows({ layout, metrics, starts, style, least: size.rows });
  const bottom = rows.draw(y + insets.top + metrics.rowSpacing) + insets.bottom;
  if (background) background.height = bottom - y;
  if (insets.top + insets.bottom > 0) canvas.keepEdges(before, y, bottom);
  if (!metrics.collapsed) drawBorders(canvas, style, { x: left, y, width, height: bottom - y });
  return { bottom, top: y, rows: rows.heights };
}

/** Returns where each column begins, and where one behind the last would. */
function columnStarts(widths: readonly number[], left: number, spacing: number): number[] {
  const starts: number[] = [];
  let at = left + spacing;
  for (const width of widths) {
    starts.push(at);
    at += width + spacing;
  }
  starts.push(at);
  return starts;
}
