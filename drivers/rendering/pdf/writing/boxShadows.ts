import { paddingBox } from '../layout/boxGeometry.ts';
import type { Area } from '../layout/canvas.ts';
import type { RectMark } from '../layout/mark.ts';
import { type Curves, curvesAround, curvesOf, curvesWithin } from '../style/values/corners.ts';
import type { Shadow } from '../style/values/shadows.ts';
import { widened } from '../transforms/matrix.ts';
import type { Paper } from './paper.ts';
import { boxPath } from './paths.ts';

/** How many layers blur a shadow at most, and how far they are from each other; pt. */
const MAX_LAYERS = 16;
const STEP = 0.5;
/** How many layers a document has at most; further shadows have an edge, and half of the opacity. */
const MAX_BLURRED = 10_000;
const drawnLayers = new WeakMap<Paper, number>();
/** What a shadow is drawn within, beyond all papers; pt. */
const BEYOND = 20_000;

/** The box that has a shadow: its border box, or its padding box for a shadow within it. */
interface Shadowed {
  readonly area: Area;
  readonly curves: Curves | undefined;
}

/** Draws the shadows around a box, or those in it, from the lowest to the topmost. */
export function drawShadows(pen: Paper, mark: RectMark, which: 'around' | 'inside'): void {
  const { shadows = [] } = mark;
  const drawn = shadows.filter(({ isInset }) => isInset === (which === 'inside'));
  if (drawn.length === 0) return;
  const { above = 0, whole = mark.height, x, y, width, height } = mark;
  const area = { x, y: y - above, width, height: whole };
  const outer = { area, curves: curvesOf(mark.corners, area) };
  pen.save();
  // A part of a box that pages cut has no shadow on the cut.
  const [top, bottom] = [above > 0 ? y : y - BEYOND, above + height < whole ? y + height : y + height + BEYOND];
  if (above > 0 || above + height < whole) pen.rect(x - BEYOND, top, width + 2 * BEYOND, bottom - top).clip();
  if (which === 'inside') {
    const inner = innerBox(outer, mark);
    boxPath(pen, inner.area, inner.curves).clip();
    for (const shadow of drawn.toReversed()) drawInside(pen, inner, shadow);
  } else {
    boxPath(pen.rect(x - BEYOND, area.y - BEYOND, width + 2 * BEYOND, whole + 2 * BEYOND), area, outer.curves).clip(
      'even-odd',
    );
    for (const shadow of drawn.toReversed()) drawAround(pen, outer, shadow);
  }
  pen.restore();
}

function innerBox({ area, curves }: Shadowed, { border }: RectMark): Shadowed {
  if (!border) return { area, curves };
  const [top, right, bottom, left] = [border.top.width, border.right.width, border.bottom.width, border.left.width];
  const { width, height, ...place } = paddingBox({ border }, area);
  const inner = { ...place, width: Math.max(0, width), height: Math.max(0, height) };
  return { area: inner, curves: curvesWithin(curves, { top, right, bottom, left }) };
}

function drawAround(pen: Paper, { area, curves }: Shadowed, shadow: Shadow): void {
  for (const { distance, opacity } of layersOf(pen, shadow)) {
    const by = shadow.spread + distance;
    const grown = widened(moved(area, shadow), by);
    if (grown.width <= 0 || grown.height <= 0) continue;
    const blurred = shadow.blur > 0 ? (shadow.blur + distance) / 2 : 0;
    pen.fillColor(shadow.colour.hex, opacity);
    boxPath(pen, grown, curvesOf(curvesAround(curves, by, blurred), grown)).fill();
  }
}

function drawInside(pen: Paper, { area, curves }: Shadowed, shadow: Shadow): void {
  for (const { distance, opacity } of layersOf(pen, shadow)) {
    const by = -shadow.spread - distance;
    const hole = beyondEdges(widened(moved(area, shadow), by), area);
    const blurred = shadow.blur > 0 ? (shadow.blur + distance) / 2 : 0;
    pen.fillColor(shadow.colour.hex, opacity);
    pen.rect(area.x - 2, area.y - 2, area.width + 4, area.height + 4);
    if (hole.width > 0 && hole.height > 0) boxPath(pen, hole, curvesOf(curvesAround(curves, by, blurred), hole));
    pen.fill('even-odd');
  }
}

/** Returns a hole whose sides are not on those of its box, where a hairline would be seen. */
function beyondEdges(hole: Area, box: Area): Area {
  const left = hole.x <= box.x ? -1 : 0;
  const top = hole.y <= box.y ? -1 : 0;
  const right = hole.x + hole.width >= box.x + box.width ? 1 : 0;
  const bottom = hole.y + hole.height >= box.y + box.height ? 1 : 0;
  return {
    x: hole.x + left,
    y: hole.y + top,
    width: hole.width + right - left,
    height: hole.height + bottom - top,
  };
}

const moved = ({ x, y, width, height }: Area, { offsetX, offsetY }: Shadow): Area => ({
  x: x + offsetX,
  y: y + offsetY,
  width,
  height,
});

interface Layer {
  /** From the edge of the shadow outwards, for one in a box inwards; pt. */
  readonly distance: number;
  readonly opacity: number;
}

/** The layers of a shadow, one above the other, which are together as opaque as a blurred one at each distance. */
function layersOf(pen: Paper, { blur, colour }: Shadow): Layer[] {
  if (blur === 0) return [{ distance: 0, opacity: colour.opacity }];
  const before = drawnLayers.get(pen) ?? 0;
  const count = before > MAX_BLURRED ? 1 : Math.max(4, Math.min(MAX_LAYERS, Math.ceil((2 * blur) / STEP)));
  drawnLayers.set(pen, before + count);
  const layers: Layer[] = [];
  let below = 0;
  for (let at = 0; at < count; at++) {
    const distance = blur * (1 - (2 * (at + 0.5)) / count);
    const drawn = colour.opacity * shareBeyond((2 * distance) / blur);
    const opacity = below < 1 ? 1 - (1 - drawn) / (1 - below) : 0;
    if (opacity > 0.001) layers.push({ distance, opacity: Math.round(opacity * 1000) / 1000 });
    below = drawn;
  }
  return layers;
}

/** How much of a normal distribution is beyond so many standard deviations. */
const shareBeyond = (deviations: number): number => 1 / (1 + Math.exp(1.702 * deviations));
