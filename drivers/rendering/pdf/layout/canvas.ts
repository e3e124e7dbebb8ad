import { tooLong } from '../boxes/pdfProblem.ts';
import { initialImages } from '../style/backgroundImages.ts';
import { hasImages, type Style } from '../style/style.ts';
import type { Colour } from '../style/values/colours.ts';
import { shadowsOf } from '../style/values/shadows.ts';
import { isContent, isPiece, type Mark, type PieceMark, type RectMark } from './mark.ts';

/** Tolerance of comparisons between vertical positions, which are cut to layout units of 1/64 px; pt. */
export const EPSILON = 0.006;
/** Tolerance of comparisons between widths, and of what Yoga computes in single precision, which are not cut to layout units; pt. */
export const WIDTH_EPSILON = 0.05;

/** How many entries each list of a canvas has: marks, keeps, heads, breaks, gaps, feet. */
export type CanvasPosition = readonly [
  marks: number,
  keeps: number,
  heads: number,
  breaks: number,
  gaps: number,
  feet: number,
];

/** Returns the height of a page, counted from 0; pt. */
export type HeightOf = (page: number) => number;

/** A page that content is added to. */
export interface StartedPage {
  /** Where it begins; pt. */
  readonly from: number;
  /** Its number, counted from 0. */
  readonly page: number;
  /** Its height without the heads that are repeated at its top. */
  readonly room: number;
  /** What was added to the canvas before is on earlier pages. */
  readonly position: CanvasPosition;
}

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A stretch of the canvas: one that stays on a page where it fits on one, or a margin. */
export interface Stretch {
  from: number;
  to: number;
  /** It stays on a page only where the page would end below this; where that is its end, only with an edge below it. */
  since?: number;
  /** Whether it begins a page even if it is longer than one; a line or a picture does so below the edges of boxes, too. */
  readonly isWhole?: boolean | 'line' | 'item';
  /** How far above its start the last box begins that is below another and that it is in, or 0; infinite without any. */
  readonly below?: number;
}

/** The head of a table, which is repeated on each page that the table continues on, or its foot, on those that it continues after. */
export interface RepeatedRows {
  /** Indexes into `marks`. */
  readonly first: number;
  readonly end: number;
  top: number;
  readonly height: number;
  /** Where the rows begin and end that it belongs to. */
  from: number;
  to: number;
}

/** Collects what has been laid out. */
export class Canvas {
  readonly marks: Mark[] = [];
  readonly keeps: Stretch[] = [];
  readonly heads: RepeatedRows[] = [];
  readonly feet: RepeatedRows[] = [];
  /** Margins between blocks, which are not drawn at the start of a page. */
  readonly gaps: Stretch[] = [];
  /** Positioned boxes that begin below their containing blocks. */
  readonly low: Extract<Mark, { kind: 'float' }>[] = [];
  /** Positions at which a page has to end. */
  readonly breaks: number[] = [];
  /** The width of the page that content is drawn on without making pages smaller; pt. */
  pageWidth = Number.POSITIVE_INFINITY;
  /** The right side of the widest box. */
  right = 0;
  readonly page: { readonly number: number; readonly count: number };
  /** pt. */
  readonly pageHeight: number;
  /** Maximum number of pages. */
  readonly pages: number;
  /** Of flex or grid items beside each other: the last row that was drawn without page breaks. */
  lastRow: Readonly<Stretch> | undefined;
  /** The page that the last question about one was answered with. */
  startedPage: StartedPage | undefined;
  /** As `startedPage`, for rows of one cell: what is laid out around such a row can still move the page's start. */
  rowPage: StartedPage | undefined;
  /** As `startedPage`, for edges of boxes: what is laid out later can still move its start. */
  edgePage: StartedPage | undefined;
  /** Where the last box begins that is below another. */
  boxFrom = 0;
  /** Where the last child of the last block begins; infinite where that has lines, or the items of a container. */
  childFrom = Number.POSITIVE_INFINITY;
  /** The margin of its last child that the last box ended with, where that is within the box. */
  lastMargin: Readonly<Stretch> | undefined;
  /** The baseline of the last item that its container has as its own. */
  itemBaseline: number | undefined;
  /** By how much boxes are higher so far than without page breaks. */
  grown = 0;
  private readonly heights: HeightOf | undefined;
  /** Where the last heading begins, until content follows it. */
  private headingFrom: number | undefined;
  /** Where the last marks were looked through, and the last line or picture among them. */
  private looked: { readonly from: Mark | undefined; readonly piece: PieceMark | undefined } | undefined;

