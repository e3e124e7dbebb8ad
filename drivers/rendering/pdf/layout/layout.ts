import type { BlockBox } from '../boxes/boxes.ts';
import type { Canvas } from './canvas.ts';
import type { Measures } from './lines.ts';

/** Where a block ends: below its border, with the margin that has yet to be added. */
export interface Ended {
  readonly y: number;
  readonly margin: number;
}

/** What tables need of the flow that lays out their content. */
export interface Layout {
  readonly canvas: Canvas;
  /** Measures the content of a box, without its padding, border and margins. */
  measureInside(box: BlockBox): Measures;
  /** Draws the content of a box, with the margins of its children, and returns where it ends. */
  inside(box: BlockBox, x: number, y: number, width: number): number;
  block(box: BlockBox, x: number, y: number, width: number): Ended;
}
