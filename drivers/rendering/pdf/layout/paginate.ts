import { pagination } from '../tags/tag.ts';
import { type Canvas, EPSILON, type Mark, type RepeatedRows, type Stretch, tooLong } from './canvas.ts';
import { UncutPieces } from './uncutPieces.ts';

/** Maximum height of edges and padding above a picture as high as the page: they get no page of their own. In pt. */
const MAX_EDGES = 40;

/** The part of the canvas that one page shows. */
interface Slice {
  readonly from: number;
  readonly to: number;
  /** Table heads repeated at the top of the page, and their height. */
  readonly heads: readonly RepeatedRows[];
  readonly headHeight: number;
  /** Table feet repeated below the content of the page. */
  readonly feet: readonly RepeatedRows[];
}

/** Where a page ends, and where the next one begins. */
interface Cut {
  readonly to: number;
  readonly next: number;
  /** The page would show nothing but edges of a box, so it is left out. */
  readonly blank?: boolean;
}

/** Returns the height of a page, counted from 0; pt. */
export type HeightOf = (page: number) => number;

/**
 * Cuts the canvas into pages, between lines and rows where possible. Throws PdfProblem where there are more than
 * `maxPages`.
 */
export function paginate(canvas: Canvas, heightOf: HeightOf, maxPages: number): Mark[][] {
  return distribute(canvas, new Slicer(canvas, heightOf).slices(maxPages));
}

/** Returns how many pages the canvas has. */
export function countPages(canvas: Canvas, heightOf: HeightOf): number {
  return new Slicer(canvas, heightOf).slices(Number.POSITIVE_INFINITY).length;
}

/** Returns where the page begins that a position would be on. Nothing is below the position yet. */
export function pageStart(canvas: Canvas, y: number): number {
  const { pageHeight, breaks } = canvas;
  if (breaks.length === 0 && y <= pageHeight) return 0;
  return new Slicer(canvas, () => pageHeight, y).slices(Number.POSITIVE_INFINITY).at(-1)?.from ?? 0;
}

class Slicer {
  private readonly canvas: Canvas;
  private readonly heightOf: HeightOf;
  /** The height of the canvas's pages. */
  private readonly pageHeight: number;
  private readonly end: number;
  private readonly breaks: readonly number[];
  private readonly keeps: readonly Stretch[];
  private uncut: UncutPieces | undefined;
  private readonly gaps: readonly Stretch[];
  private nextKeep = 0;
  private nextGap = 0;
  private nextBreak = 0;

  constructor(canvas: Canvas, heightOf: HeightOf, end = endOf(canvas.marks)) {
    const { pageHeight } = canvas;
    this.canvas = canvas;
    this.heightOf = heightOf;
    this.pageHeight = pageHeight;
    this.end = end;
    this.breaks = [...canvas.breaks].sort((one, other) => one - other);
    this.gaps = canvas.gaps.toSorted((one, other) => one.from - other.from);
    this.keeps = merged(canvas.keeps.filter(({ from, to }) => to - from <= pageHeight));
  }

  slices(maxPages: number): Slice[] {
    const slices: Slice[] = [];
    let from = 0;
    do {
      const { heads, headHeight } = this.headsAt(from);
      const limit = this.aboveFeet(from, from + this.heightOf(slices.length) - headHeight);
      const { to, next, blank } = this.cut(from, limit);
      if (!blank) {
        if (slices.length === maxPages) throw tooLong(maxPages);
        slices.push({ from, to, heads, headHeight, feet: this.feetAt(from, to) });
      }
      from = next;
    } while (from < this.end - EPSILON);
    return slices;
  }

  /** Returns the heads to repeat at a position. They take less than half of the page, or none is repeated. */
  private headsAt(from: number): Pick<Slice, 'heads' | 'headHeight'> {
    const { heads } = this.canvas;
    const continuing = from === 0 ? [] : heads.filter((head) => head.from < from - EPSILON && from + EPSILON < head.to);
    const headHeight = continuing.reduce((sum, head) => sum + head.height, 0);
    return headHeight < this.pageHeight / 2 ? { heads: continuing, headHeight } : { heads: [], headHeight: 0 };
  }

  /** Returns where the page ends if the feet of tables that continue on the next page are below it. */
  private aboveFeet(from: number, limit: number): number {
    const { feet } = this.canvas;
    const isCut = ({ from: start, to, height }: RepeatedRows): boolean =>
      start < limit - EPSILON && to > from + EPSILON && to + height > limit + EPSILON;
    const height = feet.reduce((sum, foot) => (isCut(foot) ? sum + foot.height : sum), 0);
    return height < this.pageHeight / 2 ? limit - height : limit;
  }

  /** Returns the feet to repeat below a page. */
  private feetAt(from: number, to: number): RepeatedRows[] {
    return this.canvas.feet.filter((foot) => foot.from < to - EPSILON && to < foot.to - EPSILON && from < foot.to);
  }

