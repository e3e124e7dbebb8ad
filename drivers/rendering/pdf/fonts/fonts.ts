import { existsSync, readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { type Face, makeFace } from './face.ts';
import type { FontSet } from './fontSet.ts';
import { optionalFontsFor, packageOf } from './scripts.ts';
import { type FaceName, fileOf, isFace, pathIn } from './standardFonts.ts';

export type Family = 'sans' | 'serif' | 'mono';

export interface FontChoice {
  /** The fonts of the document, and which of their families are to be tried first. */
  readonly fonts: FontSet;
  readonly families: readonly string[];
  readonly family: Family;
  readonly weight: number;
  readonly italic: boolean;
}

/** The standard families are in two weights. */
const isBold = ({ weight }: FontChoice): boolean => weight >= 600;

/** Faces tried in this order for a character that the chosen family lacks. */
const fallbacks: readonly FaceName[] = ['sans', 'hebrew', 'arabic', 'mono', 'symbols', 'symbols2', 'math', 'emoji'];

const faces = new Map<FaceName, Face>();
/** `null`: not installed. Whether one is installed is found out once, when a document needs it. */
const optional = new Map<string, Face | null>();

function faceNamed(name: FaceName): Face {
  let face = faces.get(name);
  if (!face) {
    face = makeFace(name, create(readFileSync(fileOf(name))) as Font);
    faces.set(name, face);
  }
  return face;
}

/** Returns an optional font; undefined if its package is not installed. */
function optionalFace(name: string, bold: boolean): Face | undefined {
  const key = `${name}${bold ? '-bold' : ''}`;
  let face = optional.get(key);
  if (face === undefined) {
    const style = bold ? '700Bold' : '400Regular';
    const path = pathIn(packageOf(name), `${style}/NotoSans${name}_${style}`);
    face = path !== undefined && existsSync(path) ? makeFace(key, create(readFileSync(path)) as Font) : null;
    optional.set(key, face);
  }
  return face ?? undefined;
}

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
  const bold = isBold(font);
  const name = `${family}${bold ? '-bold' : ''}${italic ? '-italic' : ''}`;
  return faceNamed(isFace(name) ? name : family === 'mono' && bold ? 'mono-bold' : 'mono');
}

/** Latin, Greek, Cyrillic and common punctuation are in every standard family. */
const everywhere =
  /^[\x20-\x7e\xa0-\u017f\u0391-\u03a1\u03a3-\u03ce\u0400-\u045f\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac]*$/;
/** Control characters, and joiners and selectors, which are dropped where the font lacks them. */
const invisible = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Variation_Selector}/u;

/** Splits a text into parts of one face each. A character that no font has shows as the replacement box. */
export function split(text: string, font: FontChoice): { text: string; face: Face }[] {
  const own = ownFaces(font);
  const face = standardFace(font);
  if (own.length === 0 && everywhere.test(text)) return [{ text, face }];
  const preferred = [...own, face];
  const parts: { text: string; face: Face }[] = [];
  for (const letter of text) {
    const codePoint = letter.codePointAt(0) ?? 0;
    const last = parts.at(-1);
    const found = faceFor(letter, preferred, font, last?.face);
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
  before: Face | undefined,
): Face | undefined {
  const codePoint = letter.codePointAt(0) ?? 0;
  // Combining marks need the font of their letter; a space in Hebrew or Arabic belongs to that script.
  const staysWith = codePoint === 0x20 ? /^(hebrew|arabic)/.test(before?.name ?? '') : codePoint > 0x2ff;
  if (before && before !== preferred[0] && staysWith && before.has(codePoint)) return before;
  const found = preferred.find((face) => face.has(codePoint));
  if (found) return found;
  const bold = isBold(font);
  for (const name of optionalFontsFor(letter, font.fonts.language)) {
    const face = optionalFace(name, bold);
    if (face?.has(codePoint)) return face;
  }
  for (const name of fallbacks) {
    const inBold = `${name}-bold`;
    const face = faceNamed(bold && isFace(inBold) ? inBold : name);
    if (face.has(codePoint)) return face;
  }
  return undefined;
}
