import { PdfProblem } from '../boxes/pdfProblem.ts';
import type { Face } from '../fonts/fonts.ts';
import type { Colour } from '../style/values.ts';

/** What is drawn, in pt from the top left of an endless page that pages.ts cuts. */
export type Mark =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly face: Face;
      readonly size: number;
      readonly colour: Colour;
      x: number;
      /** Of the line: it is never cut. */
      y: number;
      readonly height: number;
      /** Below y. */
      readonly baseline: number;
    }
  | { readonly kind: 'rect'; x: number; y: number; width: number; height: number; colour: Colour; radius: number }
  | {
      readonly kind: 'line';
      /** Across when `width` is more than nothing, else down; centred on it. */
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

/** A stretch that belongs on one page, if it fits on one. */
export interface Keep {
  from: number;
  to: number;
}

/** The head of a table, drawn again on each page that the stretch goes on to. */
export interface RepeatedHead {
  /** Of `marks`. */
  readonly first: number;
  readonly end: number;
  top: number;
  readonly height: number;
  /** The rows below it. */
  from: number;
  to: number;
}

export function tooLong(pages: number): PdfProblem {
  return new PdfProblem(`The document is too long: it has more than ${pages} pages.`);
}

/** What was laid out so far. */
export class Canvas {
  readonly marks: Mark[] = [];
  readonly keeps: Keep[] = [];
  readonly heads: RepeatedHead[] = [];
  /** Where a page has to end. */
  readonly breaks: number[] = [];
  readonly page: { readonly number: number; readonly count: number };
  /** pt. */
  readonly pageHeight: number;
  /** At most. */
  readonly pages: number;
  /** Where the last heading began, until something follows it. */
  private headingFrom: number | undefined;

  constructor(pageHeight: number, pages: number, page = { number: 0, count: 0 }) {
    this.pageHeight = pageHeight;
    this.pages = pages;
    this.page = page;
  }

  keep(from: number, to: number): void {
    if (to > from) this.keeps.push({ from, to });
  }

  /** A heading stays with the first line of what follows. */
  headingAt(from: number): void {
    this.headingFrom ??= from;
  }

  followed(to: number): void {
    if (this.headingFrom === undefined) return;
    this.keep(this.headingFrom, to);
    this.headingFrom = undefined;
  }

  reached(y: number): void {
    if (y > this.pages * this.pageHeight) throw tooLong(this.pages);
  }

  /** What was there until now, to be moved from there on. */
  now(): readonly [number, number, number, number] {
    return [this.marks.length, this.keeps.length, this.heads.length, this.breaks.length];
  }

  /** Moves what was added between two moments down. */
  move(from: ReturnType<Canvas['now']>, to: ReturnType<Canvas['now']>, by: number): void {
    if (Math.abs(by) < 0.001) return;
    for (let i = from[0]; i < to[0]; i++) (this.marks[i] as Mark).y += by;
    for (let i = from[1]; i < to[1]; i++) {
      const keep = this.keeps[i] as Keep;
      keep.from += by;
      keep.to += by;
    }
    for (let i = from[2]; i < to[2]; i++) {
      const head = this.heads[i] as RepeatedHead;
      head.top += by;
      head.from += by;
      head.to += by;
    }
    for (let i = from[3]; i < to[3]; i++) (this.breaks[i] as number) += by;
  }
}