  /** `heights`: of its pages, where they differ. */
  constructor(pageHeight: number, pages: number, page = { number: 0, count: 0 }, heights?: HeightOf) {
    this.pageHeight = pageHeight;
    this.pages = pages;
    this.page = page;
    this.heights = heights;
  }

  /** Returns the height of a page, counted from 0; pt. */
  heightOf(page: number): number {
    return this.heights?.(page) ?? this.pageHeight;
  }

  /** Notes the right side of a box. */
  extend(right: number): void {
    if (right > this.right) this.right = right;
  }

  keep(from: number, to: number): void {
    if (to > from) this.keeps.push({ from, to });
  }

  /** Keeps on a page what asks for that. What is longer than a page begins one, as in browsers. */
  keepWhole(from: number, to: number, isWhole: Stretch['isWhole'] = true, below = from): void {
    if (to > from) this.keeps.push({ from, to, isWhole, below: below > 0 ? from - below : Number.POSITIVE_INFINITY });
  }

  /** Keeps the upper edge of a box with the first line, picture or space between two positions. Returns whether there is one. */
  keepStart([from]: CanvasPosition, top: number, [to]: CanvasPosition = this.position()): boolean {
    let at = from;
    let mark = this.marks[at];
    while (mark && at < to && !isContent(mark)) mark = this.marks[++at];
    if (!mark || at >= to) return false;
    this.keep(top, isPiece(mark) ? startOfLong(this, mark.y, mark.y + mark.height) : mark.y);
    return true;
  }

  /**
   * Keeps a row of a table with the padding below its content: if a page would end in it, the whole row is on the next one,
   * as in browsers. The space within a box that ends the content is none of that padding.
   */
  keepPadding([from]: CanvasPosition, top: number, padding: Stretch, [to]: CanvasPosition): void {
    let since = padding.from;
    for (let at = from; at < to; at++) {
      const mark = this.marks[at];
      if (mark && (isPiece(mark) || mark.kind === 'float')) since = Math.max(since, mark.y + mark.height);
    }
    if (since >= top && since < padding.to - EPSILON) this.keeps.push({ from: top, to: padding.to, since });
  }

  /** Lets what follows stay with the last line, picture or empty box above it. */
  staysWithPrevious(): void {
    let at = this.marks.length - 1;
    let mark = this.marks[at];
    // Marks that were looked through before are not looked at again.
    while (mark && mark !== this.looked?.from && !isPiece(mark)) mark = this.marks[--at];
    const piece = mark && isPiece(mark) ? mark : this.looked?.piece;
    this.looked = { from: this.marks.at(-1), piece };
    this.headingAt(Math.max(piece?.y ?? 0, this.boxFrom));
  }

  /** Marks the start of a heading, which stays with the first line below it. */
  headingAt(from: number): void {
    this.headingFrom ??= from;
  }

  /** Ends the stretch that a heading began: content follows it down to `to`. */
  followed(to: number): void {
    if (this.headingFrom === undefined) return;
    this.keep(this.headingFrom, to);
    this.headingFrom = undefined;
  }

  /** Lets a page end between the last heading and what follows it. */
  leaveHeading(): void {
    this.headingFrom = undefined;
  }

  /** Throws PdfProblem where the document exceeds its maximum number of pages. */
  reached(y: number): void {
    if (y > this.pages * this.pageHeight) throw tooLong(this.pages);
  }

  /** Begins a page where a block begins, or where the heading begins that stays with it. */
  breakBefore(y: number): void {
    this.breaks.push(this.headingFrom ?? y);
  }

