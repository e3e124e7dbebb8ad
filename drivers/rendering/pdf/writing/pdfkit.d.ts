/** The part of pdfkit that is used; no package has its types with its structure and its objects. */
declare module 'pdfkit' {
  import { Readable } from 'node:stream';

  export interface PdfReference {
    readonly id: number;
    readonly data: Record<string, unknown>;
    compress: boolean;
    write(chunk: Uint8Array): void;
    end(): void;
  }

  export interface PdfPage {
    readonly dictionary: PdfReference;
    readonly width: number;
    readonly height: number;
    readonly resources: PdfReference;
    /** By name, the states of the pen that the page uses. */
    readonly ext_gstates: Record<string, PdfReference>;
    readonly patterns: Record<string, PdfReference>;
    /** By name, the fonts that the page uses. */
    readonly fonts: Record<string, PdfReference>;
    write(content: Uint8Array): void;
  }

  /** A font of the document, with the glyphs of it that are used. */
  export interface PdfFont {
    readonly id: string;
    /** Thousandths of an em that a unit of the font has. */
    readonly scale: number;
    readonly subset: { includeGlyph(glyph: number): number };
    /** By the number of a glyph in the document, in thousandths of an em. */
    readonly widths: number[];
    /** By the number of a glyph in the document, the characters that programs read. */
    readonly unicode: (readonly number[])[];
    ref(): PdfReference;
  }

  export interface PdfGradient {
    stop(at: number, colour: string, opacity: number): this;
    setTransform(a: number, b: number, c: number, d: number, e: number, f: number): this;
  }

  interface OutlineItem {
    addItem(title: string, options: object): OutlineItem;
  }

  export interface PdfOptions {
    readonly pdfVersion?: '1.7' | undefined;
    readonly lang?: string | undefined;
    readonly tagged?: boolean;
    readonly displayTitle?: boolean;
    readonly autoFirstPage?: boolean;
    readonly font?: string;
    readonly info?: Readonly<Record<string, string | Date>>;
  }

  export default class PDFDocument extends Readable {
    readonly page: PdfPage;
    readonly info: Readonly<Record<string, string | Date>>;
    readonly outline: OutlineItem;
    readonly _root: PdfReference;
    /** What the PDF says about itself; made by `end`. */
    readonly _info: PdfReference;
    /** Where the pen's coordinates are on the page. */
    readonly _ctm: readonly [number, number, number, number, number, number];
    /** Identifies the file. */
    readonly _id: Uint8Array;
    /** By number less one, where each object begins in the file. */
    readonly _offsets: (number | null)[];
    /** The length of what has been written. */
    _offset: number;
    /** A text in letters of one byte ends with a line feed. */
    _write(data: string | Uint8Array): void;
    /** Writes the table of objects and the end of the file. */
    _finalize(): void;

    constructor(options: PdfOptions);
    addPage(options: { readonly size: readonly [number, number]; readonly margin: number }): this;
    end(): void;
    /** Makes an object of the file. */
    ref(data: Record<string, unknown>): PdfReference;
    addContent(operators: string): this;
    flushPages(): void;
    endMetadata(): void;

    save(): this;
    restore(): this;
    translate(x: number, y: number): this;
    transform(a: number, b: number, c: number, d: number, e: number, f: number): this;
    font(source: unknown, name: string): this;
    /** The one that `font` has chosen. */
    readonly _font: PdfFont;
    fillColor(colour: string | object, opacity?: number): this;
    strokeColor(colour: string | object, opacity?: number): this;
    linearGradient(x1: number, y1: number, x2: number, y2: number): PdfGradient;
    radialGradient(x1: number, y1: number, r1: number, x2: number, y2: number, r2: number): PdfGradient;
    rect(x: number, y: number, width: number, height: number): this;
    closePath(): this;
    fill(rule?: 'even-odd'): this;
    /** Limits what follows, up to `restore()`, to the path. */
    clip(rule?: 'even-odd'): this;
    opacity(opacity: number): this;
    stroke(): this;
    moveTo(x: number, y: number): this;
    bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): this;
    lineTo(x: number, y: number): this;
    lineWidth(width: number): this;
    dash(length: number, options: { readonly space: number }): this;
    lineCap(cap: 'butt' | 'round'): this;

    openImage(bytes: Uint8Array): object;
    image(image: object, x: number, y: number, options: { readonly width: number; readonly height: number }): this;
    /** `url`: an address. */
    link(x: number, y: number, width: number, height: number, url: string, options: object): this;
    goTo(x: number, y: number, width: number, height: number, name: string, options: object): this;
    addNamedDestination(name: string, kind: 'XYZ', x: number, y: number, zoom: null): void;

    getStructTreeRoot(): PdfReference;
  }
}
