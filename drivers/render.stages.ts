import type { RenderOutcome, Template } from '../domain/ports.ts';

/** What a render process is given. */
export interface RenderWork {
  /** A template, or what a script has made already. */
  readonly source: TemplateSource | { readonly html: string };
  /** JSON text. */
  readonly data: string;
  readonly format: string;
  readonly size: Template['documentSize'];
  /** Grows when compiled templates are to be forgotten. */
  readonly epoch: number;
}

export interface TemplateSource {
  readonly key: string;
  readonly inputType: 'FILE' | 'HTML';
  readonly content: string;
}

/** `fault`: neither the template nor its data is to blame; the process is as good as before. */
export type RenderAnswer = RenderOutcome | { readonly fault: string };

/** The stages of a work, each with limits of its own; several at once have those of a template, all together. */
export const TEMPLATE = 'template';
export const LAYOUT = 'layout';
export const SEVERAL = 'several';
