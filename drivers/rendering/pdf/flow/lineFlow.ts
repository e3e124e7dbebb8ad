import type { BlockBox, Box } from '../boxes/boxes.ts';
import { InlineAreas } from '../layout/alignment/inlineAreas.ts';
import type { Reach } from '../layout/alignment/lineMetrics.ts';
import { type Area, type Canvas, EPSILON, startOfLong } from '../layout/canvas.ts';
import { drawLine } from '../layout/drawLine.ts';
import { ellipsized } from '../layout/ellipsis.ts';
import type { Floats } from '../layout/floats.ts';
import type { BlockSides, Layout, PendingBox } from '../layout/layout.ts';
import { breakLines, type LineRoom } from '../layout/lines.ts';
import { isPiece } from '../layout/mark.ts';
import type { BlockWords, Word } from '../layout/words.ts';
import { LaidPages } from '../pages/laidPages.ts';
import { isPreformatted, wrapsLines } from '../style/lines/wrapping.ts';
import { isPositioned, type Style } from '../style/style.ts';
import { resolved } from '../style/values/lengths.ts';
import { relativeOffsets } from './besideFloats.ts';
import { noteLines } from './blockInInline.ts';
import { balancedWidth, type LineWidths, lineBeforeWord, linesIn, type ShortenedLine } from './lines/lineWidths.ts';
import { belowFloats } from './pagedFloats.ts';
import { type DrawnLines, type PageStarts, withPageStarts } from './pageStarts.ts';
import { placePending } from './positioned.ts';

/** What lines need of the flow that they are part of. */
interface LineOwner {
  readonly canvas: Canvas;
  readonly floats: Floats;
  readonly pending: PendingBox[];
  readonly fixed: PendingBox[];
  readonly mayBreak: boolean;
  /** The height that percentages in the block refer to. */
  readonly whole: number | undefined;
  wordsIn(box: BlockBox, width: number): BlockWords;
  forgetWords(box: BlockBox): void;
  fitWidth(box: Box, whole: number, available: number): number;
  reachInLine(box: Box, whole: number): Reach;
  placeInLine(box: Box, x: number, y: number, whole: number): number;
  placeOut(box: Box, x: number, y: number, whole: BlockSides): void;
}

/** Draws the lines of a block, and returns where they end. */
export function layLines(flow: LineOwner & Layout, box: BlockBox, x: number, y: number, width: number): number {
  const words = flow.wordsIn(box, width);
  flow.forgetWords(box);
  const last = [words.all, words.first ?? []].map((list) => list.findLast(({ out }) => !out));
  const { tops, bottom, areas } = withPageStarts(flow, box, (pages) =>
    drawLines(flow, box, { words, last, x, y, width }, pages),
  );
  keepLines(flow.canvas, box.style, tops, bottom);
  flow.canvas.childFrom = Number.POSITIVE_INFINITY;
  if (box.inlineParent === 'lines') noteLines(flow.canvas, box, tops, bottom);
  // Finding the pages for each of many elements would take too long.
  const pages = new LaidPages(flow.canvas, y);
  for (const { area, boxes } of areas.placed()) {
    if (area) placePending(flow, boxes, area, pages);
    else flow.pending.push(...boxes);
  }
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
): DrawnLines & { readonly areas: InlineAreas } {
  const { canvas } = flow;
  const tops: number[] = [];
  pages?.begin(0, y);
  const areas = new InlineAreas();
  const room = new FloatingRoom(flow, style, { x, y, width }, areas);
  if (flow.floats.isEmpty()) room.balance(words);
  const { lineLimit } = style;
  const limit = lineLimit !== undefined && linesIn(words, room.widths, lineLimit) > lineLimit ? lineLimit : undefined;
  for (const broken of breakLines(words, room)) {
    tops.push(room.y);
    const isLast = tops.length === limit;
    const line = isLast ? ellipsized(withoutSpace(broken), style, room.width) : broken;
    const { clear, end } = line.at(-1) ?? {};
    const [before] = canvas.position();
    const height = drawLine(canvas, line, {
      x: room.x,
      y: room.y,
      width: room.width,
      style: tops.length === 1 ? (style.firstLine ?? style) : style,
      last: last.includes(line.at(-1)) || end === 'must',
      reachOf: (inner) => flow.reachInLine(inner, width),
      offsetOf: (moving) => relativeOffsets(moving, width, flow.whole ?? 0),
      placeBox: (inner, boxX, boxY, placers) =>
        areas.collect(flow.pending, placers, () => flow.placeInLine(inner, boxX, boxY, width)),
      areas,
    });
    const top = room.y;
    // A line of a `<br>` alone is a line to pages, too.
    if (end === 'must' && !canvas.marks.slice(before).some(isPiece))
      canvas.marks.push({ kind: 'unseen', y: top, height });
    if (pages?.endsWith(tops, height)) break;
    room.next(height, clear);
    canvas.reached(room.y);
    if (height > canvas.pageHeight || line.some(({ box: inner }) => inner !== undefined))
      canvas.keepWhole(top, top + height, 'line');
    if (tops.length === 1 && !style.keepWithNext) canvas.followed(room.y);
    if (isLast) break;
    pages?.begin(tops.length, room.y);
  }
  room.placeDeferred();
  return { tops, bottom: room.y, areas };
}

