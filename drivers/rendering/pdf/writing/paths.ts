import { PdfProblem } from '../boxes/pdfProblem.ts';
import type { Clipping, Path } from '../drawings/parts/path.ts';
import { transformed } from '../drawings/parts/transformed.ts';
import type { Area } from '../layout/canvas.ts';
import { symbolSize } from '../layout/listMarker.ts';
import type { Clip, TextMark } from '../layout/mark.ts';
import type { Curves } from '../style/values/corners.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { moving } from '../transforms/matrix.ts';
import { writtenNumber } from './letters/writtenNumber.ts';
import type { Paper } from './paper.ts';

/** How far the handles of a Bézier curve are from its ends that draws a quarter of a circle, as a share of its radius. */
const HANDLE = (4 * (Math.SQRT2 - 1)) / 3;

/** Maximum number of points of the shapes that cut the boxes of a document, which are written for each mark. */
const MAX_CLIP_POINTS = 2_000_000;
const clipPoints = new WeakMap<Paper, number>();

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
  for (const { left, top, curves, shape, ...size } of clips) {
    if (shape) {
      const { path, isEvenOdd } = shape();
      addPoints(pen, path.length);
      clipBy(pen, { path: transformed(path, moving(x + left, y + top)), isEvenOdd });
    } else boxPath(pen, { x: x + left, y: y + top, ...size }, curves).clip();
  }
}

/** Counts the points of the shapes of a document. Throws PdfProblem beyond the limit. */
function addPoints(pen: Paper, count: number): void {
  const points = (clipPoints.get(pen) ?? 0) + count;
  clipPoints.set(pen, points);
  if (points > MAX_CLIP_POINTS)
    throw new PdfProblem(
      `The document has clip paths of more than ${MAX_CLIP_POINTS} points, counted for each text, border and image that they cut.`,
    );
}

/** Limits what follows to the inside of a path. */
export function clipBy(pen: Paper, { path, isEvenOdd }: Clipping): void {
  // Nothing is within an empty path.
  pen.addContent(`${path.length === 0 ? '0 0 0 0 re' : operators(path)} W${isEvenOdd ? '*' : ''} n`);
}

const names = { M: 'm', L: 'l', C: 'c' } as const;

/** Returns a path as PDFs write it. */
export function operators(path: Path): string {
  let text = '';
  for (const segment of path) {
    if (segment[0] === 'Z') text += 'h ';
    else {
      for (let i = 1; i < segment.length; i++) text += `${writtenNumber(segment[i] as number)} `;
      text += `${names[segment[0]]} `;
    }
  }
  return text;
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
