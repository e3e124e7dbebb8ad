import type { BlockBox, Box, ImageBox, TableBox } from '../boxes/boxes.ts';
import { split } from '../fonts/fonts.ts';
import type { Style } from '../style/style.ts';
import { type Length, resolved } from '../style/values.ts';
import { drawBorders, insetsOf } from './borders.ts';
import { Canvas } from './canvas.ts';
import type { Ended, Layout } from './layout.ts';
import { breakLines, drawLine, type Measures, measureWords, type Reach } from './lines.ts';
import { layTable, measureTable, pushRect, widthOfTable } from './table.ts';
import { type Word, wordsOf } from './words.ts';

/** Between a list's marker and its item, of an em. */
const MARKER_GAP = 0.5;

/** Margins that meet are one: the largest, with the most negative taken off. */
function collapsed(one: number, other: number): number {
  return Math.max(one, other, 0) + Math.min(one, other, 0);
}

function vertical(margin: Length | 'auto', whole: number): number {
  return margin === 'auto' ? 0 : resolved(margin, whole);
}

function reach({ verticalAlign, size }: Style, height: number, baseline = height): Reach {
  if (verticalAlign !== 'middle') return { above: baseline, below: height - baseline };
  const above = height / 2 + size * 0.25;
  return { above, below: height - above };
}

/** Lays boxes out on a canvas, from top to bottom. */
export class Flow implements Layout {
  readonly canvas: Canvas;
  private readonly measures = new Map<Box, Measures>();
  private readonly words = new Map<BlockBox, Word[]>();
  private readonly reaches: Map<Box, { readonly width: number; readonly reach: Reach }>;

  /** `reaches`: of boxes within lines, which are laid out once more to be measured, but no oftener. */
  constructor(canvas: Canvas, reaches = new Map<Box, { readonly width: number; readonly reach: Reach }>()) {
    this.canvas = canvas;
    this.reaches = reaches;
  }

  /** Its content alone: neither its margins nor what it has around it. */
  inside(box: BlockBox, x: number, y: number, width: number): number {
    const { y: end, margin } = this.content(box, x, y, width, false);
    return end + Math.max(0, margin);
  }

  block(box: BlockBox, x: number, y: number, width: number): Ended {
    const { style, anchor, bookmark } = box;
    const { canvas } = this;
    const place = this.across(style, x, width);
    const insets = insetsOf(style, width);
    const rect = pushRect(canvas, style, { x: place.x, y, width: place.width, height: 0 });
    if (bookmark) canvas.marks.push({ kind: 'bookmark', y, ...bookmark });
    if (anchor) canvas.marks.push({ kind: 'anchor', y, id: anchor });
    if (style.keepWithNext) canvas.headingAt(y);
    const first = canvas.marks.length;
    const contentX = place.x + insets.left;
    const contentWidth = Math.max(0, place.width - insets.left - insets.right);
    const ended = this.content(box, contentX, y + insets.top, contentWidth, insets.top === 0);
    const height = this.down(style, insets.top + insets.bottom);
    let { y: bottom, margin } = ended;
    if (insets.bottom > 0 || height > 0) {
      bottom += Math.max(0, margin) + insets.bottom;
      margin = 0;
    }
    bottom = Math.max(bottom, y + height);
    canvas.reached(bottom);
    if (box.marker) this.marker(box, first, contentX, y + insets.top, contentWidth);
    if (rect) rect.height = bottom - y;
    drawBorders(canvas, style, { x: place.x, y, width: place.width, height: bottom - y });
    if (style.keepTogether) canvas.keep(y, bottom);
    return { y: bottom, margin: collapsed(margin, vertical(style.margin.bottom, width)) };
  }

  private content(box: BlockBox, x: number, y: number, width: number, marginAbove: boolean): Ended {
    if (box.inline) return { y: this.lines(box, x, y, width), margin: 0 };
    let at = y;
    let pending = 0;
    box.children.forEach((child, i) => {
      const { style } = child;
      // The margin of a first child was taken by what is around it.
      if (i > 0 || !marginAbove) at += collapsed(pending, this.topMargin(child, width));
      if (style.breakBefore) this.canvas.breaks.push(at);
      const ended = this.box(child, x, at, width);
      at = ended.y;
      pending = ended.margin;
      if (style.breakAfter) this.canvas.breaks.push(at);
    });
    return { y: at, margin: pending };
  }

  /** With those of first children that nothing parts from it. */
  private topMargin(box: Box, width: number): number {
    let margin = vertical(box.style.margin.top, width);
    for (let one: Box | undefined = box; one?.kind === 'block'; ) {
      if (insetsOf(one.style, width).top > 0) break;
      one = one.inline ? undefined : one.children[0];
      if (one) margin = collapsed(margin, vertical(one.style.margin.top, width));
    }
    return margin;
  }

