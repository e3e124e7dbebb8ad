import type { Box } from '../boxes/boxes.ts';
import { insetsOf } from '../layout/borders.ts';
import { gapBelow, type Margins, marginOf, marginTo } from '../layout/boxGeometry.ts';
import { type Area, type Canvas, EPSILON, type HeightOf } from '../layout/canvas.ts';
import { ABOVE, type FloatMark, type FloatPage, type Floats, type Room } from '../layout/floats.ts';
import type { Layout } from '../layout/layout.ts';
import type { Mark } from '../layout/mark.ts';
import { keepEdges } from '../pages/boxEdges.ts';
import { pageAt } from '../pages/pageAt.ts';
import { cutParts, partHeights } from '../pages/paginate.ts';
import { isOwnContext, type Style } from '../style/style.ts';
import { isEmptyBlock } from './margins.ts';

type Place = Omit<Area, 'height'>;

interface FloatOwner {
  readonly canvas: Canvas;
  readonly floats: Floats;
  /** Whether pages may end within what is being drawn. */
  readonly mayBreak: boolean;
}

/** Returns the page that a position is on. The floats of earlier pages go on on it. */
export function reachPage(owner: FloatOwner, y: number): FloatPage {
  const { canvas, floats } = owner;
  const heightOf: HeightOf = (page) => canvas.heightOf(page);
  const known = floats.page;
  const last = canvas.breaks.at(-1) ?? 0;
  const isBroken = known && last > known.from + EPSILON && last <= y + EPSILON;
  if (known && y < known.end - EPSILON && !isBroken) return known;
  const { from, page, room } = pageAt(canvas, y);
  const found = { from, end: from + room, page };
  for (let at = floats.page; at && at.page < page - 1; at = floats.page)
    floats.startPage({ from: at.end, end: at.end + heightOf(at.page + 1), page: at.page + 1 }, heightOf);
  // Where nothing but a margin is below the last line of a page, the position still counts as on that page.
  if (floats.page && page <= floats.page.page && floats.continues() && y > found.end - EPSILON)
    return breakAt(owner, y);
  if (known) floats.startPage(found, heightOf);
  else floats.page = found;
  return found;
}

/** Continues floats on the page that a float is on. One below a margin that a page ends in begins the next page. */
export function reachPageOfFloat(owner: FloatOwner, y: number): void {
  if (y > reachPage(owner, y).end + EPSILON) breakAt(owner, y);
}

/** Begins the next page at a position, with the floats that continue on it. */
function breakAt({ canvas, floats }: FloatOwner, y: number): FloatPage {
  const page = (floats.page?.page ?? 0) + 1;
  const started = { from: y, end: y + canvas.heightOf(page), page };
  canvas.breaks.push(y);
  canvas.leaveHeading();
  floats.startPage(started, (index) => canvas.heightOf(index));
  return started;
}

/**
 * Continues floats on the page that a box is on. One that is not to be broken begins the next page if it does not fit, and so
 * does one that would come to be over the floats of that page.
 */
function reachPageFor(flow: Layout & FloatOwner, box: Box, { x, y, width }: Place): void {
  const { canvas, floats } = flow;
  const { from, end, page } = reachPage(flow, y);
  const { style } = box;
  const isWhole = style.keepTogether || box.kind === 'image';
  const isOver = floats.continues() && (isWhole || box.kind === 'table' || isOwnContext(style));
  if (!isOver && (!isWhole || !floats.reaches(y) || y <= from + EPSILON)) return;
  const margins = marginOf(style.margin.top, width) + marginOf(style.margin.bottom, width);
  const height = flow.heightOf(box, width, {}) - margins;
  if (isOver) {
    const { y: top, room } = floats.find(y, 1, 1, { left: x, right: x + width });
    const isOutside = top > from + EPSILON && top + height > end + EPSILON;
    if (isOutside && (isWhole || floats.continuesBetween(room))) breakAt(flow, top);
    return;
  }
  const next = canvas.heightOf(page + 1);
  if (y + height <= end + EPSILON || height > next) return;
  const start = canvas.pageStart(y);
  floats.startPage({ from: start, end: start + next, page: page + 1 }, (index) => canvas.heightOf(index));
}