/** Returns a line without the space that it ends with. */
function withoutSpace(line: readonly Word[]): readonly Word[] {
  const last = line.at(-1);
  return last?.face
    ? [...line.slice(0, -1), { ...last, text: last.text.trimEnd(), width: last.bare, end: 'no' }]
    : line;
}

/**
 * Keeps the first lines of a block together, and the last ones. Where they are too few for both, the first count where a page
 * would end in them, and all stay together where only the edge of a box below them has no space: as in browsers.
 */
function keepLines(canvas: Canvas, { orphans, widows }: Style, tops: readonly number[], bottom: number): void {
  const [top = 0, second = bottom] = tops;
  const count = tops.length;
  const first = Math.min(orphans, count);
  const end = startOfLong(canvas, tops[first - 1] ?? top, tops[first] ?? bottom);
  const isFew = count > 1 && count < orphans + widows;
  if (first > 1 && (first < count || end < bottom)) canvas.keep(top, end);
  else if (first > 1) canvas.keeps.push({ from: top, to: bottom, since: second - EPSILON });
  if (isFew) canvas.keeps.push({ from: top, to: bottom, since: bottom });
  const last = Math.max(count - widows, first);
  const [from = bottom, next = bottom] = tops.slice(last);
  if (next === bottom) return;
  if (isFew) canvas.keeps.push({ from, to: bottom, since: next - EPSILON });
  else canvas.keep(from, bottom);
}

/** Returns the width of the space at the end of a word, beside which, as in browsers, a float needs no more space. */
const spaceAtEnd = (word: Word | undefined): number =>
  word && !isPreformatted(word.style) ? word.width - word.bare : 0;

/** The space of the lines of a block, beside floats. */
class FloatingRoom implements LineRoom {
  /** Of the open line. */
  x: number;
  y: number;
  width: number;
  private readonly flow: LineOwner;
  private readonly style: Style;
  private readonly whole: { readonly left: number; readonly right: number };
  private readonly areas: InlineAreas;
  private indent: number;
  /** The line before a last one of a single word, which leaves its last word to that. */
  private shortened: ShortenedLine | undefined;
  private opened = 0;
  /** The width that lines are broken at. */
  private limit = Number.POSITIVE_INFINITY;
  /** Positioned boxes that would stand below the open line. */
  private below: Word[] = [];
  /** Floats that have no space beside the open line. */
  private deferred: Word[] = [];

  constructor(flow: LineOwner, style: Style, { x, y, width }: Omit<Area, 'height'>, areas: InlineAreas) {
    this.flow = flow;
    this.areas = areas;
    this.style = style;
    this.x = x;
    this.y = y;
    this.width = Math.max(1, width);
    this.whole = { left: x, right: x + this.width };
    this.indent = style.indent === 0 ? 0 : resolved(style.indent, width);
  }

  get widths(): LineWidths {
    return { width: this.width, indent: this.indent };
  }

  /** Breaks the lines of words as their block declares it: about equally long, or with several words on the last one. */
  balance(words: BlockWords): void {
    if (this.style.balancesLines) this.limit = balancedWidth(words, this.widths);
    if (this.style.avoidsSingleWord) this.shortened = lineBeforeWord(words, this.widths);
  }

  open(bare: number): number {
    this.placeDeferred();
    const { left, right } = this.whole;
    const { floats } = this.flow;
    const indent = this.indent;
    if (floats.isEmpty()) [this.x, this.width] = [left, right - left];
    else {
      // As in browsers, a line that may not end stays beside floats.
      const needed = wrapsLines(this.style) ? Math.min(bare + indent, right - left) : 0;
      const found = floats.find(this.y, needed, this.style.size, this.whole);
      this.y = found.y;
      this.x = found.room.left;
      this.width = Math.max(1, found.room.right - found.room.left);
    }
    if (!this.style.rightToLeft) this.x += indent;
    this.width -= indent;
    const isShortened = this.shortened?.index === this.opened++;
    return Math.min(this.width, this.limit - indent, isShortened ? (this.shortened?.width ?? 0) : this.width);
  }

  place(word: Word, used: number, last: Word | undefined): number {
    const { out } = word;
    if (!out) return this.width;
    const { left, right } = this.whole;
    if (out.style.float === 'none') {
      // A positioned block would stand below its line.
      if (used > 0 && isPositioned(out.style) && !out.style.standsInLine) {
        this.below.push(word);
        return this.width;
      }
      this.placeOut(word, this.x + used);
      return this.width;
    }
    const needed = this.flow.fitWidth(out, right - left, right - left);
    if (this.deferred.length > 0 || (used > 0 && used - spaceAtEnd(last) + needed > this.width)) {
      this.deferred.push(word);
      return this.width;
    }
    this.placeOut(word, this.x);
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
    if (this.below.length + this.deferred.length === 0) return;
    for (const word of [...this.below.splice(0), ...this.deferred.splice(0)]) this.placeOut(word, this.whole.left);
  }

  private placeOut({ out, moved, placers }: Word, x: number): void {
    if (!out) return;
    const { flow, whole } = this;
    const { down, aside } = relativeOffsets(moved?.by ?? [], whole.right - whole.left, flow.whole ?? 0);
    this.areas.collect(flow.pending, placers, () => flow.placeOut(out, x + aside, this.y + down, whole));
  }
}
