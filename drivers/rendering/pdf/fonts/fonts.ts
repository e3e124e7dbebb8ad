import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { create, type Font, type GlyphRun } from 'fontkit';

/** Maximum number of shaped words cached for each face: measuring and drawing need the same ones many times. */
const MAX_CACHED_WORDS = 8_000;

export type Family = 'sans' | 'serif' | 'mono';

export interface FontChoice {
  readonly family: Family;
  readonly bold: boolean;
  readonly italic: boolean;
}

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

/** One font file. Shaped words are cached across documents. */
export interface Face {
  readonly name: string;
  /** For pdfkit: the font, with `layout` answered from the cache. */
  readonly source: Font;
  /** Extent above and below the baseline, as a share of an em; both positive. */
  readonly ascent: number;
  readonly descent: number;
  has(codePoint: number): boolean;
  /** As a share of an em. */
  width(text: string): number;
}

const faces = new Map<FaceName, Face>();

/** Returns the path of a font's file. */
export function fileOf(name: FaceName): string {
  const [packageName, ...path] = files[name].split('/');
  const folder = dirname(Bun.resolveSync(`@expo-google-fonts/${packageName}/package.json`, import.meta.dir));
  return join(folder, `${path.join('/')}.ttf`);
}

function faceNamed(name: FaceName): Face {
  let face = faces.get(name);
  if (!face) {
    face = makeFace(name, create(readFileSync(fileOf(name))) as Font);
    faces.set(name, face);
  }
  return face;
}

function makeFace(name: string, font: Font): Face {
  const shaped = new Map<string, GlyphRun>();
  const known = new Map<number, boolean>();
  const shape = font.layout.bind(font);
  const glyph = font.getGlyph.bind(font);
  // A glyph that first occurred as a part of another has no code points: its text could not be copied from the PDF.
  font.getGlyph = (id, codePoints) => {
    const one = glyph(id, codePoints);
    if (codePoints?.length && one.codePoints.length === 0) Object.assign(one, { codePoints });
    return one;
  };
  // fontkit throws at some marks in places where no language has them. Such text is set without shaping.
  const shapeOrSet = (text: string): GlyphRun => {
    try {
      return shape(text);
    } catch {
      const glyphs = font.glyphsForString(text);
      const positions = glyphs.map(({ advanceWidth }) => ({
        xAdvance: advanceWidth,
        yAdvance: 0,
        xOffset: 0,
        yOffset: 0,
      }));
      const advanceWidth = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      return Object.assign(Object.create(null) as GlyphRun, { glyphs, positions, advanceWidth });
    }
  };
  const layout = (text: string): GlyphRun => {
    let run = shaped.get(text);
    if (!run) {
      run = shapeOrSet(text);
      if (shaped.size >= MAX_CACHED_WORDS) shaped.clear();
      shaped.set(text, run);
    }
    return run;
  };
  const source: Font = Object.create(font, {
    layout: {
      // pdfkit scales the positions in place, so it gets a copy.
      value: (text: string) => {
        const run = layout(text);
        return { ...run, advanceWidth: run.advanceWidth, positions: run.positions.map((one) => ({ ...one })) };
      },
    },
  });
  return {
    name,
    source,
    ascent: font.ascent / font.unitsPerEm,
    descent: -font.descent / font.unitsPerEm,
    has(codePoint) {
      let has = known.get(codePoint);
      if (has === undefined) {
        has = font.hasGlyphForCodePoint(codePoint);
        known.set(codePoint, has);
      }
      return has;
    },
    width: (text) => layout(text).advanceWidth / font.unitsPerEm,
  };
}

/** Returns the face of a style, which sets the heights of its lines. */
export function faceOf({ family, bold, italic }: FontChoice): Face {
  const name = `${family}${bold ? '-bold' : ''}${italic ? '-italic' : ''}`;
  return faceNamed(isFace(name) ? name : family === 'mono' && bold ? 'mono-bold' : 'mono');
}

/** Latin, Greek, Cyrillic and common punctuation are in every family. */
const everywhere =
  /^[\x20-\x7e\xa0-\u017f\u0391-\u03a1\u03a3-\u03ce\u0400-\u045f\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac]*$/;
/** Control characters, and joiners and selectors, which are dropped where the font lacks them. */
const invisible = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Variation_Selector}/u;

/** Splits a text into parts of one face each. A character that no font has shows as the replacement box. */
export function split(text: string, font: FontChoice): { text: string; face: Face }[] {
  const face = faceOf(font);
  if (everywhere.test(text)) return [{ text, face }];
  const parts: { text: string; face: Face }[] = [];
  for (const letter of text) {
    const codePoint = letter.codePointAt(0) ?? 0;
    const last = parts.at(-1);
    const found = faceFor(codePoint, face, font, last?.face);
    if (!found && invisible.test(letter)) continue;
    const chosen = found ?? face;
    // A lone surrogate is not a character.
    const shown = codePoint >= 0xd800 && codePoint <= 0xdfff ? '\ufffd' : letter;
    if (last?.face === chosen) last.text += shown;
    else parts.push({ text: shown, face: chosen });
  }
  return parts;
}

function faceFor(codePoint: number, preferred: Face, { bold }: FontChoice, before: Face | undefined): Face | undefined {
  // Combining marks need the font of their letter; a space in Hebrew or Arabic belongs to that script.
  const staysWith = codePoint === 0x20 ? /^(hebrew|arabic)/.test(before?.name ?? '') : codePoint > 0x2ff;
  if (before && before !== preferred && staysWith && before.has(codePoint)) return before;
  if (preferred.has(codePoint)) return preferred;
  for (const name of fallbacks) {
    const inBold = `${name}-bold`;
    const face = faceNamed(bold && isFace(inBold) ? inBold : name);
    if (face.has(codePoint)) return face;
  }
  return undefined;
}
