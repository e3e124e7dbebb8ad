import type { Box } from '../boxes/boxes.ts';
import { noBaselines, withBaselines } from '../layout/alignment/ownBaselines.ts';
import { marginOf, paddingBox, relativeOffset, sideMargins } from '../layout/boxGeometry.ts';
import type { Area, CanvasPosition, Stretch } from '../layout/canvas.ts';
import type { Floats } from '../layout/floats.ts';
import type { BlockSides, GivenSize, Layout, PendingBox } from '../layout/layout.ts';
import type { Mark } from '../layout/mark.ts';
import { LaidPages } from '../pages/laidPages.ts';
import { nextOrder, reorder } from '../painting/paintLayers.ts';
import type { Alignment } from '../style/containerStyle.ts';
import { type Edges, isPositioned, type Style } from '../style/style.ts';
import { type Length, resolved } from '../style/values/lengths.ts';
import { clipContent } from '../transforms/clipping.ts';
import { layAtEndOfPage, layBoxOfPages, layPagedBox } from './pagedBoxes.ts';
import { layPagedFloat, reachPageOfFloat } from './pagedFloats.ts';

/** What boxes that are out of the flow need of it. */
interface OutOwner extends Layout {
  readonly floats: Floats;
  readonly pending: PendingBox[];
  readonly fixed: PendingBox[];
}

/** Places a float, or notes a positioned box. `y`: where it would stand. `whole`: the sides of its containing block. */
export function placeOutOfFlow(
  flow: OutOwner,
  box: Box,
  { x, y }: { readonly x: number; readonly y: number },
  whole: BlockSides,
): void {
  const { style } = box;
  const { canvas, floats } = flow;
  const { alignment, gridArea } = whole;
  const width = whole.right - whole.left;
  if (style.running !== undefined) canvas.marks.push(runningMark(box, style.running, y));
  else if (style.position === 'fixed') flow.fixed.push({ box, x, y, width, alignment, order: nextOrder() });
  else if (isPositioned(style)) flow.pending.push({ box, x, y, width, alignment, gridArea, order: nextOrder() });
  else if (style.float !== 'none') {
    const own = flow.fitWidth(box, width, width);
    const outer = own + sideMargins(style, width);
    const isPaged = flow.mayBreak;
    if (isPaged) reachPageOfFloat(flow, y);
    const below = style.clear === 'none' ? y : floats.bottom(style.clear, (page) => canvas.heightOf(page));
    const from = Math.max(y, below);
    if (isPaged) {
      layPagedFloat(flow, box, { from, width: own, outer, side: style.float, whole });
      return;
    }
    const place = floats.placeFor(from, outer, style.float, whole);
    const draw = (): number => flow.beside(() => flow.place(box, place.x, place.y, width, { width: own }));
    const bottom = withBaselines(canvas, place.y, draw, () => noBaselines);
    floats.add({ side: style.float, left: place.x, right: place.x + outer, top: place.y, bottom });
  }
}

/** Draws the positioned boxes of a block. `isWhole`: no page ends in it. Returns the right side of what is in the flow. */
export function placeWithin(flow: OutOwner, style: Style, area: Area, isWhole: boolean): number {
  const { canvas } = flow;
  const { right } = canvas;
  const before = canvas.position();
  const place = (): void => placePending(flow, flow.pending, paddingBox(style, area));
  if (isWhole) flow.beside(place);
  else place();
  if (style.contains) {
    clipContent(canvas, style, area, before);
    canvas.right = right;
  }
  return right;
}

/**
 * Draws positioned boxes.
 *
 * @param area  the padding box of their containing block, which `isPage` says is the page
 * @param pages of the canvas, from `area` on at the latest
 */
export function placePending(
  layout: Layout,
  boxes: readonly PendingBox[],
  area: Area & { readonly isPage?: boolean },
  pages = new LaidPages(layout.canvas, area.y),
): void {
  if (boxes.length === 0) return;
  const { canvas } = layout;
  const { whole } = layout;
  for (const one of boxes) {
    const first = canvas.marks.length;
    placeOne(layout, one, area, pages);
    reorder(canvas, first, one.order);
  }
  layout.whole = whole;
}

/** Returns `top`, `right` and the like in a containing block; undefined for `auto`. */
function offsetsIn({ inset }: Style, { width, height }: Area): Edges<number | undefined> {
  const offset = (length: Length | undefined, whole: number): number | undefined =>
    length === undefined ? undefined : resolved(length, whole);
  return {
    top: offset(inset.top, height),
    right: offset(inset.right, width),
    bottom: offset(inset.bottom, height),
    left: offset(inset.left, width),
  };
}

