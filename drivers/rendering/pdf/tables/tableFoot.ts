import type { Canvas, RepeatedRows } from '../layout/canvas.ts';

/** A head or a foot that takes a larger share of a page than this is not repeated. */
const MAX_REPEATED_SHARE = 0.25;

/** Whether a head or a foot of a height is repeated. */
export const isRepeatable = ({ pageHeight }: Canvas, height: number): boolean =>
  height > 0 && height <= pageHeight * MAX_REPEATED_SHARE;

/** The foot of a table, which the pages have space for that the table continues after. */
export class TableFoot {
  readonly #canvas: Canvas;
  readonly #rows: RepeatedRows;
  #isBegun = false;

  /** `top`: of the table. `height`: of the foot; undefined where it is only known once it is drawn. */
  constructor(canvas: Canvas, top: number, height: number | undefined) {
    this.#canvas = canvas;
    this.#rows = { first: 0, end: 0, top, height: height ?? 0, from: top, to: Number.POSITIVE_INFINITY };
    if (height !== undefined) canvas.feet.push(this.#rows);
  }

  /** Ends the rows above the foot. `from`: where they begin. */
  begin(from: number, y: number): void {
    this.#isBegun = true;
    Object.assign(this.#rows, { first: this.#canvas.marks.length, top: y, from, to: y });
  }

  /** Ends the foot. `repeats`: whether pages repeat rows of a height. */
  end(bottom: number, repeats: (height: number) => boolean): void {
    const rows = this.#rows;
    if (!this.#isBegun) return;
    const height = bottom - rows.top;
    if (rows.height === 0 && repeats(height)) this.#canvas.feet.push(Object.assign(rows, { height }));
    Object.assign(rows, { end: this.#canvas.marks.length });
  }
}
