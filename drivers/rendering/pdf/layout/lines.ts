import type { Box } from '../boxes/boxes.ts';
import { spacingOf } from '../style/lines/spacing.ts';
import { wrapsLines } from '../style/lines/wrapping.ts';
import type { Style } from '../style/style.ts';
import { upToLayoutUnits } from '../style/values/layoutUnits.ts';
import { mayNotBegin, withSigns } from './breaks.ts';
import { type BlockWords, sizeOf, type Word } from './words.ts';

export interface Measures {
  /** The width of the longest part that cannot be broken, and of everything in one line; pt. */
  readonly min: number;
  readonly max: number;
}

/** `boxed`: measures a box within a line, or one that is out of the flow, by how much it adds to a line. */
export function measureWords(words: readonly Word[], boxed: (box: Box) => Measures): Measures {
  let min = 0;
  let max = 0;
  let line = 0;
  let part = 0;
  let partBare = 0;
  let narrower = 0;
  let piece = 0;
  const edges = new EdgeParts();
  for (const word of words) {
    const { width, bare, end } = word;
    min = Math.max(min, edges.add(word, part > 0));
    if (word.out) {
      const own = boxed(word.out);
      line += own.max;
      min = Math.max(min, own.min);
      max = Math.max(max, line + part);
      continue;
    }
    // The words of a box within a line may be on several lines.
    let spare = 0;
    if (word.box) spare = width - boxed(word.box).min;
    else if (needsNoSpace(word.style)) {
      const own = Math.min(bare, widestPiece(word));
      spare = bare - Math.max(0, own - piece);
      piece = Math.max(piece, own);
    }
    partBare = part + bare;
    part += width;
    narrower += spare;
    // A space before the end of a line has no width.
    if (partBare > 0 && line + partBare > max) max = line + partBare;
    if (end === 'no') continue;
    if (partBare - narrower > min) min = partBare - narrower;
    edges.end(partBare - narrower);
    line = end === 'must' ? 0 : line + part;
    part = 0;
    narrower = 0;
    piece = 0;
  }
  const least = part > 0 ? Math.max(min, partBare - narrower) : min;
  return { min: upToLayoutUnits(least), max: upToLayoutUnits(max) };
}

/** As in browsers, an edge of an element counts with the widest part of the text that it ends, but for the first part. */
class EdgeParts {
  private style: Style | undefined;
  private widest = 0;
  private isFirst = true;

  /** Returns the width that a word adds to a part before it. `isWithin`: whether its own part has begun. */
  add({ face, style, width, end }: Word, isWithin: boolean): number {
    if (face && style !== this.style) {
      this.style = style;
      this.widest = 0;
      this.isFirst = true;
    }
    if (face || !isWithin || this.widest === 0 || end !== 'no') return 0;
    this.widest += width;
    return this.widest;
  }

  /** Ends a part. */
  end(width: number): void {
    if (!this.isFirst && width > this.widest) this.widest = width;
    this.isFirst = false;
  }
}

/** Whether columns may be narrower than the words of a style: a line breaks within them where it must. */
const needsNoSpace = (style: Style): boolean =>
  (style.wordBreak !== 'normal' || style.overflowWrap === 'anywhere') && wrapsLines(style);

/** Returns the width of the widest piece of a word that breaks between any of its letters. */
function widestPiece(word: Word): number {
  const { face, style, text } = word;
  if (!face) return style.size;
  const pieces = new Set(style.wordBreak === 'break-all' ? withSigns(text) : text);
  const size = sizeOf(word);
  let widest = 0;
  for (const piece of pieces) widest = Math.max(widest, face.width(piece) * size + spacingOf(piece, style));
  return widest;
}

/** Whether a word of a style that alone is longer than a line is broken between letters. Others overflow their line. */
const mayBreakWithin = (style: Style): boolean =>
  (style.wordBreak !== 'normal' || style.overflowWrap !== 'normal') && wrapsLines(style);

/** Where lines are put. */
export interface LineRoom {
  /** Opens a line that begins with a part of this width. Returns the width of the line. */
  open(bare: number): number;
  /** Places a box that is out of the flow, behind the words used so far. Returns the width that the open line has then. */
  place(word: Word, used: number, last: Word | undefined): number;
}

/**
 * Breaks words into lines; a word that alone is longer than a line is broken between letters if its style permits it. Lines
 * are generated one at a time, so that the caller places each before the next one is opened. What is left of a word that the first line
 * breaks keeps the style of that line.
 */
export function* breakLines({ all, first }: BlockWords, room: LineRoom): Generator<Word[]> {
  const line = new OpenLine(room);
  let words = first ?? all;
  for (let start = 0, part = 0; start < words.length; part++) {
    if (words !== all && line.ended > 0) {
      words = all;
      start = startOfPart(all, part);
      if (start === words.length) break;
    }
    const end = endOfPart(words, start);
    const bare = bareWidth(words, start, end);
    if (words[start]?.out && line.isEmpty()) {
      line.addAll(words, start, start + 1);
      start++;
      continue;
    }
    // `break-all` fills the line that the word before it is on.
    const fills = words[start]?.style.wordBreak === 'break-all';
    line.begin(fills ? 0 : bare);
    // A space or a line break that follows what is wider than the line stays on it.
    if (bare > 0 && line.isFullFor(bare) && !fills) {
      yield hyphenated(line.end());
      if (words !== all) {
        part--;
        continue;
      }
      line.begin(bare);
    }
    if (line.isTooShortFor(bare) && isBreakable(words, start, end)) yield* breakPart(line, words, start, end);
    else line.addAll(words, start, end);
    if (words[end - 1]?.end === 'must') yield line.end();
    start = end;
  }
  if (!line.isEmpty()) yield line.end();
}

