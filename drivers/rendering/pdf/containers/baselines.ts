import type { Box } from '../boxes/boxes.ts';
import { baselineIn } from '../layout/alignment/ownBaselines.ts';
import { marginOf } from '../layout/boxGeometry.ts';
import type { Layout } from '../layout/layout.ts';
import type { Alignment } from '../style/containerStyle.ts';

/** An item in a line of a container. */
export interface LineItem {
  readonly box: Box;
  /** Of its border box. */
  readonly width: number;
  /** The width of its containing block. */
  readonly whole: number;
  readonly align: Alignment;
  /** The number of the line. */
  readonly line: number;
}

/** The baselines of a box, from the top of its margin box, and where that ends. */
interface Baselines {
  readonly key: string;
  readonly first: number;
  readonly last: number;
  readonly end: number;
}

/** Containers within each other ask for the baselines of a box many times. */
const known = new WeakMap<Box, Baselines>();

/**
 * Returns the space that each item of a container needs so that those with `baseline` stand on one baseline in their line: above
 * it for the first baseline, below it for the last one.
 */
export function baselineSpaces(layout: Layout, items: readonly LineItem[]): number[] {
  const extents = items.map((item) => extentOf(layout, item));
  const greatest = new Map<string, number>();
  const keyOf = ({ align, line }: LineItem): string => `${align} ${line}`;
  for (const [at, item] of items.entries()) {
    const extent = extents[at];
    if (extent !== undefined) greatest.set(keyOf(item), Math.max(greatest.get(keyOf(item)) ?? extent, extent));
  }
  return items.map((item, at) => {
    const extent = extents[at];
    return extent === undefined ? 0 : (greatest.get(keyOf(item)) ?? extent) - extent;
  });
}

/** Returns how far an item reaches above its first baseline, or below its last one; undefined if it is not aligned by one. */
function extentOf(layout: Layout, item: LineItem): number | undefined {
  const { align, box } = item;
  const { top, bottom } = box.style.margin;
  if ((align !== 'baseline' && align !== 'last baseline') || top === 'auto' || bottom === 'auto') return undefined;
  const { first, last, end } = baselinesOf(layout, item);
  return align === 'baseline' ? first : end - last;
}

function baselinesOf(layout: Layout, { box, width, whole }: LineItem): Baselines {
  const key = `${width} ${whole} ${layout.whole}`;
  const found = known.get(box);
  if (found?.key === key) return found;
  const own = layout.onPages((page) => layout.canvas.heightOf(page));
  const end = own.beside(() => own.place(box, 0, 0, whole, { width }));
  const { marks } = own.canvas;
  const edge = end - marginOf(box.style.margin.bottom, whole);
  const baselines = { key, first: baselineIn(marks, 'first') ?? edge, last: baselineIn(marks, 'last') ?? edge, end };
  known.set(box, baselines);
  return baselines;
}
