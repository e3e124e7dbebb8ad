import type { Mark } from '../layout/mark.ts';

/** One page to draw; pt. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Positioned from the sheet's top left. */
  readonly marks: readonly Mark[];
  /** By how much readers of the PDF turn the page clockwise; degrees. */
  readonly rotation: number;
}
