import type { BlockBox, Box } from '../boxes/boxes.ts';
import type { BorderGap } from '../layout/borders.ts';
import { sideMargins } from '../layout/boxGeometry.ts';
import type { Area } from '../layout/canvas.ts';
import type { Layout } from '../layout/layout.ts';
import { isOutOfFlow, type Style } from '../style/style.ts';

/** A fieldset whose legend stands on its upper border. */
interface Fieldset {
  /** The legend of the fieldset. */
  readonly legend: Box;
  /** The fieldset without it. */
  readonly rest: BlockBox;
  /** The width of the legend without its margins, and its size with them; pt. */
  readonly own: number;
  readonly width: number;
  /** How far right of the content of the fieldset it begins; pt. */
  readonly start: number;
  readonly height: number;
  /** How far below its place the border of the fieldset is, and how much further its content is; pt. */
  readonly lift: number;
  readonly push: number;
}

/** Returns the parts of a fieldset; undefined for other blocks. `width`: within its border and padding. */
export function fieldsetOf(layout: Layout, box: BlockBox, width: number): Fieldset | undefined {
  const legend = box.children.find((child) => child.kind === 'block' && child.isLegend && !isOutOfFlow(child.style));
  if (!legend) return undefined;
  const own = layout.fitWidth(legend, width, width);
  const height = layout.heightOf(legend, width, { width: own });
  const outer = own + sideMargins(legend.style, width);
  const { top } = box.style.border;
  return {
    legend,
    rest: { ...box, children: box.children.filter((child) => child !== legend) },
    own,
    width: outer,
    start: freeBefore(legend.style) * Math.max(0, width - outer),
    height,
    lift: Math.max(0, (height - top.width) / 2),
    push: Math.max(0, height - top.width),
  };
}

/** The share of the space beside a legend that is before it: its margins decide, and not how its text is aligned. */
function freeBefore({ margin, rightToLeft }: Style): number {
  if (margin.left !== 'auto') return rightToLeft && margin.right !== 'auto' ? 1 : 0;
  return margin.right === 'auto' ? 0.5 : 1;
}

/** Returns where the border of a fieldset is not drawn. `x`: the left side of its content. */
export function gapOf({ start, width, lift }: Fieldset, x: number): BorderGap {
  return { from: x + start, to: x + start + width, lift };
}

/** Draws the legend of a fieldset, which stays with the first line below it, as in browsers. */
export function placeLegend(
  layout: Layout,
  { legend, own, start }: Fieldset,
  { x, y, width }: Omit<Area, 'height'>,
): void {
  layout.place(legend, x + start, y, width, { width: own });
  layout.canvas.headingAt(y);
}
