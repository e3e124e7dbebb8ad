import { groundOf } from '../painting/grounds.ts';
import { type Border, type Edges, type Style, sides } from '../style/style.ts';
import { type Side, toneOf } from '../style/values/borderTones.ts';
import { isDrawn } from '../style/values/boxLook.ts';
import { curvesAround, curvesOf } from '../style/values/corners.ts';
import { inLayoutUnits, PIXEL } from '../style/values/layoutUnits.ts';
import { resolved } from '../style/values/lengths.ts';
import { type Area, type Canvas, faded, pushRect } from './canvas.ts';
import type { Clip, Mark } from './mark.ts';

/** The widths of padding and border on each side; pt. */
export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Returns padding plus border. Percentages are of `whole`, the width of the containing block. */
export function insetsOf({ padding, border }: Style, whole: number): Insets {
  return {
    top: inLayoutUnits(resolved(padding.top, whole)) + border.top.width,
    right: resolved(padding.right, whole) + border.right.width,
    bottom: inLayoutUnits(resolved(padding.bottom, whole)) + border.bottom.width,
    left: resolved(padding.left, whole) + border.left.width,
  };
}

export type Line = Extract<Mark, { kind: 'line' }>;
type FrameMark = Extract<Mark, { kind: 'frame' }>;

/** Where the lines of borders are: inside the box, or centred on its edges. */
export type LinePlacement = 'inside' | 'centred';

export function* linesOf(
  border: Edges<Border>,
  { x, y, width, height }: Area,
  placement: LinePlacement,
): Generator<Line> {
  const centred = placement === 'centred';
  const inset = centred ? 0 : 0.5;
  // Lines between cells overlap, so that corners are closed.
  const over = (one: Border): number => (centred ? one.width / 2 : 0);
  const across = (one: Border, at: number): Area => ({
    x: x - over(one),
    y: at,
    width: width + 2 * over(one),
    height: 0,
  });
  const { top, right, bottom, left } = border;
  const line = (side: Side, place: Area): Line | undefined => {
    const one = border[side];
    if (!(one.width > 0 && one.colour && one.colour.opacity > 0)) return undefined;
    const look = centred ? seamOf(one) : toneOf(one.style, one.colour, side);
    return { kind: 'line', ...place, thickness: one.width, style: one.style, colour: one.colour, ...look };
  };
  const four = [
    line('top', across(top, y + top.width * inset)),
    line('bottom', across(bottom, y + height - bottom.width * inset)),
    line('left', { x: x + left.width * inset, y, width: 0, height }),
    line('right', { x: x + width - right.width * inset, y, width: 0, height }),
  ];
  for (const one of four) if (one) yield one;
}

/** Returns how a border looks on the line between two cells or columns, which is raised or sunken on both of its sides. */
export function seamOf({ style, width }: Pick<Border, 'style' | 'width'>): Pick<Line, 'style'> {
  if (style !== 'inset' && style !== 'outset') return { style };
  return { style: width < TWO_PIXELS ? 'solid' : style === 'inset' ? 'ridge' : 'groove' };
}

/** Returns the borders of an element as its opacity shows them. */
export function shownBorders(style: Style): Edges<Border> {
  const { border } = style;
  if (style.opacity === 1) return border;
  const shown = (one: Border): Border => ({ ...one, colour: faded(one.colour, style) });
  const { top, right, bottom, left } = border;
  return { top: shown(top), right: shown(right), bottom: shown(bottom), left: shown(left) };
}

/** The part of an upper border that is not drawn: that behind a legend, whose upper half is above the border. */
export interface BorderGap {
  readonly from: number;
  readonly to: number;
  readonly lift: number;
}

/** Draws the borders of a box, and the line around it. */
export function drawBorders(canvas: Canvas, style: Style, area: Area): void {
  if (style.hidden || style.opacity === 0) return;
  canvas.marks.push(...bordersOf(style, area), ...outlineOf(style, area));
}

/**
 * Draws the background and the borders of a box whose height is not known yet, below what is added from now on. Returns a
 * function that gives them their height, and draws the line around the box.
 */
