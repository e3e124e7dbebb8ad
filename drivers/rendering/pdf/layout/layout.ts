import type { BlockBox, Box } from '../boxes/boxes.ts';
import type { Edges } from '../style/style.ts';
import type { Margins } from './boxGeometry.ts';
import type { Area, Canvas, HeightOf } from './canvas.ts';
import type { Measures } from './lines.ts';

/** Where a block ends: below its border, with the margins that have yet to be added. */
export interface Ended {
  readonly y: number;
  readonly margin: Margins;
}

/** The size that a container gives to a border box. */
export interface GivenSize {
  readonly width?: number;
  readonly height?: number;
}

/** How a container aligns a positioned box in it that has no place of its own. */
export interface StaticAlignment {
  /** Of the content of the container. */
  readonly height: number;
  /** The shares of the free space that are before the box and above it. */
  readonly before: number;
  readonly above: number;
}

/** The sides of the block that a box is in. */
export interface BlockSides {
  readonly left: number;
  readonly right: number;
  readonly alignment?: StaticAlignment;
  /** The grid area that is the containing block of a box; of sides that are undefined, the padding edge is. */
  readonly gridArea?: Edges<number | undefined> | undefined;
}

/** A positioned box with the place where it would stand in the flow. */
export interface PendingBox {
  readonly box: Box;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly alignment?: StaticAlignment | undefined;
  readonly gridArea?: BlockSides['gridArea'];
  /** Its place in the order of the document. */
  readonly order: number;
}

/** What tables and containers need of the flow that lays out their content. */
export interface Layout {
  readonly canvas: Canvas;
  /** Whether the canvas is that of the pages. */
  readonly isOnPages: boolean;
  /** The height of the containing block, where it does not depend on its content. */
  whole: number | undefined;
  /** Positioned boxes that wait for the end of their containing block. */
  readonly pending: PendingBox[];
  /** Boxes that are on each page. */
  readonly fixed: readonly PendingBox[];
  /** Whether pages may end in what is drawn: nothing stands beside it, and nothing around it asks for a page of its own. */
  readonly mayBreak: boolean;
  /** Draws what stands beside other boxes. */
  beside<Result>(draw: () => Result): Result;
  /** Returns a layout on a canvas with pages of these heights, whose boxes are added to this one. */
  onPages(heightOf: HeightOf): Layout;
  /** Takes over the boxes that wait for a place, of a layout whose canvas begins at `y`. */
  adopt(layout: Layout, y: number): void;
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
  placeOut(box: Box, x: number, y: number, whole: BlockSides): void;
  /** Draws positioned boxes, which no page ends in. `area`: the padding box of their containing block. */
  placePositioned(boxes: readonly PendingBox[], area: Area): void;
  /** Returns the height of a margin box, without drawing it. */
  heightOf(box: Box, whole: number, forced: GivenSize): number;
}
