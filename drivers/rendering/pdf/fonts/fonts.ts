import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import { type Face, makeFace } from './face.ts';
import type { FontSet } from './fontSet.ts';
import { optionalFontsFor, packageOf } from './scripts.ts';

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

/** Files in the packages @expo-google-fonts/*: static TrueType, one for each weight. */
const files = {
  sans: 'noto-sans/400Regular/NotoSans_400Regular',
  'sans-bold': 'noto-sans/700Bold/NotoSans_700Bold',
  'sans-italic': 'noto-sans/400Regular_Italic/NotoSans_400Regular_Italic',
  'sans-bold-italic': 'noto-sans/700Bold_Italic/NotoSans_700Bold_Italic',
  serif: 'noto-serif/400Regular/NotoSerif_400Regular',
  'serif-bold': 'noto-serif/700Bold/NotoSerif_700Bold',
  'serif-italic': 'noto-serif/400Regular_Italic/NotoSerif_400Regular_Italic',
  'serif-bold-italic': 'noto-serif/700Bold_Italic/NotoSerif_700Bold_Italic',
  mono: 'noto-sans-mono/400Regular/NotoSansMono_400Regular',
  'mono-bold': 'noto-sans-mono/700Bold/NotoSansMono_700Bold',
  hebrew: 'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular',
  'hebrew-bold': 'noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold',
  arabic: 'noto-sans-arabic/400Regular/NotoSansArabic_400Regular',
  'arabic-bold': 'noto-sans-arabic/700Bold/NotoSansArabic_700Bold',
  symbols: 'noto-sans-symbols/400Regular/NotoSansSymbols_400Regular',
  symbols2: 'noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular',
  math: 'noto-sans-math/400Regular/NotoSansMath_400Regular',
  emoji: 'noto-emoji/400Regular/NotoEmoji_400Regular',
} as const satisfies Record<string, string>;

type FaceName = keyof typeof files;
const isFace = (name: string): name is FaceName => name in files;

/** Faces tried in this order for a character that the chosen family lacks. */
const fallbacks: readonly FaceName[] = ['sans', 'hebrew', 'arabic', 'symbols', 'symbols2', 'math', 'emoji'];

const faces = new Map<FaceName, Face>();
/** `null`: not installed. Whether one is installed is found out once, when a document needs it. */
const optional = new Map<string, Face | null>();

/** Returns the path of a font's file. */
export function fileOf(name: FaceName): string {
  const [packageName = '', ...path] = files[name].split('/');
  const found = pathIn(packageName, path.join('/'));
  if (found === undefined) throw new Error(`the package @expo-google-fonts/${packageName} is missing: run npm install`);
  return found;
}

/** Returns the path of a font in a package of fonts; undefined if the package is not installed. */
function pathIn(packageName: string, font: string): string | undefined {
  try {
    const folder = dirname(Bun.resolveSync(`@expo-google-fonts/${packageName}/package.json`, import.meta.dir));
    return join(folder, `${font}.ttf`);
  } catch {
    return undefined;
  }
}

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
