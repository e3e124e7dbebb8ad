import type { Area } from '../layout/canvas.ts';
import { symbolSize } from '../layout/listMarker.ts';
import type { Clip, TextMark } from '../layout/mark.ts';
import type { Curves } from '../style/values/corners.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import type { Paper } from './paper.ts';

/** How far the handles of a Bézier curve are from its ends that draws a quarter of a circle, as a share of its radius. */
const HANDLE = (4 * (Math.SQRT2 - 1)) / 3;

/** Adds a box to the path, from its top left in the direction of the clock. */
export function boxPath(pen: Paper, { x, y, width, height }: Area, curves: Curves | undefined): Paper {
  if (!curves) return pen.rect(x, y, width, height);
  const [right, bottom] = [x + width, y + height];
  const [topLeft, topRight, bottomRight, bottomLeft] = curves;
  const rest = 1 - HANDLE;
  pen.moveTo(x + topLeft.across, y).lineTo(right - topRight.across, y);
  if (topRight.across > 0) {
    const { across, down } = topRight;
    pen.bezierCurveTo(right - across * rest, y, right, y + down * rest, right, y + down);
  }
  pen.lineTo(right, bottom - bottomRight.down);
  if (bottomRight.across > 0) {
    const { across, down } = bottomRight;
    pen.bezierCurveTo(right, bottom - down * rest, right - across * rest, bottom, right - across, bottom);
  }
  pen.lineTo(x + bottomLeft.across, bottom);
  if (bottomLeft.across > 0) {
    const { across, down } = bottomLeft;
    pen.bezierCurveTo(x + across * rest, bottom, x, bottom - down * rest, x, bottom - down);
  }
  pen.lineTo(x, y + topLeft.down);
  if (topLeft.across > 0) {
    const { across, down } = topLeft;
    pen.bezierCurveTo(x, y + down * rest, x + across * rest, y, x + across, y);
  }
  return pen.closePath();
}

/** Limits what follows to the boxes around a mark. */
export function clipTo(
  pen: Paper,
  { x, y, clips }: { readonly x: number; readonly y: number; readonly clips: readonly Clip[] },
): void {
  for (const { left, top, curves, ...size } of clips) boxPath(pen, { x: x + left, y: y + top, ...size }, curves).clip();
}

/** Draws the symbol before an item of a list, in the colour with which the pen fills. */
export function drawSymbol(pen: Paper, { text, face, size, colour, x, y, baseline }: TextMark): void {
  const { side, above } = symbolSize(face, size);
  const area = { x, y: y + baseline - above, width: side, height: side };
  const round = { across: side / 2, down: side / 2 };
  const path = boxPath(pen, area, text === '▪' ? undefined : [round, round, round, round]);
  if (text === '◦') path.lineWidth(PIXEL).strokeColor(colour.hex, colour.opacity).stroke();
  else path.fill();
}
