import bidiFactory from 'bidi-js';
import type { Box, Inline } from '../boxes/boxes.ts';
import { type Face, split } from '../fonts/fonts.ts';
import type { Style } from '../style/style.ts';

const bidi = bidiFactory();

/** A piece of a line that is never parted, but where it alone is longer than the line. */
export interface Word {
  readonly text: string;
  readonly face: Face | undefined;
  readonly style: Style;
  readonly link: string | undefined;
  readonly background: Style | undefined;
  /** pt, with the space at its end; `bare` is without. */
  readonly width: number;
  readonly bare: number;
  /** A line may end after it; `must`: it does. */
  readonly end: 'no' | 'may' | 'must';
  /** A line that ends after it shows a hyphen, for which `bare` has room. */
  readonly soft?: true;
  /** Even from left to right, odd from right to left. */
  readonly level: number;
  readonly box: Box | undefined;
}

/** Shaping costs more than its share for what is longer, and no word is. */
const LETTERS = 200;

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802-\ud803\ud83a-\ud83b]/;
/** Where a line may end: after spaces and hyphens, soft ones too, and beside ideographs. */
const pieces =
  /[^\s\-\u00ad\u2010\u2013\u2014\u200b\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]+(?:[-\u00ad\u2010\u2013\u2014\u200b]+(?=\S))?[ \t\n\u3000]*|[-\u00ad\u2010\u2013\u2014\u200b]+[ \t\n]*|[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef][ \t\n]*|[^\S\u00a0]+|\u00a0+/g;

type TextItem = Extract<Inline, { kind: 'text' }>;

/** Of the lines of one block. `page`: what page fields are filled with; `widthOf` measures a box within a line. */
export function wordsOf(
  items: readonly Inline[],
  style: Style,
  page: { readonly number: number; readonly count: number },
  widthOf: (box: Box) => number,
): Word[] {
  const texts = collapse(items, page);
  const joined = texts.join('');
  const levels = rightToLeft.test(joined) || style.rightToLeft ? levelsOf(joined, style) : undefined;
  const words: Word[] = [];
  let at = 0;
  items.forEach((item, i) => {
    const text = texts[i] as string;
    if (item.kind === 'text') textInto(words, item, text, levels?.subarray(at, at + text.length));
    else {
      const level = levels?.[at] ?? 0;
      const width = item.kind === 'box' ? widthOf(item.box) : item.kind === 'space' ? item.width : 0;
      const end = item.kind === 'break' ? 'must' : item.kind === 'box' ? 'may' : 'no';
      const background = item.kind === 'space' ? item.background : undefined;
      const box = item.kind === 'box' ? item.box : undefined;
      const own = item.kind === 'box' ? style : item.style;
      const plain = { text: '', face: undefined, link: undefined, bare: width };
      // A line may end before a picture as it may after it.
      if (box && words.length > 0) allowEnd(words);
      words.push({ ...plain, style: own, background, width, end, level, box });
    }
    at += text.length;
  });
  return words;
}

function allowEnd(words: Word[]): void {
  const last = words.at(-1) as Word;
  if (last.end === 'no' && last.text !== '') words[words.length - 1] = { ...last, end: 'may' };
}

/** The text of each item with its white space as it counts; what is no text is one object character. */
function collapse(items: readonly Inline[], page: { number: number; count: number }): string[] {
  let afterSpace = true;
  let lastText = -1;
  const texts = items.map((item, i) => {
    if (item.kind === 'break') {
      afterSpace = true;
      return '\n';
    }
    if (item.kind === 'box') {
      afterSpace = false;
      return '\ufffc';
    }
    if (item.kind === 'space') return '\u2060';
    const { whiteSpace, transform } = item.style;
    let text = item.field ? String(page[item.field]) : item.text;
    if (whiteSpace === 'pre' || whiteSpace === 'pre-wrap') {
      afterSpace = false;
      return cased(text.replaceAll('\r\n', '\n').replaceAll('\t', '        '), transform);
    }
    if (whiteSpace === 'pre-line') text = text.replace(/[ \t\r\f]*\n[ \t\r\f]*/g, '\n').replace(/[ \t\r\f]+/g, ' ');
    else text = text.replace(/[ \t\r\n\f]+/g, ' ');
    if (afterSpace && text.startsWith(' ')) text = text.slice(1);
    if (text !== '') {
      afterSpace = text.endsWith(' ') || text.endsWith('\n');
      lastText = i;
    }
    return cased(text, transform);
  });
  const last = items[lastText];
  if (afterSpace && last?.kind === 'text' && !last.style.whiteSpace.startsWith('pre') && texts[lastText] !== ' ') {
    texts[lastText] = (texts[lastText] as string).trimEnd();
  }
  return texts;
}

