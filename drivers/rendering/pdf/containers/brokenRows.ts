import type { Box } from '../boxes/boxes.ts';
import { baselineIn } from '../layout/alignment/ownBaselines.ts';
import { marginOf } from '../layout/boxGeometry.ts';
import { type Canvas, EPSILON, type HeightOf } from '../layout/canvas.ts';
import { startsWithBreak, staysWithPrevious } from '../layout/declaredBreaks.ts';
import type { GivenSize, Layout } from '../layout/layout.ts';
import { isPiece } from '../layout/mark.ts';
import { PageEnds } from '../pages/pageEnds.ts';
import { cutParts, partHeights } from '../pages/paginate.ts';
import type { Alignment } from '../style/containerStyle.ts';

/** A box in a row of a container. */
export interface RowItem {
  readonly box: Box;
  readonly x: number;
  /** The top of its margin box, below that of the row. */
  readonly y: number;
  /** The width of its containing block. */
  readonly whole: number;
  readonly size: GivenSize;
  /** The height of its margin box before it is stretched. */
  readonly natural: number;
  /** Whether its baseline is that of its container. */
  readonly setsBaseline?: boolean;
}

/** The place of a row on a canvas. */
interface RowPlace {
  readonly top: number;
  /** Without page breaks. */
  readonly height: number;
  /** Whether an item that begins below the top of the row moves to the next page alone, as in flex containers. */
  readonly movesItems: boolean;
  /** Whether no page ends in its items. */
  readonly isWhole?: boolean;
}

/** Rows begin on the next page where this one has less space left; pt. */
const MIN_ROOM = 12;
/** What begins a page is at most this far below a declared break; pt. */
const PAGE_START = 1;

/** The items of a row, with its place below the top of its container. */
interface ItemRow extends RowPlace {
  readonly items: readonly RowItem[];
}

/**
 * Draws the rows of a container, and returns how much more height they take than without page breaks. A page ends between
 * rows where an item asks for that. `from`: the top of the container.
 */
export function layRows(layout: Layout, rows: readonly ItemRow[], from: number): number {
  let [grown, above] = [0, from];
  let endsPage = false;
  rows.forEach(({ items, top, height, ...row }, at) => {
    const y = from + top + grown;
    // As margins between blocks, the space between rows does not continue on the next page.
    if (at > 0 && y > above + EPSILON) layout.canvas.gaps.push({ from: above, to: y });
    if (endsPage || (items.some(({ box }) => startsWithBreak(box)) && (at > 0 || !beginsPage(layout.canvas, y))))
      layout.canvas.breaks.push(y);
    if (at > 0 && items.some(({ box }) => staysWithPrevious(box))) layout.canvas.staysWithPrevious();
    grown += layRow(layout, items, { ...row, top: y, height });
    above = from + top + height + grown;
    endsPage = items.some(({ box }) => box.style.breakAfter);
    if (endsPage && at === rows.length - 1) layout.canvas.breaks.push(above);
  });
  return grown;
}

/** Whether nothing is above a position on its page. */
const beginsPage = ({ breaks }: Canvas, y: number): boolean => y < (breaks.at(-1) ?? 0) + PAGE_START;

/**
 * Draws the items of a row, and returns how much more height it takes than without page breaks. Where a page ends within
 * a row, each item breaks by itself, as in browsers.
 */
function layRow(layout: Layout, items: readonly RowItem[], place: RowPlace): number {
  const { top, height } = place;
  const [only] = items;
  if (only && items.length === 1) {
    const before = layout.canvas.position();
    const end = placeItem(layout, only, top);
    // The row of a grid is on the next page with the space above its item.
    if (layout.mayBreak && !place.movesItems && topOf(only) > EPSILON) layout.canvas.keepStart(before, top);
    if (layout.mayBreak && endsOnPage(layout.canvas, end, top)) layout.canvas.lastRow = { from: top, to: top + height };
    return Math.max(0, end - top - height);
  }
  if (layout.mayBreak && !place.isWhole && !endsOnPage(layout.canvas, top + height, top)) {
    const grown = new BrokenRow(layout, items, place).draw(top);
    if (grown !== undefined) return grown;
  }
  layout.beside(() => {
    for (const item of items) placeItem(layout, item, top);
  });
  layout.canvas.lastRow = { from: top, to: top + height };
  return 0;
}

/** Draws an item of a row that begins at `top`, and returns where its margin box ends. */
export function placeItem(layout: Layout, { box, x, y, whole, size, setsBaseline }: RowItem, top: number): number {
  const { canvas } = layout;
  const first = canvas.marks.length;
  const end = layout.place(box, x, top + y, whole, size);
  if (setsBaseline)
    canvas.itemBaseline = baselineIn(canvas.marks, 'first', first) ?? end - marginOf(box.style.margin.bottom, whole);
  return end;
}

/** Returns the index of the item whose baseline is that of their container: the first one on a baseline, or else the first one. */
export const baselineItem = (aligns: readonly Alignment[]): number => Math.max(0, aligns.indexOf('baseline'));

export function endsOnPage(canvas: Canvas, bottom: number, top: number): boolean {
  return bottom <= new PageEnds(canvas, top).endOf(top) + EPSILON;
}

