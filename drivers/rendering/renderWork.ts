import type { RenderOutcome, Template } from '../../domain/ports/rendering.ts';

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

/** The stage behind that of the template, which a work begins with; each has limits of its own. */
export const LAYOUT = 'layout';
/** Several works at once, which have the limits of a template all together. */
export const SEVERAL = 'several';
