import type { Box } from '../boxes/boxes.ts';
import { faceOf } from '../fonts/fonts.ts';
import { layerInLine } from '../painting/paintLayers.ts';
import { fontMetricsOf } from '../style/lines/lineHeight.ts';
import { letterSpacingOf } from '../style/lines/spacing.ts';
import type { Style } from '../style/style.ts';
import type { InlineAreas } from './alignment/inlineAreas.ts';
import { alignLine, type LineAlignment } from './alignment/lineAlignment.ts';
import type { Reach } from './alignment/lineMetrics.ts';
import { inVisualOrder } from './bidi.ts';
import type { Offset } from './boxGeometry.ts';
import { type Canvas, faded, transparent } from './canvas.ts';
import { withEllipsis } from './ellipsis.ts';
import { drawDecorations, InlineBoxes } from './inlineBoxes.ts';
import type { LetterOutline, Mark, TextMark } from './mark.ts';
import type { Word } from './words.ts';

/** How opaque the middle of a blurred shadow of letters is. */
const BLURRED = 0.5;

export interface LinePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly style: Style;
  /** Whether the line ends its paragraph, and so is not justified. */
  readonly last: boolean;
  readonly reachOf: (box: Box) => Reach;
  /** How far elements with `position: relative` move what is in them. */
  readonly offsetOf: (moving: readonly Style[]) => Offset;
  readonly placeBox: (box: Box, x: number, y: number, placers: Word['placers']) => void;
  readonly areas: InlineAreas;
}

/** One line on a canvas: what all of its words share. */
interface LineFrame {
  readonly canvas: Canvas;
  readonly y: number;
  readonly height: number;
  readonly alignment: LineAlignment;
  readonly boxes: InlineBoxes;
  readonly offsetOf: LinePlace['offsetOf'];
}

/** Maximum number of letters that are drawn in one call: the time that pdfkit takes grows with the square of them. */
const MAX_JOINED = 500;

/** Draws a line and returns its height. */
export function drawLine(canvas: Canvas, words: readonly Word[], place: LinePlace): number {
  const { x, y, width, style } = place;
  const whole = withoutTrailingSpace(words);
  const line = style.ellipsis ? withEllipsis(whole, style, width) : whole;
  const alignment = alignLine(line, style, place.reachOf);
  const { above, below } = alignment;
  const total = line.reduce((sum, word) => sum + word.width, 0);
  const height = above + below;
  const free = width - total;
  const align = alignOf(style, place.last);
  let start = x;
  // A line that is too long leaves its block at the end.
  if (free < 0) start += style.rightToLeft ? free : 0;
  else if (align === 'right') start += free;
  else if (align === 'center') start += free / 2;
  const gaps = align === 'justify' && free > 0 ? line.filter(endsInSpace).length : 0;
  // Where nothing is stretched, text from right to left begins on the right.
  if (align === 'justify' && gaps === 0 && free > 0 && style.rightToLeft) start += free;
  canvas.extend(start + total);
  const boxes = new InlineBoxes(canvas, y + above, alignment);
  const frame = { canvas, y, height, alignment, boxes, offsetOf: place.offsetOf };
  const extra = gaps > 0 ? free / gaps : 0;
  const seen = inVisualOrder(line);
  // Where no structure says what is read, programs read the words as they are seen.
  // Neither a box nor text that is not seen leaves the mark of a text.
  const needsBaseline = line.some(({ box, style }) => box || isUnseen(style));
  if (needsBaseline) canvas.marks.push({ kind: 'baseline', y: y + above });
  if (seen === line || !line.some(({ tag }) => tag)) drawWords(frame, seen, place, start, extra);
  else drawReordered(frame, { line, seen }, place, start, extra);
  if (needsBaseline) canvas.marks.push({ kind: 'baseline', y: y + above });
  frame.boxes.end();
  return height;
}

/** Returns how a line is aligned. `isLast`: whether it is the last one, or before a break. */
function alignOf({ align, lastAlign, rightToLeft }: Style, isLast: boolean): Style['align'] {
  if (!isLast) return align;
  const [start, end] = rightToLeft ? (['right', 'left'] as const) : (['left', 'right'] as const);
  if (lastAlign === 'auto') return align === 'justify' ? start : align;
  if (lastAlign === 'start') return start;
  return lastAlign === 'end' ? end : lastAlign;
}