function cased(text: string, transform: Style['transform']): string {
  if (transform === 'uppercase') return text.toUpperCase();
  if (transform === 'lowercase') return text.toLowerCase();
  if (transform === 'capitalize') return text.replace(/(?<!\p{L}\u00ad?)\p{L}/gu, (letter) => letter.toUpperCase());
  return text;
}

function levelsOf(text: string, { rightToLeft }: Style): Uint8Array {
  return bidi.getEmbeddingLevels(text, rightToLeft ? 'rtl' : 'ltr').levels;
}

function textInto(words: Word[], item: TextItem, text: string, levels: Uint8Array | undefined): void {
  const { style } = item;
  const keepsLines = style.whiteSpace !== 'normal' && style.whiteSpace !== 'nowrap';
  const wraps = style.whiteSpace !== 'nowrap' && style.whiteSpace !== 'pre';
  let at = 0;
  for (const piece of text.match(pieces) ?? []) {
    let rest = piece;
    if (keepsLines) {
      let newline = rest.indexOf('\n');
      while (newline >= 0) {
        pieceInto(words, item, rest.slice(0, newline), 'must', levels?.subarray(at));
        at += newline + 1;
        rest = rest.slice(newline + 1);
        newline = rest.indexOf('\n');
      }
    }
    const open = !/[\s\-\u00ad\u2010\u2013\u2014\u200b\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]$/.test(
      rest,
    );
    const end = wraps && (!open || rest.endsWith('\u200b')) && !rest.endsWith('\u00a0') ? 'may' : 'no';
    const shown = rest.includes('\u00ad') ? rest.replaceAll('\u00ad', '') : rest;
    if (shown !== '') pieceInto(words, item, shown, end, levels?.subarray(at));
    if (end === 'may' && rest.endsWith('\u00ad')) softly(words, item);
    at += rest.length;
  }
}

/** Lets a line end within the word whose first part was the last. */
function softly(words: Word[], item: TextItem): void {
  const last = words.at(-1);
  const { family, bold, italic, size } = item.style;
  if (!last?.face || last.level % 2 === 1 || last.style !== item.style || last.bare < last.width) return;
  const [hyphen] = split('-', family, bold, italic);
  if (last.face !== hyphen?.face) return;
  words[words.length - 1] = { ...last, end: 'may', soft: true, bare: last.width + last.face.width('-') * size };
}

function pieceInto(
  words: Word[],
  item: TextItem,
  text: string,
  end: Word['end'],
  levels: Uint8Array | undefined,
): void {
  const before = words.length;
  let from = 0;
  for (let to = 1; to <= text.length; to++) {
    const goesOn = to < text.length && (!levels || levels[to] === levels[from]);
    if (goesOn && (to - from < LETTERS || !isBoundary(text, to))) continue;
    runInto(words, item, text.slice(from, to), levels?.[from] ?? 0);
    from = to;
  }
  const last = words.at(-1);
  if (last && words.length > before) words[words.length - 1] = { ...last, end };
  else if (end === 'must') words.push({ ...wordOf(item, '', undefined, 0), end });
}

/** Neither within a letter nor before its marks. */
function isBoundary(text: string, at: number): boolean {
  return (
    !/^[\udc00-\udfff\p{M}\p{Cf}]/u.test(text.slice(at, at + 2)) && !/[\ud800-\udbff]/.test(text[at - 1] as string)
  );
}

function runInto(words: Word[], item: TextItem, text: string, level: number): void {
  const { family, bold, italic } = item.style;
  if (level % 2 === 0) {
    for (const part of split(text, family, bold, italic)) words.push(wordOf(item, part.text, part.face, level));
    return;
  }
  // From right to left a space at the end is on the left: it is put into its place as a word of its own.
  for (const piece of text.match(/[^ ]+| +/g) ?? []) {
    for (const { text: part, face } of split(mirrored(piece), family, bold, italic)) {
      // What is of no script is shaped from left to right.
      const seen = rightToLeft.test(part) ? part : [...part].reverse().join('');
      words.push(wordOf(item, seen, face, level));
    }
  }
}

function mirrored(text: string): string {
  return /[()<>[\]{}\u00ab\u00bb]/.test(text)
    ? [...text].map((letter) => bidi.getMirroredCharacter(letter) ?? letter).join('')
    : text;
}

function wordOf(item: TextItem, text: string, face: Face | undefined, level: number): Word {
  const { style, link, background } = item;
  const { size } = style;
  const width = face ? face.width(text) * size : 0;
  let bare = width;
  if (face && text.endsWith(' ')) {
    const trimmed = text.trimEnd();
    bare = trimmed === '' ? 0 : face.width(trimmed) * size;
  }
  return { text, face, style, link, background, width, bare, end: 'no', level, box: undefined };
}
