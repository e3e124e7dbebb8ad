import { groundOf, paintBelow } from '../painting/grounds.ts';
import { hasBackground, type Style } from '../style/style.ts';
import { shadowsOf } from '../style/values/shadows.ts';
import { bordersOf, type Line, type LinePlacement, linesOf, outlineOf, shownBorders } from './borders.ts';
import { type Area, type Canvas, pushRect } from './canvas.ts';
import type { Mark, RectMark } from './mark.ts';

/** Draws the shadows of a cell and its background, or else that of its row or column. */
export function pushCellRect(
  canvas: Canvas,
  style: Style,
  behind: Style | undefined,
  area: Area,
): RectMark | undefined {
  const rect = behind && !hasBackground(style) ? pushRect(canvas, behind, area) : undefined;
  return rect ? Object.assign(rect, shadowsOf(style)) : pushRect(canvas, style, area);
}

/** Of lines between cells, the weakest first. */
const ranks = ['groove', 'ridge', 'dotted', 'dashed', 'solid', 'double'];

/**
 * Collects the borders of cells: those on one line are drawn once, as one line. As in browsers, the backgrounds of all cells are
 * below their borders, and both are below the content of the cells.
 */
export class CellBorders {
  private lines: Line[] = [];
  private frames: Mark[] = [];
  private outlines: Mark[] = [];
  private readonly last = new Map<string, Line>();
  private readonly backgrounds = new Set<Mark>();
  private first = 0;

  /** Begins a part of a table. */
  begin({ marks }: Canvas): void {
    this.first = marks.length;
  }

  /** Records a background, to be painted below the borders of all cells. Returns it. */
  behind(rect: RectMark | undefined): RectMark | undefined {
    if (!rect) return undefined;
    this.backgrounds.add(groundOf(rect));
    return rect;
  }

  /** `bottoms`: where the rows beside the lines end. */
  add(style: Style, area: Area, placement: LinePlacement, bottoms?: readonly number[]): void {
    if (style.hidden || style.opacity === 0) return;
    const marks = placement === 'inside' ? bordersOf(style, area) : linesOf(shownBorders(style), area, placement);
    for (const mark of marks) {
      if (mark.kind === 'line' && bottoms && mark.height > 0) mark.joints = bottoms.map((bottom) => bottom - mark.y);
      if (mark.kind === 'line') this.join(mark);
      else this.frames.push(mark);
    }
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
        if (to <= end) return;
        before[across ? 'width' : 'height'] = to - start;
        if (across) return;
        before.joints ??= [];
        before.joints.push(end - start);
        return;
      }
    }
    this.lines.push(line);
    this.last.set(key, line);
  }

  /**
   * Ends a part of a table. As in browsers, thick lines are drawn over thin ones, those of one thickness in an order of their
   * styles, and those that look alike but for their colour in the opposite order: those of cells over those of the table.
   */
  draw(canvas: Canvas): void {
    const lines = this.lines
      .reverse()
      .sort((one, other) => one.thickness - other.thickness || ranks.indexOf(one.style) - ranks.indexOf(other.style));
    paintBelow(canvas, this.first, this.backgrounds, [...lines, ...this.frames].map(groundOf));
    for (const mark of this.outlines) canvas.marks.push(mark);
    this.lines = [];
    this.frames = [];
    this.outlines = [];
    this.last.clear();
    this.backgrounds.clear();
    this.begin(canvas);
  }
}
