import type { BlockBox, Box } from '../boxes/boxes.ts';
import { insetsOf } from '../layout/borders.ts';
import { collapsed, marginOf } from '../layout/boxGeometry.ts';
import type { Canvas, CanvasPosition } from '../layout/canvas.ts';
import { isOutOfFlow, isOwnContext, type Style } from '../style/style.ts';

/** Returns the margin above the first child of a block. */
export function firstMargin(box: BlockBox, width: number): number {
  const first = firstInFlow(box);
  return first ? collapsed(0, topMargin(first, width)) : 0;
}

/** How far above a place something belongs to the page that ends there; pt. */
const ABOVE = 0.1;

/** Returns the margin between a block and the one above it, whose bottom margin is `pending`. A page may end in it. */
export function gapAbove(canvas: Canvas, child: Box, at: number, pending: number, width: number): number {
  const top = topMargin(child, width);
  if (child.style.breakBefore) return Math.max(0, pending) + top;
  const gap = collapsed(pending, top);
  if (gap > 0) canvas.gaps.push({ from: at, to: at + gap });
  return gap;
}

/** Keeps a block on a page where it asks for that, and its edges with what is in it. `hasEdges`: padding or borders. */
export function keepBlock(
  canvas: Canvas,
  style: Style,
  before: CanvasPosition,
  { top, bottom, hasEdges }: { readonly top: number; readonly bottom: number; readonly hasEdges: boolean },
): void {
  if (style.keepTogether) canvas.keep(top, bottom);
  else if (hasEdges && !isOutOfFlow(style)) canvas.keepEdges(before, top, bottom);
}

/** Returns how far below a block a box stands that is out of the flow. */
export function offsetOut(style: Style, pending: number, above: Box | undefined): number {
  if (!above) return 0;
  if (style.running === undefined) return Math.max(0, pending);
  // An element that runs in the margins is on the page of what precedes it.
  return above.style.breakAfter ? 0 : -ABOVE;
}

/** Returns the margin above a box, collapsed with those of first children that no padding or border separates from it. */
function topMargin(box: Box, width: number): number {
  let margin = marginOf(box.style.margin.top, width);
  for (let one: Box | undefined = box; one?.kind === 'block'; ) {
    if (insetsOf(one.style, width).top > 0 || isOwnContext(one.style)) break;
    one = firstInFlow(one);
    if (one) margin = collapsed(margin, marginOf(one.style.margin.top, width));
  }
  return margin;
}

/** Whether the margins above and below a block adjoin: nothing of it is seen. */
export function isCollapsedThrough(box: Box, width: number): boolean {
  if (box.kind !== 'block' || box.inline || box.marker !== undefined) return false;
  const { style } = box;
  const { top, bottom } = insetsOf(style, width);
  const isHigh = [style.height, style.minHeight].some((height) => height !== undefined && height !== 0);
  if (isHigh || top + bottom > 0 || isOwnContext(style) || style.clear !== 'none' || style.breakBefore) return false;
  return !style.breakAfter && box.children.length === 0;
}

function firstInFlow(box: BlockBox): Box | undefined {
  return box.inline ? undefined : box.children.find(({ style }) => !isOutOfFlow(style));
}
