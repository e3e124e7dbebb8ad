import type { Area } from '../layout/canvas.ts';
import type { Mark } from '../layout/mark.ts';
import { type Border, type Edges, sides } from '../style/style.ts';
import { type Side, toneOf } from '../style/values/borderTones.ts';
import type { Colour } from '../style/values/colours.ts';
import { type Curves, curvesOf, curvesWithin } from '../style/values/corners.ts';
import { dashesOf } from './dashes.ts';
import type { Paper } from './paper.ts';
import { boxPath } from './paths.ts';

type FrameMark = Extract<Mark, { kind: 'frame' }>;

/** A border with its outer edge. */
interface Frame {
  readonly area: Area;
  readonly curves: Curves | undefined;
  readonly border: Edges<Border>;
}

/** Draws a border whose sides meet in round corners, or in two colours. */
export function drawFrame(pen: Paper, { x, y, width, height, border, corners }: FrameMark): void {
  const area = { x, y, width, height };
  const frame = { area, curves: curvesOf(corners, area), border };
  // Sides of one look are drawn at once: a seam would be seen between them.
  const parts = sides.flatMap((side) => partsOf(border[side], side).map((part) => ({ side, part })));
  for (const alike of Map.groupBy(parts, ({ part }) => lookOf(part)).values()) {
    const [first] = alike;
    if (!first) continue;
    pen.save();
    if (alike.length < sides.length) {
      for (const { side } of alike) wedgePath(pen, frame, side);
      pen.clip();
    }
    drawRing(pen, frame, first.part, border[first.side].width);
    pen.restore();
  }
}

/** A line along a side. */
interface Part {
  readonly style: string;
  readonly colour: Colour;
  /** Shares of the width of the side, from its outer edge. */
  readonly from: number;
  readonly to: number;
}

/** Returns the lines that a side is drawn in. */
function partsOf({ style, colour, width }: Border, side: Side): Part[] {
  if (width <= 0 || !colour || colour.opacity <= 0) return [];
  const halves = [
    { from: 0, to: 1 / 2 },
    { from: 1 / 2, to: 1 },
  ];
  switch (style) {
    case 'double':
      return width < 2
        ? [{ style: 'solid', colour, from: 0, to: 1 }]
        : [
            { style, colour, from: 0, to: 1 / 3 },
            { style, colour, from: 2 / 3, to: 1 },
          ];
    case 'groove':
    case 'ridge':
      return halves.map((half) => {
        const isSunken = (half.from === 0) === (style === 'groove');
        return { ...half, style: 'solid', colour, ...toneOf(isSunken ? 'inset' : 'outset', colour, side) };
      });
    default:
      return [{ style, colour, from: 0, to: 1, ...toneOf(style, colour, side) }];
  }
}

const lookOf = ({ style, colour, from, to }: Part): string => `${style} ${colour.hex} ${colour.opacity} ${from} ${to}`;

/** Draws a line along all sides. `width`: of the border. */
function drawRing(pen: Paper, frame: Frame, { style, colour, from, to }: Part, width: number): void {
  pen.fillColor(colour.hex, colour.opacity).strokeColor(colour.hex, colour.opacity);
  const middle = innerEdge(frame, 0.5);
  const isDashed = style === 'dashed' || style === 'dotted';
  const dashes = isDashed ? dashesOf(style, lengthAround(middle), width, true) : undefined;
  if (dashes) {
    const { dash, gap, isRound } = dashes;
    pen
      .lineWidth(width)
      .lineCap(isRound ? 'round' : 'butt')
      .dash(dash, { space: gap });
    boxPath(pen, middle.area, middle.curves).stroke();
  } else fillBetween(pen, frame, from, to);
}

/** Returns the length of an edge. */
function lengthAround({ area: { width, height }, curves }: Pick<Frame, 'area' | 'curves'>): number {
  // A quarter of an ellipse (Ramanujan), less the square corner.
  const bends = (curves ?? []).map(
    ({ across: a, down: b }) => (Math.PI / 4) * (3 * (a + b) - Math.sqrt((3 * a + b) * (a + 3 * b))) - a - b,
  );
  return 2 * (width + height) + bends.reduce((sum, one) => sum + one, 0);
}

/** Fills what is between two shares of the widths of the sides. */
function fillBetween(pen: Paper, frame: Frame, from: number, to: number): void {
  for (const share of [from, to]) {
    const { area, curves } = innerEdge(frame, share);
    if (area.width > 0 && area.height > 0) boxPath(pen, area, curves);
  }
  pen.fill('even-odd');
}

/** The edge that is so far within the outer one; `share`: of the width of each side. */
function innerEdge({ area, curves, border }: Frame, share: number): Pick<Frame, 'area' | 'curves'> {
  const widthOf = (side: Side): number => border[side].width * share;
  const widths = { top: widthOf('top'), right: widthOf('right'), bottom: widthOf('bottom'), left: widthOf('left') };
  const { top, right, bottom, left } = widths;
  const inner = {
    x: area.x + left,
    y: area.y + top,
    width: area.width - left - right,
    height: area.height - top - bottom,
  };
  return { area: inner, curves: curvesWithin(curves, widths) };
}

type Corner = readonly ['left' | 'right', 'top' | 'bottom'];

/** The corners that each side is between. */
const ends: Readonly<Record<Side, readonly [Corner, Corner]>> = {
  top: [
    ['left', 'top'],
    ['right', 'top'],
  ],
  right: [
    ['right', 'top'],
    ['right', 'bottom'],
  ],
  bottom: [
    ['right', 'bottom'],
    ['left', 'bottom'],
  ],
  left: [
    ['left', 'bottom'],
    ['left', 'top'],
  ],
};

/** Adds the part of a border that is one side to the path: it meets its neighbours in oblique lines. */
function wedgePath(pen: Paper, { area, curves, border }: Frame, side: Side): Paper {
  const { x, y, width, height } = area;
  // The sides meet in the curves of the inner edge, too.
  const reach = Math.max(0, ...(curves ?? []).flatMap(({ across, down }) => [across, down]));
  const outer = ([across, down]: Corner): [number, number] => [
    across === 'left' ? x : x + width,
    down === 'top' ? y : y + height,
  ];
  const inner = (corner: Corner): [number, number] => {
    const [across, down] = [border[corner[0]].width, border[corner[1]].width];
    const stretch = Math.max(1, reach / (Math.min(across, down) || Math.max(across, down)));
    const by = Math.max(1, Math.min(stretch, width / 2 / across, height / 2 / down));
    const [right, below] = outer(corner);
    return [right + (corner[0] === 'left' ? across : -across) * by, below + (corner[1] === 'top' ? down : -down) * by];
  };
  const [from, to] = ends[side];
  return pen
    .moveTo(...outer(from))
    .lineTo(...outer(to))
    .lineTo(...inner(to))
    .lineTo(...inner(from))
    .closePath();
}
