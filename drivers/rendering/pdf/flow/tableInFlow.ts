import type { TableBox } from '../boxes/boxes.ts';
import { horizontalPlace, sideMargins } from '../layout/boxGeometry.ts';
import type { Floats } from '../layout/floats.ts';
import type { GivenSize, Layout } from '../layout/layout.ts';
import { layTable } from '../layout/table.ts';
import { widthOfTable } from '../layout/tableMeasures.ts';
import { roomBeside } from './besideFloats.ts';

interface TablePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Draws a table beside the floats around it, and returns where it ends. */
export function layTableInFlow(
  layout: Layout & { readonly floats: Floats },
  table: TableBox,
  { x, y, width }: TablePlace,
  forced: GivenSize,
): number {
  const { canvas } = layout;
  const { style, anchor } = table;
  const { left, top, room } = roomBeside(layout.floats, { x, y, width }, () => layout.measure(table).min);
  const available = Math.max(0, room - sideMargins(style, width));
  const own = forced.width ?? widthOfTable(table, layout, available);
  const place = horizontalPlace({ ...style, width: own, borderBox: true, minWidth: undefined }, left, room);
  if (anchor) canvas.marks.push({ kind: 'anchor', y: top, id: anchor });
  canvas.extend(place.x + place.width);
  const bottom = layTable(table, layout, place.x, top, place.width);
  if (style.keepTogether) canvas.keep(top, bottom);
  return bottom;
}