class OpenLine {
  limit = 0;
  /** How many lines have ended. */
  ended = 0;
  private readonly room: LineRoom;
  private words: Word[] = [];
  private width = 0;
  private isOpen = false;

  constructor(room: LineRoom) {
    this.room = room;
  }

  isEmpty(): boolean {
    return this.words.length === 0;
  }

  begin(bare: number): void {
    if (this.isOpen) return;
    this.isOpen = true;
    // Tolerates rounding.
    this.limit = this.room.open(bare) + 0.01;
  }

  /** The width that is left. */
  get rest(): number {
    return this.limit - this.width;
  }

  /** White space at the end of a line has room behind it, and so has the break after it. */
  isTooShortFor(bare: number): boolean {
    return bare > 0 && this.width + bare > this.limit;
  }

  isFullFor(bare: number): boolean {
    return this.words.length > 0 && this.isTooShortFor(bare);
  }

  add(word: Word): void {
    if (word.out) {
      const limit = this.room.place(word, this.width, this.words.at(-1)) + 0.01;
      if (this.isOpen) this.limit = limit;
      return;
    }
    this.words.push(word);
    this.width += word.width;
  }

  addAll(words: readonly Word[], start: number, end: number): void {
    for (const word of words.slice(start, end)) this.add(word);
  }

  end(): Word[] {
    const line = this.words;
    this.words = [];
    this.width = 0;
    this.isOpen = false;
    this.ended++;
    return line;
  }
}

/** Returns the index behind the words that belong on one line with the one at `start`. */
function endOfPart(words: readonly Word[], start: number): number {
  let end = start + 1;
  while (end < words.length && words[end - 1]?.end === 'no') end++;
  return end;
}

/** Returns the index of the first word of a part. */
function startOfPart(words: readonly Word[], part: number): number {
  let start = 0;
  for (let at = 0; at < part && start < words.length; at++) start = endOfPart(words, start);
  return start;
}

/** Returns the width of words without the space at the end of the last. */
function bareWidth(words: readonly Word[], start: number, end: number): number {
  let width = 0;
  for (let i = start; i < end - 1; i++) width += words[i]?.width ?? 0;
  return width + (words[end - 1]?.bare ?? 0);
}

function isBreakable(words: readonly Word[], start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const word = words[i];
    if (word && mayBreakWithin(word.style)) return true;
  }
  return false;
}

/** Yields the full lines of a part that is wider than a line. Its last line stays open. */
function* breakPart(line: OpenLine, words: readonly Word[], start: number, end: number): Generator<Word[]> {
  for (const word of words.slice(start, end)) {
    if (!mayBreakWithin(word.style)) {
      line.add(word);
      continue;
    }
    for (const piece of piecesOf(word, line)) {
      if (line.isFullFor(piece.bare)) {
        yield hyphenated(line.end());
        line.begin(piece.bare);
      }
      line.add(piece);
    }
  }
}

/** Adds the hyphen to a line that ends within a word. */
function hyphenated(line: Word[]): Word[] {
  const last = line.at(-1);
  return last?.soft ? [...line.slice(0, -1), { ...last, text: `${last.text}-`, width: last.bare }] : line;
}

/** Splits a word that is wider than what is left of a line into pieces that fit on this line and on further ones. */
function* piecesOf(word: Word, line: OpenLine): Generator<Word> {
  const { face, style } = word;
  const { soft: _, ...hard } = word;
  if (!face || !line.isTooShortFor(word.bare)) {
    yield word;
    return;
  }
  const size = sizeOf(word);
  const widthOf = (text: string): number => face.width(text) * size + spacingOf(text, style);
  const piece = (text: string): Word => {
    const whole = widthOf(text);
    return { ...hard, text, width: whole, bare: whole, end: 'may' };
  };
  let [text, sum] = ['', 0];
  let width = line.rest;
  for (const letter of word.text) {
    const own = widthOf(letter);
    // Beside each other, letters may be closer than their widths.
    if (sum + own > width && text !== '') sum = widthOf(text + letter) - own;
    if (sum + own > width) {
      // Of `break-all`, too, no line begins with a sign.
      const carried = style.wordBreak === 'break-all' && text.length > 1 && mayNotBegin(letter) ? text.slice(-1) : '';
      const shown = text.slice(0, text.length - carried.length);
      if (shown !== '') yield piece(shown);
      text = carried;
      sum = carried === '' ? 0 : widthOf(carried);
      width = line.limit;
    }
    text += letter;
    sum += own;
  }
  if (text !== '') yield piece(text);
}