/** Draws words in the order in which they are read, at the places that they have in the order of sight. */
function drawReordered(
  frame: LineFrame,
  { line, seen }: { readonly line: readonly Word[]; readonly seen: readonly Word[] },
  place: LinePlace,
  start: number,
  extra: number,
): void {
  const places = new Map<Word, number>();
  let at = start;
  for (const word of seen) {
    places.set(word, at);
    at += word.width + (endsInSpace(word) ? extra : 0);
  }
  for (const word of line) drawWords(frame, [word], place, places.get(word) ?? start, extra);
}

/** `extra`: what justification adds to each space. */
function drawWords(frame: LineFrame, words: readonly Word[], place: LinePlace, start: number, extra: number): void {
  const { alignment } = frame;
  let at = start;
  for (let i = 0, word = words[0]; word; word = words[++i]) {
    if (word.box) {
      noteWord(frame, place, word, at, word.width);
      const top = alignment.above - alignment.reachOf(word.box).above;
      const { down, aside } = place.offsetOf(word.moved?.by ?? []);
      const first = frame.canvas.marks.length;
      place.placeBox(word.box, at + aside, frame.y + top + down, word.placers);
      layerInLine(frame.canvas, first, word.moved?.by);
      at += word.width;
      continue;
    }
    // Words that look alike are drawn in one call.
    for (let next = words[i + 1]; extra === 0 && next && joins(word, next); next = words[++i + 1]) {
      word = { ...word, text: word.text + next.text, width: word.width + next.width, bare: word.width + next.bare };
    }
    const gap = extra > 0 && endsInSpace(word) ? extra : 0;
    noteWord(frame, place, word, at, word.width + gap);
    drawWord(frame, word, at, gap);
    at += word.width + gap;
  }
}

/** Notes the place of a word for the elements that place boxes. */
function noteWord(
  { y, alignment }: LineFrame,
  { areas, offsetOf }: LinePlace,
  word: Word,
  x: number,
  width: number,
): void {
  if (!word.placers) return;
  const baselineOf = (style: Style): number => y + alignment.above - alignment.liftOf(style);
  areas.add(word, { x, width, y, baselineOf, offsetOf });
}

/** A trailing space would lead a line that runs from right to left. */
function withoutTrailingSpace(words: readonly Word[]): readonly Word[] {
  const end = words.findLastIndex(({ text, width, box }) => text !== '' || width > 0 || box);
  const last = words[end];
  if (last && endsInSpace(last)) {
    const text = isSeparated(last) ? last.text : last.text.trimEnd();
    const shown = words.with(end, { ...last, text, width: last.bare });
    return isSeparated(last) ? shown : withSpokenSpace(shown);
  }
  if (words.at(-1)?.end !== 'must') return words;
  const at = words.findLastIndex(({ text }) => text !== '');
  const word = words[at];
  if (!word || !isSeparated(word)) return withSpokenSpace(words);
  const reading = word.spoken === undefined ? {} : { spoken: `${word.spoken} ` };
  return words.with(at, { ...word, text: `${word.text} `, ...reading });
}

/** Lets a space follow the last word of a line that runs from right to left, where programs read its text. */
function withSpokenSpace(words: readonly Word[]): readonly Word[] {
  const at = words.findLastIndex(({ text }) => text !== '');
  const word = words[at];
  if (!word?.tag || word.level === 0) return words;
  return words.with(at, { ...word, spoken: `${word.spoken ?? word.text} ` });
}

/** Whether a space, which is not seen, separates a word from the next line: programs read the text of a tag as one. */
function isSeparated({ tag, level, face }: Word): boolean {
  return tag !== undefined && level === 0 && face?.has(0x20) === true;
}

function endsInSpace(word: Word): boolean {
  return word.bare < word.width;
}

