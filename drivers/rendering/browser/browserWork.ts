import type { BrowserPage } from '../../../domain/ports/rendering.ts';

/** One document to be printed by a browser process. */
export type BrowserWork = BrowserPage;

export type BrowserAnswer =
  | { readonly content: Uint8Array }
  | {
      /** The reason, for the client. */
      readonly refused: string;
      /** The page has crashed: another browser may print the document. */
      readonly crashed?: true;
    };
