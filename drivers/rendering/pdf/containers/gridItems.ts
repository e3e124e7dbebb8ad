import type { Box } from '../boxes/boxes.ts';
import { declaredHeight, marginOf, sideMargins } from '../layout/boxGeometry.ts';
import type { Layout } from '../layout/layout.ts';
import type { Alignment } from '../style/containerStyle.ts';
import { resolved } from '../style/values/lengths.ts';
import type { RowItem } from './brokenRows.ts';
import type { GridItem } from './gridPlaces.ts';
import type { ItemNeed } from './gridTracks.ts';
import { isSubgrid } from './subgrids.ts';

/** Returns how an item stands in its cells; subgrids fill the tracks that they take. */
export function alignmentOf(box: Box, items: Alignment, self: 'alignSelf' | 'justifySelf'): Alignment {
  if (isSubgrid(box, self === 'alignSelf' ? 'row' : 'column')) return 'stretch';
  const own = box.style.item[self];
  return own === 'auto' ? items : own;
}

/** What an item needs of its columns. */
export function widthNeed(layout: Layout, { box, column, columns }: GridItem): ItemNeed {
  const { min, max } = layout.measure(box);
  return { at: column, span: columns, min: box.style.contains ? 0 : min, max };
}

/** The width of an item's border box in its columns. */
export function widthIn(layout: Layout, box: Box, whole: number, justify: Alignment): number {
  const { style } = box;
  const takesColumns: boolean = isSubgrid(box, 'column');
  if (takesColumns) return Math.max(0, whole - sideMargins(style, whole));
  const isOpen = box.kind === 'block' && style.width === undefined && (style.fits === undefined || box.isButton);
  const isStretched = justify === 'stretch' && isOpen;
  const hasAuto = style.margin.left === 'auto' || style.margin.right === 'auto';
  const fit = layout.fitWidth(box, whole, whole);
  if (!isStretched || hasAuto) return fit;
  const upper = style.maxWidth === undefined ? Number.POSITIVE_INFINITY : resolved(style.maxWidth, whole);
  return Math.max(0, Math.min(upper, whole - sideMargins(style, whole)));
}

/** The height of an item's margin box in its columns. */
export function heightIn(layout: Layout, box: Box, whole: number, justify: Alignment): number {
  return layout.heightOf(box, whole, { width: widthIn(layout, box, whole, justify) });
}

/** Returns the place of an item in its cell. */
export function itemIn(
  layout: Layout,
  box: Box,
  cell: { readonly x: number; readonly width: number; readonly height: number; readonly rightToLeft: boolean },
  { justify, align, space }: { readonly justify: Alignment; readonly align: Alignment; readonly space: number },
): RowItem {
  const { style } = box;
  const width = widthIn(layout, box, cell.width, justify);
  const natural = layout.heightOf(box, cell.width, { width });
  const freeAcross = cell.width - width - sideMargins(style, cell.width);
  const freeDown = cell.height - natural;
  const fromStart = offsetOf(justify, freeAcross);
  let x = cell.x + (cell.rightToLeft ? freeAcross - fromStart : fromStart);
  const [left, right] = [style.margin.left === 'auto', style.margin.right === 'auto'];
  if (left || right) x = cell.x + (left ? freeAcross / (right ? 2 : 1) : 0);
  const isFixed =
    box.kind === 'image' || (declaredHeight(style, 0, cell.height).fixed !== undefined && !isSubgrid(box, 'row'));
  const margins = marginOf(style.margin.top, cell.width) + marginOf(style.margin.bottom, cell.width);
  const [above, below] = [style.margin.top === 'auto', style.margin.bottom === 'auto'];
  const isStretched = align === 'stretch' && !isFixed && freeDown > 0.01 && !above && !below;
  let y = isStretched ? 0 : offsetOf(align, freeDown) + (align === 'baseline' ? space : -space);
  if (above || below) y = above ? Math.max(0, freeDown) / (below ? 2 : 1) : 0;
  const size = { width, ...(isStretched && { height: cell.height - margins }) };
  return { box, x, y, whole: cell.width, size, natural };
}

/** Returns how much of the free space is before an item or tracks. */
export function offsetOf(alignment: Alignment, free: number): number {
  if (alignment === 'end' || alignment === 'last baseline') return free;
  return alignment === 'center' ? free / 2 : 0;
}
