import type { BlockBox, Box } from '../boxes/boxes.ts';
import { sideMargins } from '../layout/boxGeometry.ts';
import type { Area } from '../layout/canvas.ts';
import type { Layout } from '../layout/layout.ts';
import { isOutOfFlow } from '../style/style.ts';

/** A fieldset whose legend stands on its upper border. */
interface Fieldset {
  /** The legend of the fieldset. */
  readonly legend: Box;
  /** The fieldset without it. */
  readonly rest: BlockBox;
  /** The width of the legend without its margins, and its size with them; pt. */
  readonly own: number;
  readonly width: number;
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
  const { top } = box.style.border;
  return {
    legend,
    rest: { ...box, children: box.children.filter((child) => child !== legend) },
    own,
    width: own + sideMargins(legend.style, width),
    height,
    lift: Math.max(0, (height - top.width) / 2),
    push: Math.max(0, height - top.width),
  };
}

/** Draws the legend of a fieldset, which stays with the first line below it, as in browsers. */
export function placeLegend(layout: Layout, { legend, own }: Fieldset, { x, y, width }: Omit<Area, 'height'>): void {
  layout.place(legend, x, y, width, { width: own });
  layout.canvas.headingAt(y);
}
