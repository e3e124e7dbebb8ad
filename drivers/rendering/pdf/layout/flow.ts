import type { BlockBox, Box, ImageBox, TableBox } from '../boxes/boxes.ts';
import { drawBorders, insetsOf } from './borders.ts';
import {
  collapsed,
  declaredHeight,
  horizontalPlace,
  imageSize,
  marginOf,
  reachOfBox,
  sideMargins,
} from './boxGeometry.ts';
import { Canvas, pushRect } from './canvas.ts';
import { drawLine, type Reach } from './drawLine.ts';
import type { Ended, Layout } from './layout.ts';
import { breakLines, type Measures, measureWords } from './lines.ts';
import { drawMarker } from './listMarker.ts';
import { layTable } from './table.ts';
import { measureTable, widthOfTable } from './tableMeasures.ts';
import { type Word, wordsOf } from './words.ts';

/** Lays boxes out on a canvas, from top to bottom. */
export class Flow implements Layout {
  readonly canvas: Canvas;
  private readonly measures = new Map<Box, Measures>();
  private readonly words = new Map<BlockBox, Word[]>();
  private readonly reaches: Map<Box, { readonly width: number; readonly reach: Reach }>;

  /** `reaches`: the extents of boxes in lines, shared with the flows that measure them, so that each is measured once. */
  constructor(canvas: Canvas, reaches = new Map<Box, { readonly width: number; readonly reach: Reach }>()) {
    this.canvas = canvas;
    this.reaches = reaches;
  }

  inside(box: BlockBox, x: number, y: number, width: number): number {
    const { y: end, margin } = this.content(box, x, y + this.firstMargin(box, width), width);
    return end + Math.max(0, margin);
  }

  block(box: BlockBox, x: number, y: number, width: number): Ended {
    const { style, anchor, bookmark } = box;
    const { canvas } = this;
    const place = horizontalPlace(style, x, width);
    const insets = insetsOf(style, width);
    const rect = pushRect(canvas, style, { x: place.x, y, width: place.width, height: 0 });
    if (bookmark) canvas.marks.push({ kind: 'bookmark', y, ...bookmark });
    if (anchor) canvas.marks.push({ kind: 'anchor', y, id: anchor });
    if (style.keepWithNext) canvas.headingAt(y);
    const firstMark = canvas.marks.length;
    const content = {
      x: place.x + insets.left,
      y: y + insets.top,
      width: Math.max(0, place.width - insets.left - insets.right),
    };
    // Without padding or border, the first margin inside is part of the one above this block.
    const firstMargin = insets.top > 0 ? this.firstMargin(box, content.width) : 0;
    let { y: bottom, margin } = this.content(box, content.x, content.y + firstMargin, content.width);
    const height = declaredHeight(style, insets.top + insets.bottom, canvas.pageHeight);
    if (insets.bottom > 0 || height > 0) {
      bottom += Math.max(0, margin) + insets.bottom;
      margin = 0;
    }
    bottom = Math.max(bottom, y + height);
    canvas.reached(bottom);
    if (box.marker) drawMarker(canvas, box, firstMark, content);
    if (rect) rect.height = bottom - y;
    drawBorders(canvas, style, { x: place.x, y, width: place.width, height: bottom - y });
    if (style.keepTogether) canvas.keep(y, bottom);
    return { y: bottom, margin: collapsed(margin, marginOf(style.margin.bottom, width)) };
  }

  /** The margin above the first child is not drawn: `y` is below it. */
  private content(box: BlockBox, x: number, y: number, width: number): Ended {
    if (box.inline) return { y: this.lines(box, x, y, width), margin: 0 };
    let at = y;
    let pending = 0;
    box.children.forEach((child, i) => {
      const { style } = child;
      if (i > 0) at += collapsed(pending, this.topMargin(child, width));
      if (style.breakBefore) this.canvas.breaks.push(at);
      const ended = this.box(child, x, at, width);
      at = ended.y;
      pending = ended.margin;
      if (style.breakAfter) this.canvas.breaks.push(at);
    });
    return { y: at, margin: pending };
  }

  private firstMargin(box: BlockBox, width: number): number {
    const first = box.inline ? undefined : box.children[0];
    return first ? collapsed(0, this.topMargin(first, width)) : 0;
  }

  /** Collapsed with the margins of first children that no padding or border separates from it. */
  private topMargin(box: Box, width: number): number {
    let margin = marginOf(box.style.margin.top, width);
    for (let one: Box | undefined = box; one?.kind === 'block'; ) {
      if (insetsOf(one.style, width).top > 0) break;
      one = one.inline ? undefined : one.children[0];
      if (one) margin = collapsed(margin, marginOf(one.style.margin.top, width));
    }
    return margin;
  }