/** Returns where a block begins that may continue floats on the page that it is on, and may be below floats. */
export function clearedTop(flow: Layout & FloatOwner, box: Box, place: Place): number {
  const { floats } = flow;
  const page = floats.page?.page;
  if (floats.page) reachPageFor(flow, box, place);
  const { clear } = box.style;
  if (clear === 'none') return place.y;
  const y = Math.max(place.y, belowFloats(flow, place.y, clear));
  // As in browsers, the margins at the start of a page are dropped, also below an empty block that floats take to the page.
  if (floats.page?.page !== page && isEmptyBlock(box, place.width)) floats.dropsMarginsAt = y;
  return y;
}

/** Returns where the floats of a side end. Pages end beside them, where they reach further pages. `y`: the place below all else. */
export function belowFloats(owner: FloatOwner, y: number, side: 'left' | 'right' | 'both'): number {
  const { canvas, floats } = owner;
  if (!floats.page) return floats.bottom(side);
  reachPage(owner, y);
  const heightOf: HeightOf = (page) => canvas.heightOf(page);
  const bottom = floats.bottom(side, heightOf);
  if (!owner.mayBreak) return bottom;
  for (let index = 1, end = floats.page.end; end < bottom - EPSILON; end = floats.startOf(++index, heightOf))
    if (end > y - EPSILON) canvas.breaks.push(end);
  if (bottom > y) reachPage(owner, bottom);
  return bottom;
}

/**
 * Returns where a box stands that is out of the flow and below a block, whose bottom margin is `pending`. A page that ends in
 * this margin ends above a float.
 */
export function topBelow(
  owner: FloatOwner,
  style: Style,
  { at, pending, above }: { readonly at: number; readonly pending: Margins; readonly above: Box },
): number {
  // An element that runs in the margins is on the page of what precedes it.
  if (style.running !== undefined) return above.style.breakAfter ? at : at - ABOVE;
  const top = at + gapBelow(pending);
  if (style.float === 'none' || !owner.mayBreak || top < at + EPSILON) return top;
  return Math.max(at, Math.min(top, reachPage(owner, at - ABOVE).end));
}

interface FloatPlace {
  /** Where the float would stand. */
  readonly from: number;
  /** Of its border box and its margin box. */
  readonly width: number;
  readonly outer: number;
  readonly side: 'left' | 'right';
  /** The sides of its containing block. */
  readonly whole: Room;
}

/**
 * Draws a float where pages may end. One that does not fit is on the next page, and what follows it begins on this one. One
 * that pages may end in is cut by itself, as in browsers.
 */
export function layPagedFloat(flow: Layout & FloatOwner, box: Box, place: FloatPlace): void {
  const { canvas, floats } = flow;
  const { from, outer, side, whole } = place;
  const page = floats.page ?? reachPage(flow, from);
  const heightOf: HeightOf = (number) => canvas.heightOf(number);
  let index = floats.firstStart();
  // It is below floats that end on a later page.
  while (from >= floats.startOf(index + 1, heightOf) - EPSILON) index++;
  for (; ; index++) {
    const isHere = index === 0;
    const start = isHere ? 0 : floats.startOf(index, heightOf);
    const end = isHere ? page.end : heightOf(page.page + index);
    const least = isHere ? from : Math.max(0, from - start);
    const { x, y } = floats.onPage(index).placeFor(least, outer, side, whole);
    if (y >= end - EPSILON) continue;
    const heights: HeightOf = (part) => (part === 0 ? end - y : heightOf(page.page + index + part));
    const cut = cutFloat(flow, box, place, { x, heights });
    const isAtTop = y <= (isHere ? page.from : 0) + EPSILON;
    if (cut.isNext && !(isAtTop && cut.staysAtTop)) continue;
    const isBelow = isHere && y > page.from + 2 * ABOVE;
    if (isBelow) for (const mark of cut.parts[0]?.marks ?? []) mark.y += ABOVE;
    cut.parts.forEach(({ height, bottom, marks }, part) => {
      const on = floats.onPage(index + part);
      const top = part === 0 ? y : 0;
      // On each page, it is as far at its side as it has space.
      const left = part === 0 ? x : on.placeFor(0, outer, side, whole).x;
      const pageStart = index + part === 0 ? 0 : floats.startOf(index + part, heightOf);
      const mark: FloatMark = { kind: 'float', x: left - x, y: pageStart + top, height, marks };
      if (part === 0 && isBelow) mark.y -= ABOVE;
      canvas.marks.push(mark);
      const anchor = part === 0 && !isHere ? { anchor: from } : {};
      // As in browsers, text and floats on the later pages of an image do not know of it.
      const isOver = part > 0 && box.kind === 'image';
      const reach = { top, bottom: isOver ? Number.NEGATIVE_INFINITY : top + bottom };
      on.add({ side, left, right: left + outer, ...reach, mark, ...anchor });
    });
    floats.startsOn(index);
    canvas.extend(cut.layout.canvas.right);
    canvas.reached(start + y + cut.bottom);
    flow.adopt(cut.layout, start + y);
    return;
  }
}