  private box(box: Box, x: number, y: number, width: number): Ended {
    if (box.kind === 'block') return this.block(box, x, y, width);
    const margin = vertical(box.style.margin.bottom, width);
    if (box.kind === 'table') return { y: this.table(box, x, y, width), margin };
    const size = this.imageSize(box, width);
    const place = this.across({ ...box.style, width: size.width, borderBox: true }, x, width);
    this.image(box, place.x, y, width);
    this.canvas.followed(y + size.height);
    return { y: y + size.height, margin };
  }

  private table(table: TableBox, x: number, y: number, width: number): number {
    const { style, anchor } = table;
    const left = style.margin.left === 'auto' ? 0 : resolved(style.margin.left, width);
    const right = style.margin.right === 'auto' ? 0 : resolved(style.margin.right, width);
    const available = Math.max(0, width - left - right);
    const own = widthOfTable(table, this, available);
    const place = this.across({ ...style, width: own, borderBox: true, minWidth: undefined }, x, width);
    if (anchor) this.canvas.marks.push({ kind: 'anchor', y, id: anchor });
    const bottom = layTable(table, this, place.x, y, place.width);
    if (style.keepTogether) this.canvas.keep(y, bottom);
    return bottom;
  }

  /** Where a block's border box is, and how wide. It never is wider than what it is in. */
  private across(style: Style, x: number, whole: number): { x: number; width: number } {
    const { margin } = style;
    const left = margin.left === 'auto' ? 0 : resolved(margin.left, whole);
    const right = margin.right === 'auto' ? 0 : resolved(margin.right, whole);
    const available = Math.max(1, whole - left - right);
    const insets = insetsOf(style, whole);
    const around = style.borderBox ? 0 : insets.left + insets.right;
    const asked = (length: Length | undefined): number | undefined =>
      length === undefined ? undefined : resolved(length, whole) + around;
    let width = Math.min(available, asked(style.width) ?? available);
    width = Math.min(width, asked(style.maxWidth) ?? width);
    width = Math.min(available, Math.max(width, asked(style.minWidth) ?? width));
    const free = available - width;
    if (margin.left !== 'auto') return { x: x + left, width };
    return { x: x + (margin.right === 'auto' ? free / 2 : free), width };
  }

  private down(style: Style, insets: number): number {
    const around = style.borderBox ? 0 : insets;
    const height = style.height === undefined ? 0 : resolved(style.height, this.canvas.pageHeight) + around;
    return Math.max(
      height,
      style.minHeight === undefined ? 0 : resolved(style.minHeight, this.canvas.pageHeight) + around,
    );
  }

  private wordsIn(box: BlockBox, width: number): Word[] {
    const known = this.words.get(box);
    if (known) return known;
    const items = box.inline ?? [];
    const words = wordsOf(items, box.style, this.canvas.page, (inner) => this.widthInLine(inner, width));
    if (!items.some(({ kind }) => kind === 'box')) this.words.set(box, words);
    return words;
  }

  private lines(box: BlockBox, x: number, y: number, width: number): number {
    const { canvas } = this;
    const { style } = box;
    const words = this.wordsIn(box, width);
    // They are laid out once: what was kept for that is not needed any more.
    this.words.delete(box);
    const last = words.at(-1);
    const tops: number[] = [];
    let at = y;
    for (const line of breakLines(words, Math.max(1, width))) {
      tops.push(at);
      at += drawLine(canvas, line, {
        x,
        y: at,
        width,
        style,
        last: line.at(-1) === last || line.at(-1)?.end === 'must',
        reachOf: (inner) => this.reachInLine(inner, width),
        placeBox: (inner, boxX, boxY) => this.placeInLine(inner, boxX, boxY, width),
      });
      canvas.reached(at);
      if (tops.length === 1 && !style.keepWithNext) canvas.followed(at);
    }
    // No single line is left alone at the end or at the beginning of a page.
    if (tops.length > 1) {
      canvas.keep(y, tops[2] ?? at);
      canvas.keep(tops.at(-2) as number, at);
    }
    return at;
  }

  private widthInLine(box: Box, whole: number): number {
    if (box.kind === 'image') return this.imageSize(box, whole).width + this.sides(box.style, whole);
    return Math.min(this.measure(box).max, whole);
  }

  private sides({ margin }: Style, whole: number): number {
    const side = (one: Length | 'auto'): number => (one === 'auto' ? 0 : resolved(one, whole));
    return side(margin.left) + side(margin.right);
  }

