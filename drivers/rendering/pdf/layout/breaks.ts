/** Ideographs, kana, Hangul and their punctuation, beside which a line may end. */
const ideographs = String.raw`\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef`;
const hyphens = String.raw`\-\u00ad\u2010\u2013\u2014\u200b`;
/** As in browsers, a line may end after each of several hyphens, but not between dashes. */
const hyphen = String.raw`(?:-|[\u00ad\u2010\u2013\u2014\u200b]+)`;
/** Brackets that stay with what follows, and signs that stay with what precedes. */
const opening = String.raw`[\u3008\u300a\u300c\u300e\u3010\u3014\u3016\u3018\u301a\u301d\uff08\uff3b\uff5b\uff5f\uff62]`;
const closing = String.raw`[\u3001\u3002\u3005\u3009\u300b\u300d\u300f\u3011\u3015\u3017\u3019\u301b\u301e\u301f\u303b\u309d\u309e\u30fb\u30fd\u30fe\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3d\uff5d\uff60\uff61\uff63-\uff65]`;

/** A line may end after each match: after spaces and hyphens, soft ones too, and beside ideographs. */
const breakable = new RegExp(
  [
    String.raw`[^\s${hyphens}${ideographs}]+(?:${hyphen}(?=\S))?[ \t\n\u3000]*`,
    String.raw`${hyphen}[ \t\n]*`,
    String.raw`${opening}*[${ideographs}]${closing}*[ \t\n\u3000]*`,
    String.raw`[^\S\u00a0]+|\u00a0+`,
  ].join('|'),
  'g',
);
const openEnd = new RegExp(String.raw`(?!${opening})[\s${hyphens}${ideographs}]$`);

/** Signs that no line begins with. */
const neverFirst = String.raw`!"'),.\/:;?\]}\u00a0\u00ab\u00bb\u2018-\u201f\u2026`;
/**
 * Where browsers end a line within what has neither spaces nor hyphens: after a question mark or an ellipsis, before a
 * bracket that follows a sign, and on both sides of a dash.
 */
const within = new RegExp(
  [
    String.raw`(?<=[?\u2026])(?![\s${neverFirst}\u00ad\u2010\u2013\u2014\u200b])(?=[^])`,
    String.raw`(?<=[!"#%&)*+,.:;=>|}~\]\\])(?=[(<\[{])`,
    String.raw`(?<=[^\s(\[{"'\u00ab\u00bb\u2018-\u201f])(?=\u2014)`,
  ].join('|'),
  'u',
);
/** What a piece of text contains that may be split further. */
const splits = /[?\u2026]\S|\S[\u2014(<[{]/;
/** A hyphen before a sign, or one that is the minus of a number: no line ends after it. */
const startsWithSign = new RegExp(`^[${neverFirst}]`);
/** As in browsers, a line may begin with a quotation mark after a hyphen, but not with a dollar sign. */
const staysAfterHyphen = new RegExp(`^(?!["'])[$${neverFirst}]`);
const minus = /(?:^|[^\p{L}\p{N}])[-\u2010]$/u;

/** Scripts that are written without spaces between words: Thai, Lao, Burmese and Khmer. */
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\uaa60-\uaa7f]/;
/** Marks of repetition and abbreviation, which no line begins with, and combining marks. */
const staysBefore = /^[\p{M}\u0e2f\u0e30\u0e32\u0e33\u0e45\u0e46\u0eb0\u0eb2\u0eb3\u0ec6\u17d4-\u17da]/u;

/** A part of a text. */
export interface Piece {
  readonly text: string;
  /** Whether a line may end after it. */
  readonly mayEnd: boolean;
}

/** Splits a text where lines may end. `keepsWords`: not between letters. */
export function piecesOfText(text: string, keepsWords = false): Piece[] {
  const pieces = allPieces(text);
  if (!keepsWords) return pieces;
  const whole: Piece[] = [];
  for (const piece of pieces) {
    const last = whole.at(-1);
    if (last && endsInLetter.test(last.text) && startsWithLetter.test(piece.text))
      whole[whole.length - 1] = { ...piece, text: last.text + piece.text };
    else whole.push(piece);
  }
  return whole;
}

const endsInLetter = /[\p{L}\p{N}\p{M}]$/u;
const startsWithLetter = /^[\p{L}\p{N}]/u;

function allPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const piece of text.match(breakable) ?? []) {
    end += piece.length;
    const mayEnd = openEnd.test(piece) && !piece.endsWith('\u00a0') && !isHeldByNext(text, end);
    if (unspaced.test(piece)) addWords(pieces, piece, mayEnd);
    else if (splits.test(piece)) addParts(pieces, piece, mayEnd);
    else pieces.push({ text: piece, mayEnd });
  }
  return pieces;
}

/** Whether no line begins with a text. */
export const mayNotBegin = (text: string): boolean => startsWithSign.test(text);

/** Whether a hyphen before a position stays on the line of what follows it. */
function isHeldByNext(text: string, at: number): boolean {
  const last = text.charCodeAt(at - 1);
  if (last !== 0x2d && (last < 0x2010 || last > 0x2014)) return false;
  const next = text.slice(at, at + 1);
  const isHeld = last === 0x2d ? staysAfterHyphen.test(next) : mayNotBegin(next);
  return isHeld || (/\d/.test(next) && minus.test(text.slice(Math.max(0, at - 3), at)));
}

/** Adds the parts of a piece between which a line may end. */
function addParts(pieces: Piece[], piece: string, mayEnd: boolean): void {
  const parts = piece.split(within);
  parts.forEach((text, at) => {
    pieces.push({ text, mayEnd: at < parts.length - 1 || mayEnd });
  });
}

let segmenter: Intl.Segmenter | undefined;

/** Adds the words of a piece, found by a dictionary. */
function addWords(pieces: Piece[], piece: string, mayEnd: boolean): void {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
  let word = '';
  for (const { segment } of segmenter.segment(piece)) {
    const isBreak = unspaced.test(word.at(-1) ?? '') && unspaced.test(segment[0] ?? '') && !staysBefore.test(segment);
    if (isBreak) {
      pieces.push({ text: word, mayEnd: true });
      word = '';
    }
    word += segment;
  }
  pieces.push({ text: word, mayEnd });
}

/** Returns the letters of a text, each with the signs behind it that begin no line. */
export function withSigns(text: string): string[] {
  const pieces: string[] = [];
  for (const letter of text) {
    if (pieces.length > 0 && mayNotBegin(letter)) pieces.push(`${pieces.pop()}${letter}`);
    else pieces.push(letter);
  }
  return pieces;
}
