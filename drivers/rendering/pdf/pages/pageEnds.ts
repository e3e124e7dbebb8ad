import { type Canvas, EPSILON, type HeightOf } from '../layout/canvas.ts';
import { pageAt } from './pageAt.ts';

/** What a page has at least below the heads that are repeated; pt. */
const MIN_ROOM = 12;

/** Where the pages end that rows of a table continue on, below the heads that are repeated. */
export class PageEnds {
  readonly #from: number;
  readonly #roomOf: HeightOf;
  /** Of the page that the first row is on, and of those after it. */
  readonly #ends: number[];

  /** `top`: of the first row. Nothing is below it yet. */
  constructor(canvas: Canvas, top: number) {
    const { from, page, room } = pageAt(canvas, top);
    const feet = repeatedHeight(canvas, 'feet', top);
    const repeated = repeatedHeight(canvas, 'heads', top) + feet;
    this.#from = from;
    this.#ends = [from + room - feet];
    this.#roomOf = (index) => Math.max(MIN_ROOM, canvas.heightOf(page + index) - repeated);
  }

  /** Whether a page begins at a position. */
  isStart(y: number): boolean {
    const at = this.#indexOf(y);
    return y <= (at === 0 ? this.#from : this.#end(at - 1)) + EPSILON;
  }

  /** Returns where the page ends that a position is on. */
  endOf(y: number): number {
    return this.#end(this.#indexOf(y));
  }

  /** Returns the heights of the pages below a position. */
  heightsFrom(y: number): HeightOf {
    const first = this.#indexOf(y);
    return (part) => (part === 0 ? this.#end(first) - y : this.#roomOf(first + part));
  }

  /** Returns where a part of what begins at a position is, counted from 0. */
  topOf(y: number, part: number): number {
    return part === 0 ? y : this.#end(this.#indexOf(y) + part - 1);
  }

  #end(index: number): number {
    for (let at = this.#ends.length; at <= index; at++) this.#ends.push((this.#ends[at - 1] ?? 0) + this.#roomOf(at));
    return this.#ends[index] ?? 0;
  }

  #indexOf(y: number): number {
    const last = this.#ends.length - 1;
    if (y < this.#end(last) - EPSILON) {
      let [low, high] = [0, last];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (y < this.#end(middle) - EPSILON) high = middle;
        else low = middle + 1;
      }
      return low;
    }
    let index = last;
    while (y >= this.#end(index) - EPSILON) index++;
    return index;
  }
}

/**
 * The height of the heads, or of the feet, of tables that are repeated on the pages below a position: none if they take half
 * of a page.
 */
function repeatedHeight(canvas: Canvas, kind: 'heads' | 'feet', y: number): number {
  const height = canvas[kind].reduce(
    (sum, rows) => (rows.from < y + EPSILON && y < rows.to ? sum + rows.height : sum),
    0,
  );
  return height < canvas.pageHeight / 2 ? height : 0;
}

/** Lets pages end in what was broken, and nowhere else. */
export function endPages(canvas: Canvas, pages: PageEnds, top: number, bottom: number): void {
  canvas.keep(top, Math.min(bottom, pages.endOf(top)));
  for (let part = 1; pages.topOf(top, part) < bottom - EPSILON; part++) canvas.breaks.push(pages.topOf(top, part));
}