export function beginBox(
  canvas: Canvas,
  style: Style,
  place: Omit<Area, 'height'>,
  { gap, bordered = true }: { readonly gap?: BorderGap | undefined; readonly bordered?: boolean } = {},
): (height: number) => void {
  const area = { ...place, height: 0 };
  const rect = pushRect(canvas, style, area);
  const isSeen = bordered && !style.hidden && style.opacity > 0;
  if (rect) groundOf(rect);
  const marks = isSeen ? bordersOf(style, area, gap).map(groundOf) : [];
  canvas.marks.push(...marks);
  return (height) => {
    if (rect) rect.height = height;
    if (!isSeen) return;
    const whole = { ...area, height };
    for (const [at, mark] of bordersOf(style, whole, gap).entries()) Object.assign(marks[at] ?? mark, mark);
    const { lift = 0 } = gap ?? {};
    canvas.marks.push(...outlineOf(style, { ...whole, y: whole.y - lift, height: height + lift }));
  };
}

/** Returns the borders of a box: as many, whatever its height is. */
export function bordersOf(style: Style, area: Area, gap?: BorderGap): (Line | FrameMark)[] {
  const border = shownBorders(style);
  const { corners } = style;
  const isFrame = sides.some((side) => border[side].width > 0) && (corners || meetsInColours(border));
  if (isFrame) {
    const frame = { kind: 'frame', ...area, border, corners } as const;
    return gap ? besideGap(area, border.top.width, gap).map((clip) => ({ ...frame, clips: [clip] })) : [frame];
  }
  return gap ? linesBeside(border, area, gap) : [...linesOf(border, area, 'inside')];
}

/** Returns the line around a box that takes no space; none where nothing declares it. */
export function outlineOf(style: Style, area: Area): Mark[] {
  const { outline, corners } = style;
  const colour = faded(outline.colour ?? style.colour, style);
  if (!isDrawn(outline) || !colour) return [];
  const side = { width: outline.width, style: outline.style, colour };
  const by = outline.offset + outline.width;
  const around = { x: area.x - by, y: area.y - by, width: area.width + 2 * by, height: area.height + 2 * by };
  const border = { top: side, right: side, bottom: side, left: side };
  return [{ kind: 'frame', ...around, border, corners: curvesAround(curvesOf(corners, area), by) }];
}

/**
 * Whether sides of more than a hair's width meet in two colours, or in several lines: the line between them is oblique. So it is
 * between translucent ones, which would be seen twice where they meet.
 */
function meetsInColours({ top, right, bottom, left }: Edges<Border>): boolean {
  const isTranslucent = ({ width, colour }: Border): boolean => width > 0 && (colour?.opacity ?? 1) < 1;
  const differs = (one: Border, other: Border): boolean =>
    (isTranslucent(one) && isTranslucent(other)) ||
    (one.width > HAIR &&
      other.width > HAIR &&
      (one.colour?.hex !== other.colour?.hex || one.colour?.opacity !== other.colour?.opacity)) ||
    (Math.min(one.width, other.width) >= TWO_PIXELS && (severalLines.has(one.style) || severalLines.has(other.style)));
  return differs(top, right) || differs(right, bottom) || differs(bottom, left) || differs(left, top);
}

/** pt. */
const HAIR = 1.5;
const TWO_PIXELS = 2 * PIXEL - 0.01;
const severalLines = new Set(['double', 'groove', 'ridge', 'inset', 'outset']);

/** Returns the parts of a box beside and below a gap in its upper border. */
function besideGap({ x, width, height }: Area, top: number, { from, to }: Omit<BorderGap, 'lift'>): Clip[] {
  const part = (left: number, right: number, above: number): Clip => ({
    left,
    top: above,
    width: Math.max(0, right - left),
    height: Math.max(0, height - above),
    curves: undefined,
  });
  return [part(0, from - x, 0), part(from - x, to - x, top), part(to - x, width, 0)];
}

function linesBeside(border: Edges<Border>, area: Area, { from, to }: Omit<BorderGap, 'lift'>): Line[] {
  const none = { ...border.top, width: 0 };
  const right = area.x + area.width;
  const parts = [
    { ...area, width: Math.max(0, from - area.x) },
    { ...area, x: to, width: Math.max(0, right - to) },
  ];
  const top = { top: border.top, right: none, bottom: none, left: none };
  return [
    ...linesOf({ ...border, top: none }, area, 'inside'),
    ...parts.flatMap((part) => (part.width > 0 ? [...linesOf(top, part, 'inside')] : [])),
  ];
}
