import type { Canvas } from '../layout/canvas.ts';
import type { Layer, Mark } from '../layout/mark.ts';
import type { Style } from '../style/style.ts';
import { isTransformed } from '../style/transformStyle.ts';

let last = 0;

/** Returns a place in the order of the document, below all that were returned before. */
export const nextOrder = (): number => ++last;

/** Whether a box is a stacking context: all that is in it is painted together. */
const isContext = ({ zIndex, position, transform, fade }: Style): boolean =>
  zIndex !== undefined ||
  fade < 1 ||
  position === 'fixed' ||
  isTransformed(transform) ||
  transform.clipPath !== undefined;

/** Draws a box, in a layer of its own if it is positioned or a stacking context. */
export function inLayer<Drawn>(canvas: Canvas, style: Style, draw: () => Drawn): Drawn {
  if (style.position === 'static' && !isContext(style)) return draw();
  const [first, order] = [canvas.marks.length, nextOrder()];
  const drawn = draw();
  putSince(canvas, style, first, order);
  return drawn;
}

/** Puts what was added since an index into a layer. The layers in it belong to its stacking context, or to that around it. */
function putSince({ marks }: Canvas, style: Style, first: number, order: number): void {
  const opacity = style.fade < 1 ? { opacity: style.fade } : {};
  const layer: Layer = { context: undefined, z: style.zIndex ?? 0, order: [order], ...opacity };
  for (const one of putIn(marks.slice(first), layer)) {
    if (isContext(style)) one.context = layer;
    else one.order = [order, ...one.order];
  }
}

/** Returns the layer of a cell of a table whose `z-index` makes it a stacking context; undefined for other cells. */
export const cellLayer = ({ zIndex }: Style): Layer | undefined =>
  zIndex === undefined ? undefined : { context: undefined, z: zIndex, order: [nextOrder()] };

/** Puts marks into the layer of a stacking context, with the layers in it. */
export function putInContext(marks: readonly Mark[], context: Layer): void {
  for (const one of putIn(marks, context)) one.context = context;
}

/** Paints what was added since an index in the place of the document that a box has, not in that of its containing block. */
export function reorder({ marks }: Canvas, first: number, order: number): void {
  for (const one of putIn(marks.slice(first), undefined)) one.order = [order, ...one.order];
}

/** Paints the background and the borders of a stacking context below the layers that are behind its content. */
export function ground(style: Style, marks: readonly (Mark | undefined)[]): void {
  if (!isContext(style)) return;
  const layer: Layer = { context: undefined, z: Number.NEGATIVE_INFINITY, order: [] };
  for (const mark of marks) if (mark) mark.layer = layer;
}

/** Paints the part of a line that was added since an index above the text around it. `moving`: the positioned elements that it is in. */
export function layerInLine(canvas: Canvas, first: number, moving: readonly Style[] | undefined): void {
  const style = moving?.find(({ zIndex }) => zIndex !== undefined) ?? moving?.[0];
  if (style && first < canvas.marks.length) putSince(canvas, style, first, nextOrder());
}

/** Puts marks without a layer into one. Returns the outermost layers of the others. */
function putIn(marks: readonly Mark[], layer: Layer | undefined, found = new Set<Layer>()): Set<Layer> {
  for (const mark of marks) {
    if (mark.kind === 'float') putIn(mark.marks, layer, found);
    else if (!mark.layer) {
      if (layer && 'x' in mark) mark.layer = layer;
    } else if (mark.layer !== layer) {
      let top = mark.layer;
      while (top.context) top = top.context;
      if (top !== layer) found.add(top);
    }
  }
  return found;
}
