import type { Node } from 'yoga-layout';
import type { Box } from '../boxes/boxes.ts';
import { marginOf } from '../layout/boxGeometry.ts';
import { EPSILON, WIDTH_EPSILON } from '../layout/canvas.ts';
import type { Layout } from '../layout/layout.ts';
import { PageEnds } from '../pages/pageEnds.ts';
import type { Style } from '../style/style.ts';
import { layRows, type RowItem } from './brokenRows.ts';
import type { ContainerArea } from './containerArea.ts';

export const isRow = ({ container }: Style): boolean => container.direction.startsWith('row');

/** The height of a border box. */
export function heightAt(layout: Layout, item: Box, area: ContainerArea, width: number): number {
  const { top, bottom } = item.style.margin;
  const whole = layout.heightOf(item, area.width, { width });
  return Math.max(0, whole - marginOf(top, area.width) - marginOf(bottom, area.width));
}

interface PlacedItem extends RowItem {
  /** Where its margin box ends, without page breaks. */
  readonly bottom: number;
}

interface ItemSource {
  readonly node: Node | undefined;
  readonly area: ContainerArea;
  /** Of an item that is as high as its line. */
  readonly lineHeight: number | undefined;
  /** What is added to its margin above, so that it stands on the baseline of its line. */
  readonly space: number;
}

/** `y` and the like: from the top of the container. */
export function placedItem(
  layout: Layout,
  container: Style,
  item: Box,
  { node, area, lineHeight, space }: ItemSource,
): PlacedItem {
  const computed = node?.getComputedLayout() ?? { top: 0, left: 0, width: 0, height: 0 };
  const { width } = computed;
  const { margin } = item.style;
  const above = marginOf(margin.top, area.width);
  const skips = skipsMargin(container, item);
  const top = computed.top + (skips && isRow(container) ? above + space : 0);
  const left = computed.left + (skips && !isRow(container) ? marginOf(margin.left, area.width) : 0);
  const outer = above + marginOf(margin.bottom, area.width);
  const natural = heightAt(layout, item, area, width);
  // Yoga stretches an image that declares a height, too.
  const isFixed = item.kind === 'image' && item.style.height !== undefined && isRow(container);
  const height = isFixed ? natural : lineHeight === undefined ? computed.height : lineHeight - outer;
  const isTaller = Math.abs(height - natural) > 0.01;
  const y = top - above;
  return {
    box: item,
    x: area.x + left - marginOf(margin.left, area.width),
    y,
    whole: area.width,
    size: { width, ...(isTaller && { height }) },
    natural: natural + outer,
    bottom: y + (isTaller ? height : natural) + outer,
  };
}

/**
 * Returns an image that `align-items: stretch` stretches to the width of its column container or to the declared height of its row
 * container; its other side follows in proportion. Undefined for another item.
 */
export function stretchedImage({ container }: Style, item: Box, area: ContainerArea): Box | undefined {
  const { style } = item;
  const { top, right, bottom, left } = style.margin;
  const align = style.item.alignSelf === 'auto' ? container.alignItems : style.item.alignSelf;
  if (item.kind !== 'image' || style.width !== undefined || align !== 'stretch') return undefined;
  if (!container.direction.startsWith('row')) return left === 'auto' || right === 'auto' ? undefined : item;
  if (
    style.height !== undefined ||
    area.height === undefined ||
    container.wrap !== 'nowrap' ||
    top === 'auto' ||
    bottom === 'auto'
  )
    return undefined;
  const height = Math.max(0, area.height - marginOf(top, area.width) - marginOf(bottom, area.width));
  return { ...item, style: { ...style, height, borderBox: true } };
}

/** Whether Yoga leaves out the margin before an item: where lines wrap, at the start of its line. */
function skipsMargin({ container }: Style, { style }: Box): boolean {
  const align = style.item.alignSelf === 'auto' ? container.alignItems : style.item.alignSelf;
  return container.wrap === 'wrap' && (align === 'start' || align === 'baseline');
}

/** Draws the items, and returns how much more height page breaks in them take. `height`: of the container. */
export function drawItems(
  layout: Layout,
  style: Style,
  items: readonly PlacedItem[],
  { area, height }: { readonly area: ContainerArea; readonly height: number },
): number {
  const isOne = isRow(style) && style.container.wrap === 'nowrap';
  const rows = (isOne ? [items] : rowsOf(items)).map((row) => {
    const top = isOne ? 0 : Math.min(...row.map(({ y }) => y));
    const bottom = isOne ? height : Math.max(...row.map((item) => item.bottom));
    const own = row.map((item) => ({ ...item, y: item.y - top }));
    return { items: own, top, height: bottom - top, movesItems: true };
  });
  const whole = keepMargins(layout, rows, { area, height });
  return layRows(
    layout,
    rows.map((row) => (row === whole ? { ...row, isWhole: true } : row)),
    area.y,
  );
}

/**
 * Moves a container to the next page if its page would end in the margin below an item, but in no item. As in browsers, all of its rows
 * on that page move. Returns the row with that item.
 */
function keepMargins<
  Row extends { readonly items: readonly PlacedItem[]; readonly top: number; readonly height: number },
>(
  { canvas, mayBreak }: Layout,
  rows: readonly Row[],
  { area, height }: { readonly area: ContainerArea; readonly height: number },
): Row | undefined {
  if (!mayBreak) return undefined;
  const pageEnd = new PageEnds(canvas, area.y).endOf(area.y);
  const isAbove = (bottom: number): boolean => area.y + bottom <= pageEnd + EPSILON;
  if (isAbove(height)) return undefined;
  const row = rows.find((one) => !isAbove(one.top + one.height));
  const below = ({ box, whole }: PlacedItem): number => marginOf(box.style.margin.bottom, whole);
  const hasContent = row?.items.every((one) => isAbove(row.top + one.y + one.natural - below(one)));
  const isInMargin = row?.items.some((one) => !isAbove(one.bottom) && isAbove(one.bottom - below(one)));
  if (!row || !hasContent || !isInMargin) return undefined;
  canvas.keep(area.y, area.y + row.top + row.height);
  return row;
}

/** Returns the items by the rows in which they are seen, from top to bottom. */
function rowsOf(items: readonly PlacedItem[]): PlacedItem[][] {
  const rows: { items: PlacedItem[]; bottom: number }[] = [];
  for (const item of items.toSorted((one, other) => one.y - other.y)) {
    const row = rows.at(-1);
    if (row && item.y < row.bottom - WIDTH_EPSILON) {
      row.items.push(item);
      row.bottom = Math.max(row.bottom, item.bottom);
    } else rows.push({ items: [item], bottom: item.bottom });
  }
  return rows.map((row) => row.items);
}
