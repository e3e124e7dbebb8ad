import type { BlockBox, Box, Inline, InlinePlacer, Isolate, Moved } from '../boxes/boxes.ts';
import type { Face } from '../fonts/face.ts';
import { split } from '../fonts/fonts.ts';
import { spacingOf } from '../style/lines/spacing.ts';
import { wrapsLines } from '../style/lines/wrapping.ts';
import { isDecorated, type Style } from '../style/style.ts';
import { inLayoutUnits } from '../style/values/layoutUnits.ts';
import type { Tag } from '../tags/tag.ts';
import { Struts } from './alignment/struts.ts';
import { asDrawn, beginsBackward, embeddingLevels, isRightToLeft, mirrored, overrideOf } from './bidi.ts';
import { piecesOfText } from './breaks.ts';
import { type PageFields, textsOf } from './whiteSpace.ts';

/** A piece of a line. It is broken only where it alone is longer than the line. */
export interface Word {
  readonly text: string;
  /**
   * Of a tagged text: the text in the order in which it is read, if its letters are drawn in that of sight, from right to left
   * or in scripts that reorder them.
   */
  readonly spoken?: string;
  readonly face: Face | undefined;
  /** How large it is, as a share of the size of its style; 1 if absent. */
  readonly scale?: number | undefined;
  readonly style: Style;
  readonly link: string | undefined;
  readonly tag?: Tag | undefined;
  readonly background: Style | undefined;
  /** In pt, with the space at its end; `bare` is without that. */
  readonly width: number;
  readonly bare: number;
  /** Whether a line may or must end after it. */
  readonly end: 'no' | 'may' | 'must';
  /** A line that ends after it shows a hyphen, for which `bare` has room. */
  readonly soft?: true;
  /** The embedding level of its text: even for left to right, odd for right to left. */
  readonly level: number;
  readonly box: Box | undefined;
  /** A box that is out of the flow, at its place. */
  readonly out?: Box;
  readonly clear?: 'left' | 'right' | 'both';
  readonly moved?: Moved | undefined;
  readonly placers?: readonly InlinePlacer[] | undefined;
  /** Elements without text before it, or after it at the end of its block: their fonts count in the height of its line. */
  readonly struts?: readonly Style[];
}

/** The words of a block. */
export interface BlockWords {
  readonly all: readonly Word[];
  /** All of them with their styles in the first line, if those differ. */
  readonly first?: readonly Word[];
}

/** Maximum length of a word: the cost of shaping grows faster than the length. */
const MAX_LETTERS = 200;

