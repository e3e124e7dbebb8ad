import { Image, Link, Page, Canvas as Paper, View } from '@react-pdf/renderer';
import { createElement, type ReactElement } from 'react';
import type { Mark } from './layout/canvas.ts';

/** A page as react-pdf takes it; pt. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** From the sheet's top left. */
  readonly marks: Mark[];
}

/** Headings that are still open, by level: bookmarks go below them. */
export interface Outline {
  readonly open: { level: number; ref: number }[];
  last: number;
}

/**
 * One Canvas for a page's text and lines, and an element for each of what a Canvas cannot do. Everything has its place
 * already: there is nothing for react-pdf to lay out, whose layout costs many times what drawing does.
 */
export function pageOf(sheet: Sheet, key: number, outline: Outline): ReactElement {
  const { width, height, marks } = sheet;
  const above: ReactElement[] = [];
  for (const mark of marks) {
    const element = elementOf(mark, above.length, outline);
    if (element) above.push(element);
  }
  const paint = (painter: Pen): null => {
    draw(painter, marks);
    return null;
  };
  const paper = createElement(Paper, {
    key: 'paper',
    paint,
    style: { position: 'absolute', left: 0, top: 0, width, height },
  });
  // A page that does not wrap is as high as what is in it, and leaves everything where it is.
  const whole = createElement(View, { style: { width, height } }, paper, ...above);
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
      while (open.length > 0 && (open.at(-1) as { level: number }).level >= level) open.pop();
      const ref = ++outline.last;
      const bookmark = { title, fit: false, expanded: true, top: y, ref, parent: open.at(-1)?.ref };
      open.push({ level, ref });
      // It has its own number and parent, for the parent may be on another page; the types know neither.
      return createElement(View, { key, ...{ bookmark }, style: { position: 'absolute', left: 0, top: y } });
    }
    default:
      return undefined;
  }
}

/** What of a Canvas' painter is used; it hands everything on to pdfkit. */
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

/** Says nothing twice: what fills and what writes stays as it is between marks that look alike. */
function draw(pen: Pen, marks: readonly Mark[]): void {
  let colour = '';
  let opacity = 1;
  let face: unknown;
  let size = 0;
  const fill = (mark: { colour: { hex: string; opacity: number } }): void => {
    if (mark.colour.hex === colour && mark.colour.opacity === opacity) return;
    ({ hex: colour, opacity } = mark.colour);
    pen.fillColor(colour, opacity);
  };
  for (const mark of marks) {
    if (mark.kind === 'text') {
      fill(mark);
      if (mark.face !== face) pen.font(mark.face.source, mark.face.name);
      if (mark.size !== size) pen.fontSize(mark.size);
      ({ face, size } = mark);
      pen.text(mark.text, mark.x, mark.y + mark.baseline, writing);
    } else if (mark.kind === 'rect') {
      const { x, y, width, height } = mark;
      if (width <= 0 || height <= 0) continue;
      fill(mark);
      const radius = Math.min(mark.radius, width / 2, height / 2);
      if (radius > 0) pen.roundedRect(x, y, width, height, radius).fill();
      else pen.rect(x, y, width, height).fill();
    } else if (mark.kind === 'frame') {
      const { x, y, width, height, thickness, colour } = mark;
      const [innerWidth, innerHeight] = [width - thickness, height - thickness];
      if (innerWidth <= 0 || innerHeight <= 0) continue;
      const radius = Math.max(0, Math.min(mark.radius - thickness / 2, innerWidth / 2, innerHeight / 2));
      pen.lineWidth(thickness).strokeColor(colour.hex, colour.opacity);
      pen.roundedRect(x + thickness / 2, y + thickness / 2, innerWidth, innerHeight, radius).stroke();
    } else if (mark.kind === 'line') rule(pen, mark, fill);
  }
}

const writing = { lineBreak: false, baseline: 'alphabetic' };

function rule(
  pen: Pen,
  mark: Extract<Mark, { kind: 'line' }>,
  fill: (mark: Extract<Mark, { kind: 'line' }>) => void,
): void {
  const { x, y, width, height, thickness, style, colour } = mark;
  if (style === 'dashed' || style === 'dotted') {
    const length = style === 'dashed' ? thickness * 3 : thickness;
    pen.save().lineWidth(thickness).strokeColor(colour.hex, colour.opacity).dash(length, { space: length });
    pen
      .moveTo(x, y)
      .lineTo(x + width, y + height)
      .stroke()
      .restore();
    return;
  }
  fill(mark);
  const across = height === 0;
  const strip = (offset: number, thick: number): void => {
    if (across) pen.rect(x, y + offset - thick / 2, width, thick).fill();
    else pen.rect(x + offset - thick / 2, y, thick, height).fill();
  };
  if (style === 'double' && thickness >= 2) {
    strip(-thickness / 3, thickness / 3);
    strip(thickness / 3, thickness / 3);
  } else strip(0, thickness);
}
