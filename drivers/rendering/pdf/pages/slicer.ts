import { tooLong } from '../boxes/pdfProblem.ts';
import {
  type Canvas,
  EPSILON,
  type HeightOf,
  type RepeatedRows,
  type StartedPage,
  type Stretch,
} from '../layout/canvas.ts';
import { isSpace, type Mark } from '../layout/mark.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { UncutPieces } from './uncutPieces.ts';

/** Maximum height of edges and padding above a picture as high as the page: they get no page of their own. In pt. */
const MAX_EDGES = 40;

/** Maximum number of rows of tables within each other that one page end is in. */
const MAX_NESTED = 16;

/** The part of the canvas that one page shows. */
export interface Slice {
  readonly from: number;
  readonly to: number;
  /** Where the page has no more space: boxes that the next page continues reach down to it. */
  readonly limit: number;
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

interface SlicerOptions {
  /** Where the content ends. */
  readonly end?: number;
  /** The page to begin with. */
  readonly since?: StartedPage;
  /** Whether pages that show nothing but the edges of boxes remain. */
  readonly keepsBlank?: boolean;
  /** Whether it is a positioned box, which begins on the first page, whatever has space there. */
  readonly isPlaced?: boolean;
}

/** Finds where pages end. */
export class Slicer {
  private readonly canvas: Canvas;
  private readonly heightOf: HeightOf;
  /** The height of the canvas's pages. */
  private readonly pageHeight: number;
  private readonly end: number;
  /** Where what needs pages ends. */
  private readonly pagesEnd: number;
  /** Where the last stretch ends that stays on a page: at the padding below the content, which is not drawn. */
  private readonly keptEnd: number;
  private readonly breaks: readonly number[];
  private readonly keeps: readonly Stretch[];
  /** Stretches that stay on a page where it would end in their padding, from top to bottom of these. */
  private readonly paddings: (Stretch & { readonly since: number })[];
  /** Stretches that are longer than a page and begin one. */
  private readonly wholes: readonly Stretch[];
  private readonly gaps: readonly Stretch[];
  private readonly since: number;
  private readonly firstMark: number;
  private readonly keepsBlank: boolean;
  private readonly isPlaced: boolean;
  private uncut: UncutPieces | undefined;
  private nextKeep = 0;
  private nextGap = 0;
  private nextBreak = 0;

  constructor(
    canvas: Canvas,
    heightOf: HeightOf,
    { end: ownEnd, since, keepsBlank = false, isPlaced = false }: SlicerOptions = {},
  ) {
    const { pageHeight } = canvas;
    const [firstMark, firstKeep, , , firstGap] = since?.position ?? [0, 0, 0, 0, 0];
    this.since = since?.from ?? 0;
    this.firstMark = firstMark;
    this.keepsBlank = keepsBlank;
    this.isPlaced = isPlaced;
    this.canvas = canvas;
    this.heightOf = heightOf;
    this.pageHeight = pageHeight;
    this.end = ownEnd ?? endOf(canvas.marks);
    this.pagesEnd = ownEnd ?? Math.min(this.end, pagesEndOf(canvas.marks));
    this.breaks = [...canvas.breaks].sort((one, other) => one - other);
    this.gaps = canvas.gaps.slice(firstGap).sort((one, other) => one.from - other.from);
    const isLong = ({ from, to }: Stretch): boolean => to - from > pageHeight;
    const all = canvas.keeps.slice(firstKeep);
    this.wholes = all.filter((one) => one.isWhole && isLong(one)).sort((one, other) => one.from - other.from);
    const keeps = all.filter((one) => !isLong(one));
    this.keeps = merged(keeps.filter(({ since }) => since === undefined));
    this.paddings = keeps.flatMap((one) =>
      one.since === undefined || one.since === one.to ? [] : { ...one, since: one.since },
    );
    this.paddings.sort((one, other) => one.since - other.since);
    const last = this.paddings.slice(-MAX_NESTED).map(({ to }) => to);
    this.keptEnd = ownEnd ?? Math.max(this.end, this.keeps.at(-1)?.to ?? 0, ...last);
  }

  slices(maxPages: number): Slice[] {
    const slices: Slice[] = [];
    let from = this.since;
    do {
      const { heads, headHeight } = this.headsAt(from);
      const limit = this.aboveFeet(from, from + this.heightOf(slices.length) - headHeight);
      const { to, next, blank } = this.cut(from, limit);
      if (!blank) {
        if (slices.length === maxPages) throw tooLong(maxPages);
        slices.push({ from, to, limit: Math.max(to, limit), heads, headHeight, feet: this.feetAt(from, to) });
      }
      from = next;
    } while (from < this.pagesEnd - EPSILON || slices.length === 0);
    return slices;
  }

  /** Whether a first page of this height has space for what the content begins with. */
  hasFirst(height: number): boolean {
    const uncut = this.pieces();
    const forced = this.breakAt(0);
    const [long] = this.wholes;
    const isCut = long && long.isWhole !== true && long.from < height && height < this.pageHeight - EPSILON;
    const end = isCut ? Math.min(height, long.from) : height;
    const whole = this.aboveKeep(this.aboveRow(Number.NEGATIVE_INFINITY, end));
    const limit = Math.min(whole, forced);
    if (forced <= height || (!isCut && uncut.isEmpty()) || uncut.hasWhole(0, limit)) return true;
    return this.canvas.marks.some((mark) => isSpace(mark) && mark.y < end - EPSILON);
  }

