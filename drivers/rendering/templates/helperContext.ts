import type Handlebars from 'handlebars';
import type { Translations } from '../../../domain/documents/templates/translations.ts';

/** Maximum length of the text that a template writes, in characters. */
export const MAX_OUTPUT = 32 * 1024 * 1024;

/** Context of helpers besides the data. Handlebars passes it on as `@…`. */
export interface RootData {
  readonly texts: Translations;
  /** Number of characters that blocks have written, so that a loop ends before it exhausts the memory. */
  readonly written: { length: number };
  readonly escaped: boolean;
}

/** Returns what the rendering of a template shares with the helpers that it calls. */
export const rootOf = ({ data }: HelperCall): RootData => data;

export type HelperCall = Handlebars.HelperOptions & { readonly loc?: hbs.AST.SourceLocation };
export type Helper = (this: unknown, args: readonly unknown[], options: HelperCall) => unknown;
