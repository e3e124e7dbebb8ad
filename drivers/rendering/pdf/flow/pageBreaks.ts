import type { Box } from '../boxes/boxes.ts';
import { collapsed, gapBelow, type Margins } from '../layout/boxGeometry.ts';
import { type Canvas, EPSILON, type Stretch } from '../layout/canvas.ts';
import { breaksBelow, endsInBreak, startsWithBreak, staysWithPrevious } from '../layout/declaredBreaks.ts';
import type { Floats } from '../layout/floats.ts';
import { topMargins } from './margins.ts';
import { keepAbove } from './pagedBoxes.ts';

/** The height of a page without content; pt. */
const EMPTY = 4 * EPSILON;

/**
 * Returns the margin between a block and the one above it, whose bottom margin is `pending`. A page may end in it, or ends
 * above it where the block declares that.
 *
 * @param place `hasPassed`: an empty block is above it
 */
export function gapAbove(
  { canvas, floats }: { readonly canvas: Canvas; readonly floats: Floats },
  child: Box,
  place: { at: number; pending: Margins; width: number; above: Box | undefined; hasPassed: boolean },
): number {
  const { above, hasPassed, at, pending, width } = place;
  if (!above && !hasPassed) return 0;
  const tops = topMargins(child, width);
  const top = collapsed(...tops);
  if (!above) {
    if (startsWithBreak(child)) return endPage(canvas, at + EMPTY) - at + top;
    // A page may end below an empty block at the start of the boxes around it.
    canvas.boxFrom = at;
    canvas.marks.push({ kind: 'unseen', y: at, height: 0 });
    return 0;
  }
  // The margin above a declared break is not drawn below it, and the one below it remains.
  if (endsInBreak(above)) return isCutAbove(canvas, at) ? 0 : top;
  if (startsWithBreak(child)) return endPage(canvas, at + gapBelow(pending)) - at + top;
  if (staysWithPrevious(child)) canvas.staysWithPrevious();
  const isDropped =
    (floats.dropsMarginsAt !== undefined && Math.abs(floats.dropsMarginsAt - at) < EPSILON) || isCutAbove(canvas, at);
  const gap = isDropped ? 0 : collapsed(...pending, ...tops);
  canvas.boxFrom = at + gap;
  if (gap > 0) canvas.gaps.push({ from: at, to: at + gap });
  return gap;
}

/** How many of the last stretches that stay together may be those of one line and the blocks that end with it. */
const MAX_LAST = 8;

/** Whether what ends at a position is a line or an image that continues from another page. As in browsers, no margin is below it. */
const isCutAbove = ({ keeps, pageHeight }: Canvas, y: number): boolean =>
  keeps
    .slice(-MAX_LAST)
    .some(({ from, to, isWhole = true }) => isWhole !== true && to - from > pageHeight && Math.abs(to - y) < EPSILON);

/**
 * Ends the page below a block that declares it, and returns where the next block begins. As in browsers, that is below an
 * image that continues on the next page.
 */
export function endBelow(canvas: Canvas, child: Box, { from, to }: Readonly<Stretch>): number {
  canvas.childFrom = from;
  return breaksBelow(child) && !isCutAbove(canvas, to) ? endPage(canvas, to) : to;
}

/** Ends a page at a position, and returns where the next one begins. A page that begins there, too, is empty, as in browsers. */
function endPage(canvas: Canvas, y: number): number {
  const isStart = Math.abs(y - (canvas.breaks.at(-1) ?? 0)) < EPSILON;
  const to = isStart ? y + EMPTY : y;
  keepAbove(canvas, to);
  canvas.breaks.push(to);
  return to;
}
