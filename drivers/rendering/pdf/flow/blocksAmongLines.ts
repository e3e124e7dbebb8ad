import type { BlockBox, Box } from '../boxes/boxes.ts';
import { type Canvas, isPiece } from '../layout/canvas.ts';
import type { Ended } from '../layout/layout.ts';

/** The lines of a block so far. */
interface OpenLines {
  readonly of: BlockBox;
  readonly tops: number[];
  readonly end: number;
  /** The element in them that the last of them is a block of. */
  readonly among?: object;
}

const openLines = new WeakMap<Canvas, OpenLines>();

/** Notes the lines of a block, which may be among those of the block around it. */
export function noteLines(canvas: Canvas, of: BlockBox, tops: readonly number[], end: number): void {
  openLines.set(canvas, { of, tops: [...tops], end });
}

/**
 * Draws a child of a block. One that stands in an element within lines is a line to pages, as in browsers: a page that has no
 * space for its first line ends above the line before it, as `widows` asks for, if `orphans` are above that.
 */
export function drawAmongLines(canvas: Canvas, box: BlockBox, child: Box, top: number, draw: () => Ended): Ended {
  const open = openLines.get(canvas);
  const { tops, end, among: last }: OpenLines = open?.of === box ? open : { of: box, tops: [], end: top };
  const [before] = canvas.position();
  const drawn = draw();
  const own = openLines.get(canvas);
  const { among } = child;
  openLines.delete(canvas);
  if (among === undefined) return drawn;
  if (among === 'lines') {
    for (const line of own?.of === child ? own.tops : []) tops.push(line);
  } else if (last !== among) {
    const { orphans, widows } = box.style;
    const first = Math.max(0, tops.length - widows + 1);
    const from = tops[first];
    const piece = canvas.marks.slice(before).find(isPiece);
    if (piece && from !== undefined && (first === 0 || first >= orphans))
      canvas.keeps.push({ from, to: piece.y + piece.height, since: end });
    tops.push(top);
  }
  openLines.set(canvas, { of: box, tops, end: drawn.y, ...(among !== 'lines' && { among }) });
  return drawn;
}
