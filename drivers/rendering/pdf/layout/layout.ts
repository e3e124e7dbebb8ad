import type { BlockBox, Box } from '../boxes/boxes.ts';
import type { Canvas } from './canvas.ts';
import type { Measures } from './lines.ts';

/** Where a block ends: below its border, with the margin that has yet to be added. */
export interface Ended {
  readonly y: number;
  readonly margin: number;
}

/** The size that a container gives to a border box. */
export interface GivenSize {
  readonly width?: number;
  readonly height?: number;
}

/** What tables and containers need of the flow that lays out their content. */
export interface Layout {
  readonly canvas: Canvas;
  /** The height of the containing block, where it does not depend on its content. */
  whole: number | undefined;
  /** Measures the content of a box, without its padding, border and margins. */
  measureInside(box: BlockBox): Measures;
  /** Measures a box with its margins. */
  measure(box: Box): Measures;
  /** Draws the content of a box, with the margins of its children, and returns where it ends. */
  inside(box: BlockBox, x: number, y: number, width: number): number;
  block(box: BlockBox, x: number, y: number, width: number): Ended;
  /** The width of a box as wide as its content, without margins. `whole`: of its containing block. */
  fitWidth(box: Box, whole: number, available: number): number;
  /** Draws a box with its margins, and returns where its margin box ends. `whole`: of its containing block. */
  place(box: Box, x: number, y: number, whole: number, forced: GivenSize): number;
  /** Places a float, or notes a positioned box. `whole`: the sides of its containing block. */
  placeOut(box: Box, x: number, y: number, whole: { readonly left: number; readonly right: number }): void;
  /** Returns the height of a margin box, without drawing it. */
  heightOf(box: Box, whole: number, forced: GivenSize): number;
}
