import { EPSILON, type HeightOf, WIDTH_EPSILON } from './canvas.ts';
import type { Mark } from './mark.ts';

/** The margin box of a float, or a part of one that pages cut. */
interface Placed {
  readonly side: 'left' | 'right';
  readonly left: number;
  readonly right: number;
  readonly top: number;
  bottom: number;
  /** What is drawn of it, whose `y` follows where its page begins. */
  readonly mark?: FloatMark;
  /** Where a float would stand that begins on a later page because it does not fit. */
  readonly anchor?: number;
}

export type FloatMark = Extract<Mark, { kind: 'float' }>;

/** What stands at the end of a page and not at the start of the next one stands so far above; pt. */
export const ABOVE = 0.1;

/** Fixes a float to the page on which it was drawn, where the flow begins the next page above the place of the float. */
function fixToPage(mark: FloatMark, start: number): void {
  const by = mark.y - (start - ABOVE);
  if (by <= 0) return;
  mark.y -= by;
  for (const one of mark.marks) one.y += by;
}

/** The space between floats. */
export interface Room {
  readonly left: number;
  readonly right: number;
}

/** The page that floats are placed on. */
export interface FloatPage {
  readonly from: number;
  readonly end: number;
  /** Counted from 0. */
  readonly page: number;
}

/** Above this number, floats that end far above are forgotten. */
const MANY = 200;

/** The floats of one block formatting context. */
export class Floats {
  /** The page of the last place that was asked for, where pages may end beside the floats. */
  page: FloatPage | undefined;
  /** Where the margins of blocks count for nothing, because only an empty block is above them on their page. */
  dropsMarginsAt: number | undefined;
  private placed: Placed[] = [];
  /** Those on the pages after it, positioned from the top of each. */
  private ahead: Floats[] = [];
  /** How many pages after it the last float begins: no float is above an earlier one. */
  private lastStart = 0;
  /** No float is above an earlier one. */
  private top = Number.NEGATIVE_INFINITY;
  private lowest = Number.NEGATIVE_INFINITY;
  /** Where the pages after one begin at the latest. */
  private starts: { readonly of: FloatPage | undefined; readonly list: number[] } = { of: undefined, list: [] };

  isEmpty(): boolean {
    return this.placed.length === 0 && this.ahead.length === 0;
  }

  /** Whether a float is beside or below a position. */
  reaches(y: number): boolean {
    return this.lowest > y + EPSILON || this.ahead.length > 0;
  }

  /** Where the lowest float ends; -Infinity without one. `heightOf`: of the pages. */
  bottom(side: 'left' | 'right' | 'both' = 'both', heightOf: HeightOf = () => 0): number {
    for (let index = this.ahead.length - 1; index >= 0; index--) {
      const bottom = this.ahead[index]?.bottom(side) ?? -Infinity;
      if (Number.isFinite(bottom)) return this.startOf(index + 1, heightOf) + bottom;
    }
    if (side === 'both') return this.lowest;
    return this.placed.reduce((bottom, one) => (one.side === side ? Math.max(bottom, one.bottom) : bottom), -Infinity);
  }

  /** The space that a line of this height has at `y`. */
  room(y: number, height: number, whole: Room): Room {
    let { left, right } = whole;
    for (const one of this.placed) {
      if (one.top >= y + Math.max(height, EPSILON) || one.bottom <= y + EPSILON) continue;
      if (one.side === 'left') left = Math.max(left, one.right);
      else right = Math.min(right, one.left);
    }
    return { left, right };
  }

  /** Where the first float below `y` ends; undefined without one. */
  nextBottom(y: number): number | undefined {
    let next = Number.POSITIVE_INFINITY;
    for (const { bottom } of this.placed) if (bottom > y + EPSILON && bottom < next) next = bottom;
    return Number.isFinite(next) ? next : undefined;
  }

  /** Whether floats are on the page after that of `page`. */
  continues(): boolean {
    return this.ahead.length > 0;
  }

