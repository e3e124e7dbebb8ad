import type { BlockBox, TableBox } from '../boxes/boxes.ts';
import { withBaselines } from '../layout/alignment/ownBaselines.ts';
import { beginBox } from '../layout/borders.ts';
import { gapBelow, marginOf } from '../layout/boxGeometry.ts';
import type { Layout } from '../layout/layout.ts';
import { keepEdges } from '../pages/boxEdges.ts';
import { ground } from '../painting/paintLayers.ts';
import { initialStyle } from '../style/style.ts';
import { clipContent } from '../transforms/clipping.ts';
import { cellInsets, columnWidths, metricsOf, type TableMetrics, tableInsets } from './tableMeasures.ts';
import { TableRows } from './tableRows.ts';

/** The size of a table, without its caption. */
interface TableSize {
  /** Of its border box. */
  readonly width: number;
  /** What its rows have at least, where they share the height of the table. */
  readonly rows?: readonly number[] | undefined;
}

interface LaidTable {
  /** Where it ends. */
  readonly bottom: number;
  /** The heights of its rows. */
  readonly rows: readonly number[];
}

/** Draws a table, with its caption. */
export function layTable(table: TableBox, layout: Layout, left: number, top: number, size: TableSize): LaidTable {
  const { caption } = table;
  const { width } = size;
  if (!caption) return layRows(table, layout, left, top, size);
  if (caption.style.captionSide === 'top')
    return layRows(table, layout, left, layCaption(caption, layout, left, top, width), size);
  const { bottom, rows } = layRows(table, layout, left, top, size);
  return { bottom: layCaption(caption, layout, left, bottom, width), rows };
}

/** Returns where a caption ends, with its margin, which its page has space for as for padding. */
function layCaption(caption: BlockBox, layout: Layout, left: number, top: number, width: number): number {
  const { canvas } = layout;
  const before = canvas.position();
  const { y, margin } = layout.block(caption, left, top + marginOf(caption.style.margin.top, width), width);
  const end = y + gapBelow(margin);
  if (end > y) canvas.keepPadding(before, top, { from: top, to: end }, canvas.position());
  return end;
}

/** Draws a table without its caption. */
function layRows(table: TableBox, layout: Layout, left: number, top: number, size: TableSize): LaidTable {
  const { canvas } = layout;
  const { style } = table;
  const { width } = size;
  const metrics = metricsOf(table, layout);
  const insets = tableInsets(table, metrics, width);
  if (metrics.grid.columns === 0) {
    const end = beginBox(canvas, style, { x: left, y: top, width }, { bordered: !metrics.collapsed });
    const height = insets.top + heightWithoutCells(metrics, size.rows) + insets.bottom;
    end(height);
    return { bottom: top + height, rows: [] };
  }
  const before = canvas.position();
  const endBox = beginBox(canvas, style, { x: left, y: top, width }, { bordered: !metrics.collapsed });
  ground(style, canvas.marks.slice(before[0]));
  const inside = canvas.position();
  const widths = columnWidths(metrics, width);
  const starts = columnStarts(widths, left + insets.left, metrics.spacing);
  // The upper edge stays with the first line.
  if (insets.top > 0) canvas.headingAt(top);
  const rows = new TableRows({ layout, metrics, starts, style, least: size.rows });
  const from = top + insets.top + metrics.rowSpacing;
  const draw = (): number => rows.draw(from) + insets.bottom;
  // As in browsers, nothing stands on the last row of a table.
  const bottom = withBaselines(canvas, top, draw, () => ({
    first: firstBaseline(metrics, from + (rows.heights[0] ?? 0), width),
    last: 'none',
  }));
  // As in browsers, a table with collapsed borders shows them too, unless its corners are round.
  const around = metrics.collapsed && !style.corners ? { ...style, border: initialStyle.border } : style;
  if (style.contains) clipContent(canvas, around, { x: left, y: top, width, height: bottom - top }, inside);
  if (insets.top + insets.bottom > 0) keepEdges(canvas, before, top, bottom);
  endBox(bottom - top);
  return { bottom, rows: rows.heights };
}

/** Returns the height of rows without cells: what they declare, without spacing, as in browsers, or what the table declares. */
function heightWithoutCells({ grid }: TableMetrics, [least = 0]: readonly number[] = []): number {
  const declared = grid.rows.map(({ row }) => (typeof row.style.height === 'number' ? row.style.height : 0));
  return Math.max(
    least,
    declared.reduce((sum, height) => sum + height, 0),
  );
}

/** Returns the baseline of a table, whose first row ends at `bottom`: where the content of its cells ends at most, unless they have one. */
function firstBaseline(metrics: TableMetrics, bottom: number, width: number): number | 'lines' {
  const cells = metrics.grid.rows[0]?.cells ?? [];
  if (cells.some(({ cell }) => cell.style.verticalAlign === 'baseline')) return 'lines';
  return bottom - Math.max(0, ...cells.map((placed) => cellInsets(placed, width, metrics).bottom));
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
