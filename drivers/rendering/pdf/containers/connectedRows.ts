import { marginOf } from '../layout/boxGeometry.ts';
import { EPSILON } from '../layout/canvas.ts';
import type { Layout } from '../layout/layout.ts';
import { endPages, PageEnds } from '../pages/pageEnds.ts';
import { cutParts, partHeights } from '../pages/paginate.ts';
import { endsOnPage, placeItem, type RowItem, stretch } from './brokenRows.ts';

/** The place of rows on a canvas. */
interface RowsPlace {
  readonly top: number;
  /** Without page breaks. */
  readonly height: number;
}

/** An item that may span rows of its container. */
export interface SpanningItem extends RowItem {
  /** The height of the rows that it is in. */
  readonly extent: number;
}

/**
 * Draws items that rows have in common because some span several, and returns how much more height they take than without
 * page breaks. Where a page ends within the rows, each item breaks by itself, as in browsers. `y` of an item is below the
 * top of the first row.
 */
export function layConnectedRows(layout: Layout, items: readonly SpanningItem[], { top, height }: RowsPlace): number {
  const { canvas } = layout;
  if (layout.mayBreak && !endsOnPage(canvas, top + height, top)) {
    const rows = new ConnectedRows(layout, { top, height }, items);
    if (!rows.isNext()) return rows.place();
    if (height > canvas.pageHeight) {
      canvas.breakBefore(top);
      return new ConnectedRows(layout, { top, height }, items).place();
    }
    canvas.keep(top, top + height);
  }
  layout.beside(() => {
    for (const item of items) placeItem(layout, item, top);
  });
  return 0;
}

/** An item of connected rows, from its own top. */
interface ConnectedItem {
  readonly layout: Layout;
  readonly item: SpanningItem;
  /** The bottom of its margin box. */
  readonly end: number;
  /** Where it begins. */
  readonly from: number;
  /** The height of its first part. */
  readonly first: number;
  /** Where its content ends. */
  readonly bottom: number;
  /** How much lower the rows below it begin than without page breaks. */
  readonly grown: number;
}

class ConnectedRows {
  readonly #layout: Layout;
  readonly #place: RowsPlace;
  readonly #pages: PageEnds;
  readonly #laid: readonly ConnectedItem[];

  constructor(layout: Layout, place: RowsPlace, items: readonly SpanningItem[]) {
    this.#layout = layout;
    this.#place = place;
    this.#pages = new PageEnds(layout.canvas, place.top);
    const laid = new Map<SpanningItem, ConnectedItem>();
    for (const item of items.toSorted((one, other) => one.y - other.y)) laid.set(item, this.#lay(item, laid.values()));
    this.#laid = items.flatMap((item) => laid.get(item) ?? []);
  }

  #lay(item: SpanningItem, others: Iterable<ConnectedItem>): ConnectedItem {
    let shift = 0;
    for (const { item: above, grown } of others)
      if (above.y + above.extent <= item.y + EPSILON) shift = Math.max(shift, grown);
    const pages = this.#pages;
    const from = this.#place.top + item.y + shift;
    const layout = this.#layout.onPages(pages.heightsFrom(from));
    const end = layout.place(item.box, item.x, 0, item.whole, item.size);
    const heights = partHeights(layout.canvas, pages.heightsFrom(from), item.natural);
    const bottom = pages.topOf(from, heights.length - 1) + (heights.at(-1) ?? 0);
    const grown = Math.max(shift, bottom - this.#place.top - item.y - item.extent);
    return { layout, item, end, from, first: heights[0] ?? 0, bottom, grown };
  }

  /** Whether the first row begins on the next page, because an item has no space for its first line. */
  isNext(): boolean {
    return this.#laid.some(({ item, first }) => item.y < EPSILON && first === 0);
  }

  place(): number {
    const { canvas } = this.#layout;
    const { top, height } = this.#place;
    const lowest = Math.max(top + height, ...this.#laid.map(({ grown }) => top + height + grown));
    for (const { layout, item, end, from, bottom } of this.#laid) {
      const { box, whole, y, natural, extent } = item;
      const isStretched = y + extent > height - EPSILON && end > extent - EPSILON;
      const longer = isStretched ? natural + lowest - bottom - end : 0;
      if (isStretched) stretch(layout.canvas, end - marginOf(box.style.margin.bottom, whole), longer);
      cutParts(layout.canvas, this.#pages.heightsFrom(from), end + longer).forEach((marks, part) => {
        for (const mark of marks) {
          mark.y += this.#pages.topOf(from, part);
          canvas.marks.push(mark);
        }
      });
      canvas.extend(layout.canvas.right);
      this.#layout.adopt(layout, from);
    }
    endPages(canvas, this.#pages, top, lowest);
    canvas.reached(lowest);
    canvas.grown += lowest - top - height;
    return lowest - top - height;
  }
}
