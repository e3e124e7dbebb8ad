import { type FontVariants, featuresOf, plainVariants } from '../style/values/fontVariants.ts';
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
}

/** Faces tried in this order for a character that the chosen family lacks. */
const fallbacks: readonly FaceName[] = ['sans', 'hebrew', 'arabic', 'mono', 'symbols', 'symbols2', 'math', 'emoji'];
/** As in browsers, what may be shown as an emoji is one, whatever other fonts have it. */
const emojiFirst: readonly FaceName[] = ['sans', 'emoji', ...fallbacks];

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
  const { variants } = font;
  if (variants === plainVariants) return plain;
  return plain.flatMap((part) => {
    const tags = featuresOf(variants);
    const face = part.face.fallback ? part.face : part.face.withFeatures(tags);
    if (face !== part.face || variants.capitals === 'none') return { ...part, face };
    const small = variants.capitals === 'all' ? /[\p{L}\p{N}]/u : /\p{Ll}/u;
    const pieces = part.text.match(variants.capitals === 'all' ? allLetters : smallLetters) ?? [];
    return pieces.map((piece) =>
      small.test(piece)
        ? { text: piece.toUpperCase(), face: part.face, scale: SMALL }
        : { text: piece, face: part.face },
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
  for (const letter of text) {
    const codePoint = letter.codePointAt(0) ?? 0;
    const last = parts.at(-1);
    const found = faceFor(letter, preferred, font, { before: last?.face, size });
    if (!found && invisible.test(letter)) continue;
    const chosen = found ?? own[0] ?? face;
    // A lone surrogate is not a character.
    const shown = codePoint >= 0xd800 && codePoint <= 0xdfff ? '\ufffd' : letter;
    if (last?.face === chosen) last.text += shown;
    else parts.push({ text: shown, face: chosen });
  }
  return parts;
}

function faceFor(
  letter: string,
  preferred: readonly Face[],
  font: FontChoice,
  { before, size }: { readonly before: Face | undefined; readonly size: number | undefined },
): Face | undefined {
  const codePoint = letter.codePointAt(0) ?? 0;
  // Combining marks need the font of their letter; a space in Hebrew or Arabic belongs to that script.
  const staysWith = codePoint === 0x20 ? /^(hebrew|arabic)/.test(before?.name ?? '') : codePoint > 0x2ff;
  if (before && before !== preferred[0] && staysWith && before.has(codePoint)) return before;
  const found = preferred.find((face) => face.has(codePoint));
  if (found) return found;
  const bold = isBold(font.weight);
  if (size === undefined) return fallbackFor(letter, font, bold);
  return fallbackFor(letter, font, false)?.asFallback(size, bold);
}

function fallbackFor(letter: string, font: FontChoice, bold: boolean): Face | undefined {
  const codePoint = letter.codePointAt(0) ?? 0;
  for (const name of optionalFontsFor(letter, font.fonts.language)) {
    const face = optionalFace(name, bold);
    if (face?.has(codePoint)) return face;
  }
  for (const name of /\p{Emoji}/u.test(letter) ? emojiFirst : fallbacks) {
    const face = faceInWeight(name, bold);
    if (face.has(codePoint)) return face;
  }
  return undefined;
}