/** A laid out item, from the top of its row, or from that of the second page. */
interface LaidItem {
  readonly layout: Layout;
  readonly item: RowItem;
  /** The pages that it is on. */
  readonly heightOf: HeightOf;
  /** How many pages are before these. */
  readonly lead: 0 | 1;
  /** The bottom of its margin box. */
  readonly end: number;
}

class BrokenRow {
  readonly #layout: Layout;
  readonly #items: readonly RowItem[];
  readonly #height: number;
  readonly #movesItems: boolean;

  constructor(layout: Layout, items: readonly RowItem[], { height, movesItems }: RowPlace) {
    this.#layout = layout;
    this.#items = items;
    this.#height = height;
    this.#movesItems = movesItems;
  }

  /** Returns undefined where the row is to be drawn as a whole. */
  draw(top: number): number | undefined {
    const { canvas } = this.#layout;
    const room = this.#heights(top);
    const laid = room(0) < MIN_ROOM ? [] : this.#lay(room);
    // As in browsers, a row is whole where one of its items has no space for its first line, or is not to be broken.
    const isNext = laid.length === 0 || laid.some(hasNoRoom);
    if (!isNext) return this.#place(top, room, laid);
    if (this.#height <= canvas.pageHeight) {
      canvas.keep(top, top + this.#height);
      return undefined;
    }
    canvas.breakBefore(top);
    const next = this.#heights(top);
    return this.#place(top, next, this.#lay(next));
  }

  /** The heights of the pages from the row on. */
  #heights(top: number): HeightOf {
    return new PageEnds(this.#layout.canvas, top).heightsFrom(top);
  }

  #lay(heightOf: HeightOf): LaidItem[] {
    return this.#items.map((item) => {
      const laid = this.#layItem(item, heightOf, 0);
      const top = topOf(item);
      if (!this.#movesItems || top <= EPSILON || !hasNoRoom(laid)) return laid;
      const y = item.y - Math.min(top, heightOf(0));
      return this.#layItem({ ...item, y }, (part) => heightOf(part + 1), 1);
    });
  }

  #layItem(item: RowItem, heightOf: HeightOf, lead: 0 | 1): LaidItem {
    const layout = this.#layout.onPages(heightOf);
    const end = layout.place(item.box, item.x, item.y, item.whole, item.size);
    return { layout, item, end, heightOf, lead };
  }

  #place(top: number, heightOf: HeightOf, laid: readonly LaidItem[]): number {
    const { canvas } = this.#layout;
    const tops = [0];
    const startOf = (part: number): number => {
      for (let at = tops.length; at <= part; at++) tops.push((tops[at - 1] ?? 0) + heightOf(at - 1));
      return tops[part] ?? 0;
    };
    const ends = laid.map(({ layout, item, lead, ...own }) => {
      const heights = partHeights(layout.canvas, own.heightOf, item.y + item.natural);
      return startOf(lead + heights.length - 1) + (heights.at(-1) ?? 0);
    });
    const bottom = Math.max(this.#height, ...ends);
    laid.forEach(({ layout, item, end, lead, ...own }, at) => {
      const { box, whole, y, natural } = item;
      // Down to the bottom of the row, below the space that page breaks take.
      const longer = y + natural + bottom - (ends[at] ?? bottom) - end;
      const isStretched = lead === 0 && end > this.#height - EPSILON;
      if (isStretched) stretch(layout.canvas, end - marginOf(box.style.margin.bottom, whole), longer);
      cutParts(layout.canvas, own.heightOf, isStretched ? end + longer : end).forEach((marks, part) => {
        for (const mark of marks) {
          mark.y += top + startOf(lead + part);
          canvas.marks.push(mark);
        }
      });
      canvas.extend(layout.canvas.right);
      this.#layout.adopt(layout, top);
    });
    canvas.keep(top, top + Math.min(bottom, heightOf(0)));
    for (let part = 1; startOf(part) < bottom - EPSILON; part++) canvas.breaks.push(top + startOf(part));
    canvas.followed(top + Math.min(bottom, heightOf(0)));
    canvas.reached(top + bottom);
    canvas.grown += bottom - this.#height;
    return bottom - this.#height;
  }
}

/** Whether the first line of an item has no space on its page, or no part of one that is not to be broken. */
function hasNoRoom({ layout, item, end, heightOf }: LaidItem): boolean {
  if (end <= heightOf(0) + EPSILON) return false;
  const [first = 0] = partHeights(layout.canvas, heightOf, end);
  return first <= topOf(item) + EPSILON;
}

/** The top of the border box of an item, from that of its row. */
const topOf = ({ box, y, whole }: RowItem): number => y + marginOf(box.style.margin.top, whole);

/** Makes the boxes longer that end where the border box of their item ends. */
export function stretch(canvas: Canvas, end: number, by: number): void {
  for (const mark of canvas.marks) {
    if (!('height' in mark) || isPiece(mark) || mark.kind === 'link' || mark.kind === 'float') continue;
    if (mark.y + mark.height < end - EPSILON) continue;
    if (mark.height === 0) mark.y += by;
    else mark.height += by;
  }
}
