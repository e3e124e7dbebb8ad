import type { Box, ImageBox } from '../boxes/boxes.ts';
import type { Reach } from '../layout/alignment/lineMetrics.ts';
import { baselineIn } from '../layout/alignment/ownBaselines.ts';
import { marginOf } from '../layout/boxGeometry.ts';
import type { Canvas } from '../layout/canvas.ts';
import type { Layout } from '../layout/layout.ts';
import type { Mark } from '../layout/mark.ts';
import type { SizedItem } from '../layout/words.ts';
import { isContainer } from '../style/style.ts';
import { resolved } from '../style/values/lengths.ts';
import type { KnownSizes } from './knownSizes.ts';

/** What boxes in lines need of the flow. */
interface LineBoxOwner {
  widthInLine(box: Box, whole: number): number;
  imageSize(box: ImageBox, whole: number): { readonly height: number };
  scratch(): { readonly canvas: Canvas; placeInLine(box: Box, x: number, y: number, whole: number): number };
}

/** Draws a box in a line, and returns where it ends. As in browsers, pages repeat no heads of tables within it. */
export function placeBoxInLine(
  flow: Layout,
  box: Box,
  { x, y, whole }: Readonly<Record<'x' | 'y' | 'whole', number>>,
): number {
  const { heads, feet } = flow.canvas;
  const [headCount, footCount] = [heads.length, feet.length];
  const bottom = flow.beside(() => flow.place(box, x, y, whole, { width: flow.fitWidth(box, whole, whole) }));
  [heads.length, feet.length] = [headCount, footCount];
  return bottom;
}

/** Returns the extent of a box in a line, from its own baseline. `whole`: the width of its containing block. */
export function reachInLine(flow: LineBoxOwner, reaches: KnownSizes['reaches'], box: Box, whole: number): Reach {
  const width = flow.widthInLine(box, whole);
  if (box.kind === 'image') {
    const { top, bottom } = box.style.margin;
    const above = marginOf(top, whole) + flow.imageSize(box, whole).height;
    const below = marginOf(bottom, whole);
    // The margin below a mark of a form is below the baseline.
    return box.isField ? { above, below } : { above: above + below, below: 0 };
  }
  const known = reaches.get(box);
  if (known?.width === width) return known.reach;
  const scratch = flow.scratch();
  const height = scratch.placeInLine(box, 0, 0, whole);
  const above = baselineOf(box, scratch.canvas.marks) ?? height;
  const reach = { above, below: height - above };
  reaches.set(box, { width, reach });
  return reach;
}

/** Returns where a box stands on the baseline of its line: with its last line, or the first one of its items or rows. */
function baselineOf({ kind, style }: Box, marks: readonly Mark[]): number | undefined {
  if (style.rotation) return undefined;
  if (isContainer(style) || kind === 'table') return baselineIn(marks, 'first');
  return style.contains ? undefined : baselineIn(marks, 'last');
}

/** Returns the width of a box in a line, or of space. `whole`: the width of its containing block. */
export function widthOfItem(flow: Pick<LineBoxOwner, 'widthInLine'>, item: SizedItem, whole: number): number {
  if (item.kind === 'box') return flow.widthInLine(item.box, whole);
  return resolved(item.width, Number.isFinite(whole) ? whole : 0);
}
