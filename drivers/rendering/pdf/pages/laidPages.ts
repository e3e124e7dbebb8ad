import { type Canvas, EPSILON, type StartedPage } from '../layout/canvas.ts';
import { type Slice, Slicer } from './slicer.ts';

/** The pages of what is laid out, found when they are first asked for. */
export class LaidPages {
  readonly #canvas: Canvas;
  readonly #y: number;
  readonly #known: StartedPage | undefined;
  /** Where they begin. Those below the content follow each other. */
  #starts: number[] | undefined;
  /** Those that have content. */
  #slices: readonly Slice[] = [];
  /** The number of the first one, counted from 0. */
  #first = 0;

  /** `y`: the first position that is asked for. `known`: a page that may be above it. */
  constructor(canvas: Canvas, y: number, known?: StartedPage) {
    this.#canvas = canvas;
    this.#y = y;
    this.#known = known;
  }

  /** Returns the number of the page that a position is on. */
  pageOf(y: number): number {
    const starts = this.#slice();
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= y + EPSILON) low = middle;
      else high = middle - 1;
    }
    let page = this.#first + low;
    while (y >= this.startOf(page) + this.#canvas.heightOf(page) - EPSILON) page++;
    return page;
  }

  /** Returns the page of a position that is counted in whole pages from the first one, also where pages end before. */
  placeOf(y: number): { readonly page: number; readonly within: number } {
    let [page, within] = [0, y];
    for (let height = this.#canvas.heightOf(0); within >= height - EPSILON; height = this.#canvas.heightOf(++page))
      within -= height;
    return { page, within };
  }

  startOf(page: number): number {
    const starts = this.#slice();
    for (let at = starts.length; at <= page - this.#first; at++)
      starts.push((starts[at - 1] ?? 0) + this.#canvas.heightOf(this.#first + at - 1));
    return starts[page - this.#first] ?? 0;
  }

  /** Returns where a page has no more space, above the feet of tables that it repeats. */
  endOf(page: number): number {
    const start = this.startOf(page);
    return this.#slices[page - this.#first]?.limit ?? start + this.#canvas.heightOf(page);
  }

  /** Returns the height of the heads and feet that a page repeats, of tables that begin below a position. */
  repeatedOn(page: number, y: number): number {
    const { heads = [], feet = [] } = this.#slices[page - this.#first] ?? {};
    return [...heads, ...feet].reduce((sum, { from, height }) => (from > y + EPSILON ? sum + height : sum), 0);
  }

  #slice(): number[] {
    if (this.#starts) return this.#starts;
    const canvas = this.#canvas;
    const known = this.#known ?? canvas.startedPage;
    const since = known && known.from <= this.#y ? known : undefined;
    this.#first = since?.page ?? 0;
    const heightOf = (page: number): number => canvas.heightOf(this.#first + page);
    const slices = new Slicer(canvas, heightOf, since && { since }).slices(canvas.pages);
    this.#starts = slices.map(({ from }) => from);
    this.#slices = slices;
    return this.#starts;
  }
}

/**
 * Returns where a height ends that begins at `top` and fills the pages until then, with the rows that these repeat within it.
 *
 * @param known a page that may be above `top`
 */
export function endOnPages(canvas: Canvas, top: number, height: number, known?: StartedPage): number {
  canvas.reached(top + height);
  const pages = new LaidPages(canvas, top, known);
  let [page, y, left] = [pages.pageOf(top), top, height];
  for (;;) {
    const end = pages.endOf(page);
    if (y + left <= end + EPSILON) return y + left;
    left -= Math.max(0, end - y) + pages.repeatedOn(page, top);
    if (left <= 0) return end;
    y = pages.startOf(++page);
  }
}