function joins(one: Word, next: Word): boolean {
  return (
    next.face !== undefined &&
    one.text.length < MAX_JOINED &&
    one.face === next.face &&
    one.style === next.style &&
    one.scale === next.scale &&
    one.link === next.link &&
    one.tag === next.tag &&
    one.background === next.background &&
    one.moved === next.moved &&
    one.placers === next.placers &&
    one.spoken === undefined &&
    next.spoken === undefined &&
    one.style.wordSpacing === 0 &&
    one.level === 0 &&
    next.level === 0 &&
    // pdfkit shapes up to a space at a time, as the words were measured; the parts of a hyphenated word read as one.
    (one.text.endsWith(' ') || one.soft === true)
  );
}

/** Whether a text has its space, and is not drawn. */
const isUnseen = ({ hidden, opacity, colour }: Style): boolean => hidden || opacity === 0 || colour === undefined;

function drawWord(frame: LineFrame, word: Word, start: number, gap: number): void {
  const { canvas, y, height, alignment } = frame;
  const { style, face, tag } = word;
  const size = style.size * (word.scale ?? 1);
  if (style.hidden || style.opacity === 0 || size === 0) {
    if (word.text !== '') canvas.marks.push({ kind: 'unseen', y, height });
    return;
  }
  const outline = outlineOf(style);
  const colour = faded(style.colour, style) ?? outline?.colour;
  const { ascent, descent } = fontMetricsOf(style, face ?? faceOf(style));
  const { down, aside } = frame.offsetOf(word.moved?.by ?? []);
  const x = start + aside;
  const lowered = down - alignment.liftOf(style);
  const baseline = alignment.above + lowered;
  const top = y + baseline - ascent;
  const inked = ascent + descent;
  const behind = frame.offsetOf(word.moved?.behind ?? []);
  frame.boxes.add(word, start + behind.aside, word.width + gap, behind.down);
  if (!face || word.text === '') return;
  if (aside > 0) canvas.extend(x + word.bare);
  const letterSpacing = letterSpacingOf(word.text, style.letterSpacing);
  const spacing = letterSpacing === 0 ? {} : { letterSpacing };
  const reading = word.spoken === undefined ? {} : { spoken: word.spoken };
  const { text } = word;
  const language = style.language !== '' && /[^\0-\u1fff]/.test(text) && { language: style.language };
  const look = {
    face,
    size,
    colour: colour ?? transparent,
    ...spacing,
    ...reading,
    ...language,
    ...(lowered !== 0 && { lowered }),
    ...(outline && { outline }),
  };
  const first = canvas.marks.length;
  const isDecorated = style.decorations.length > 0;
  const decorated = { x, width: word.width + gap, y: y + baseline, ascent, tag };
  if (isDecorated) drawDecorations(canvas, style, decorated, 'below');
  const letters = { kind: 'text', text, x, y, height, baseline, ...look } as const;
  const isLost = colour === undefined && style.textShadows.length === 0;
  const seen: Mark = colour ? { ...letters, tag } : { kind: 'unseen', y, height, ...(isLost && { letters }) };
  canvas.marks.push(...shadowsOfText(letters, style), seen);
  if (isDecorated) drawDecorations(canvas, style, decorated, 'above');
  layerInLine(canvas, first, word.moved?.by);
  if (word.link !== undefined && word.bare > 0) {
    canvas.marks.push({ kind: 'link', x, y: top, width: word.bare, height: inked, target: word.link, tag });
  }
}

function outlineOf(style: Style): LetterOutline | undefined {
  const { width, colour: declared } = style.textStroke;
  const colour = width > 0 ? faded(declared === 'text' ? style.colour : declared, style) : undefined;
  return colour && { width, colour, isHollow: !style.colour };
}

/** Returns the shadows of a text, from the lowest to the topmost. A blurred one is as faint as its middle. */
function shadowsOfText(letters: Omit<TextMark, 'tag'>, { textShadows, opacity }: Style): Mark[] {
  return textShadows.toReversed().map(({ offsetX, offsetY, blur, colour }) => {
    const share = blur > 0 ? BLURRED : 1;
    const shown = { hex: colour.hex, opacity: colour.opacity * opacity * share };
    const outline = letters.outline && { outline: { ...letters.outline, colour: shown } };
    const place = { x: letters.x + offsetX, baseline: letters.baseline + offsetY };
    return { ...letters, ...place, ...outline, colour: shown, isShadow: true };
  });
}
