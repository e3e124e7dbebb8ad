import { paddingBox } from '../layout/boxGeometry.ts';
import type { Area } from '../layout/canvas.ts';
import type { Layer, Mark } from '../layout/mark.ts';
import { hasCoveringGround } from '../painting/grounds.ts';
import { boundsOfMark } from './clipping.ts';
import { fadedGroup } from './opacity.ts';

/** Above so many comparisons, all layers are painted in their order, whether they overlap others or not. */
const MAX_COMPARISONS = 5_000_000;

/** A layer of a stacking context, with all that is in it. */
interface PaintedLayer {
  readonly layer: Layer;
  readonly marks: readonly Mark[];
  /** Where its first mark was drawn. */
  readonly at: number;
  /** Undefined where nothing of it is seen. */
  readonly bounds: Area | undefined;
}

/** What belongs to a stacking context. */
interface Content {
  /** What is in no layer, with the places where it was drawn. */
  readonly flow: { readonly mark: Mark; readonly at: number }[];
  readonly layers: Map<Layer, number>;
}

/**
 * Returns marks in the order in which they are painted (CSS 2.1, appendix E): grounds below text and floats, and layers above the content that they overlap, by
 * their `z-index` and by their order in the document. A layer that overlaps nothing is where it was drawn, so that programs
 * read text in the order of the document.
 */
export function painted(marks: readonly Mark[]): readonly Mark[] {
  if (!marks.some(({ layer }) => layer))
    return hasCoveringGround(marks)
      ? [...marks.filter(({ isGround }) => isGround), ...marks.filter(({ isGround }) => !isGround)]
      : marks;
  const contents = new Map<Layer | undefined, Content>();
  const contentOf = (layer: Layer | undefined): Content => {
    const known = contents.get(layer) ?? { flow: [], layers: new Map<Layer, number>() };
    contents.set(layer, known);
    return known;
  };
  marks.forEach((mark, at) => {
    contentOf(mark.layer).flow.push({ mark, at });
    for (let layer = mark.layer; layer; layer = layer.context) {
      const { layers } = contentOf(layer.context);
      if (!layers.has(layer)) layers.set(layer, at);
    }
  });
  const isLarge = marks.length * contents.size > MAX_COMPARISONS;
  const paint = (context: Layer | undefined): readonly Mark[] => {
    const { flow: drawn, layers } = contentOf(context);
    const flow = hasCoveringGround(
      drawn.map(({ mark }) => mark),
      context,
    )
      ? groundsFirst(drawn)
      : drawn;
    if (layers.size === 0) return flow.map(({ mark }) => mark);
    const own = [...layers].map(([layer, at]): PaintedLayer => {
      const inner = paint(layer);
      const bounds = unionOf(inner);
      const { opacity } = layer;
      return { layer, marks: opacity === undefined ? inner : fadedGroup(inner, opacity, bounds), at, bounds };
    });
    return merged(flow, own.sort(byOrder), isLarge);
  };
  return paint(undefined);
}

/** Returns the content of a stacking context, with its grounds first. */
const groundsFirst = (flow: Content['flow']): Content['flow'] => [
  ...flow.filter(({ mark }) => mark.isGround).map(({ mark }) => ({ mark, at: -1 })),
  ...flow.filter(({ mark }) => !mark.isGround),
];

/** Merges the content of a stacking context with its layers, which are in their order. */
function merged(flow: Content['flow'], layers: readonly PaintedLayer[], isLarge: boolean): Mark[] {
  const below = layers.filter(({ layer }) => layer.z < 0);
  const raised: PaintedLayer[] = [];
  const inPlace: PaintedLayer[] = [];
  for (const one of layers) {
    if (one.layer.z < 0) continue;
    const covers = (area: Area | undefined, at: number): boolean => at > one.at && overlaps(area, one.bounds);
    const isCovered =
      isLarge ||
      raised.some(({ bounds }) => overlaps(bounds, one.bounds)) ||
      inPlace.some(({ bounds, at }) => covers(bounds, at)) ||
      flow.some(({ mark, at }) => at > one.at && isOver(mark, one.bounds));
    (isCovered ? raised : inPlace).push(one);
  }
  inPlace.sort((one, other) => one.at - other.at);
  const marks = below.flatMap((one) => one.marks);
  let next = 0;
  for (const { mark, at } of flow) {
    for (let one = inPlace[next]; one && one.at < at; one = inPlace[++next])
      for (const inner of one.marks) marks.push(inner);
    marks.push(mark);
  }
  return [...marks, ...inPlace.slice(next).flatMap((one) => one.marks), ...raised.flatMap((one) => one.marks)];
}

function byOrder({ layer: one }: PaintedLayer, { layer: other }: PaintedLayer): number {
  if (one.z !== other.z) return one.z < other.z ? -1 : 1;
  const at = one.order.findIndex((order, i) => order !== other.order[i]);
  return at < 0 ? one.order.length - other.order.length : (one.order[at] ?? 0) - (other.order[at] ?? 0);
}

/** Whether a mark is drawn over an area. A border around it is not. */
function isOver(mark: Mark, area: Area | undefined): boolean {
  if (!area || !('x' in mark) || !mayReach(mark, area)) return false;
  const bounds = boundsOfMark(mark);
  if (mark.kind === 'frame' && bounds) return overlaps(bounds, area) && !isWithin(area, paddingBox(mark, mark));
  return overlaps(bounds, area);
}

/** Whether a mark may reach an area. The widths of texts are measured only where it may. */
const mayReach = (mark: Mark, { y, height }: Area): boolean =>
  mark.kind !== 'text' || (mark.y < y + height && mark.y + mark.height > y);

const isWithin = (inner: Area, { x, y, width, height }: Area): boolean =>
  inner.x >= x - NEAR &&
  inner.y >= y - NEAR &&
  inner.x + inner.width <= x + width + NEAR &&
  inner.y + inner.height <= y + height + NEAR;

/** Boxes that overlap by less are beside each other; pt. */
const NEAR = 0.1;

function overlaps(one: Area | undefined, other: Area | undefined): boolean {
  if (!one || !other) return false;
  return (
    one.x < other.x + other.width - NEAR &&
    other.x < one.x + one.width - NEAR &&
    one.y < other.y + other.height - NEAR &&
    other.y < one.y + one.height - NEAR
  );
}

function unionOf(marks: readonly Mark[]): Area | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const mark of marks) {
    const bounds = boundsOfMark(mark);
    if (!bounds) continue;
    left = Math.min(left, bounds.x);
    top = Math.min(top, bounds.y);
    right = Math.max(right, bounds.x + bounds.width);
    bottom = Math.max(bottom, bounds.y + bounds.height);
  }
  return right > left ? { x: left, y: top, width: right - left, height: bottom - top } : undefined;
}
