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

export type RepeatMode = 'repeat' | 'no-repeat' | 'space' | 'round';

interface BackgroundRepeat {
  readonly across: RepeatMode;
  readonly down: RepeatMode;
}

/** The part of a box that an image is placed in, or that a background is seen in. */
export type BackgroundBox = 'border-box' | 'padding-box' | 'content-box';

/** The images behind a box, the topmost first. Each of the other lists is repeated to the length of the first. */
export interface BackgroundImages {
  readonly layers: readonly (Picture | Gradient | undefined)[];
  readonly sizes: readonly BackgroundSize[];
  readonly positions: readonly BackgroundPosition[];
  readonly repeats: readonly BackgroundRepeat[];
  readonly origins: readonly BackgroundBox[];
  readonly clips: readonly BackgroundBox[];
  /** Whether the document wants one of them to stay where it is on the screen. */
  readonly isFixed: boolean;
  /** Whether they fill the pages: those of the root. */
  readonly isOfCanvas?: boolean;
}

export const initialImages: BackgroundImages = {
  layers: [],
  sizes: [{ width: undefined, height: undefined }],
  positions: [{ x: 0, y: 0 }],
  repeats: [{ across: 'repeat', down: 'repeat' }],
  origins: ['padding-box'],
  clips: ['border-box'],
  isFixed: false,
};

/** Returns the part of a box that its colour fills: the one of its lowest image. */
export function clipOfColour({ layers, clips }: BackgroundImages): BackgroundBox {
  return clips[Math.max(0, layers.length - 1) % clips.length] ?? 'border-box';
}
