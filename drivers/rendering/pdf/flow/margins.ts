import type { BlockBox, Box } from '../boxes/boxes.ts';
import { type Insets, insetsOf } from '../layout/borders.ts';
import { adjoin, collapsed, type Margins, marginOf, marginTo, noMargins } from '../layout/boxGeometry.ts';
import type { Canvas, CanvasPosition } from '../layout/canvas.ts';
import { lastInFlow } from '../layout/declaredBreaks.ts';
import type { Ended, GivenSize, Layout } from '../layout/layout.ts';
import { isPiece, targetMarks } from '../layout/mark.ts';
import { keepEdges } from '../pages/boxEdges.ts';
import { isOutOfFlow, isOwnContext, type Style } from '../style/style.ts';

/** Whether margins of browsers count for nothing at the start, in a document without a DOCTYPE. */
const dropsQuirky = ({ isRoot, style }: BlockBox): boolean =>
  isRoot === true || style.dropsQuirky || style.display === 'table-cell';

/** Returns the margin above the first child of a block. */
export function firstMargin(box: BlockBox, width: number): number {
  const drops = dropsQuirky(box);
  let above = noMargins;
  const first = firstSeen(box, width, (empty) => {
    above = adjoin(...above, ...marginsThrough(empty, width, drops));
  });
  return collapsed(...above, ...(first ? topMargins(first, width, drops) : []));
}

/** Returns where a block ends whose margins are within it. */
export const endedAt = (y: number): Ended => ({ y, margin: noMargins });

/** Returns the margin below the last child of a block that contains it. `margin`: that of its children. */
function lastMargin(box: BlockBox, margin: number): number {
  if (box.style.display !== 'table-cell' || margin <= 0) return margin;
  let isQuirky = false;
  for (let one: Box | undefined = lastInFlow(box); one; one = one.kind === 'block' ? lastInFlow(one) : undefined) {
    isQuirky ||= one.style.quirkyBottom;
    if (!one.style.quirkyBottom && one.style.margin.bottom !== 0) return margin;
  }
  return isQuirky ? 0 : margin;
}

/** Returns where a box ends that contains the margin of its last child. `below`: where its floats end. */
export function bottomOf(
  canvas: Canvas,
  box: BlockBox,
  { y, end, below, margin }: Readonly<Record<'y' | 'end' | 'below' | 'margin', number>>,
): number {
  const to = end + lastMargin(box, margin);
  // That of a float at the end is known already, and nothing ends in a box without content.
  if (to > Math.max(y, below)) canvas.lastMargin = to > end ? { from: end, to } : undefined;
  return Math.max(y, to, below);
}

interface Closing {
  readonly top: number;
  /** Where its content begins. */
  readonly from: number;
  /** Its padding and border below. */
  readonly below: number;
  readonly height: { readonly min: number; readonly max: number; readonly fixed?: number | undefined };
  readonly isContext: boolean;
}

/** Returns where a block ends, and the margin of its last child that is not within it. */
export function closed({ y, margin }: Ended, { top, from, below, height, isContext }: Closing): Ended {
  const { min, max, fixed } = height;
  if (below > 0 || fixed !== undefined || isContext)
    return { y: Math.max(from, y + collapsed(...margin)) + below, margin: noMargins };
  // A bound that changes the height parts the margin from what is below, too.
  return { y, margin: min > y - top || max < y - top ? noMargins : margin };
}

interface LaidBlock {
  readonly top: number;
  /** Of the text of a heading that its row stretches. */
  readonly bottom: number;
  /** Where it would end without bounds of its height. */
  readonly natural: number;
  readonly insets: Insets;
  readonly height: Closing['height'];
  readonly forced: GivenSize;
  /** Where the last box begins that is below another and that the block is in. */
  readonly below: number;
}

/** Keeps a block on one page if its style declares that, and its edges with its content. */
export function keepBlock(canvas: Canvas, style: Style, before: CanvasPosition, block: LaidBlock): void {
  const { top, bottom, natural, insets, height, forced, below } = block;
  const isFixed = height.fixed !== undefined;
  const margin = marginTo(canvas, bottom);
  const isNoItem = forced.width === undefined || style.float !== 'none';
  // As in browsers, the margin that a box ends with needs no space, and does not continue on the next page.
  if (margin > 0 && insets.bottom === 0 && !isFixed && isNoItem && isOwnContext(style))
    canvas.gaps.push({ from: bottom - margin, to: bottom });
  const end = margin > 0 ? lastPiece(canvas, before, bottom - margin) : bottom;
  // As in browsers, the space that a least height adds needs no space on the page.
  const edge = forced.height === undefined ? Math.min(natural, bottom) : bottom;
  if (style.keepTogether) canvas.keepWhole(top, end, true, below);
  else if (insets.top + insets.bottom > 0 && !isFixed && !isOutOfFlow(style)) keepEdges(canvas, before, top, edge);
}

