import { Image, Link, Page, Canvas as Paper, View } from '@react-pdf/renderer';
import { createElement, type ReactElement } from 'react';
import type { Mark } from './layout/canvas.ts';
import type { Colour } from './style/values.ts';

type MarkOf<Kind extends Mark['kind']> = Extract<Mark, { kind: Kind }>;

/** One page to draw; pt. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Positioned from the sheet's top left. */
  readonly marks: Mark[];
}

/** The bookmarks so far. `open`: those that the next one may be nested in, by level. */
export interface Outline {
  readonly open: { level: number; ref: number }[];
  last: number;
}

/**
 * Builds a page: one Canvas for its text and lines, and an element for each mark that a Canvas cannot draw. All positions
 * are absolute, so that react-pdf lays out nothing: its layout costs many times what drawing does.
 */
export function pageOf(sheet: Sheet, key: number, outline: Outline): ReactElement {
  const { width, height, marks } = sheet;
  const elements: ReactElement[] = [];
  for (const mark of marks) {
    const element = elementOf(mark, elements.length, outline);
    if (element) elements.push(element);
  }
  const paint = (pen: Pen): null => {
    const painter = new Painter(pen);
    for (const mark of marks) painter.draw(mark);
    return null;
  };
  const paper = createElement(Paper, {
    key: 'paper',
    paint,
    style: { position: 'absolute', left: 0, top: 0, width, height },
  });
  // Without wrapping, react-pdf moves nothing.
  const whole = createElement(View, { style: { width, height } }, paper, ...elements);
  return createElement(Page, { key, size: [width, height], wrap: false }, whole);
}

function elementOf(mark: Mark, key: number, outline: Outline): ReactElement | undefined {
  switch (mark.kind) {
    case 'image': {
      const { x, y, width, height, bytes } = mark;
      const style = { position: 'absolute', left: x, top: y, width, height } as const;
      return createElement(Image, { key, src: bytes as Buffer, style });
    }
    case 'link': {
      const { x, y, width, height, target } = mark;
      return createElement(Link, { key, src: target, style: { position: 'absolute', left: x, top: y, width, height } });
    }
    case 'anchor':
      return createElement(View, { key, id: mark.id, style: { position: 'absolute', left: 0, top: mark.y } });
    case 'bookmark': {
      const { y, title, level } = mark;
      const { open } = outline;
      for (let last = open.at(-1); last && last.level >= level; last = open.at(-1)) open.pop();
      const ref = ++outline.last;
      const bookmark = { title, fit: false, expanded: true, top: y, ref, parent: open.at(-1)?.ref };
      open.push({ level, ref });
      // `ref` and `parent` are explicit, because the parent may be on another page. The types lack both.
      return createElement(View, { key, ...{ bookmark }, style: { position: 'absolute', left: 0, top: y } });
    }
    default:
      return undefined;
  }
}

/** The part of react-pdf's painter that is used. It forwards each call to pdfkit. */
interface Pen {
  save(): Pen;
  restore(): Pen;
  font(source: unknown, name: string): Pen;
  fontSize(size: number): Pen;
  fillColor(colour: string, opacity?: number): Pen;
  strokeColor(colour: string, opacity?: number): Pen;
  text(text: string, x: number, y: number, options: object): Pen;
  rect(x: number, y: number, width: number, height: number): Pen;
  roundedRect(x: number, y: number, width: number, height: number, radius: number): Pen;
  fill(): Pen;
  stroke(): Pen;
  moveTo(x: number, y: number): Pen;
  lineTo(x: number, y: number): Pen;
  lineWidth(width: number): Pen;
  dash(length: number, options: { space: number }): Pen;
}

/** Draws marks, setting only the state of the pen that changes from one to the next. */
class Painter {
  private readonly pen: Pen;
  private colour = '';
  private opacity = 1;
  private face: unknown;
  private size = 0;

  constructor(pen: Pen) {
    this.pen = pen;
  }

  draw(mark: Mark): void {
    if (mark.kind === 'text') this.text(mark);
    else if (mark.kind === 'rect') this.rect(mark);
    else if (mark.kind === 'frame') this.frame(mark);
    else if (mark.kind === 'line') this.line(mark);
  }

  private fill({ hex, opacity }: Colour): void {
    if (hex === this.colour && opacity === this.opacity) return;
    this.colour = hex;
    this.opacity = opacity;
    this.pen.fillColor(hex, opacity);
  }

  private text(mark: MarkOf<'text'>): void {
    const { face, size, colour, x, y, baseline } = mark;
    this.fill(colour);
    if (face !== this.face) this.pen.font(face.source, face.name);
    if (size !== this.size) this.pen.fontSize(size);
    this.face = face;
    this.size = size;
    const { letterSpacing } = mark;
    const options = letterSpacing === undefined ? textOptions : { ...textOptions, characterSpacing: letterSpacing };
    this.pen.text(mark.text, x, y + baseline, options);
  }

  private rect(mark: MarkOf<'rect'>): void {
    const { x, y, width, height, colour } = mark;
    if (width <= 0 || height <= 0) return;
    this.fill(colour);
    const radius = Math.min(mark.radius, width / 2, height / 2);
    if (radius > 0) this.pen.roundedRect(x, y, width, height, radius).fill();
    else this.pen.rect(x, y, width, height).fill();
  }

  private frame(mark: MarkOf<'frame'>): void {
    const { x, y, thickness, colour } = mark;
    const [width, height] = [mark.width - thickness, mark.height - thickness];
    if (width <= 0 || height <= 0) return;
    const radius = Math.max(0, Math.min(mark.radius - thickness / 2, width / 2, height / 2));
    this.pen.lineWidth(thickness).strokeColor(colour.hex, colour.opacity);
    this.pen.roundedRect(x + thickness / 2, y + thickness / 2, width, height, radius).stroke();
  }

  private line(mark: MarkOf<'line'>): void {
    const { thickness, style, colour } = mark;
    if (style === 'dashed' || style === 'dotted') {
      this.dashes(mark, style === 'dashed' ? thickness * 3 : thickness);
      return;
    }
    this.fill(colour);
    if (style === 'double' && thickness >= 2) {
      this.strip(mark, -thickness / 3, thickness / 3);
      this.strip(mark, thickness / 3, thickness / 3);
    } else this.strip(mark, 0, thickness);
  }

  private dashes({ x, y, width, height, thickness, colour }: MarkOf<'line'>, length: number): void {
    const { pen } = this;
    pen.save().lineWidth(thickness).strokeColor(colour.hex, colour.opacity).dash(length, { space: length });
    pen
      .moveTo(x, y)
      .lineTo(x + width, y + height)
      .stroke()
      .restore();
  }

  /** Draws a line as a filled rectangle, beside its position by `offset`. */
  private strip({ x, y, width, height }: MarkOf<'line'>, offset: number, thickness: number): void {
    if (height === 0) this.pen.rect(x, y + offset - thickness / 2, width, thickness).fill();
    else this.pen.rect(x + offset - thickness / 2, y, thickness, height).fill();
  }
}

const textOptions = { lineBreak: false, baseline: 'alphabetic' };