  /** Whether a float of the next page is between two sides. */
  continuesBetween({ left, right }: Room): boolean {
    const next = this.ahead[0]?.placed ?? [];
    return next.some((one) => one.left < right - WIDTH_EPSILON && one.right > left + WIDTH_EPSILON);
  }

  /** Finds the highest place, from `y` down, for a box of this width. */
  find(y: number, width: number, height: number, whole: Room): { readonly y: number; readonly room: Room } {
    let at = y;
    for (;;) {
      const room = this.room(at, height, whole);
      const next = width > room.right - room.left + WIDTH_EPSILON ? this.nextBottom(at) : undefined;
      if (next === undefined) return { y: at, room };
      at = next;
    }
  }

  /** Finds the place of a float. `y`: where it would stand. */
  placeFor(y: number, width: number, side: 'left' | 'right', whole: Room): { readonly x: number; readonly y: number } {
    const found = this.find(Math.max(y, this.top), width, 0, whole);
    return { x: side === 'left' ? found.room.left : found.room.right - width, y: found.y };
  }

  add(placed: Placed): void {
    this.top = Math.max(this.top, placed.top);
    this.lowest = Math.max(this.lowest, placed.bottom);
    if (this.placed.length > MANY) this.placed = this.placed.filter(({ bottom }) => bottom > placed.top);
    this.placed.push(placed);
  }

  /** Returns the first page that a float may begin on, counted from that of `page`. */
  firstStart(): number {
    return this.lastStart;
  }

  /** Returns the floats of a page, counted from that of `page`. */
  onPage(index: number): Floats {
    if (index === 0) return this;
    while (this.ahead.length < index) this.ahead.push(new Floats());
    return this.ahead[index - 1] ?? this;
  }

  /** Notes on which page a float begins, counted from that of `page`. */
  startsOn(index: number): void {
    this.lastStart = index;
  }

  /** Returns where a page begins at the latest, counted from that of `page`. */
  startOf(index: number, heightOf: HeightOf): number {
    const { page = { from: 0, end: 0, page: 0 } } = this;
    if (this.starts.of !== page) this.starts = { of: page, list: [page.end] };
    const { list } = this.starts;
    for (let at = list.length; at < index; at++) list.push((list[at - 1] ?? 0) + heightOf(page.page + at));
    return list[index - 1] ?? page.end;
  }

  /** Begins the next page, on which floats go on that the last one ended in. */
  startPage(page: FloatPage, heightOf: HeightOf): void {
    const known = this.page;
    const isAsFar = known && page.from === known.end && page.end === this.startOf(2, heightOf);
    this.page = page;
    // Another place of the same page moves no float to it.
    if (!known || page.page > known.page) this.continueOn(page);
    if (isAsFar) return;
    this.ahead.forEach(({ placed }, index) => {
      for (const { mark, top } of placed) if (mark) mark.y = this.startOf(index + 1, heightOf) + top;
    });
  }

  private continueOn({ from }: FloatPage): void {
    this.lastStart = Math.max(0, this.lastStart - 1);
    // What is below the start of the page is on it, and not beside what is on the last one.
    for (const one of this.placed) {
      if (one.bottom > from) one.bottom = from;
      if (one.mark) fixToPage(one.mark, from);
    }
    this.lowest = Math.min(this.lowest, from);
    for (const { anchor = 0, mark, ...one } of this.ahead.shift()?.placed ?? []) {
      // A float whose place has come to be on this page stands there.
      const by = Math.max(from, anchor - one.top);
      if (mark) mark.y = by + one.top;
      this.add({ ...one, top: by + one.top, bottom: by + one.bottom });
    }
  }

  /** Returns a function that restores what is noted now. */
  snapshot(): () => void {
    const { page, lastStart, top, lowest } = this;
    const placed = this.placed.map((one) => ({ ...one }));
    const ahead = [...this.ahead];
    const restores = ahead.map((one) => one.snapshot());
    return () => {
      for (const restore of restores) restore();
      Object.assign(this, {
        page,
        lastStart,
        top,
        lowest,
        placed: placed.map((one) => ({ ...one })),
        ahead: [...ahead],
      });
    };
  }
}
