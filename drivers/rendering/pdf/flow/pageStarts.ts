import type { BlockBox } from '../boxes/boxes.ts';
import { type Canvas, EPSILON } from '../layout/canvas.ts';
import type { Floats } from '../layout/floats.ts';
import type { PendingBox } from '../layout/layout.ts';
import type { Style } from '../style/style.ts';
import { reachPage } from './pagedFloats.ts';

/** How often the lines of a block are drawn again at most, each time because a page begins at a line beside floats. */
const MAX_REDRAWN = 12;

/** Lines that were drawn. */
export interface DrawnLines {
  readonly tops: readonly number[];
  readonly bottom: number;
}

/** What page starts need of the flow that lines are part of. */
interface StartOwner {
  readonly canvas: Canvas;
  readonly floats: Floats;
  readonly pending: PendingBox[];
  readonly fixed: PendingBox[];
  readonly mayBreak: boolean;
}

/**
 * Draws the lines of a block. Where a page begins at one of them, beside floats or below them, they are drawn again from the
 * first on: other floats may be beside them on the next page.
 */
export function withPageStarts<Result extends DrawnLines>(
  flow: StartOwner,
  { style, inline }: BlockBox,
  draw: (pages: PageStarts | undefined) => Result,
): Result {
  const { canvas, floats, pending, fixed } = flow;
  const isBesideFloats = !floats.isEmpty() || inline?.some(({ kind }) => kind === 'out');
  if (!flow.mayBreak || !isBesideFloats) return draw(undefined);
  const pages = new PageStarts(flow, style);
  for (;;) {
    const restores = [canvas.snapshot(), floats.snapshot()];
    const noted = [pending.length, fixed.length] as const;
    const drawn = draw(pages);
    if (!pages.addStart(drawn.tops.length)) {
      pages.breakAbove(drawn);
      return drawn;
    }
    for (const restore of restores) restore();
    [pending.length, fixed.length] = noted;
  }
}

/** The lines of a block that pages begin with. */
export class PageStarts {
  readonly #flow: StartOwner;
  readonly #style: Style;
  readonly #starts: number[] = [];
  /** The first line that does not fit on its page. */
  #crossing: number | undefined;
  /** The line that did not fit on the page on which the first one could have been. */
  #firstCrossing = 0;
  /** Where the page begins that begins with the first line, and where the one before it ends. */
  #first: { readonly from: number; readonly end: number } | undefined;

  constructor(flow: StartOwner, style: Style) {
    this.#flow = flow;
    this.#style = style;
  }

  /** Begins a page where one begins with a line. */
  begin(line: number, y: number): void {
    const { canvas, floats } = this.#flow;
    if (!this.#starts.includes(line)) return;
    // A heading that is drawn above floats of the next page cannot be above them there.
    if (floats.continues()) canvas.leaveHeading();
    const from = line === 0 ? canvas.pageStart(y) : y;
    const above = floats.page ?? reachPage(this.#flow, y);
    const page = above.page + 1;
    if (line === 0) this.#first = { from, end: above.end };
    floats.startPage({ from, end: from + canvas.heightOf(page), page }, (index) => canvas.heightOf(index));
  }

  /**
   * Whether drawing ends with a line because a page has to begin at it or above it. Up to `widows` further lines are drawn
   * first, beside the floats of this page.
   *
   * @param tops of the lines down to this one
   */
  endsWith(tops: readonly number[], height: number): boolean {
    const { canvas, floats } = this.#flow;
    const { orphans, widows } = this.#style;
    const line = tops.length - 1;
    const top = tops[line] ?? 0;
    if (floats.page && this.#starts.includes(line)) {
      // Pages begin above the edge of a box, unless floats leave no space for its first line.
      if (line > 0 || top > floats.page.from + EPSILON) canvas.breaks.push(floats.page.from);
    } else if (this.#crossing === undefined && this.#isCrossing(tops, top + height)) this.#crossing = line;
    const crossing = this.#crossing;
    return crossing !== undefined && (crossing < orphans || line >= crossing + widows);
  }

  #isCrossing(tops: readonly number[], bottom: number): boolean {
    const { page } = this.#flow.floats;
    const line = tops.length - 1;
    if (this.#starts.length >= MAX_REDRAWN) return false;
    if (!page || bottom <= page.end + EPSILON || !this.#flow.floats.reaches(tops[line] ?? 0)) return false;
    const start = line < this.#style.orphans ? 0 : line;
    return !this.#starts.includes(start) && (tops[start] ?? 0) > page.from + EPSILON;
  }

  /** Adds the line that the next page has to begin with, and returns whether there is one. `count`: of the lines so far. */
  addStart(count: number): boolean {
    const { orphans, widows } = this.#style;
    const crossing = this.#crossing;
    if (crossing === undefined) return false;
    this.#crossing = undefined;
    if (crossing < orphans) {
      this.#firstCrossing = crossing;
      this.#starts.push(0);
    } else this.#starts.push(count - crossing < widows ? Math.max(count - widows, orphans) : crossing);
    return true;
  }

  /** Ends the page above the first line where only floats of that page left no space for the lines. */
  breakAbove({ tops, bottom }: DrawnLines): void {
    if (!this.#first) return;
    const { from, end } = this.#first;
    if ((tops[this.#firstCrossing + 1] ?? bottom) <= end + EPSILON) this.#flow.canvas.breaks.push(from);
  }
}
