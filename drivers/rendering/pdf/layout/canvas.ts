import { PdfProblem } from '../boxes/pdfProblem.ts';
import type { Face } from '../fonts/face.ts';
import type { Style } from '../style/style.ts';
import type { Colour } from '../style/values.ts';

/** One thing to draw. Positions are in pt from the top left of an endless page, which paginate.ts cuts. */
export type Mark =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly face: Face;
      readonly size: number;
      readonly colour: Colour;
      x: number;
      /** The top of its line, which is never cut. */
      y: number;
      readonly height: number;
      /** Below y. */
      readonly baseline: number;
      readonly letterSpacing?: number;
    }
  | { readonly kind: 'rect'; x: number; y: number; width: number; height: number; colour: Colour; radius: number }
  | {
      readonly kind: 'line';
      /** Horizontal where `width` is above 0, else vertical. The line is centred on its position. */
      x: number;
      y: number;
      width: number;
      height: number;
      readonly thickness: number;
      readonly style: string;
      readonly colour: Colour;
    }
  /** A border with round corners. */
  | {
      readonly kind: 'frame';
      x: number;
      y: number;
      width: number;
      height: number;
      readonly thickness: number;
      readonly colour: Colour;
      readonly radius: number;
    }
  | { readonly kind: 'image'; x: number; y: number; readonly width: number; readonly height: number; bytes: Uint8Array }
  | { readonly kind: 'link'; x: number; y: number; readonly width: number; readonly height: number; target: string }
  | { readonly kind: 'bookmark'; y: number; readonly title: string; readonly level: number }
  | { readonly kind: 'anchor'; y: number; readonly id: string };

/** Tolerance of comparisons between positions; pt. */
export const EPSILON = 0.05;

export type RectMark = Extract<Mark, { kind: 'rect' }>;

/** How many entries each list of a canvas has: marks, keeps, heads, breaks. */
export type CanvasPosition = readonly [marks: number, keeps: number, heads: number, breaks: number];

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A stretch that stays on one page where it fits on one. */
export interface Keep {
  from: number;
  to: number;
}

/** The head of a table, which is repeated on each page that the table continues on. */
export interface RepeatedHead {
  /** Indexes into `marks`. */
  readonly first: number;
  readonly end: number;
  top: number;
  readonly height: number;
  /** Where the rows below it begin and end. */
  from: number;
  to: number;
}

export function tooLong(pages: number): PdfProblem {
  return new PdfProblem(`The document is too long: it has more than ${pages} pages.`);
}

/** Collects what has been laid out. */
export class Canvas {
  readonly marks: Mark[] = [];
  readonly keeps: Keep[] = [];
  readonly heads: RepeatedHead[] = [];
  /** Positions at which a page has to end. */
  readonly breaks: number[] = [];
  readonly page: { readonly number: number; readonly count: number };
  /** pt. */
  readonly pageHeight: number;
  /** Maximum number of pages. */
  readonly pages: number;
  /** Where the last heading begins, until content follows it. */
  private headingFrom: number | undefined;

  constructor(pageHeight: number, pages: number, page = { number: 0, count: 0 }) {
    this.pageHeight = pageHeight;
    this.pages = pages;
    this.page = page;
  }

  keep(from: number, to: number): void {
    if (to > from) this.keeps.push({ from, to });
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

  /** Throws PdfProblem where the document exceeds its maximum number of pages. */
  reached(y: number): void {
    if (y > this.pages * this.pageHeight) throw tooLong(this.pages);
  }

  position(): CanvasPosition {
    return [this.marks.length, this.keeps.length, this.heads.length, this.breaks.length];
  }

  /** Removes the text and the images that were added since a position and begin below `bottom`. */
  clip([from, , heads]: CanvasPosition, bottom: number): void {
    // The heads of tables are found by their positions in the list.
    if (this.heads.length > heads) return;
    const inside = this.marks.splice(from).filter((mark) => !('height' in mark) || mark.y < bottom - EPSILON);
    for (const mark of inside) this.marks.push(mark);
  }

  /** Moves what was added between two positions down, and to the right by `aside`. */
  move(from: CanvasPosition, to: CanvasPosition, by: number, aside = 0): void {
    if (Math.abs(by) < 0.001 && Math.abs(aside) < 0.001) return;
    for (const mark of this.marks.slice(from[0], to[0])) {
      mark.y += by;
      if ('x' in mark) mark.x += aside;
    }
    for (const keep of this.keeps.slice(from[1], to[1])) {
      keep.from += by;
      keep.to += by;
    }
    for (const head of this.heads.slice(from[2], to[2])) {
      head.top += by;
      head.from += by;
      head.to += by;
    }
    for (let i = from[3]; i < to[3]; i++) this.breaks[i] = (this.breaks[i] ?? 0) + by;
  }
}

/** Returns a colour as an element with this style shows it; undefined where nothing is seen. */
export function faded(colour: Colour | undefined, { opacity }: Style): Colour | undefined {
  if (!colour || opacity === 1) return colour;
  return opacity === 0 ? undefined : { hex: colour.hex, opacity: colour.opacity * opacity };
}

/** Draws the background of a box. Returns undefined where it has none. */
export function pushRect(canvas: Canvas, style: Style, area: Area): RectMark | undefined {
  const colour = style.hidden ? undefined : faded(style.background, style);
  if (!colour) return undefined;
  const rect = { kind: 'rect' as const, ...area, colour, radius: style.radius };
  canvas.marks.push(rect);
  return rect;
}
