export type Point = readonly [x: number, y: number];

/** A piece of a path, with absolute coordinates. */
export type Segment =
  | readonly ['M' | 'L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z'];
export type Path = readonly Segment[];

/** What limits what is seen: the inside of a path. */
export interface Clipping {
  readonly path: Path;
  readonly isEvenOdd: boolean;
}
