import type { BlockBox, Box } from '../boxes/boxes.ts';
import type { Canvas } from '../layout/canvas.ts';
import { drawLine } from '../layout/drawLine.ts';
import type { Floats } from '../layout/floats.ts';
import type { PendingBox } from '../layout/layout.ts';
import type { Reach } from '../layout/lineMetrics.ts';
import { breakLines, type LineRoom } from '../layout/lines.ts';
import type { BlockWords, Word } from '../layout/words.ts';
import type { Style } from '../style/style.ts';
import { resolved } from '../style/values/lengths.ts';
import { belowFloats } from './pagedFloats.ts';
import { type DrawnLines, type PageStarts, withPageStarts } from './pageStarts.ts';

/** What lines need of the flow that they are part of. */
interface LineOwner {
  readonly canvas: Canvas;
  readonly floats: Floats;
  readonly pending: PendingBox[];
  readonly fixed: PendingBox[];
  readonly mayBreak: boolean;
  wordsIn(box: BlockBox, width: number): BlockWords;
  forgetWords(box: BlockBox): void;
  fitWidth(box: Box, whole: number, available: number): number;
  reachInLine(box: Box, whole: number): Reach;
  placeInLine(box: Box, x: number, y: number, whole: number): number;
  placeOut(box: Box, x: number, y: number, whole: { readonly left: number; readonly right: number }): void;
}

/** Draws the lines of a block, and returns where they end. */
export function layLines(flow: LineOwner, box: BlockBox, x: number, y: number, width: number): number {
  const words = flow.wordsIn(box, width);
  flow.forgetWords(box);
  const last = [words.all, words.first ?? []].map((list) => list.findLast(({ out }) => !out));
  const { tops, bottom } = withPageStarts(flow, box, (pages) =>
    drawLines(flow, box, { words, last, x, y, width }, pages),
  );
  keepLines(flow.canvas, box.style, tops, bottom);
  return bottom;
}

interface LinesPlace {
  readonly words: BlockWords;
  /** The last word, in all of its styles. */
  readonly last: readonly (Word | undefined)[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Draws the lines of a block until a page has to begin at one of them that `pages` does not know of. */
function drawLines(
  flow: LineOwner,
  { style }: BlockBox,
  { words, last, x, y, width }: LinesPlace,
  pages: PageStarts | undefined,
): DrawnLines {
  const { canvas } = flow;
  const tops: number[] = [];
  pages?.begin(0, y);
  const room = new FloatingRoom(flow, style, { x, y, width });
  for (const line of breakLines(words, room)) {
    tops.push(room.y);
    const { clear, end } = line.at(-1) ?? {};
    const height = drawLine(canvas, line, {
      x: room.x,
      y: room.y,
      width: room.width,
      style: tops.length === 1 ? (style.firstLine ?? style) : style,
      last: last.includes(line.at(-1)) || end === 'must',
      reachOf: (inner) => flow.reachInLine(inner, width),
      placeBox: (inner, boxX, boxY) => flow.placeInLine(inner, boxX, boxY, width),
    });
    const top = room.y;
    if (pages?.endsWith(tops, height)) break;
    room.next(height, clear);
    canvas.reached(room.y);
    if (line.some(({ box: inner }) => inner !== undefined)) canvas.keep(top, top + height);
    if (tops.length === 1 && !style.keepWithNext) canvas.followed(room.y);
    pages?.begin(tops.length, room.y);
  }
  room.placeDeferred();
  return { tops, bottom: room.y };
}

/** Keeps the first lines of a block together, and the last ones. Where they are too few for both, the first count: as in browsers. */
function keepLines(canvas: Canvas, { orphans, widows }: Style, tops: readonly number[], bottom: number): void {
  const first = Math.min(orphans, tops.length);
  if (first > 1) canvas.keep(tops[0] ?? 0, tops[first] ?? bottom);
  const last = Math.max(tops.length - widows, first);
  if (last < tops.length - 1) canvas.keep(tops[last] ?? 0, bottom);
}

/** The space of the lines of a block, beside floats. */
class FloatingRoom implements LineRoom {
  /** Of the open line. */
  x: number;
  y: number;
  width: number;
  private readonly flow: LineOwner;
  private readonly style: Style;
  private readonly whole: { readonly left: number; readonly right: number };
  private indent: number;
  /** Floats that have no space beside the open line. */
  private deferred: Box[] = [];

  constructor(flow: LineOwner, style: Style, { x, y, width }: { x: number; y: number; width: number }) {
    this.flow = flow;
    this.style = style;
    this.x = x;
    this.y = y;
    this.width = Math.max(1, width);
    this.whole = { left: x, right: x + this.width };
    this.indent = style.indent === 0 ? 0 : resolved(style.indent, width);
  }

  open(bare: number): number {
    this.placeDeferred();
    const { left, right } = this.whole;
    const { floats } = this.flow;
    const indent = this.indent;
    if (floats.isEmpty()) [this.x, this.width] = [left, right - left];
    else {
      const found = floats.find(this.y, Math.min(bare + indent, right - left), this.style.size, this.whole);
      this.y = found.y;
      this.x = found.room.left;
      this.width = Math.max(1, found.room.right - found.room.left);
    }
    if (!this.style.rightToLeft) this.x += indent;
    this.width -= indent;
    return this.width;
  }

  place({ out }: Word, used: number): number {
    if (!out) return this.width;
    const { left, right } = this.whole;
    if (out.style.float === 'none') {
      this.flow.placeOut(out, this.x + used, this.y, this.whole);
      return this.width;
    }
    const needed = this.flow.fitWidth(out, right - left, right - left);
    if (this.deferred.length > 0 || (used > 0 && used + needed > this.width)) {
      this.deferred.push(out);
      return this.width;
    }
    this.flow.placeOut(out, this.x, this.y, this.whole);
    if (used === 0) return this.width;
    const found = this.flow.floats.room(this.y, this.style.size, this.whole);
    this.x = found.left + this.indent;
    this.width = Math.max(1, found.right - found.left - this.indent);
    return this.width;
  }

  /** Ends the open line. */
  next(height: number, clear?: 'left' | 'right' | 'both'): void {
    this.y += height;
    this.indent = 0;
    if (clear) this.y = Math.max(this.y, belowFloats(this.flow, this.y, clear));
  }

  placeDeferred(): void {
    for (const box of this.deferred.splice(0)) this.flow.placeOut(box, this.whole.left, this.y, this.whole);
  }
}