  private box(box: Box, x: number, y: number, width: number): Ended {
    if (box.kind === 'block') return this.block(box, x, y, width);
    const margin = marginOf(box.style.margin.bottom, width);
    if (box.kind === 'table') return { y: this.table(box, x, y, width), margin };
    const size = this.imageSize(box, width);
    const place = horizontalPlace({ ...box.style, width: size.width, borderBox: true }, x, width);
    this.image(box, place.x, y, width);
    this.canvas.followed(y + size.height);
    return { y: y + size.height, margin };
  }

  private table(table: TableBox, x: number, y: number, width: number): number {
    const { style, anchor } = table;
    const available = Math.max(0, width - marginOf(style.margin.left, width) - marginOf(style.margin.right, width));
    const own = widthOfTable(table, this, available);
    const place = horizontalPlace({ ...style, width: own, borderBox: true, minWidth: undefined }, x, width);
    if (anchor) this.canvas.marks.push({ kind: 'anchor', y, id: anchor });
    const bottom = layTable(table, this, place.x, y, place.width);
    if (style.keepTogether) this.canvas.keep(y, bottom);
    return bottom;
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
    // Measured words are laid out once: the cache can let them go.
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
    // No single line is left alone at the end or at the start of a page.
    if (tops.length > 1) {
      canvas.keep(y, tops[2] ?? at);
      canvas.keep(tops.at(-2) ?? y, at);
    }
    return at;
  }

  private widthInLine(box: Box, whole: number): number {
    if (box.kind === 'image') return this.imageSize(box, whole).width + sideMargins(box.style, whole);
    return Math.min(this.measure(box).max, whole);
  }

  private reachInLine(box: Box, whole: number): Reach {
    if (box.kind === 'image') return reachOfBox(box.style, this.imageSize(box, whole).height);
    const width = this.widthInLine(box, whole);
    const known = this.reaches.get(box);
    if (known?.width === width) return known.reach;
    const scratch = new Flow(new Canvas(this.canvas.pageHeight, this.canvas.pages, this.canvas.page), this.reaches);
    const { y, margin } = scratch.box(box, 0, 0, width);
    const height = y + Math.max(0, margin);
    // The last line of the box stands on the baseline of the line that the box is in.
    const last = scratch.canvas.marks.findLast((mark) => mark.kind === 'text');
    const reach = reachOfBox(box.style, height, last?.kind === 'text' ? last.y + last.baseline : height);
    this.reaches.set(box, { width, reach });
    return reach;
  }

  private placeInLine(box: Box, x: number, y: number, whole: number): void {
    if (box.kind === 'image') this.image(box, x + marginOf(box.style.margin.left, whole), y, whole);
    else this.box(box, x, y, this.widthInLine(box, whole));
  }

  private image(box: ImageBox, x: number, y: number, whole: number): void {
    const { width, height } = this.imageSize(box, whole);
    if (width <= 0 || height <= 0) return;
    const area = { x, y, width, height };
    this.canvas.marks.push({ kind: 'image', ...area, bytes: box.picture.bytes });
    if (box.link) this.canvas.marks.push({ kind: 'link', ...area, target: box.link });
  }

  private imageSize(box: ImageBox, whole: number): { width: number; height: number } {
    return imageSize(box, whole, this.canvas.pageHeight);
  }

  measure(box: Box): Measures {
    let known = this.measures.get(box);
    if (!known) {
      known = this.computeMeasures(box);
      this.measures.set(box, known);
    }
    return known;
  }

  private computeMeasures(box: Box): Measures {
    const { style } = box;
    const margins = sideMargins(style, 0);
    if (box.kind === 'image') {
      const { width } = this.imageSize(box, Number.POSITIVE_INFINITY);
      return { min: typeof style.width === 'object' ? 0 : width + margins, max: width + margins };
    }
    if (box.kind === 'table') {
      const { min, max } = measureTable(box, this);
      return { min: min + margins, max: max + margins };
    }
    const insets = insetsOf(style, 0);
    const outer = margins + insets.left + insets.right;
    if (typeof style.width === 'number') {
      const own = style.width + (style.borderBox ? margins : outer);
      return { min: own, max: own };
    }
    const inner = this.measureInside(box);
    return { min: inner.min + outer, max: inner.max + outer };
  }

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
