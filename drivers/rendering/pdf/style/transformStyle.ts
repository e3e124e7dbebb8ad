import type { Matrix } from '../transforms/matrix.ts';
import type { Length } from './values/lengths.ts';

/** A map, or a move by lengths that may be shares of the box. */
export type TransformStep = Matrix | { readonly x: Length; readonly y: Length };

/** How a box is drawn in a place, a direction and a size other than its own. */
export interface TransformStyle {
  readonly translate: TransformStep | undefined;
  readonly rotate: TransformStep | undefined;
  readonly scale: TransformStep | undefined;
  /** The functions of `transform`. */
  readonly steps: readonly TransformStep[];
  /** The point that stays where it is. */
  readonly origin: { readonly x: Length; readonly y: Length };
  /** What of the box is seen, before it is moved: a basic shape of CSS, as it is declared. */
  readonly clipPath?: string;
}

const centre: Length = { percent: 50 };

export const initialTransform: TransformStyle = {
  translate: undefined,
  rotate: undefined,
  scale: undefined,
  steps: [],
  origin: { x: centre, y: centre },
};

/** Whether a box is drawn elsewhere than it is laid out, which makes it the containing block of positioned boxes. */
export const isTransformed = ({ translate, rotate, scale, steps }: TransformStyle): boolean =>
  translate !== undefined || rotate !== undefined || scale !== undefined || steps.length > 0;

/** Whether positioned boxes in a box have their place in it. */
export const isContainingBlock = (style: { readonly position: string; readonly transform: TransformStyle }): boolean =>
  style.position !== 'static' || isTransformed(style.transform);
