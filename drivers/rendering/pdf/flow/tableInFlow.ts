import type { TableBox } from '../boxes/boxes.ts';
import { clipToShape } from '../drawings/boxClips.ts';
import { declaredHeight, horizontalPlace, marginOf, paddingBox, sideMargins } from '../layout/boxGeometry.ts';
import type { Floats } from '../layout/floats.ts';
import type { GivenSize, Layout } from '../layout/layout.ts';
import { targetMarks } from '../layout/mark.ts';
import { layTable } from '../tables/table.ts';
import type { PlacedRow } from '../tables/tableGrid.ts';
import { metricsOf, sharedHeights, tableInsets, widthOfTable } from '../tables/tableMeasures.ts';
import { transformSince } from '../transforms/groups.ts';
import { roomBeside } from './besideFloats.ts';
import type { KnownSizes } from './knownSizes.ts';
import { shiftRelative } from './positioned.ts';

interface TablePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface TableLayout extends Layout {
  readonly floats: Floats;
  readonly known: KnownSizes;
  scratch(): TableLayout;
}

/** Draws a table beside the floats around it, and returns where it ends. */
export function layTableInFlow(
  layout: TableLayout,
  table: TableBox,
  { x, y, width }: TablePlace,
  forced: GivenSize,
): number {
  const { canvas, whole } = layout;
  const { style } = table;
  const margins = sideMargins(style, width);
  const declared = style.width === undefined ? undefined : widthOfTable(table, layout, width);
  const needed = (): number => (declared === undefined ? layout.measure(table).min : declared + margins);
  const { left, top, room } = roomBeside(layout.floats, { x, y, width }, needed);
  const own = forced.width ?? declared ?? widthOfTable(table, layout, Math.max(0, room - margins));
  const place =
    forced.width === undefined
      ? horizontalPlace({ ...style, width: own, borderBox: true, minWidth: undefined, maxWidth: undefined }, left, room)
      : { x: x + marginOf(style.margin.left, width), width: own };
  if (style.writingMode !== style.frame) {
    const problem =
      'a table with a writing mode has its rows from top to bottom, and only its cells have vertical lines';
    canvas.marks.push({ kind: 'problem', y: top, problem, text: 'writing-mode' });
  }
  canvas.marks.push(...targetMarks(top, table));
  const [before, { right, boxFrom }, waiting] = [canvas.position(), canvas, layout.pending.length];
  canvas.right = place.x + place.width;
  const rows = rowsOf(layout, table, place.width, forced.height);
  const { bottom } = layTable(table, layout, place.x, top, { width: place.width, rows });
  layout.whole = whole;
  canvas.lastMargin = undefined;
  if (style.keepTogether) canvas.keepWhole(top, bottom, true, boxFrom);
  if (style.contains) canvas.right = place.x + place.width;
  const area = { ...place, y: top, height: bottom - top };
  const inFlow = canvas.right;
  if (style.position !== 'static') layout.placePositioned(layout.pending.splice(waiting), paddingBox(style, area));
  clipToShape(canvas, style, area, before[0]);
  transformSince(canvas, style, area, { before, inFlow, isOnPages: layout.isOnPages });
  shiftRelative(layout, style, { width, height: whole ?? 0 }, before);
  canvas.extend(right);
  return bottom;
}

/**
 * Returns the heights of the rows of a table whose height is declared or forced; undefined where its content decides, and blocks in its
 * cells have no share of it.
 */
function rowsOf(layout: TableLayout, table: TableBox, width: number, forced: number | undefined): number[] | undefined {
  const metrics = metricsOf(table, layout);
  const insets = tableInsets(table, metrics, width);
  const around = insets.top + insets.bottom;
  const { fixed = 0, min } = declaredHeight(table.style, around, layout.whole);
  const height = Math.max(forced ?? fixed, min);
  // As in browsers, they have one of a height in percent, too, of which nothing is known.
  const isShared = table.style.height !== undefined && metrics.grid.rows.some(hasShares);
  if (height <= around && !isShared) return undefined;
  if (metrics.grid.columns === 0) return [height - around];
  const natural = naturalRows(layout, table, width);
  const content = height - around - metrics.rowSpacing * (natural.length + 1);
  const spare = content - natural.reduce((sum, one) => sum + one, 0);
  if (spare > 0) return sharedHeights(metrics, natural, content, spare);
  return isShared ? [...natural] : undefined;
}

const hasShares = ({ cells }: PlacedRow): boolean =>
  cells.some(({ cell }) => cell.content.children.some(({ style }) => typeof style.height === 'object'));

/** Without the cache, tables in tables would be laid out twice as often at each depth. */
function naturalRows(layout: TableLayout, table: TableBox, width: number): readonly number[] {
  const known = layout.known.rows.get(table);
  if (known?.width === width) return known.heights;
  const { rows: heights } = layTable(table, layout.scratch(), 0, 0, { width });
  layout.known.rows.set(table, { width, heights });
  return heights;
}
