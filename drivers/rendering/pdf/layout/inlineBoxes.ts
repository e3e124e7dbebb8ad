import { faceOf } from '../fonts/fonts.ts';
import { layerInLine } from '../painting/paintLayers.ts';
import { fontMetricsOf } from '../style/lines/lineHeight.ts';
import type { Style } from '../style/style.ts';
import { cornersBetween } from '../style/values/corners.ts';
import { inWholePixels, PIXEL } from '../style/values/layoutUnits.ts';
import { resolved } from '../style/values/lengths.ts';
import type { Tag } from '../tags/tag.ts';
import type { LineAlignment } from './alignment/lineAlignment.ts';
import { drawBorders, insetsOf } from './borders.ts';
import { type Canvas, faded, pushRect, WIDTH_EPSILON } from './canvas.ts';
import type { RectMark } from './mark.ts';
import type { Word } from './words.ts';

/** The box of an inline element on one line. */
interface OpenBox {
  readonly style: Style;
  readonly x: number;
  /** How far below its place in the line it is drawn. */
  readonly down: number;
  width: number;
  readonly rect: RectMark | undefined;
  /** Whether the element begins and ends on this line, where it has padding, a border or round corners. */
  readonly begins: boolean;
  ends: boolean;
  readonly behind: readonly Style[] | undefined;
}

/** Draws the backgrounds and borders of the inline elements of a line, whose words come from left to right. */
export class InlineBoxes {
  readonly #canvas: Canvas;
  /** Of the baseline of the line. */
  readonly #y: number;
  readonly #alignment: Pick<LineAlignment, 'liftOf'>;
  #open: OpenBox | undefined;

  constructor(canvas: Canvas, y: number, alignment: Pick<LineAlignment, 'liftOf'>) {
    this.#canvas = canvas;
    this.#y = y;
    this.#alignment = alignment;
  }

  /** Draws what is behind a word. `down`: how far below its place in the line. */
  add(word: Word, x: number, width: number, down: number): void {
    const style = word.background;
    if (!style || width <= 0) return;
    const isEdge = word.text === '' && word.style === style;
    const open = this.#open;
    const continues =
      open?.style === style && open.down === down && !open.ends && Math.abs(open.x + open.width - x) < WIDTH_EPSILON;
    if (open && continues) {
      open.width += width;
      open.ends = isEdge;
      if (open.rect) open.rect.width = open.width;
      return;
    }
    this.end();
    const { y, height } = this.#extentOf(style, down);
    const behind = word.moved?.behind;
    const first = this.#canvas.marks.length;
    const rect = pushRect(this.#canvas, style, { x, y, width, height }, { corners: undefined });
    layerInLine(this.#canvas, first, behind);
    if (rect) rect.tag = word.tag;
    const hasStart =
      style.corners !== undefined || typeof style.padding.left !== 'number' || insetsOf(style, 0).left > 0;
    const begins = isEdge && hasStart;
    this.#open = { style, x, down, width, rect, begins, ends: isEdge && !begins, behind };
  }

  /** Ends the open box: its borders are drawn, and its corners are round. */
  end(): void {
    const open = this.#open;
    this.#open = undefined;
    if (!open) return;
    const { style, x, down, width, rect, begins, ends, behind } = open;
    const corners = cornersBetween(style.corners, begins, ends);
    const area = { x, width, ...this.#extentOf(style, down) };
    if (rect) Object.assign(rect, { corners });
    const { border } = style;
    const shown = {
      ...border,
      left: begins ? border.left : { ...border.left, width: 0 },
      right: ends ? border.right : { ...border.right, width: 0 },
    };
    const first = this.#canvas.marks.length;
    drawBorders(this.#canvas, { ...style, border: shown, corners }, area);
    layerInLine(this.#canvas, first, behind);
  }

  /** The box of an inline element is as high as its font, its padding and its border, and does not make its line higher. */
  #extentOf(style: Style, down: number): { readonly y: number; readonly height: number } {
    const { ascent, descent } = fontMetricsOf(style, faceOf(style));
    const { padding, border } = style;
    const top = resolved(padding.top, 0) + border.top.width;
    const bottom = resolved(padding.bottom, 0) + border.bottom.width;
    return {
      y: this.#y + down - this.#alignment.liftOf(style) - ascent - top,
      height: ascent + descent + top + bottom,
    };
  }
}

/** Where the text is that lines belong to. */
interface DecoratedText {
  readonly x: number;
  readonly width: number;
  /** Of its baseline. */
  readonly y: number;
  /** Of its font; pt. */
  readonly ascent: number;
  readonly tag: Tag | undefined;
}

/** Draws the lines under, over or through a text, where browsers draw them. `where`: whether below or above the letters. */
export function drawDecorations(
  { marks }: Canvas,
  style: Style,
  { x, width, y, ascent, tag }: DecoratedText,
  where: 'below' | 'above',
): void {
  if (width <= 0) return;
  for (const decoration of style.decorations) {
    if ((decoration.line === 'line-through') !== (where === 'above')) continue;
    const colour = faded(decoration.colour, style);
    if (!colour || colour.opacity === 0) continue;
    const thickness = Math.max(PIXEL, inWholePixels(decoration.thickness));
    const isDouble = decoration.style === 'double';
    const apart = isDouble ? thickness + PIXEL : 0;
    const gap = decoration.offset ?? Math.max(PIXEL, thickness / 2);
    const top = {
      underline: y + gap,
      overline: y - ascent - thickness - apart,
      'line-through': y - ascent / 3 - (thickness + apart) / 2,
    }[decoration.line];
    if (decoration.style === 'solid' || isDouble) {
      const rect = { kind: 'rect', x, y: top, width, height: thickness, colour, tag } as const;
      marks.push(rect);
      if (isDouble) marks.push({ ...rect, y: top + apart });
    } else
      marks.push({
        kind: 'line',
        x,
        y: top + thickness / 2,
        width,
        height: 0,
        thickness,
        style: decoration.style,
        colour,
      });
  }
}
