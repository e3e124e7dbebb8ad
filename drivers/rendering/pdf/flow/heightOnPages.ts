import type { BlockBox, Box, Inline, Row } from '../boxes/boxes.ts';
import { type Canvas, EPSILON } from '../layout/canvas.ts';
import type { GivenSize } from '../layout/layout.ts';
import { endOnPages } from '../pages/laidPages.ts';
import { pageAt } from '../pages/pageAt.ts';
import { isContainer, isPositioned, type Style } from '../style/style.ts';
import { isTransformed } from '../style/transformStyle.ts';

interface HeightOwner {
  readonly canvas: Canvas;
  readonly mayBreak: boolean;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly fixed?: number | undefined;
}

/**
 * Whether no page ends in the content of a block. A declared height alone is no reason, also with `position: relative`: pages
 * continue what leaves the block.
 */
export function hasWholeContent(box: BlockBox, fixed: number | undefined, forced: GivenSize): boolean {
  const { style } = box;
  if (style.keepTogether || isTransformed(style.transform)) return true;
  if (fixed === undefined) return false;
  if (style.contains || forced.height !== undefined) return true;
  return isPositioned(style) && hasPlacedBoxes(box);
}

/** What is known of boxes that have been asked about. */
const known = new WeakMap<Box, boolean>();

/** Whether boxes in a box are positioned or transformed: where they are drawn depends on the whole of it. */
function hasPlacedBoxes(box: Box): boolean {
  let found = known.get(box);
  if (found === undefined) {
    found = partsOf(box).some((part) => isPlaced(part) || hasPlacedBoxes(part));
    known.set(box, found);
  }
  return found;
}

const isPlaced = ({ style }: Box): boolean => isPositioned(style) || isTransformed(style.transform);

function partsOf(box: Box): readonly Box[] {
  if (box.kind === 'image') return [];
  if (box.kind === 'block') return [...box.children, ...(box.inline ?? []).flatMap(boxesIn)];
  const rows: readonly Row[] = [...box.head, ...box.body, ...box.foot];
  const cells = rows.flatMap((row) => row.cells.map(({ content }) => content));
  return box.caption ? [box.caption, ...cells] : cells;
}

const boxesIn = (item: Inline): readonly Box[] => (item.kind === 'box' || item.kind === 'out' ? [item.box] : []);

interface BlockExtent {
  readonly top: number;
  readonly bottom: number;
  readonly forced: GivenSize;
  /** By how much boxes were higher before it was drawn. */
  readonly grown: number;
}

/**
 * Returns where a block ends whose content ends at `bottom` and whose height has bounds. As in browsers, what a page leaves
 * blank above its end, because nothing more has space on it, is part of this height.
 */
export function boundedEnd(
  { canvas, mayBreak }: HeightOwner,
  style: Style,
  { min, max, fixed }: Bounds,
  { top, bottom, forced, grown }: BlockExtent,
): number {
  const height = Math.max(min, Math.min(max, fixed ?? bottom - top));
  const end = top + height;
  // What is hidden needs no space on a page, and an item is as high as its row.
  const isWhole = style.keepTogether || style.contains || isTransformed(style.transform) || forced.height !== undefined;
  // The content of a container that would not reach its least height fills it.
  const isLeast = isContainer(style) && min > 0 && height < min + EPSILON;
  if (!mayBreak || isWhole || (fixed === undefined && !isLeast && Math.abs(end - bottom) < EPSILON)) return end;
  // The height of the block does not depend on that of its content.
  canvas.grown = grown;
  // Where the box begins on the page that is known, it mostly ends there.
  if (top >= (canvas.startedPage?.from ?? 0)) {
    const { from, room } = pageAt(canvas, top);
    if (end <= from + room + EPSILON) return end;
  }
  const onPages = endOnPages(canvas, top, height);
  canvas.grown += Math.max(0, onPages - end);
  return fixed === undefined && end > bottom ? Math.max(bottom, onPages) : onPages;
}
