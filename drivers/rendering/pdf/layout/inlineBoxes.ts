import { faceOf } from '../fonts/fonts.ts';
import type { Style } from '../style/style.ts';
import { resolved } from '../style/values/lengths.ts';
import { drawBorders, insetsOf } from './borders.ts';
import { type Canvas, EPSILON, pushRect } from './canvas.ts';
import { fontMetricsOf, liftOf } from './lineMetrics.ts';
import type { RectMark } from './mark.ts';
import type { Word } from './words.ts';

/** The box of an inline element on one line. */
interface OpenBox {
  readonly style: Style;
  readonly x: number;
  width: number;
  readonly rect: RectMark | undefined;
  /** Whether the element begins and ends on this line, where it has padding or a border. */
  readonly begins: boolean;
  ends: boolean;
}

/** Draws the backgrounds and borders of the inline elements of a line, whose words come from left to right. */
export class InlineBoxes {
  readonly #canvas: Canvas;
  /** Of the baseline of the line. */
  readonly #y: number;
  #open: OpenBox | undefined;

  constructor(canvas: Canvas, y: number) {
    this.#canvas = canvas;
    this.#y = y;
  }

  /** Draws what is behind a word. */
  add(word: Word, x: number, width: number): void {
    const style = word.background;
    if (!style || width <= 0) return;
    const isEdge = word.text === '' && word.style === style;
    const open = this.#open;
    const continues = open?.style === style && !open.ends && Math.abs(open.x + open.width - x) < EPSILON;
    if (open && continues) {
      open.width += width;
      open.ends = isEdge;
      if (open.rect) open.rect.width = open.width;
      return;
    }
    this.end();
    const { y, height } = this.#extentOf(style);
    const rect = pushRect(this.#canvas, style, { x, y, width, height }, { radius: 0 });
    if (rect) rect.tag = word.tag;
    const begins = isEdge && insetsOf(style, 0).left > 0;
    this.#open = { style, x, width, rect, begins, ends: isEdge && !begins };
  }

  /** Ends the open box: its borders are drawn, and its corners are round. */
  end(): void {
    const open = this.#open;
    this.#open = undefined;
    if (!open) return;
    const { style, x, width, rect, begins, ends } = open;
    const isWhole = begins && ends;
    const area = { x, width, ...this.#extentOf(style) };
    if (rect && isWhole) Object.assign(rect, { radius: style.radius });
    const { border } = style;
    const shown = {
      ...border,
      left: begins ? border.left : { ...border.left, width: 0 },
      right: ends ? border.right : { ...border.right, width: 0 },
    };
    drawBorders(this.#canvas, { ...style, border: shown, radius: isWhole ? style.radius : 0 }, area);
  }

  /** The box of an inline element is as high as its font, its padding and its border, and does not make its line higher. */
  #extentOf(style: Style): { readonly y: number; readonly height: number } {
    const { ascent, descent } = fontMetricsOf(style, faceOf(style));
    const { padding, border } = style;
    const top = resolved(padding.top, 0) + border.top.width;
    const bottom = resolved(padding.bottom, 0) + border.bottom.width;
    return { y: this.#y - liftOf(style) - ascent - top, height: ascent + descent + top + bottom };
  }
}
