import type { RenderOutcome, Template } from '../../domain/ports/rendering.ts';

/** One document to be rendered by a render process. */
export interface RenderWork {
  /** A template, or the HTML that a script has returned. */
  readonly source: TemplateSource | { readonly html: string };
  /** JSON text. */
  readonly data: string;
  readonly format: string;
  readonly size: Template['documentSize'];
  /** A change of it evicts the compiled templates. */
  readonly epoch: number;
}

export interface TemplateSource {
  readonly key: string;
  readonly inputType: 'FILE' | 'HTML';
  readonly content: string;
}

/** `fault`: an error of the renderer, not of the template or its data. The process can go on. */
export type RenderAnswer = RenderOutcome | { readonly fault: string };

/** The stage after the template's. Each has a time limit of its own. */
export const LAYOUT = 'layout';
/** The stage of several works, which together have the time limit of a template. */
export const BATCH = 'batch';
