import { type FontVariants, featuresOf, plainVariants, settingsOf } from '../style/values/fontVariants.ts';
import type { Face } from './face.ts';
import type { FontSet } from './fontSet.ts';
import { faceInWeight, faceNamed, isBold, optionalFace } from './installedFaces.ts';
import { optionalFontsFor } from './scripts.ts';
import { type FaceName, isFace } from './standardFonts.ts';

export type Family = 'sans' | 'serif' | 'mono';

export interface FontChoice {
  /** The fonts of the document, and which of their families are to be tried first. */
  readonly fonts: FontSet;
  readonly families: readonly string[];
  readonly family: Family;
  readonly weight: number;
  readonly italic: boolean;
  readonly variants: FontVariants;
  /** Of the text, as `lang` declares it; that of the document if empty or absent. */
  readonly language?: string;
  /** Letters with space between them are not joined to ligatures, as in browsers. */
  readonly letterSpacing?: number;
}

/** Faces tried in this order for a character that the chosen family lacks. */
const fallbacks: readonly FaceName[] = ['sans', 'hebrew', 'arabic', 'mono', 'symbols', 'symbols2', 'math', 'emoji'];
/** What is shown as an emoji is one, whatever other fonts have it. */
const emojiFirst: readonly FaceName[] = ['emoji', ...fallbacks];

/** Returns the face of a style, which sets the heights of its lines. */
export function faceOf(font: FontChoice): Face {
  return ownFaces(font)[0] ?? standardFace(font);
}

function ownFaces({ fonts, families, weight, italic }: FontChoice): readonly Face[] {
  return families.length === 0 ? none : fonts.facesOf(families, weight, italic);
}

const none: readonly Face[] = [];

function standardFace(font: FontChoice): Face {
  const { family, italic } = font;
  const bold = isBold(font.weight);
  const name = `${family}${bold ? '-bold' : ''}${italic ? '-italic' : ''}`;
  return faceNamed(isFace(name) ? name : family === 'mono' && bold ? 'mono-bold' : 'mono');
}

/** Latin, Greek, Cyrillic and common punctuation are in every standard family. */
const everywhere =
  /^[\x20-\x7e\xa0-\u017f\u0391-\u03a1\u03a3-\u03ce\u0400-\u045f\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac]*$/;
/** Control characters, and joiners and selectors, which are dropped where the font lacks them. */
export const invisible = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Variation_Selector}/u;

/** A part of a text that one face draws. */
export interface FacePart {
  text: string;
  face: Face;
  /** How large it is, as a share of the size of its style; 1 if absent. */
  scale?: number;
}

/** The size of capitals that stand for small ones, where the font has none, as in browsers. */
const SMALL = 0.7;

/**
 * Splits a text into parts of one face each, in the forms of letters that its style asks for.
 *
 * @param size in pt; without it, fallbacks are as other faces are
 */
export function split(text: string, font: FontChoice, size?: number): FacePart[] {
  const plain = splitPlain(text, font, size);
  const { variants, letterSpacing = 0 } = font;
  if (variants === plainVariants && letterSpacing === 0) return plain;
  const tags = featuresOf(variants);
  const settings = [...(letterSpacing === 0 ? [] : ['-liga', '-clig']), ...settingsOf(variants)];
  return plain.flatMap((part) => {
    const own = part.face.fallback ? part.face : part.face.withFeatures([], settings);
    const face = part.face.fallback ? part.face : part.face.withFeatures(tags, settings);
    if (face !== own || variants.capitals === 'none') return { ...part, face };
    const small = variants.capitals === 'all' ? /[\p{L}\p{N}]/u : /\p{Ll}/u;
    const pieces = part.text.match(variants.capitals === 'all' ? allLetters : smallLetters) ?? [];
    return pieces.map((piece) =>
      small.test(piece) ? { text: piece.toUpperCase(), face: own, scale: SMALL } : { text: piece, face: own },
    );
  });
}

const smallLetters = /\p{Ll}[\p{Ll}\p{M}]*|[^\p{Ll}]+/gu;
const allLetters = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*|[^\p{L}\p{N}]+/gu;

