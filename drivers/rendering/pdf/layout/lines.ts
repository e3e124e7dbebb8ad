import type { Box } from '../boxes/boxes.ts';
import type { Style } from '../style/style.ts';
import type { Canvas } from './canvas.ts';
import type { Word } from './words.ts';

export interface Measures {
  /** The longest part that cannot be broken, and all of it in one line; pt. */
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
 * Breaks words into lines no longer than `width`; what alone is longer is broken between letters. One line at a time:
 * whoever has enough of them stops asking.
 */
export function* breakLines(words: readonly Word[], width: number): Generator<Word[]> {
  const most = width + 0.01;
  let line: Word[] = [];
  let lineWidth = 0;
  let from = 0;
  let partWidth = 0;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word;
    const partBare = partWidth + word.bare;
    partWidth += word.width;
    if (word.end === 'no' && i < words.length - 1) continue;
    if (line.length > 0 && lineWidth + partBare > most) {
      yield hyphenated(line);
      line = [];
      lineWidth = 0;
    }
    for (; from <= i; from++) {
      const whole = words[from] as Word;
      for (const piece of partBare > most ? pieces(whole, width) : [whole]) {
        if (partBare > most && line.length > 0 && lineWidth + piece.bare > most) {
          yield hyphenated(line);
          line = [];
          lineWidth = 0;
        }
        line.push(piece);
        lineWidth += piece.width;
      }
    }
    partWidth = 0;
    if (word.end === 'must') {
      yield line;
      line = [];
      lineWidth = 0;
    }
  }
  if (line.length > 0) yield line;
}

/** A line that ends within a word shows it. */
function hyphenated(line: Word[]): Word[] {
  const last = line.at(-1);
  return last?.soft ? [...line.slice(0, -1), { ...last, text: `${last.text}-`, width: last.bare }] : line;
}

/** Letters, as many at a time as a line holds. */
function* pieces(word: Word, width: number): Generator<Word> {
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

function lineHeightOf({ lineHeight, size }: Style): number {
  return typeof lineHeight === 'number' ? lineHeight : lineHeight.factor * size;
}

/** How far something reaches above and below the baseline of its line; pt. */
export interface Reach {
  readonly above: number;
  readonly below: number;
}

function reachOf(word: Word, boxReach: (box: Box) => Reach): Reach {
  if (word.box) return boxReach(word.box);
  const { style, face } = word;
  const height = lineHeightOf(style);
  const ascent = (face?.ascent ?? 1.069) * style.size;
  const descent = (face?.descent ?? 0.293) * style.size;
  const half = (height - ascent - descent) / 2;
  const lift = liftOf(style);
  return { above: ascent + half + lift, below: descent + half - lift };
}

function liftOf({ shift, size }: Style): number {
  return shift === 'super' ? size * 0.45 : shift === 'sub' ? -size * 0.2 : 0;
}

export interface LinePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly style: Style;
  readonly last: boolean;
  readonly reachOf: (box: Box) => Reach;
  readonly placeBox: (box: Box, x: number, y: number) => void;
}

/** Draws a line and gives its height. */
export function drawLine(canvas: Canvas, given: readonly Word[], place: LinePlace): number {
  const { x, y, width, style } = place;
  // The space at a line's end would stand at its beginning where it goes from right to left.
  const end = given.at(-1) as Word;
  const line = endsInSpace(end)
    ? [...given.slice(0, -1), { ...end, text: end.text.trimEnd(), width: end.bare }]
    : given;
  let above = 0;
  let below = 0;
  let total = 0;
  for (const word of line) {
    const reach = reachOf(word, place.reachOf);
    if (reach.above > above) above = reach.above;
    if (reach.below > below) below = reach.below;
    total += word.width;
  }
  const height = above + below;
  const free = width - total;
  let at = x;
  if (style.align === 'right') at += free;
  else if (style.align === 'center') at += Math.max(0, free / 2);
  const gaps = style.align === 'justify' && !place.last && free > 0 ? line.filter(endsInSpace).length : 0;
  const extra = gaps > 0 ? free / gaps : 0;
  const words = inOrder(line);
  for (let i = 0; i < words.length; i++) {
    let word = words[i] as Word;
    if (word.box) {
      place.placeBox(word.box, at, y + above - place.reachOf(word.box).above);
      at += word.width;
      continue;
    }
    // What looks alike is drawn at once.
    for (let next = words[i + 1]; extra === 0 && next && joins(word, next); next = words[i + 1]) {
      word = { ...word, text: word.text + next.text, width: word.width + next.width, bare: word.width + next.bare };
      i++;
    }
    drawWord(canvas, word, at, y, height, above, extra > 0 && endsInSpace(word) ? extra : 0);
    at += word.width + (extra > 0 && endsInSpace(word) ? extra : 0);
  }
  return height;
}

function endsInSpace(word: Word): boolean {
  return word.bare < word.width;
}

function joins(one: Word, next: Word): boolean {
  return (
    next.face !== undefined &&
    one.face === next.face &&
    one.style === next.style &&
    one.link === next.link &&
    one.background === next.background &&
    one.level === 0 &&
    next.level === 0 &&
    // pdfkit shapes up to a space at a time, as it was measured here; the parts of a word are one to whoever reads it.
    (one.text.endsWith(' ') || one.soft === true)
  );
}

function drawWord(
  canvas: Canvas,
  word: Word,
  x: number,
  y: number,
  height: number,
  above: number,
  extra: number,
): void {
  const { style, face, background } = word;
  const { size, colour } = style;
  const ascent = (face?.ascent ?? 1.069) * size;
  const descent = (face?.descent ?? 0.293) * size;
  if (background?.background && word.width > 0) {
    const rectY = y + above - ascent;
    const rect = { x, y: rectY, width: word.width + extra, height: ascent + descent };
    canvas.marks.push({ kind: 'rect', ...rect, colour: background.background, radius: 0 });
  }
  if (!face || word.text === '' || !colour) return;
  const baseline = above - liftOf(style);
  canvas.marks.push({ kind: 'text', text: word.text, face, size, colour, x, y, height, baseline });
  const ruled = word.bare + extra > 0 ? (extra > 0 ? word.width + extra : word.bare) : 0;
  if (ruled > 0 && (style.underline || style.strike)) {
    const thickness = Math.max(0.4, size / 16);
    const rule = (below: number): unknown =>
      canvas.marks.push({
        kind: 'rect',
        x,
        y: y + baseline + below,
        width: ruled,
        height: thickness,
        colour,
        radius: 0,
      });
    if (style.underline) rule(size * 0.11);
    if (style.strike) rule(-size * 0.3);
  }
  if (word.link !== undefined && word.bare > 0) {
    const area = { x, y: y + above - ascent, width: word.bare, height: ascent + descent };
    canvas.marks.push({ kind: 'link', ...area, target: word.link });
  }
}

/** Words from left to right, as they are seen. */
function inOrder(line: readonly Word[]): readonly Word[] {
  let highest = 0;
  for (const { level } of line) if (level > highest) highest = level;
  if (highest === 0) return line;
  const words = [...line];
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < words.length; from++) {
      if ((words[from] as Word).level < level) continue;
      let to = from;
      while (to < words.length && (words[to] as Word).level >= level) to++;
      words.splice(from, to - from, ...words.slice(from, to).reverse());
      from = to;
    }
  }
  return words;
}
