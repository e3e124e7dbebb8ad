import type { Picture } from '../images/picture.ts';
import type { Gradient } from './values/gradients.ts';
import type { Length } from './values/lengths.ts';

/** `cover`, `contain`, or two lengths; an undefined one follows from the other. */
export type BackgroundSize =
  | 'cover'
  | 'contain'
  | { readonly width: Length | undefined; readonly height: Length | undefined };

/** Shares of the space that the image leaves, with offsets. */
export interface BackgroundPosition {
  readonly x: Length;
  readonly y: Length;
}

interface BackgroundRepeat {
  readonly across: boolean;
  readonly down: boolean;
}

/** The images behind a box, the topmost first. Each of the other lists is repeated to the length of the first. */
export interface BackgroundImages {
  readonly layers: readonly (Picture | Gradient | undefined)[];
  readonly sizes: readonly BackgroundSize[];
  readonly positions: readonly BackgroundPosition[];
  readonly repeats: readonly BackgroundRepeat[];
}

export const initialImages: BackgroundImages = {
  layers: [],
  sizes: [{ width: undefined, height: undefined }],
  positions: [{ x: 0, y: 0 }],
  repeats: [{ across: true, down: true }],
};
