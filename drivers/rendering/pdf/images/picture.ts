import type { FontChoice } from '../fonts/fonts.ts';

export interface Picture {
  bytes: Uint8Array;
  /** An SVG, which is drawn in lines and letters. */
  drawn: boolean;
  /** pt. */
  readonly width: number;
  readonly height: number;
  /** Of an SVG: whether it fills a box of another proportion; otherwise, it keeps its own. */
  isStretched?: boolean;
  /** Of an SVG. */
  readonly hasViewBox?: boolean;
  /** Of an SVG: which of its sides it does not declare. */
  readonly lacks?: { readonly width: boolean; readonly height: boolean };
  /** Of an SVG in the page: what its texts are set in where it declares nothing else. */
  readonly font?: FontChoice;
  /** Of an SVG beside the page: the language of the document. */
  readonly language?: string | undefined;
  /** Of an image: the beginning of its `src`, to be found in the template. */
  source?: string;
  /** Of an SVG: what of it is not drawn as in browsers. */
  problems?: readonly { readonly problem: string; readonly text: string }[];
  /** Of an SVG with text or HTML that is drawn, as a whole or in part, as a PNG: why, and the text, which may be empty. */
  flattened?: { readonly why: string; readonly text: string; readonly hasHtml: boolean };
}