/** A part of a float, from the top of the part. */
interface FloatPart {
  readonly marks: readonly Mark[];
  readonly height: number;
  /** Where its margin box ends on its page. */
  readonly bottom: number;
}

interface CutFloat {
  readonly layout: Layout;
  readonly parts: readonly FloatPart[];
  /** Of the margin box, as if no page ended in it. */
  readonly bottom: number;
  /** Whether it has no space for its first line, so that it is on the next page. */
  readonly isNext: boolean;
  /** Whether it stays at the top of its page nevertheless. */
  readonly staysAtTop: boolean;
}

/** Draws a float, and cuts it where pages of these heights end. */
function cutFloat(
  flow: Layout,
  box: Box,
  { width, whole }: FloatPlace,
  { x, heights }: { readonly x: number; readonly heights: HeightOf },
): CutFloat {
  const layout = flow.onPages(heights);
  const around = whole.right - whole.left;
  const bottom = layout.place(box, x, 0, around, { width });
  const margin = marginOf(box.style.margin.bottom, around);
  const border = bottom - margin;
  const unneeded = marginTo(layout.canvas, border);
  const isBroken = layout.canvas.breaks.some((at) => at > EPSILON && at < border - EPSILON);
  if (!isBroken && border - unneeded <= heights(0) + EPSILON) {
    const height = Math.min(border, heights(0));
    const part = { marks: layout.canvas.marks, height, bottom: Math.min(bottom, heights(0)) };
    // As in browsers, the margin of a float that is whole needs space too.
    return { layout, parts: [part], bottom, isNext: bottom - unneeded > heights(0) + EPSILON, staysAtTop: true };
  }
  keepEdgesOf(layout.canvas, box, around, border);
  const sizes = partHeights(layout.canvas, heights, border);
  const marks = cutParts(layout.canvas, heights, border);
  const isNext = sizes[0] === 0 || box.kind === 'image';
  const parts = sizes.map((height, part): FloatPart => {
    const isLast = part === sizes.length - 1;
    const end = isLast ? Math.min(heights(part), height + margin) : heights(part);
    return { marks: marks[part] ?? [], height, bottom: end };
  });
  // What is cut may be in a float that begins in the middle of a page: the next page has more space.
  const staysAtTop = heights(0) > heights(1) - EPSILON;
  return { layout, parts: sizes[0] === 0 ? parts.slice(1) : parts, bottom, isNext, staysAtTop };
}

/** Keeps the edges of a float with its first and its last line. */
function keepEdgesOf(canvas: Canvas, { kind, style }: Box, around: number, bottom: number): void {
  const { top, bottom: below } = insetsOf(style, around);
  if (kind === 'block' && style.height === undefined && top + below > 0)
    keepEdges(canvas, [0, 0, 0, 0, 0, 0], marginOf(style.margin.top, around), bottom);
}