  /** A declared page break comes first, then the end of the document, then the best position above `limit`. */
  private cut(from: number, limit: number): Cut {
    while (this.breakAt(this.nextBreak) <= from + EPSILON) this.nextBreak++;
    const forced = this.breakAt(this.nextBreak);
    if (forced <= limit + EPSILON) return { to: forced, next: forced };
    if (this.end <= limit + EPSILON) return { to: this.end, next: this.end };
    const preferred = this.aboveKeep(limit);
    this.uncut ??= new UncutPieces(this.canvas.marks, this.pageHeight);
    const { to, next } = this.uncut.below(from, preferred <= from + EPSILON ? limit : preferred);
    const blank = to - from < MAX_EDGES && this.uncut.isBlank(from, to);
    return blank ? { to, next: to, blank } : { to, next: next === to ? this.belowGap(to) : next };
  }

  /** Returns the end of the margin that a page ends in, or the end of the page itself. */
  private belowGap(to: number): number {
    let gap = this.gaps[this.nextGap];
    while (gap && gap.to <= to + EPSILON) gap = this.gaps[++this.nextGap];
    if (!gap || gap.from > to + EPSILON) return to;
    return this.uncut?.isBlank(to, gap.to) ? gap.to : to;
  }

  private breakAt(index: number): number {
    return this.breaks[index] ?? Number.POSITIVE_INFINITY;
  }

  /** Returns the start of the stretch that reaches across `limit` and has to stay together, or `limit` itself. */
  private aboveKeep(limit: number): number {
    let keep = this.keeps[this.nextKeep];
    while (keep && keep.to <= limit + EPSILON) keep = this.keeps[++this.nextKeep];
    return keep && keep.from < limit - EPSILON ? keep.from : limit;
  }
}

function endOf(marks: readonly Mark[]): number {
  let end = 0;
  for (const mark of marks) if ('height' in mark) end = Math.max(end, mark.y + mark.height);
  return end;
}

/** Merges stretches that overlap. */
function merged(keeps: Stretch[]): Stretch[] {
  const sorted = keeps.sort((one, other) => one.from - other.from);
  const result: Stretch[] = [];
  for (const { from, to } of sorted) {
    const last = result.at(-1);
    if (last && from < last.to - EPSILON) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

/** Returns the index of the first slice that a position is in. */
function sliceAt(slices: readonly Slice[], y: number): number {
  let low = 0;
  let high = slices.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const slice = slices[middle];
    if (slice && slice.to > y + EPSILON) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface MarkedPage {
  readonly slice: Slice;
  readonly marks: Mark[];
}

/** Distributes the marks to pages, each positioned from the top of its page. */
function distribute(canvas: Canvas, slices: readonly Slice[]): Mark[][] {
  const pages = slices.map((slice): MarkedPage => ({ slice, marks: [] }));
  for (const page of pages) {
    const { heads, headHeight, feet, from, to } = page.slice;
    addRepeated(page, canvas.marks, heads, 0);
    addRepeated(page, canvas.marks, feet, headHeight + to - from);
  }
  for (const mark of canvas.marks) {
    const page = sliceAt(slices, mark.y);
    if (mark.kind === 'rect' || mark.kind === 'frame' || (mark.kind === 'line' && mark.height > 0))
      addParts(pages, page, mark);
    else addWhole(pages, page, mark);
  }
  return pages.map(({ marks }) => marks);
}

/** Adds copies of heads or feet of tables, one below the other. */
function addRepeated(
  { marks }: MarkedPage,
  all: readonly Mark[],
  repeated: readonly RepeatedRows[],
  from: number,
): void {
  let top = from;
  for (const rows of repeated) {
    for (const mark of all.slice(rows.first, rows.end)) {
      if (mark.kind === 'bookmark' || mark.kind === 'anchor') continue;
      // Readers read the rows once, where they are in the table.
      marks.push({ ...mark, y: mark.y - rows.top + top, ...('tag' in mark && { tag: mark.tag && pagination }) });
    }
    top += rows.height;
  }
}

/** Adds the visible part of a mark, which pages may cut, to each page that it reaches, from page `index` on. */
function addParts(
  pages: readonly MarkedPage[],
  index: number,
  mark: Extract<Mark, { kind: 'rect' | 'frame' | 'line' }>,
): void {
  const bottom = mark.y + mark.height;
  for (let i = index, page = pages[i]; page; page = pages[++i]) {
    const { from, to } = page.slice;
    if (from >= bottom - EPSILON) break;
    const y = Math.max(from, mark.y);
    const height = Math.min(to, bottom) - y;
    if (height <= 0) continue;
    const cut = mark.kind === 'rect' && mark.style ? { above: y - mark.y, whole: mark.height } : {};
    put(page, { ...mark, y, height, ...cut });
  }
}

function addWhole(pages: readonly MarkedPage[], index: number, mark: Mark): void {
  const page = pages[index];
  if (!page) return;
  const { slice } = page;
  const above = pages[index - 1];
  // A border on the cut closes the page above it and opens the one below.
  if (mark.kind === 'line' && above && Math.abs(slice.from - mark.y) < EPSILON) put(above, { ...mark });
  const isCut = 'height' in mark && mark.y + mark.height > slice.to + EPSILON;
  const next = pages[index + 1];
  put(isCut && next && next.slice.from <= mark.y + EPSILON ? next : page, mark);
}

function put({ slice, marks }: MarkedPage, mark: Mark): void {
  mark.y += slice.headHeight - slice.from;
  marks.push(mark);
}
