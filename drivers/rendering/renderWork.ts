import type { Finishing, RenderOutcome, RenderWarning, Template } from '../../domain/ports/rendering.ts';
import type { PreparedPage } from './browserPage.ts';
import type { PdfProperties } from './documentProperties.ts';

/** One document to be rendered by a render process. */
export interface RenderWork {
  readonly source: RenderSource;
  /** JSON text. */
  readonly data: string;
  readonly format: string;
  readonly size: Template['documentSize'];
  /** The templates with their versions, its own first, which the properties of the document name. */
  readonly templates?: readonly string[];
  /** The document is an e-mail, or is shown as one. */
  readonly email?: { readonly remoteImages: boolean };
  /** When it changes, compiled templates are evicted. */
  readonly epoch: number;
  /** Whether the answer has warnings, and for which type of document. */
  readonly warningsFor?: Template['documentType'];
  /** A browser makes the PDF, and reads the CSS itself. */
  readonly byBrowser?: true;
  /** The PDFs of the document and of the templates that follow, to be put together and finished. */
  readonly printed?: PrintedDocument;
  /** Only for a PDF. `key` changes with the template. */
  readonly finishing?: Finishing & { readonly key: string };
  /** The templates whose pages follow, in the order of `finishing.append`. */
  readonly appended?: readonly AppendedWork[];
}

/** The members of a template that name the templates whose pages follow, in their order. */
export const appendedMembers = (finishing: Finishing | undefined): string[] =>
  (finishing?.append ?? []).flatMap((part, index) =>
    part.template === undefined ? [] : [`pdf.append[${index}].template`],
  );

/** A template whose pages follow. */
export interface AppendedWork {
  readonly source: RenderSource;
  readonly size: Template['documentSize'];
  readonly byBrowser?: true;
}

/** A document whose PDFs are made, some of them by a browser. */
export interface PrintedDocument {
  readonly parts: readonly Uint8Array[];
  /** The different letters of each part that a browser has printed. */
  readonly letters: readonly (string | undefined)[];
  /** Absent where the document has its properties already. */
  readonly properties?: PdfProperties | undefined;
}

/** A template, or the HTML that a script has returned. */
export type RenderSource = TemplateSource | { readonly html: string };

export interface TemplateSource {
  readonly key: string;
  readonly inputType: 'FILE' | 'HTML';
  readonly content: string;
}

/** `fault`: an error of the renderer, not of the template or its data. The process remains usable. */
export type RenderAnswer = RenderOutcome | PageForBrowser | { readonly fault: string };

/** The answer to a work of the format `PAGE`. */
interface PageForBrowser {
  readonly prepared: PreparedPage;
  readonly warnings?: readonly RenderWarning[];
}

/** The format of a work whose answer is a page for a browser. */
export const PAGE = 'page';

/** The format of a work whose answer is the list of the fonts under `templates/fonts/` that cannot be used, as JSON. */
export const UNUSABLE_FONTS = 'unusableFonts';

/** The stage after the template's. Each stage has its own time limit. */
export const LAYOUT = 'layout';
/** The stage after the layout: appended PDFs are read, and the whole is protected. */
export const FINISH = 'finish';
/** The stage of a batch, which as a whole has the time limit of a template. */
export const BATCH = 'batch';

/** Maximum memory that a template may add to its process: 64 MB in use, and twice as much garbage. */
export const TEMPLATE_MB = 192;
