import type { BlockBox, Box } from '../boxes/boxes.ts';
import { insetsOf } from '../layout/borders.ts';
import { collapsed, marginOf } from '../layout/boxGeometry.ts';
import type { Canvas, CanvasPosition } from '../layout/canvas.ts';
import { endsInBreak, lastInFlow, startsWithBreak, staysWithPrevious } from '../layout/declaredBreaks.ts';
import { isOutOfFlow, isOwnContext, type Style } from '../style/style.ts';

/** Whether margins of browsers count for nothing at the start, in a document without a DOCTYPE. */
const dropsQuirky = (box: BlockBox): boolean => box.isRoot === true || box.style.display === 'table-cell';

/** Returns the margin above the first child of a block. */
export function firstMargin(box: BlockBox, width: number): number {
  const drops = dropsQuirky(box);
  let margin = 0;
  const first = firstSeen(box, width, (empty) => {
    margin = collapsed(margin, marginsThrough(empty, width, drops));
  });
  return first ? collapsed(margin, topMargin(first, width, drops)) : margin;
}

/** Returns the margin below the last child of a block that contains it. `margin`: that of its children. */
export function lastMargin(box: BlockBox, margin: number): number {
  if (box.style.display !== 'table-cell' || margin <= 0) return margin;
  for (let one: Box | undefined = lastInFlow(box); one; one = one.kind === 'block' ? lastInFlow(one) : undefined)
    if (!one.style.quirkyBottom && one.style.margin.bottom !== 0) return margin;
  return 0;
}

/** How far above a place something belongs to the page that ends there; pt. */
const ABOVE = 0.1;

/**
 * Returns the margin between a block and the one above it, whose bottom margin is `pending`. A page may end in it, or ends
 * above it where the block asks for that.
 */
export function gapAbove(
  canvas: Canvas,
  child: Box,
  { above, at, pending, width }: { above: Box; at: number; pending: number; width: number },
): number {
  const top = topMargin(child, width);
  // The margin above a declared break is not drawn below it, and the one below it remains.
  if (endsInBreak(above)) return top;
  if (startsWithBreak(child)) {
    canvas.breaks.push(at + Math.max(0, pending));
    return Math.max(0, pending) + top;
  }
  if (staysWithPrevious(child)) canvas.staysWithPrevious();
  const gap = collapsed(pending, top);
  canvas.boxFrom = at + gap;
  if (gap > 0) canvas.gaps.push({ from: at, to: at + gap });
  return gap;
}

/**
 * Keeps a block on a page where it asks for that, and its edges with what is in it. `bottom`: of the text of a heading that
 * its row stretches; `hasEdges`: padding or borders.
 */
export function keepBlock(
  canvas: Canvas,
  style: Style,
  before: CanvasPosition,
  { top, bottom, hasEdges }: { readonly top: number; readonly bottom: number; readonly hasEdges: boolean },
): void {
  if (style.keepTogether) canvas.keepWhole(top, bottom);
  else if (hasEdges && !isOutOfFlow(style)) canvas.keepEdges(before, top, bottom);
}

/** Returns how far below a block a box stands that is out of the flow. */
export function offsetOut(style: Style, pending: number, above: Box | undefined): number {
  if (!above) return 0;
  if (style.running === undefined) return Math.max(0, pending);
  // An element that runs in the margins is on the page of what precedes it.
  return above.style.breakAfter ? 0 : -ABOVE;
}

/**
 * Returns the margin above a box, collapsed with those of first children that no padding or border separates from it.
 *
 * @param drops whether those of browsers count for nothing
 */
function topMargin(box: Box, width: number, drops = false): number {
  const above = ({ margin, quirkyTop }: Style): number => (drops && quirkyTop ? 0 : marginOf(margin.top, width));
  let margin = above(box.style);
  for (let one: Box | undefined = box; one?.kind === 'block'; ) {
    if (insetsOf(one.style, width).top > 0 || isOwnContext(one.style)) break;
    one = firstSeen(one, width, (empty) => {
      margin = collapsed(margin, marginsThrough(empty, width, drops));
    });
    if (one) margin = collapsed(margin, above(one.style));
  }
  return margin;
}

/** Returns the first child in the flow that is not collapsed through, after telling about those before it. */
function firstSeen(box: BlockBox, width: number, pass: (empty: Box) => void): Box | undefined {
  if (box.inline) return undefined;
  for (const child of box.children) {
    if (isOutOfFlow(child.style)) continue;
    if (!isCollapsedThrough(child, width)) return child;
    pass(child);
  }
  return undefined;
}

/** Passes a block that is collapsed through, and returns the margin below it. `isFirst`: no block that is seen is above it. */
export function passThrough(
  canvas: Canvas,
  child: Box,
  place: { readonly at: number; readonly pending: number; readonly width: number; readonly isFirst: boolean },
): number {
  const { at, pending, width, isFirst } = place;
  if (child.kind === 'block' && child.anchor) canvas.marks.push({ kind: 'anchor', y: at, id: child.anchor });
  // Without anything above, its margins are part of the one that is not drawn.
  return isFirst ? pending : collapsed(pending, marginsThrough(child, width));
}

/** Returns the margin that all margins of a block make that is collapsed through. */
function marginsThrough(box: Box, width: number, drops = false): number {
  const { margin, quirkyTop, quirkyBottom } = box.style;
  const above = drops && quirkyTop ? 0 : marginOf(margin.top, width);
  const own = collapsed(above, drops && quirkyBottom ? 0 : marginOf(margin.bottom, width));
  if (box.kind !== 'block') return own;
  return box.children.reduce((sum, child) => collapsed(sum, marginsThrough(child, width, drops)), own);
}

/** Whether the margins above and below a block adjoin: nothing of it is seen. */
export function isCollapsedThrough(box: Box, width: number): boolean {
  if (box.kind !== 'block' || box.inline || box.marker !== undefined) return false;
  const { style } = box;
  const { top, bottom } = insetsOf(style, width);
  const isHigh = [style.height, style.minHeight, style.ratio].some((height) => height !== undefined && height !== 0);
  if (isHigh || top + bottom > 0 || isOwnContext(style) || style.clear !== 'none' || style.breakBefore) return false;
  return !style.breakAfter && box.children.every((child) => isCollapsedThrough(child, width));
}
