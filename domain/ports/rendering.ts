/** What a reader of a protected PDF may do without the owner password. */
export type Permission = 'PRINT' | 'COPY' | 'MODIFY' | 'ANNOTATE' | 'FILL_FORMS' | 'ASSEMBLE';

/** What follows a PDF: exactly one of the members is present. */
export interface AppendedPart {
  /** Code of a template, rendered with the same data. */
  readonly template?: string;
  /** Name of a PDF under `templates/`. */
  readonly file?: string;
  /** Path of a member of the data: a PDF in base64, or an array of them. */
  readonly data?: string;
}

/** Templates of texts; an empty text is none. */
interface PdfTexts {
  readonly watermark?: string;
  readonly password?: string;
  readonly ownerPassword?: string;
  /** Properties of the document. Those that are absent come from its HTML. */
  readonly title?: string;
  readonly author?: string;
  readonly subject?: string;
  readonly keywords?: string;
  readonly language?: string;
}

/** What happens to a PDF after its layout: `pdf` of a FormatterTemplate. */
export interface Finishing extends PdfTexts {
  readonly append?: readonly AppendedPart[];
  readonly permissions?: readonly Permission[];
  readonly attachments?: readonly EmbeddedFile[];
  readonly conformance?: 'PDF/A-3B';
  /** `TAGGED`: with a structure for screen readers; `PDF/UA-1`: conforming to that standard, too. */
  readonly accessibility?: 'TAGGED' | 'PDF/UA-1';
}

/** A file attached to a PDF. */
export interface EmbeddedFile {
  readonly name: string;
  /** A template of its text. */
  readonly content: string;
  readonly mediaType?: string;
  /** What it is to the document. */
  readonly relationship?: 'ALTERNATIVE' | 'DATA' | 'SOURCE' | 'SUPPLEMENT' | 'UNSPECIFIED';
  readonly description?: string;
}

/** The members of a FormatterTemplate that rendering needs. */
export interface Template {
  /** Changes with the content: compiled templates are cached by it. */
  readonly key: string;
  /** Of a stored template: its version, which documents name. */
  readonly version?: number;
  /** Names the template in problems. */
  readonly code: string;
  readonly inputType: 'FILE' | 'HTML' | 'SCRIPT';
  readonly documentType: 'PDF' | 'EMAIL' | 'SOURCE';
  readonly documentSize: 'AUTO' | 'PORTRAIT' | 'LANDSCAPE' | 'A4' | 'B5' | 'LETTER';
  readonly content: string;
  /** Warnings are problems. */
  readonly strict?: boolean;
  readonly pdf?: Finishing;
  /** What makes its PDFs; the layout of the service if absent. */
  readonly renderer?: 'LAYOUT' | 'BROWSER';
  /** Whether e-mails may name images by `https:` addresses, which mail programs fetch. */
  readonly remoteImages?: boolean;
}

/** One document to render. */
export interface Rendering {
  readonly template: Template;
  /** JSON text of an object. */
  readonly data: string;
  /**
   * `text`: the output of the template, unescaped; `html`: cleaned; `email`: cleaned, with inlined styles and a plain-text
   * part; else the name of a format in the list of document formats.
   */
  readonly format: string;
  /** Whether the outcome has warnings. */
  readonly warnings?: boolean;
  /** The templates that `pdf.append` names, by code. */
  readonly appended?: ReadonlyMap<string, Template>;
  /** Whether a caller waits for it: ConverterNotReady is thrown rather than to wait long for an office converter. */
  readonly isAwaited?: true;
}

/** What a document lacks, or what in it cannot be read. The place is in the template, if known; it starts at 1. */
export interface RenderWarning {
  readonly problem: string;
  readonly line?: number;
  readonly column?: number;
  /** The member of the template that names the appended template that it is about; `content` if absent. */
  readonly member?: string;
}

export type RenderOutcome =
  | {
      readonly content: Uint8Array;
      /** The plain-text part of an `email`. */
      readonly plainText?: string;
      readonly warnings?: readonly RenderWarning[];
    }
  | {
      /** A fault of the template or the data, with its place in the template, if known. Line and column start at 1. */
      readonly problem: string;
      readonly line?: number;
      readonly column?: number;
      /** The member of the template that is at fault; `content` if absent. */
      readonly member?: string;
      /** Further problems. */
      readonly more?: readonly RenderWarning[];
    };

/** Renders templates within limits of time and memory. They reach no network, and no files but those of `templates/`. */
export interface Renderer {
  /** Renderings at a time; further ones wait. */
  readonly size?: number;
  /** Throws if the renderer itself fails or is unavailable, or `signal` aborts. */
  render(rendering: Rendering, signal?: AbortSignal): Promise<RenderOutcome>;
  /** Drops all compiled templates. */
  evict(): void;
}

/** The document is invalid or too large, so a retry would fail too. The message is for the client. */
export class ConversionRefused extends Error {
  override readonly name = 'ConversionRefused';
}

/** No converter was ready for a document with a waiting caller. Its work may be repeated. */
export class ConverterNotReady extends Error {
  override readonly name = 'ConverterNotReady';
}

/** The browser did not begin the document: it cannot be reached, or has too many others. */
export class BrowserUnavailable extends Error {
  override readonly name = 'BrowserUnavailable';
}

/** A page for a browser. */
export interface BrowserPage {
  /** A complete document, cleaned, with its fonts and pictures as data URIs. */
  readonly html: string;
  /** The document has one page, as long as its content. */
  readonly onePage?: OnePage;
}

/** Lengths of a page without an end, in CSS pixels. */
export interface OnePage {
  readonly width: number;
  /** The left and the right margin together. */
  readonly sides: number;
  /** The top and the bottom margin together. */
  readonly ends: number;
}

/** Prints pages to PDF by a web browser, which runs no script and loads nothing but data URIs. */
export interface Browser {
  /** @throws ConversionRefused for a fault of the document, BrowserUnavailable; any other error is one of the browser or of `signal` */
  print(page: BrowserPage, signal?: AbortSignal): Promise<Uint8Array>;
}

/** Converts HTML to office documents, without access to network or files. */
export interface Office {
  /**
   * @param html   a complete page, cleaned, with inlined styles
   * @param format the name of a format that has `office` in the list of document formats
   * @param options.isAwaited whether a caller waits: then other work of its queue does not wait behind a converter that starts
   * @throws ConversionRefused for a fault of the document, ConverterNotReady if the document of a waiting caller is not begun
   *   within some seconds, or another one waits for a converter to start; any other error is one of the converter or of `signal`
   */
  convert(
    html: string,
    format: string,
    options?: { readonly signal?: AbortSignal | undefined; readonly isAwaited?: boolean | undefined },
  ): Promise<Uint8Array>;
}