/** Splits a text into parts of one face each. A character that no font has shows as the replacement box. */
function splitPlain(text: string, font: FontChoice, size: number | undefined): FacePart[] {
  const own = ownFaces(font);
  const face = standardFace(font);
  if (own.length === 0 && everywhere.test(text)) return [{ text, face }];
  const preferred = [...own, face];
  const parts: FacePart[] = [];
  for (const [letter] of text.matchAll(letters)) {
    const codePoint = letter.codePointAt(0) ?? 0;
    const last = parts.at(-1);
    const isJoined = last?.text.endsWith(JOINER) === true;
    const found = faceFor(letter, preferred, font, { before: last?.face, size, isJoined });
    if (!found && invisible.test(letter)) continue;
    const chosen = found ?? own[0] ?? face;
    // A lone surrogate is not a character.
    const shown = codePoint >= 0xd800 && codePoint <= 0xdfff ? '\ufffd' : withKnownSelector(letter, chosen);
    if (last?.face === chosen) last.text += shown;
    else parts.push({ text: shown, face: chosen });
  }
  return parts;
}

const JOINER = '\u200d';
const asEmoji = '\ufe0f';
const asText = '\ufe0e';
/** The frame of a key around a digit. */
const KEYCAP = '\u20e3';
/** Letters, each with the selector that says whether it is an emoji. */
const letters = /[0-9#*]\ufe0f?\u20e3|(?![0-9#*])\p{Emoji}[\ufe0e\ufe0f]?|[\s\S]/gu;

/** Whether a letter is an emoji, as Unicode says: by its selector, or else by its usual presentation. */
const isEmoji = (letter: string): boolean =>
  letter.endsWith(asEmoji) ||
  letter.endsWith(KEYCAP) ||
  (/^\p{Emoji_Presentation}/u.test(letter) && !letter.endsWith(asText));

const withKnownSelector = (letter: string, face: Face): string =>
  letter.length === 1
    ? letter
    : [...letter].filter((one) => !invisible.test(one) || face.has(one.codePointAt(0) ?? 0)).join('');

interface Neighbour {
  readonly before: Face | undefined;
  /** Whether a joiner makes one emoji of the letter and the one before it. */
  readonly isJoined: boolean;
  readonly size: number | undefined;
}

function faceFor(
  letter: string,
  preferred: readonly Face[],
  font: FontChoice,
  { before, size, isJoined }: Neighbour,
): Face | undefined {
  const codePoint = letter.codePointAt(0) ?? 0;
  // Combining marks need the font of their letter; a space in Hebrew or Arabic belongs to that script.
  const staysWith =
    codePoint === 0x20
      ? /^(hebrew|arabic)/.test(before?.name ?? '')
      : codePoint > 0x2ff && (isJoined || !/^\p{Emoji}/u.test(letter));
  if (before && before !== preferred[0] && staysWith && before.has(codePoint)) return before;
  const found =
    letter.endsWith(KEYCAP) && letter.length > 1 ? undefined : preferred.find((face) => face.has(codePoint));
  if (found) return found;
  const bold = isBold(font.weight);
  const fallback =
    size === undefined ? fallbackFor(letter, font, bold) : fallbackFor(letter, font, false)?.asFallback(size, bold);
  return fallback && /^\p{Emoji}/u.test(letter) ? lowered(fallback) : fallback;
}

const loweredFaces = new WeakMap<Face, Face>();

/** Returns a face whose signs make their line no higher than emoji do: browsers may draw either. */
function lowered(face: Face): Face {
  let found = loweredFaces.get(face);
  if (!found) {
    const { ascent, descent } = faceNamed('emoji');
    found = { ...face, ascent: Math.min(ascent, face.ascent), descent: Math.min(descent, face.descent) };
    loweredFaces.set(face, found);
  }
  return found;
}

function fallbackFor(letter: string, font: FontChoice, bold: boolean): Face | undefined {
  const codePoint = letter.codePointAt(0) ?? 0;
  for (const name of optionalFontsFor(letter, font.language || font.fonts.language)) {
    const face = optionalFace(name, bold);
    if (face?.has(codePoint)) return face;
  }
  for (const name of isEmoji(letter) ? emojiFirst : fallbacks) {
    const face = faceInWeight(name, bold);
    if (face.has(codePoint)) return face;
  }
  return undefined;
}