  private reachInLine(box: Box, whole: number): Reach {
    if (box.kind === 'image') return reach(box.style, this.imageSize(box, whole).height);
    const width = this.widthInLine(box, whole);
    const known = this.reaches.get(box);
    if (known?.width === width) return known.reach;
    const scratch = new Flow(new Canvas(this.canvas.pageHeight, this.canvas.pages, this.canvas.page), this.reaches);
    const { y, margin } = scratch.box(box, 0, 0, width);
    const height = y + Math.max(0, margin);
    // Its last line stands on the baseline of the line that it is in.
    const last = scratch.canvas.marks.findLast((mark) => mark.kind === 'text');
    const made = reach(box.style, height, last?.kind === 'text' ? last.y + last.baseline : height);
    this.reaches.set(box, { width, reach: made });
    return made;
  }

  private placeInLine(box: Box, x: number, y: number, whole: number): void {
    if (box.kind === 'image') {
      const { left } = box.style.margin;
      this.image(box, x + (left === 'auto' ? 0 : resolved(left, whole)), y, whole);
    } else this.box(box, x, y, this.widthInLine(box, whole));
  }

  private image(box: ImageBox, x: number, y: number, whole: number): void {
    const { width, height } = this.imageSize(box, whole);
    if (width <= 0 || height <= 0) return;
    const area = { x, y, width, height };
    this.canvas.marks.push({ kind: 'image', ...area, bytes: box.picture.bytes });
    if (box.link) this.canvas.marks.push({ kind: 'link', ...area, target: box.link });
  }

  /** In proportion where only one side is said, and never larger than its place or a page. */
  private imageSize({ style, picture }: ImageBox, whole: number): { width: number; height: number } {
    const ratio = picture.width / picture.height;
    const finite = Number.isFinite(whole);
    const across = (length: Length | undefined): number | undefined =>
      length === undefined || (typeof length !== 'number' && !finite) ? undefined : resolved(length, whole);
    const saidHeight = style.height === undefined ? undefined : resolved(style.height, this.canvas.pageHeight);
    let width = across(style.width) ?? (saidHeight === undefined ? picture.width : saidHeight * ratio);
    let height = saidHeight ?? width / ratio;
    const most = Math.min(across(style.maxWidth) ?? whole, whole);
    const shrink = Math.min(1, most / width, this.canvas.pageHeight / height);
    if (Number.isFinite(shrink) && shrink < 1) {
      width *= shrink;
      height *= shrink;
    }
    return { width: Math.max(0, width), height: Math.max(0, height) };
  }

  private marker(box: BlockBox, first: number, x: number, y: number, width: number): void {
    const { style, marker = '' } = box;
    const { family, bold, italic, size, colour } = style;
    if (!colour) return;
    const { marks } = this.canvas;
    let beside: { y: number; height: number; baseline: number } = { y, height: size * 1.35, baseline: size * 1.1 };
    for (let i = first; i < marks.length; i++) {
      const mark = marks[i];
      if (mark?.kind !== 'text') continue;
      beside = { y: mark.y, height: mark.height, baseline: mark.baseline };
      break;
    }
    const parts = split(marker, family, bold, italic);
    const wide = parts.reduce((sum, { text, face }) => sum + face.width(text) * size, 0);
    let at = style.rightToLeft ? x + width + size * MARKER_GAP : x - wide - size * MARKER_GAP;
    for (const { text, face } of parts) {
      marks.push({ kind: 'text', text, face, size, colour, x: at, ...beside });
      at += face.width(text) * size;
    }
  }

  measure(box: Box): Measures {
    let known = this.measures.get(box);
    if (!known) {
      known = this.measureAnew(box);
      this.measures.set(box, known);
    }
    return known;
  }

  private measureAnew(box: Box): Measures {
    const { style } = box;
    const around = this.sides(style, 0);
    if (box.kind === 'image') {
      const { width } = this.imageSize(box, Number.POSITIVE_INFINITY);
      return { min: typeof style.width === 'object' ? 0 : width + around, max: width + around };
    }
    if (box.kind === 'table') {
      const { min, max } = measureTable(box, this);
      return { min: min + around, max: max + around };
    }
    const insets = insetsOf(style, 0);
    const outer = around + insets.left + insets.right;
    if (typeof style.width === 'number') {
      const own = style.width + (style.borderBox ? around : outer);
      return { min: own, max: own };
    }
    const inner = this.measureInside(box);
    return { min: inner.min + outer, max: inner.max + outer };
  }

  /** Without what a box has around its content. */
  measureInside(box: BlockBox): Measures {
    if (box.inline) return measureWords(this.wordsIn(box, Number.POSITIVE_INFINITY));
    let min = 0;
    let max = 0;
    for (const child of box.children) {
      const one = this.measure(child);
      if (one.min > min) min = one.min;
      if (one.max > max) max = one.max;
    }
    return { min, max };
  }
}
