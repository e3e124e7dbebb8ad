import type { Mark } from '../layout/mark.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import type { Paper } from './paper.ts';

/** The length of the longest wave; pt. */
const MAX_WAVE = 14_400;

/** Draws a wave that begins and ends on the line, as browsers do. */
export function drawWave(pen: Paper, { x, y, width, thickness, colour }: Extract<Mark, { kind: 'line' }>): void {
  const [half, reach] = [thickness * 2 + PIXEL, thickness * 3 + PIXEL];
  pen
    .save()
    .rect(x, y - reach, width, 2 * reach)
    .clip()
    .lineWidth(thickness)
    .strokeColor(colour.hex, colour.opacity)
    .moveTo(x, y);
  for (let at = x; at < x + Math.min(width, MAX_WAVE); at += 2 * half)
    pen.bezierCurveTo(at + half, y + reach, at + half, y - reach, at + 2 * half, y);
  pen.stroke().restore();
}
