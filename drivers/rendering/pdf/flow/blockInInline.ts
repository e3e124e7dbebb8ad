import type { BlockBox, Box } from '../boxes/boxes.ts';
import { type Canvas, EPSILON, type Stretch } from '../layout/canvas.ts';
import type { Ended } from '../layout/layout.ts';
import { isPiece } from '../layout/mark.ts';

/** The lines of a block so far. */
interface OpenLines {
  readonly of: BlockBox;
  readonly tops: number[];
  readonly end: number;
  /** The inline element of the last block; undefined after a run of lines. */
  readonly inlineParent?: object;
}

const openLines = new WeakMap<Canvas, OpenLines>();

/** Records the tops of a run of lines between blocks, which count as lines of the block around it. */
export function noteLines(canvas: Canvas, of: BlockBox, tops: readonly number[], end: number): void {
  openLines.set(canvas, { of, tops: [...tops], end });
}

/**
 * Notes a block that has a height and shows neither lines nor pictures. Pages may end in it, and only its start stays with a
 * heading above it.
 */
function noteSpace(canvas: Canvas, { style }: Box, before: number, { from, to }: Stretch): void {
  if (to <= from + EPSILON || canvas.marks.slice(before).some(isPiece)) return;
  canvas.marks.push({ kind: 'unseen', y: from, height: 0, isSpace: true });
  if (!style.keepWithNext) canvas.followed(from + 2 * EPSILON);
}

/**
 * Draws a child of a block. A block in an inline element counts as one line, as in browsers: if its first line does not fit on the page, the
 * page ends earlier, as `widows` requires, unless fewer lines than `orphans` would remain.
 */
export function drawBlockInInline(canvas: Canvas, box: BlockBox, child: Box, top: number, draw: () => Ended): Ended {
  const open = openLines.get(canvas);
  const { tops, end, inlineParent: last }: OpenLines = open?.of === box ? open : { of: box, tops: [], end: top };
  const [before] = canvas.position();
  const drawn = draw();
  noteSpace(canvas, child, before, { from: top, to: drawn.y });
  const own = openLines.get(canvas);
  const { inlineParent } = child;
  openLines.delete(canvas);
  if (inlineParent === undefined) return drawn;
  if (inlineParent === 'lines') {
    for (const line of own?.of === child ? own.tops : []) tops.push(line);
  } else if (last !== inlineParent) {
    const { orphans, widows } = box.style;
    const first = Math.max(0, tops.length - widows + 1);
    const from = tops[first];
    const piece = canvas.marks.slice(before).find(isPiece);
    if (piece && from !== undefined && (first === 0 || first >= orphans))
      canvas.keeps.push({ from, to: piece.y + piece.height, since: end });
    tops.push(top);
  }
  openLines.set(canvas, { of: box, tops, end: drawn.y, ...(inlineParent !== 'lines' && { inlineParent }) });
  return drawn;
}
