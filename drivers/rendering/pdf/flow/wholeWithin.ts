import type { BlockBox } from '../boxes/boxes.ts';
import { marginOf } from '../layout/boxGeometry.ts';
import { hasColumns } from '../style/columnStyle.ts';
import { isContainer } from '../style/style.ts';

/**
 * Returns the height that percentages refer to within a block. A block whose height depends on its content has none; without
 * a DOCTYPE, it passes on that of its container, as in browsers. Lines between blocks are no block of their own. `fixed`: the height of its border box.
 */
export function wholeWithin(
  { style, inlineParent }: BlockBox,
  width: number,
  {
    fixed,
    whole,
    around,
  }: { readonly fixed: number | undefined; readonly whole: number | undefined; readonly around: number },
): number | undefined {
  if (fixed !== undefined) return Math.max(0, fixed - around);
  if (inlineParent === 'lines') return whole;
  const { units, position, rotation, margin, dropsQuirky } = style;
  if (units.needed || whole === undefined || position === 'absolute' || position === 'fixed') return undefined;
  if (isContainer(style) || hasColumns(style) || rotation !== undefined) return undefined;
  // The body fills the page within its margins.
  return dropsQuirky
    ? Math.max(0, whole - around - marginOf(margin.top, width) - marginOf(margin.bottom, width))
    : whole;
}
