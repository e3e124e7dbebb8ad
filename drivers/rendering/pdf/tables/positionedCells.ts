import { type Offset, paddingBox, relativeOffset } from '../layout/boxGeometry.ts';
import type { Area, Canvas } from '../layout/canvas.ts';
import type { Layout, PendingBox } from '../layout/layout.ts';
import type { RectMark } from '../layout/mark.ts';
import { ground, putInContext } from '../painting/paintLayers.ts';
import type { Style } from '../style/style.ts';
import { isTransformed } from '../style/transformStyle.ts';
import { alignedBy, type OpenCell } from './openCell.ts';
import type { Grid, PlacedCell } from './tableGrid.ts';

const isRelative = ({ position }: Style): boolean => position === 'relative';

/** Returns the positioned boxes of a cell that it or its row places, of those that were noted since a number of them. */
export function pendingOf(layout: Layout, grid: Grid, { cell, row }: PlacedCell, first: number): readonly PendingBox[] {
  const around = grid.rows[row]?.row.style ?? cell.style;
  return isRelative(cell.style) || isRelative(around) ? layout.pending.splice(first) : [];
}

interface CellPlace {
  /** Of the cell and of its row. */
  readonly area: Area;
  readonly row: Area & { readonly style: Style };
  /** Whether a page ends in the row. */
  readonly isBroken: boolean;
  /** Whether the rows share the declared height of the table. */
  readonly isShared: boolean;
}

/**
 * Moves the content of a cell as `position: relative` of the cell and of its row declares, and draws the boxes that they
 * place. Returns the area of the cell; collapsed borders belong to the table, and stay.
 */
export function placeByCell(layout: Layout, one: OpenCell, { area, row, isBroken, isShared }: CellPlace): Area {
  if (!isShared) reportShares(layout.canvas, one, area.height);
  const { style } = one.placed.cell;
  // What a page breaks stays in place.
  const none = { down: 0, aside: 0 };
  const [byRow, own] = isBroken ? [none, none] : [offsetOf(row.style, row), offsetOf(style, row)];
  const [down, aside] = [byRow.down + own.down, byRow.aside + own.aside];
  const moved = movedArea(area, down, aside);
  const first = layout.canvas.marks.length;
  if (down !== 0 || aside !== 0) {
    layout.canvas.move(one.before, one.after, down, aside);
    if (one.rect) Object.assign(one.rect, { x: one.rect.x + aside, y: one.rect.y + down });
  }
  if (one.pending.length > 0) {
    const lowered = down + alignedBy(one, area.height);
    const pending = one.pending.map((box) => ({ ...box, x: box.x + aside, y: box.y + lowered }));
    const block = isRelative(style) ? paddingBox(style, moved) : movedArea(row, byRow.down, byRow.aside);
    layout.placePositioned(pending, block);
  }
  if (one.layer) {
    ground(style, [one.rect]);
    putInContext([...(one.rect ? [one.rect] : []), ...layout.canvas.marks.slice(first)], one.layer);
  }
  return moved;
}

/** Moves the parts of the background of a row as `position: relative` declares. */
export function moveRow(rects: readonly RectMark[], style: Style): void {
  const [first] = rects;
  if (!first || !isRelative(style)) return;
  const left = Math.min(...rects.map(({ x }) => x));
  const right = Math.max(...rects.map(({ x, width }) => x + width));
  const { down, aside } = offsetOf(style, { ...first, width: right - left });
  for (const rect of rects) Object.assign(rect, { x: rect.x + aside, y: rect.y + down });
}

/** Reports that a part of a table is not transformed, or not cut. */
export function reportTransform({ marks }: Canvas, style: Style, y: number, problem: string): void {
  if (isTransformed(style.transform)) marks.push({ kind: 'problem', y, problem, text: 'transform' });
  const uncut = 'clip-path of a row or a cell of a table is ignored: declare it on a box in a cell, or on the table';
  if (style.transform.clipPath !== undefined) marks.push({ kind: 'problem', y, problem: uncut, text: 'clip-path' });
}

/** Reports that a share of the height of a cell is not of that of its row, which is higher than the cell declares. */
function reportShares({ marks }: Canvas, { placed, area, padding }: OpenCell, height: number): void {
  const { style, content } = placed.cell;
  if (typeof style.height !== 'number' || style.height <= 0 || height <= style.height + 2 * padding + 1) return;
  if (!content.children.some((child) => typeof child.style.height === 'object')) return;
  const problem = 'a height in percent in a cell is not of the height of its row: declare the height of the table';
  marks.push({ kind: 'problem', y: area.y, problem, text: 'height' });
}

export const reportRowTransform = (canvas: Canvas, style: Style, y: number): void =>
  reportTransform(canvas, style, y, 'a row of a table is not transformed: put its content into a block');

const offsetOf = (style: Style, { width }: Area): Offset =>
  isRelative(style) ? relativeOffset(style, width, 0) : { down: 0, aside: 0 };

const movedArea = ({ x, y, width, height }: Area, down: number, aside: number): Area => ({
  x: x + aside,
  y: y + down,
  width,
  height,
});