/** Scripts of India and South-East Asia, whose vowels may be drawn before or around the consonant that they follow. */
const reordering = /[\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;
type TextItem = Extract<Inline, { kind: 'text' }>;
type OutItem = Extract<Inline, { kind: 'out' }>;
type AtomItem = Exclude<Inline, TextItem | OutItem>;
/** A box in a line, or space. */
export type SizedItem = Exclude<AtomItem, { readonly kind: 'break' }>;
type WidthOf = (item: SizedItem) => number;

/** Whether the width of an item may depend on that of its block. */
export const isShare = (item: Inline): boolean =>
  item.kind === 'box' || (item.kind === 'space' && typeof item.width !== 'number');

/** Splits the lines of a block into words. `page` fills the page fields. */
export function blockWords({ inline = [], style }: BlockBox, page: PageFields, widthOf: WidthOf): BlockWords {
  const all = wordsOf(inline, style, page, widthOf);
  const { firstLine } = style;
  return firstLine ? { all, first: wordsOf(inFirstLine(inline, firstLine), style, page, widthOf) } : { all };
}

/** Splits the content of a block's lines into words. `page` fills the page fields. */
function wordsOf(items: readonly Inline[], style: Style, page: PageFields, widthOf: WidthOf): Word[] {
  const texts = textsOf(items, page);
  const levels = levelsOf(items, texts, style);
  const words: Word[] = [];
  const struts = new Struts(words);
  let at = 0;
  let mayEnd = false;
  items.forEach((item, i) => {
    const text = texts[i] ?? '';
    const before = words.length;
    if (item.kind === 'text') addText(words, item, text, levels?.subarray(at, at + text.length));
    else {
      // A line may end before a picture as well as after it.
      if (item.kind === 'box' && mayEnd) allowEnd(words);
      if (item.kind === 'out') words.push(outWord(item, style));
      else words.push(atomWord(item, style, widthOf, levels?.[at] ?? 0));
    }
    at += text.length;
    if (item.kind === 'box' || text !== '') mayEnd = wrapsAfter(item, style);
    if (item.kind === 'text' && text === '') struts.add(item.style);
    else struts.giveTo(before);
  });
  struts.end();
  return words;
}

/** Whether a line may end after a text or a box. `style`: of the block. */
const wrapsAfter = (item: Inline, style: Style): boolean =>
  item.wraps ?? wrapsLines(item.kind === 'text' ? item.style : style);

/** Returns the content of a block's lines as it is in the first of them. `own`: the style of the block in it. */
function inFirstLine(items: readonly Inline[], own: Style): readonly Inline[] {
  const behind = isDecorated(own) ? own : undefined;
  return items.map((item) => {
    if (item.kind === 'out' || item.kind === 'box') return item;
    const style = item.style.firstLine ?? item.style;
    if (item.kind === 'break') return { ...item, style };
    const { background: declared } = item;
    const background = declared?.firstLine ?? declared ?? behind;
    return { ...item, style, ...(background && { background }) };
  });
}

/** `style`: of the block, which boxes in its lines take. */
function atomWord(item: AtomItem, style: Style, widthOf: WidthOf, level: number): Word {
  const box = item.kind === 'box' ? item.box : undefined;
  const width = item.kind === 'break' ? 0 : widthOf(item);
  return {
    text: '',
    face: undefined,
    style: item.kind === 'box' ? style : item.style,
    link: undefined,
    background: item.kind === 'space' ? item.background : undefined,
    width,
    bare: width,
    end: endOf(item, style),
    level,
    box,
    moved: item.kind === 'break' ? undefined : item.moved,
    placers: item.placers,
    ...(item.kind === 'break' && item.clear && { clear: item.clear }),
  };
}

function outWord({ box: out, moved, placers }: OutItem, style: Style): Word {
  const [link, background, box, face] = [undefined, undefined, undefined, undefined];
  return { text: '', face, style, link, background, width: 0, bare: 0, end: 'may', level: 0, box, out, moved, placers };
}

function endOf(item: AtomItem, style: Style): Word['end'] {
  if (item.kind === 'break') return 'must';
  return item.kind === 'box' && wrapsAfter(item, style) ? 'may' : 'no';
}

function allowEnd(words: Word[]): void {
  const last = words.at(-1);
  if (last?.end === 'no' && last.text !== '') words[words.length - 1] = { ...last, end: 'may' };
}

/** Returns the embedding levels of the letters of texts, one after the other; undefined where all are from left to right. */
function levelsOf(items: readonly Inline[], texts: readonly string[], style: Style): Uint8Array | undefined {
  const joined = texts.join('');
  const override = overrideOf(style);
  let text = override;
  const declares = items.some(({ isolates }) => isolates?.some(({ opening }) => beginsBackward(opening)));
  if (!declares && !style.rightToLeft && !isRightToLeft(joined)) return undefined;
  let open: readonly Isolate[] = [];
  const lines: (readonly [start: number, end: number])[] = [];
  items.forEach(({ kind, isolates = [] }, i) => {
    for (const line of texts[i]?.match(/[^\n]*\n|[^\n]+/g) ?? ['']) {
      if (kind !== 'out') {
        const common = isolates.filter((one, depth) => open[depth] === one).length;
        for (const { closing } of open.slice(common).reverse()) text += closing;
        for (const { opening } of isolates.slice(common)) text += opening;
        open = isolates;
      }
      lines.push([text.length, text.length + line.length]);
      text += line;
      // The paragraph of a line that is broken ends them all.
      if (line.endsWith('\n')) [text, open] = [text + override, []];
    }
  });
  const levels = embeddingLevels(text, style.rightToLeft);
  if (text.length === joined.length) return levels;
  return Uint8Array.from(lines.flatMap(([start, end]) => [...levels.subarray(start, end)]));
}

function addText(words: Word[], item: TextItem, text: string, levels: Uint8Array | undefined): void {
  const { whiteSpace } = item.style;
  const keepsLines = whiteSpace !== 'normal' && whiteSpace !== 'nowrap';
  const wraps = wrapsLines(item.style);
  const pieces = piecesOfText(text, item.style.keepsWords);
  let at = 0;
  pieces.forEach(({ text: piece, mayEnd }, i) => {
    const start = keepsLines ? addLines(words, item, piece, levels?.subarray(at)) : 0;
    const rest = start === 0 ? piece : piece.slice(start);
    at += start;
    const isWrapped = wraps || (item.wraps && i === pieces.length - 1);
    addUnbroken(words, item, rest, isWrapped && mayEnd ? 'may' : 'no', levels?.subarray(at));
    at += rest.length;
  });
}

/** Adds a piece without line feeds. A soft hyphen at its end is drawn only where the line ends there. */
function addUnbroken(
  words: Word[],
  item: TextItem,
  piece: string,
  end: Word['end'],
  levels: Uint8Array | undefined,
): void {
  const shown = piece.includes('\u00ad') ? piece.replaceAll('\u00ad', '') : piece;
  if (shown !== '') addPiece(words, item, shown, end, levels);
  if (end === 'may' && piece.endsWith('\u00ad')) hyphenateLast(words, item);
}

/** Adds the lines of a piece that end with a line feed, and returns where the rest of the piece begins. */
function addLines(words: Word[], item: TextItem, piece: string, levels: Uint8Array | undefined): number {
  let start = 0;
  for (let newline = piece.indexOf('\n'); newline >= 0; newline = piece.indexOf('\n', start)) {
    addPiece(words, item, piece.slice(start, newline), 'must', levels?.subarray(start));
    start = newline + 1;
  }
  return start;
}

/** Lets a line end, with a hyphen, behind the part of a word that was added last. */
function hyphenateLast(words: Word[], item: TextItem): void {
  const last = words.at(-1);
  const size = inLayoutUnits(item.style.size);
  if (!last?.face || last.level % 2 === 1 || last.style !== item.style || last.bare < last.width) return;
  const [hyphen] = split('-', item.style, size);
  if (last.face !== hyphen?.face) return;
  words[words.length - 1] = { ...last, end: 'may', soft: true, bare: last.width + last.face.width('-') * size };
}

function addPiece(words: Word[], item: TextItem, text: string, end: Word['end'], levels: Uint8Array | undefined): void {
  const before = words.length;
  let from = 0;
  for (let to = 1; to <= text.length; to++) {
    const continues = to < text.length && (!levels || levels[to] === levels[from]);
    if (continues && (to - from < MAX_LETTERS || !isBoundary(text, to))) continue;
    addRun(words, item, text.slice(from, to), levels?.[from] ?? 0);
    from = to;
  }
  const last = words.at(-1);
  if (last && words.length > before) words[words.length - 1] = { ...last, end };
  else if (end === 'must') words.push({ ...wordOf(item, '', undefined, 0), end });
}

/** Whether a text may be cut here: not within a character, nor before its combining marks. */
function isBoundary(text: string, at: number): boolean {
  return !/^[\udc00-\udfff\p{M}\p{Cf}]/u.test(text.slice(at, at + 2)) && !/[\ud800-\udbff]/.test(text[at - 1] ?? '');
}

function addRun(words: Word[], item: TextItem, text: string, level: number): void {
  if (level % 2 === 0) {
    for (const part of split(text, item.style, inLayoutUnits(item.style.size))) {
      const word = wordOf(item, asDrawn(part.text, false), part.face, level, part.scale);
      words.push(
        item.tag && (reordering.test(part.text) || word.text !== part.text) ? { ...word, spoken: part.text } : word,
      );
    }
    return;
  }
  // A space at the end of a word from right to left is on its left: it becomes a word of its own, which is reordered.
  for (const piece of text.match(/[^ ]+| +/g) ?? []) {
    for (const { text: part, face } of split(mirrored(piece), item.style, inLayoutUnits(item.style.size))) {
      const word = wordOf(item, asDrawn(part, true), face, level);
      words.push(item.tag ? { ...word, spoken: mirrored(part) } : word);
    }
  }
}

/** Returns the size of the letters of a word. As in browsers, they advance by a size in whole units. */
export const sizeOf = ({ style, scale = 1 }: Pick<Word, 'style' | 'scale'>): number =>
  inLayoutUnits(style.size * scale);

function wordOf(item: TextItem, text: string, face: Face | undefined, level: number, scale?: number): Word {
  const { style, link, tag, background, moved, placers } = item;
  const size = sizeOf({ style, scale });
  const isSpaced = style.letterSpacing !== 0 || style.wordSpacing !== 0;
  const width = face ? face.width(text) * size + (isSpaced ? spacingOf(text, style) : 0) : 0;
  let bare = width;
  if (face && text.endsWith(' ')) {
    const trimmed = text.trimEnd();
    bare = trimmed === '' ? 0 : face.width(trimmed) * size + (isSpaced ? spacingOf(trimmed, style) : 0);
  }
  const [end, box] = ['no', undefined] as const;
  const own = { text, face, style, link, tag, background, width, bare, end, level, box, moved, placers };
  return scale === undefined ? own : { ...own, scale };
}
