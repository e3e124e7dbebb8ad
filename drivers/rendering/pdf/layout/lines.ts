import type { Word } from './words.ts';

export interface Measures {
  /** The width of the longest part that cannot be broken, and of everything in one line; pt. */
  readonly min: number;
  readonly max: number;
}

export function measureWords(words: readonly Word[]): Measures {
  let min = 0;
  let max = 0;
  let line = 0;
  let part = 0;
  let partBare = 0;
  for (const { width, bare, end } of words) {
    partBare = part + bare;
    part += width;
    if (line + partBare > max) max = line + partBare;
    if (end === 'no') continue;
    if (partBare > min) min = partBare;
    line = end === 'must' ? 0 : line + part;
    part = 0;
  }
  return { min: part > 0 ? Math.max(min, partBare) : min, max };
}

/**
 * Breaks words into lines no longer than `width`; a word that alone is longer is broken between letters. Lines are
 * generated one at a time, so that a caller can stop early.
 */
export function* breakLines(words: readonly Word[], width: number): Generator<Word[]> {
  const line = new OpenLine(width);
  for (let start = 0; start < words.length; ) {
    const end = endOfPart(words, start);
    const bare = bareWidth(words, start, end);
    if (line.isFullFor(bare)) yield hyphenated(line.end());
    if (bare > line.limit) yield* breakPart(line, words, start, end, width);
    else line.addAll(words, start, end);
    if (words[end - 1]?.end === 'must') yield line.end();
    start = end;
  }
  if (!line.isEmpty()) yield line.end();
}

class OpenLine {
  /** Tolerates rounding. */
  readonly limit: number;
  private words: Word[] = [];
  private width = 0;

  constructor(width: number) {
    this.limit = width + 0.01;
  }

  isEmpty(): boolean {
    return this.words.length === 0;
  }

  isFullFor(bare: number): boolean {
    return this.words.length > 0 && this.width + bare > this.limit;
  }

  add(word: Word): void {
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
    return line;
  }
}

/** Returns the index behind the words that belong on one line with the one at `start`. */
function endOfPart(words: readonly Word[], start: number): number {
  let end = start + 1;
  while (end < words.length && words[end - 1]?.end === 'no') end++;
  return end;
}

/** Returns the width of words without the space at the end of the last. */
function bareWidth(words: readonly Word[], start: number, end: number): number {
  let width = 0;
  for (let i = start; i < end - 1; i++) width += words[i]?.width ?? 0;
  return width + (words[end - 1]?.bare ?? 0);
}

/** Yields the full lines of a part that is wider than a line. Its last line stays open. */
function* breakPart(
  line: OpenLine,
  words: readonly Word[],
  start: number,
  end: number,
  width: number,
): Generator<Word[]> {
  for (const word of words.slice(start, end)) {
    for (const piece of piecesOf(word, width)) {
      if (line.isFullFor(piece.bare)) yield hyphenated(line.end());
      line.add(piece);
    }
  }
}

/** Adds the hyphen to a line that ends within a word. */
function hyphenated(line: Word[]): Word[] {
  const last = line.at(-1);
  return last?.soft ? [...line.slice(0, -1), { ...last, text: `${last.text}-`, width: last.bare }] : line;
}

/** Splits a word that is wider than a line into pieces that fit. */
function* piecesOf(word: Word, width: number): Generator<Word> {
  const { face, style } = word;
  const { soft: _, ...hard } = word;
  if (!face || word.bare <= width) {
    yield word;
    return;
  }
  const piece = (text: string): Word => {
    const whole = face.width(text) * style.size;
    return { ...hard, text, width: whole, bare: whole, end: 'may' };
  };
  let text = '';
  let sum = 0;
  for (const letter of word.text) {
    const own = face.width(letter) * style.size;
    if (text !== '' && sum + own > width) {
      yield piece(text);
      text = '';
      sum = 0;
    }
    text += letter;
    sum += own;
  }
  if (text !== '') yield piece(text);
}
