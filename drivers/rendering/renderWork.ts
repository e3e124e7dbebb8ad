import type { Finishing, RenderOutcome, Template } from '../../domain/ports/rendering.ts';

/** One document to be rendered by a render process. */
export interface RenderWork {
  readonly source: RenderSource;
  /** JSON text. */
  readonly data: string;
  readonly format: string;
  readonly size: Template['documentSize'];
  /** The template with its version, which the properties of a PDF name. */
  readonly template?: string;
  /** The document is an e-mail, or is shown as one. */
  readonly email?: { readonly remoteImages: boolean };
  /** When it changes, compiled templates are evicted. */
  readonly epoch: number;
  /** Whether the answer has warnings, and for which type of document. */
  readonly warningsFor?: Template['documentType'];
  /** Only for a PDF. `key` changes with the template. */
  readonly finishing?: Finishing & { readonly key: string };
  /** The templates whose pages follow, in the order of `finishing.append`. */
  readonly appended?: readonly { readonly source: RenderSource; readonly size: Template['documentSize'] }[];
}

/** A template, or the HTML that a script has returned. */
export type RenderSource = TemplateSource | { readonly html: string };

export interface TemplateSource {
  readonly key: string;
  readonly inputType: 'FILE' | 'HTML';
  readonly content: string;
}

/** `fault`: an error of the renderer, not of the template or its data. The process remains usable. */
export type RenderAnswer = RenderOutcome | { readonly fault: string };

/** The stage after the template's. Each stage has its own time limit. */
export const LAYOUT = 'layout';
/** The stage after the layout: appended PDFs are read, and the whole is protected. */
export const FINISH = 'finish';
/** The stage of a batch, which as a whole has the time limit of a template. */
export const BATCH = 'batch';
