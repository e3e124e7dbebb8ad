import type { CanvasPosition } from '../layout/canvas.ts';
import type { RectMark } from '../layout/mark.ts';
import type { PlacedCell } from './tableGrid.ts';

/** A cell that was drawn, and whose height is not known yet. */
export interface OpenCell {
  readonly placed: PlacedCell;
  readonly area: { x: number; y: number; width: number };
  /** With the declared height of the cell. */
  readonly height: number;
  /** Of its content, padding and borders alone. */
  readonly contentHeight: number;
  /** Below its content, with the border. */
  readonly padding: number;
  readonly rect: RectMark | undefined;
  readonly before: CanvasPosition;
  readonly after: CanvasPosition;
}

/** Returns how far the content of a cell of a height is moved down. */
export function alignedBy({ placed, contentHeight }: OpenCell, height: number): number {
  const { verticalAlign } = placed.cell.style;
  const free = height - contentHeight;
  if ((verticalAlign !== 'middle' && verticalAlign !== 'bottom') || free <= 0.01) return 0;
  return verticalAlign === 'middle' ? free / 2 : free;
}