/** Returns where the lines and pictures end that were drawn since a position, at least `from`. */
function lastPiece({ marks }: Canvas, [since]: CanvasPosition, from: number): number {
  let end = from;
  for (let at = since; at < marks.length; at++) {
    const mark = marks[at];
    if (mark && isPiece(mark)) end = Math.max(end, mark.y + mark.height);
  }
  return end;
}

/**
 * Returns the margin above a box and those of first children that no padding or border separates from it. They make one margin
 * with that of the block above, of which only the largest of all of them and the most negative one count.
 *
 * @param drops whether those of browsers count for nothing
 */
export function topMargins(box: Box, width: number, drops = false): Margins {
  const above = ({ margin, quirkyTop }: Style): number => (drops && quirkyTop ? 0 : marginOf(margin.top, width));
  let tops = noMargins;
  const add = (...margins: readonly number[]): void => {
    tops = adjoin(...tops, ...margins);
  };
  add(above(box.style));
  const floats = new Set<Style['float']>();
  for (let one: Box | undefined = box; one?.kind === 'block'; ) {
    if (insetsOf(one.style, width).top > 0 || isOwnContext(one.style)) break;
    const around: BlockBox = one;
    one = firstSeen(around, width, (empty) => add(...marginsThrough(empty, width, drops)));
    if (!one) break;
    addFloatsAbove(around.children, one, floats);
    // As in browsers, that of what stands below the floats of a box counts for nothing.
    if (clearsOne(one.style, floats)) break;
    add(above(one.style));
  }
  return tops;
}

/** Adds the sides of the floats above the first child that is seen. */
function addFloatsAbove(children: readonly Box[], first: Box | undefined, sides: Set<Style['float']>): void {
  for (const child of children) {
    if (child === first) return;
    if (child.style.float !== 'none') sides.add(child.style.float);
    else if (child.kind === 'block' && !isOutOfFlow(child.style)) addFloatsAbove(child.children, undefined, sides);
  }
}

const clearsOne = ({ clear }: Style, floats: ReadonlySet<Style['float']>): boolean =>
  clear === 'both' ? floats.size > 0 : clear !== 'none' && floats.has(clear);

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

/**
 * Passes a block that is collapsed through, draws its floats and positioned boxes, and returns the margin below it.
 *
 * @param place `isFirst`: no block that is seen is above it; `lead`: the margin above the first one
 */
export function passThrough(
  layout: Layout,
  child: Box,
  place: Readonly<Record<'x' | 'at' | 'width' | 'lead', number>> & { pending: Margins; isFirst: boolean },
): Margins {
  const { x, at, pending, width, lead, isFirst } = place;
  if (child.kind === 'block' && holdsOutOfFlow(child)) {
    // It stands below its own margin, but not below that of the block after it.
    const tops = topMargins(child, width);
    const top = isFirst ? at - lead + Math.min(lead, collapsed(...tops)) : at + collapsed(...pending, ...tops);
    layout.block(child, x, top, width);
  } else if (child.kind === 'block') layout.canvas.marks.push(...targetMarks(at, child));
  // Without anything above, its margins are part of the one that is not drawn.
  return isFirst ? pending : adjoin(...pending, ...marginsThrough(child, width));
}

const holdsOutOfFlow = (box: BlockBox): boolean =>
  box.children.some((child) => isOutOfFlow(child.style) || (child.kind === 'block' && holdsOutOfFlow(child)));

/** Returns what counts of all margins of a block that is collapsed through. */
function marginsThrough(box: Box, width: number, drops = false): Margins {
  const { margin, quirkyTop, quirkyBottom } = box.style;
  // A margin above that counts for nothing takes the one below with it.
  const isDropped = drops && quirkyTop;
  const below = drops && quirkyBottom ? 0 : marginOf(margin.bottom, width);
  const own = isDropped ? noMargins : adjoin(marginOf(margin.top, width), below);
  if (box.kind !== 'block') return own;
  let margins = own;
  for (const child of box.children)
    if (!isOutOfFlow(child.style)) margins = adjoin(...margins, ...marginsThrough(child, width, drops));
  return margins;
}

/** Whether the margins above and below a block adjoin: nothing of it is seen. */
export const isCollapsedThrough = (box: Box, width: number): boolean =>
  box.style.clear === 'none' && isEmptyBlock(box, width);

/** Whether nothing of a block is seen, wherever it stands. */
export function isEmptyBlock(box: Box, width: number): boolean {
  if (box.kind !== 'block' || box.inline || box.marker !== undefined) return false;
  const { style } = box;
  const { top, bottom } = insetsOf(style, width);
  const isHigh = [style.height, style.minHeight, style.ratio].some((height) => height !== undefined && height !== 0);
  if (isHigh || top + bottom > 0 || isOwnContext(style) || style.breakBefore || style.breakAfter) return false;
  return box.children.every((child) => isOutOfFlow(child.style) || isCollapsedThrough(child, width));
}