/** Returns the part of a containing block that a grid area is. */
function areaWithin({ x, y, width, height }: Area, sides: Edges<number | undefined>): Area {
  const [left, top] = [sides.left ?? x, sides.top ?? y];
  const [right, bottom] = [sides.right ?? x + width, sides.bottom ?? y + height];
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** Returns the share of the free space that is before a box that declares how it stands between its offsets. */
const shareOfSelf = (alignment: Alignment): number | undefined => sharesOfSelf[alignment];

const sharesOfSelf: Partial<Record<Alignment, number>> = { start: 0, center: 0.5, end: 1 };

/** Returns how far a box stands behind its `left`. `free`: the space that it leaves up to its `right`. */
function shiftAcross({ margin, item, rightToLeft }: Style, free: number): number {
  const [before, behind] = [margin.left === 'auto', margin.right === 'auto'];
  if (before || behind) {
    if (free < 0) return rightToLeft && behind ? free : 0;
    return before ? free / (behind ? 2 : 1) : 0;
  }
  const share = shareOfSelf(item.justifySelf) ?? 0;
  return Math.max(0, free) * (rightToLeft ? 1 - share : share);
}

/** Returns how far a box stands below its `top`. `room`: the space from there to its `bottom`. */
function shiftDown(
  layout: Layout,
  box: Box,
  { width }: Area,
  { forced, room }: { readonly forced: GivenSize; readonly room: number },
): number {
  const { margin, item } = box.style;
  const free = (): number => room - layout.heightOf(box, width, forced);
  const [above, below] = [margin.top === 'auto', margin.bottom === 'auto'];
  if (above) return free() / (below ? 2 : 1);
  const share = below ? 0 : (shareOfSelf(item.alignSelf) ?? 0);
  return share === 0 ? 0 : share * Math.max(0, free());
}

/** Whether the space that a box has decides its width. */
const isOpen = ({ kind, style }: Box): boolean => kind === 'block' && style.width === undefined && !style.fits;

/** Returns the stretch of a containing block that `top` is counted from. */
const stretchAround = (top: number | undefined, { y, height }: Area): Stretch | undefined =>
  top === undefined ? undefined : { from: y, to: y + height };

/** `pages`: of its containing block. */
function placeOne(
  layout: Layout,
  one: PendingBox,
  around: Area & { readonly isPage?: boolean },
  pages: LaidPages,
): void {
  const { box } = one;
  const { style } = box;
  const area = one.gridArea ? areaWithin(around, one.gridArea) : around;
  // The height of the containing block is known by now, also where it depends on its content.
  layout.whole = area.height;
  const { left, right, top, bottom } = offsetsIn(style, area);
  const margins = sideMargins(style, area.width);
  const room = Math.max(0, area.width - (left ?? 0) - (right ?? 0));
  const isBetween = left !== undefined && right !== undefined;
  const fills = isBetween && isOpen(box) && shareOfSelf(style.item.justifySelf) === undefined;
  const width = fills ? Math.max(0, room - margins) : layout.fitWidth(box, area.width, room);
  const forced: GivenSize = { width, ...heightBetween(box, top, bottom, area) };
  const standing = standingPlace(layout, one, area, forced);
  let at = left === undefined ? standing.x : area.x + left;
  if (isBetween) at += shiftAcross(style, room - width - margins);
  else if (right !== undefined) at = area.x + area.width - right - width - margins;
  let from = top === undefined ? standing.y : area.y + top;
  if (top !== undefined && bottom !== undefined)
    from += shiftDown(layout, box, area, { forced, room: area.height - top - bottom });
  const fromBottom = top === undefined && bottom !== undefined;
  if (layout.mayBreak && (around.isPage || !fromBottom)) {
    const place = { x: at, y: fromBottom ? area.height - bottom : from, whole: area.width, forced };
    if (fromBottom) layAtEndOfPage(layout, box, place, pages);
    else if (around.isPage && top !== undefined) layBoxOfPages(layout, box, place, pages);
    else layPagedBox(layout, box, { ...place, around: stretchAround(top, area) }, pages);
    return;
  }
  const before = layout.canvas.position();
  const draw = (): number => layout.beside(() => layout.place(box, at, from, area.width, forced));
  const end = withBaselines(layout.canvas, from, draw, () => noBaselines);
  if (fromBottom) layout.canvas.move(before, layout.canvas.position(), area.y + area.height - bottom - end);
}

/** Returns where the margin box of a positioned box would stand in the flow, or as its container aligns it. */
function standingPlace(
  layout: Layout,
  { box, x, y, width, alignment, gridArea }: PendingBox,
  area: Area,
  forced: GivenSize,
): { readonly x: number; readonly y: number } {
  if (!alignment) return { x, y };
  const around = gridArea ? area : { x, y, width, height: alignment.height };
  const outer = (forced.width ?? 0) + sideMargins(box.style, area.width);
  const { before, above } = alignment;
  const free = above === 0 ? 0 : around.height - layout.heightOf(box, area.width, forced);
  return { x: around.x + before * (around.width - outer), y: around.y + above * free };
}

/**
 * Moves what was added since a position as `position: relative` asks for. As in browsers, pages end where they would end without it.
 *
 * @param whole the size of the containing block
 */
export function shiftRelative(
  { canvas, mayBreak }: Pick<Layout, 'canvas' | 'mayBreak'>,
  style: Style,
  whole: { readonly width: number; readonly height: number },
  before: CanvasPosition,
): void {
  if (style.position !== 'relative') return;
  const { down, aside } = relativeOffset(style, whole.width, whole.height);
  canvas.move(before, canvas.position(), mayBreak ? 0 : down, aside);
  if (mayBreak && down !== 0) for (const mark of canvas.marks.slice(before[0])) mark.down = (mark.down ?? 0) + down;
  canvas.right += aside;
}

/** The height of a block between its top and its bottom. */
function heightBetween(box: Box, top: number | undefined, bottom: number | undefined, area: Area): GivenSize {
  const { style } = box;
  if (top === undefined || bottom === undefined || style.height !== undefined || box.kind !== 'block') return {};
  if (shareOfSelf(style.item.alignSelf) !== undefined) return {};
  const margins = marginOf(style.margin.top, area.width) + marginOf(style.margin.bottom, area.width);
  return { height: Math.max(0, area.height - top - bottom - margins) };
}

/** Returns the place of an element that runs in the margins of pages, where it is in the flow. */
function runningMark(box: Box, name: string, y: number): Mark {
  const style = { ...box.style, position: 'static' as const, running: undefined };
  return { kind: 'running', y, name, box: { ...box, style } };
}
