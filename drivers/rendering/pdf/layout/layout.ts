import type { BlockBox } from '../boxes/boxes.ts';
import type { Canvas } from './canvas.ts';
import type { Measures } from './lines.ts';

/** Where a block ended: below its border, and the margin that is still to come. */
export interface Ended {
  readonly y: number;
  readonly margin: number;
}

/** What tables need of the layout of what is in them. */
export interface Layout {
  readonly canvas: Canvas;
  /** Without what a box has around its content. */
  measureInside(box: BlockBox): Measures;
  /** The inside of a box, its margins included; gives where it ends. */
  inside(box: BlockBox, x: number, y: number, width: number): number;
  block(box: BlockBox, x: number, y: number, width: number): Ended;
}