  /** Returns the heads to repeat at a position. They take less than half of the page, or none is repeated. */
  headsAt(from: number): Pick<Slice, 'heads' | 'headHeight'> {
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
    if (forced <= limit + EPSILON) return this.atBreak(from, forced, limit);
    if (this.keptEnd <= limit + EPSILON) return { to: this.end, next: this.end };
    const long = this.wholeBelow(from);
    const whole = Math.min(limit, long?.from ?? limit);
    let preferred = this.aboveKeep(this.aboveRow(from, whole));
    const uncut = this.pieces();
    if (this.isPlaced && from === this.since && uncut.isBlank(from, preferred)) return uncut.belowEdges(from, limit);
    const isBelow = long !== undefined && long.from - (long.below ?? 0) > from + EPSILON;
    // What is longer than a page begins the next one only below something else. Edges and heads of tables are none.
    const isFirst = preferred <= from + EPSILON || (!isBelow && uncut.isBlank(from, preferred));
    if (isFirst && !this.beginsLine(whole)) preferred = this.aboveKeep(this.aboveRow(from, limit));
    const lowest = this.beginsLine(whole) ? whole : limit;
    // A row in whose padding the page would end is on the next one also where nothing but edges are above it.
    const row = this.aboveRow(from, lowest);
    const { to, next } = uncut.below(from, preferred <= from + EPSILON ? row : preferred);
    const isOfOwn = this.beginsLine(to) || (isBelow && whole < limit) || (row < lowest && to === row);
    const isAbove = to - from < MAX_EDGES && uncut.isBlank(from, to) && !isOfOwn;
    const blank = !this.keepsBlank && isAbove && to > from + EPSILON;
    return blank ? { to, next: to, blank } : { to, next: next === to ? this.belowGap(to) : next };
  }

  /** Ends a page at a declared break. Where the page ends there anyway, what overflows the box above the break is not cut. */
  private atBreak(from: number, forced: number, limit: number): Cut {
    const isAtEnd = forced > limit - PIXEL;
    const to = isAtEnd ? this.pieces().below(from, forced).to : forced;
    if (to > forced - EPSILON) return { to: forced, next: forced };
    this.nextBreak++;
    return { to, next: to };
  }

  /** Returns the end of the margin that a page ends in, or the end of the page itself. */
  private belowGap(to: number): number {
    let gap = this.gaps[this.nextGap];
    while (gap && gap.to <= to + EPSILON) gap = this.gaps[++this.nextGap];
    if (!gap || gap.from > to + EPSILON) return to;
    return this.uncut?.isBlank(to, gap.to) ? gap.to : to;
  }

  private pieces(): UncutPieces {
    this.uncut ??= new UncutPieces(this.canvas.marks.slice(this.firstMark), this.pageHeight);
    return this.uncut;
  }

  private breakAt(index: number): number {
    return this.breaks[index] ?? Number.POSITIVE_INFINITY;
  }

  /** Whether a line begins at a position that is longer than a page. As in browsers, edges above it have their own page. */
  private beginsLine(at: number): boolean {
    const whole = this.wholeBelow(at - 2 * EPSILON);
    return whole?.isWhole === 'line' && Math.abs(whole.from - at) < EPSILON;
  }

  /** Returns the first stretch below a position that is longer than a page and begins one. */
  private wholeBelow(y: number): Stretch | undefined {
    let low = 0;
    let high = this.wholes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.wholes[middle]?.from ?? 0) <= y + EPSILON) low = middle + 1;
      else high = middle;
    }
    return this.wholes[low];
  }

  /** Returns the start of the row in whose padding a page would end, if the row does not begin the page, or `limit` itself. */
  private aboveRow(from: number, limit: number): number {
    const { paddings } = this;
    let [low, high] = [0, paddings.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((paddings[middle]?.since ?? 0) <= limit + EPSILON) low = middle + 1;
      else high = middle;
    }
    // Rows in each other, which end near each other, and lines in them.
    const rows = paddings.slice(Math.max(0, low - MAX_NESTED), low);
    const ending = rows.filter((one) => one.to > limit + EPSILON && one.from > from + EPSILON);
    return ending.reduce((top, row) => Math.min(top, row.from), limit);
  }

  /** Returns the start of the stretch that reaches across `limit` and has to stay together, or `limit` itself. */
  private aboveKeep(limit: number): number {
    let keep = this.keeps[this.nextKeep];
    while (keep && keep.to <= limit + EPSILON) keep = this.keeps[++this.nextKeep];
    return keep && keep.from < limit - EPSILON ? keep.from : limit;
  }
}

/** Returns where what is drawn ends. */
export function endOf(marks: readonly Mark[]): number {
  let end = 0;
  for (const mark of marks) end = Math.max(end, endOfMark(mark));
  return end;
}

/** Returns where the content ends that needs pages: as endOf, but a float needs only the page that it begins on. */
function pagesEndOf(marks: readonly Mark[]): number {
  let end = 0;
  for (const mark of marks) end = Math.max(end, mark.kind === 'float' ? mark.y + 2 * EPSILON : endOfMark(mark));
  return end;
}

/** Returns where what is drawn of a mark ends: within the boxes that hide a part of it. */
export function endOfMark(mark: Mark): number {
  if (!('height' in mark)) return 0;
  const clips = ('clips' in mark && mark.clips) || [];
  return mark.y + Math.min(mark.height, ...clips.map(({ top, height }) => top + height));
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
