import { type Border, type Edges, hasBackground, type Style, sides } from '../style/style.ts';
import { isDrawn } from '../style/values/boxLook.ts';
import { curvesAround, curvesOf } from '../style/values/corners.ts';
import { inLayoutUnits } from '../style/values/layoutUnits.ts';
import { resolved } from '../style/values/lengths.ts';
import { shadowsOf } from '../style/values/shadows.ts';
import { type Area, type Canvas, faded, pushRect } from './canvas.ts';
import type { Mark, RectMark } from './mark.ts';

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

type Line = Extract<Mark, { kind: 'line' }>;

/** Where the lines of borders are: inside the box, or centred on its edges. */
type LinePlacement = 'inside' | 'centred';

function* linesOf(border: Edges<Border>, { x, y, width, height }: Area, placement: LinePlacement): Generator<Line> {
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
  const line = (one: Border, place: Area): Line | undefined =>
    one.width > 0 && one.colour && one.colour.opacity > 0
      ? { kind: 'line', ...place, thickness: one.width, style: one.style, colour: one.colour }
      : undefined;
  const four = [
    line(top, across(top, y + top.width * inset)),
    line(bottom, across(bottom, y + height - bottom.width * inset)),
    line(left, { x: x + left.width * inset, y, width: 0, height }),
    line(right, { x: x + width - right.width * inset, y, width: 0, height }),
  ];
  for (const one of four) if (one) yield one;
}

/** Returns the borders of an element as its opacity shows them. */
function shownBorders(style: Style): Edges<Border> {
  const { border } = style;
  if (style.opacity === 1) return border;
  const shown = (one: Border): Border => ({ ...one, colour: faded(one.colour, style) });
  const { top, right, bottom, left } = border;
  return { top: shown(top), right: shown(right), bottom: shown(bottom), left: shown(left) };
}

/** `gap`: the part of the upper border that is not drawn. */
export function drawBorders(
  canvas: Canvas,
  style: Style,
  area: Area,
  gap?: { readonly from: number; readonly to: number },
): void {
  if (style.hidden || style.opacity === 0) return;
  if (gap) {
    drawAround(canvas, style, area, gap);
    return;
  }
  const border = shownBorders(style);
  const { corners } = style;
  const isFrame = sides.some((side) => border[side].width > 0) && (corners || meetsInColours(border));
  if (isFrame) canvas.marks.push({ kind: 'frame', ...area, border, corners });
  else canvas.marks.push(...linesOf(border, area, 'inside'));
  canvas.marks.push(...outlineOf(style, area));
}

/** Returns the line around a box that takes no space; none where nothing declares it. */
function outlineOf(style: Style, area: Area): Mark[] {
  const { outline, corners } = style;
  const colour = faded(outline.colour ?? style.colour, style);
  if (!isDrawn(outline) || !colour) return [];
  const side = { width: outline.width, style: outline.style, colour };
  const by = outline.offset + outline.width;
  const around = { x: area.x - by, y: area.y - by, width: area.width + 2 * by, height: area.height + 2 * by };
  const border = { top: side, right: side, bottom: side, left: side };
  return [{ kind: 'frame', ...around, border, corners: curvesAround(curvesOf(corners, area), by) }];
}

/** Whether sides of more than a hair's width meet in two colours: the line between them is oblique. */
function meetsInColours({ top, right, bottom, left }: Edges<Border>): boolean {
  const differs = (one: Border, other: Border): boolean =>
    one.width > HAIR &&
    other.width > HAIR &&
    (one.colour?.hex !== other.colour?.hex || one.colour?.opacity !== other.colour?.opacity);
  return differs(top, right) || differs(right, bottom) || differs(bottom, left) || differs(left, top);
}

/** pt. */
const HAIR = 1.5;

function drawAround(canvas: Canvas, style: Style, area: Area, { from, to }: { from: number; to: number }): void {
  const border = shownBorders(style);
  const none = { ...border.top, width: 0 };
  const right = area.x + area.width;
  const parts = [
    { ...area, width: Math.max(0, from - area.x) },
    { ...area, x: to, width: Math.max(0, right - to) },
  ];
  canvas.marks.push(...linesOf({ ...border, top: none }, area, 'inside'));
  for (const part of parts) {
    if (part.width > 0)
      canvas.marks.push(...linesOf({ top: border.top, right: none, bottom: none, left: none }, part, 'inside'));
  }
}

/** Draws the shadows of a cell and its background, or else that of its row. */
export function pushCellRect(canvas: Canvas, style: Style, row: Style | undefined, area: Area): RectMark | undefined {
  const rowRect = row && !hasBackground(style) ? pushRect(canvas, row, area) : undefined;
  return rowRect ? Object.assign(rowRect, shadowsOf(style)) : pushRect(canvas, style, area);
}

/** Collects the borders of cells: those on one line are drawn once, as one line. */
export class CellBorders {
  private lines: Line[] = [];
  private outlines: Mark[] = [];
  private readonly last = new Map<string, Line>();

  add(style: Style, area: Area, placement: LinePlacement): void {
    if (style.hidden || style.opacity === 0) return;
    for (const line of linesOf(shownBorders(style), area, placement)) this.join(line);
    this.outlines.push(...outlineOf(style, area));
  }

  private join(line: Line): void {
    const across = line.height === 0;
    const look = `${line.thickness}${line.style}${line.colour.hex}${line.colour.opacity}`;
    const key = `${across ? `y${line.y.toFixed(2)}` : `x${line.x.toFixed(2)}`}${look}`;
    const before = this.last.get(key);
    if (before) {
      const [start, end, from, to] = across
        ? [before.x, before.x + before.width, line.x, line.x + line.width]
        : [before.y, before.y + before.height, line.y, line.y + line.height];
      if (from >= start - 0.01 && from <= end + 0.01) {
        if (to > end) before[across ? 'width' : 'height'] = to - start;
        return;
      }
    }
    this.lines.push(line);
    this.last.set(key, line);
  }

  /** Draws thick lines over thin ones. */
  draw(canvas: Canvas): void {
    for (const line of this.lines.sort((one, other) => one.thickness - other.thickness)) canvas.marks.push(line);
    canvas.marks.push(...this.outlines);
    this.lines = [];
    this.outlines = [];
    this.last.clear();
  }
}