  /** Returns a canvas without anything on it. `heights`: of its pages, where they differ from those of this one. */
  blank(heights?: HeightOf): Canvas {
    const blank = new Canvas(this.pageHeight, this.pages, this.page, heights);
    blank.pageWidth = this.pageWidth;
    return blank;
  }

  /** Draws the content of a box that hides what is beyond it, which makes no page smaller. */
  hiding<Drawn>(draw: () => Drawn): Drawn {
    const { pageWidth } = this;
    this.pageWidth = Number.POSITIVE_INFINITY;
    const drawn = draw();
    this.pageWidth = pageWidth;
    return drawn;
  }

  position(): CanvasPosition {
    const { marks, keeps, heads, breaks, gaps, feet } = this;
    return [marks.length, keeps.length, heads.length, breaks.length, gaps.length, feet.length];
  }

  /** Returns a function that takes away what is added from now on. */
  snapshot(): () => void {
    const [marks, keeps, heads, breaks, gaps, feet] = this.position();
    const { headingFrom, lastRow, boxFrom, childFrom, lastMargin, looked, grown } = this;
    const { startedPage, rowPage, edgePage } = this;
    const low = this.low.length;
    return () => {
      this.low.length = Math.min(low, this.low.length);
      [this.marks.length, this.keeps.length, this.heads.length] = [marks, keeps, heads];
      [this.breaks.length, this.gaps.length, this.feet.length] = [breaks, gaps, feet];
      Object.assign(this, { headingFrom, lastRow, boxFrom, childFrom, lastMargin, looked, grown });
      Object.assign(this, { startedPage, rowPage, edgePage });
    };
  }

  /** Returns where a page begins that begins with what is at `y`: with the heading above it. */
  pageStart(y: number): number {
    return this.headingFrom ?? y;
  }

  /** Moves what was added between two positions down, and to the right by `aside`. */
  move(from: CanvasPosition, to: CanvasPosition, by: number, aside = 0): void {
    if (Math.abs(by) < 0.001 && Math.abs(aside) < 0.001) return;
    for (const mark of this.marks.slice(from[0], to[0])) {
      mark.y += by;
      if ('x' in mark) mark.x += aside;
    }
    for (const stretch of [...this.keeps.slice(from[1], to[1]), ...this.gaps.slice(from[4], to[4])]) {
      stretch.from += by;
      stretch.to += by;
      if (stretch.since !== undefined) stretch.since += by;
    }
    for (const rows of [...this.heads.slice(from[2], to[2]), ...this.feet.slice(from[5], to[5])]) {
      rows.top += by;
      rows.from += by;
      rows.to += by;
    }
    for (let i = from[3]; i < to[3]; i++) this.breaks[i] = (this.breaks[i] ?? 0) + by;
  }
}

/** Returns where what stays with a piece ends: with the piece, or with the start of one that is longer than a page. */
export const startOfLong = ({ pageHeight }: Canvas, from: number, to: number): number =>
  to - from > pageHeight ? from + 2 * EPSILON : to;

/** Returns a colour as an element with this style shows it; undefined where nothing is seen. */
export function faded(colour: Colour | undefined, { opacity }: Pick<Style, 'opacity'>): Colour | undefined {
  if (!colour || opacity === 1) return colour;
  return opacity === 0 ? undefined : { hex: colour.hex, opacity: colour.opacity * opacity };
}

export const transparent: Colour = { hex: '#ffffff', opacity: 0 };

/** Draws the background and the shadows of a box. Returns undefined where it has none. */
export function pushRect(
  canvas: Canvas,
  style: Style,
  area: Area,
  { corners }: Pick<Style, 'corners'> = style,
): RectMark | undefined {
  if (style.hidden || style.opacity === 0) return undefined;
  const colour = faded(style.background, style);
  if (!colour && !hasImages(style) && style.shadows.length === 0) return undefined;
  const look = { ...(style.images !== initialImages && { style }), ...shadowsOf(style) };
  const rect: RectMark = { kind: 'rect', ...area, colour: colour ?? transparent, corners, ...look };
  canvas.marks.push(rect);
  return rect;
}
