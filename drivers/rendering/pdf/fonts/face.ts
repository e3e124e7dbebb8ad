import type { Font, GlyphRun } from 'fontkit';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { indexCoverages } from './coverage.ts';
import { distinguishLetters, drawnGlyph, withLetterGlyphs } from './letterGlyphs.ts';
import { type Outlines, withOutlines } from './outlines.ts';
import { PlainWords } from './plainWords.ts';
import { isDrawnBackward } from './scripts.ts';
import type { ShapedWord } from './shapedWord.ts';
import { spacedOut } from './spacedGlyphs.ts';

/**
 * Maximum number of shaped words cached for each face: measuring and drawing need the same ones many times. A table of thousands of
 * rows has as many words, and draws them after it has measured all. About 280 bytes each.
 */
const MAX_CACHED_WORDS = 24_000;
/** Maximum number of cached sets of features of a face. */
const MAX_VARIANTS = 200;
/** Maximum number of the sizes of a fallback. */
const MAX_FALLBACKS = 200;

/** One font file. Shaped words are cached across documents. */
export interface Face {
  readonly name: string;
  /** For pdfkit, which writes it into the document. */
  readonly source: Font;
  /** What browsers do where they use a face that `font-family` does not name; absent where it is named. */
  readonly fallback?: Fallback;
  readonly imitation?: Imitation;
  /** Extent above and below the baseline, as a share of an em; both positive. */
  readonly ascent: number;
  readonly descent: number;
  has(codePoint: number): boolean;
  /** As a share of an em. */
  width(text: string): number;
  /** Returns the glyphs of a text. It is shaped as a whole; lines are measured up to a space at a time. */
  shape(text: string, options?: ShapeOptions): ShapedWord;
  /**
   * Returns the face with other forms of its letters.
   *
   * @param tags of OpenType; none of them counts if the font lacks one
   * @param settings further tags, which count as far as the font has them; `-liga` turns one off
   */
  withFeatures(tags: readonly string[], settings?: readonly string[]): Face;
  /** Returns the face as a fallback at a size in pt. */
  asFallback(size: number, isBold: boolean): Face;
}

/** How a face is drawn in place of one that its family lacks, as browsers do. */
export interface Imitation {
  /** Its letters are drawn with their outlines. */
  readonly isBold: boolean;
  readonly isOblique: boolean;
}

export interface ShapeOptions {
  /** Pixels of CSS that an em has, of which each letter advances by a whole number. */
  readonly pixels?: number | undefined;
  /** What follows each letter, with its marks, as a share of an em. */
  readonly spacing?: number;
}

interface Fallback {
  /** Pixels of CSS that an em has, of which each letter advances by a whole number. */
  readonly pixels: number;
  /** Its letters are drawn with their outlines, because the style is bold and the face is regular. */
  readonly isEmboldened: boolean;
}

/** `name`: unique among the faces of a document. */
export function makeFace(name: string, font: Font): Face {
  const known = new Map<number, boolean>();
  const shape = font.layout.bind(font);
  distinguishLetters(font);
  // Not before: it reads tables that a font which is only asked for its characters does not need.
  const prepare = once(() => indexCoverages(font));
  // fontkit throws at some marks in places where no language has them. Such text is set without shaping.
  const shapeOrSet = (text: string, features: string[]): GlyphRun => {
    try {
      prepare();
      const direction = isDrawnBackward(text) ? 'rtl' : 'ltr';
      return shape(text, features.length === 0 ? undefined : switches(features), undefined, undefined, direction);
    } catch {
      return unshaped(font, text);
    }
  };
  const has = (codePoint: number): boolean => {
    let found = known.get(codePoint);
    if (found === undefined) {
      found = font.hasGlyphForCodePoint(codePoint);
      known.set(codePoint, found);
    }
    return found;
  };
  const plainWords = once(() => new PlainWords(font, (text) => shapeOrSet(text, [])));
  const shapeWord = (text: string, features: string[]): ShapedWord =>
    (features.length === 0 ? plainWords().word(text) : undefined) ??
    compacted(shapeOrSet(hasSaraAm.test(text) ? withSaraAmSplit(text) : text, features));
  const metrics = { ascent: font.ascent / font.unitsPerEm, descent: -font.descent / font.unitsPerEm };
  const outlines: Outlines = new Map();
  const variants = new Map<string, Face>();
  const faceWith = (features: string[]): Face => {
    const shaped = new Map<string, ShapedWord>();
    const layout = (text: string): ShapedWord => {
      let run = shaped.get(text);
      if (!run) {
        run = shapeWord(text, features);
        if (shaped.size >= MAX_CACHED_WORDS) shaped.clear();
        shaped.set(text, run);
      }
      return run;
    };
    const suffix = features.map((tag) => `-${tag}`).join('');
    const source: Font = Object.create(font, {
      // pdfkit takes fonts with the same name for one.
      postscriptName: { value: `${font.postscriptName}${suffix}` },
      createSubset: { value: () => withLetterGlyphs(withOutlines(font.createSubset(), font, outlines)) },
    });
    /** By the size, a negative one for bold letters. */
    const fallbacks = new Map<number, Face>();
    const face: Face = {
      name: `${name}${suffix}`,
      source,
      ...metrics,
      has,
      width: (text) => layout(text).advanceWidth / font.unitsPerEm,
      shape(text, { pixels, spacing = 0 } = {}) {
        const word = layout(text);
        const placed = pixels === undefined ? word : inWholePixels(word, pixels, font.unitsPerEm);
        return spacing === 0 ? placed : spacedOut(placed, spacing * font.unitsPerEm);
      },
      withFeatures(tags, settings = []) {
        const request = `${tags.join(' ')}/${settings.join(' ')}`;
        let variant = variants.get(request);
        if (!variant) {
          const isThere = (tag: string): boolean => font.availableFeatures.includes(tag.replace(/^-/, ''));
          const known = [...(tags.every(isThere) ? tags : []), ...settings.filter(isThere)];
          const key = known.join(' ');
          variant = known.length === 0 ? plain : (variants.get(key) ?? faceWith(known));
          if (variants.size >= MAX_VARIANTS) variants.clear();
          variants.set(key, variant).set(request, variant);
        }
        return variant;
      },
      asFallback(size, isBold) {
        const key = isBold ? -size : size;
        let fallback = fallbacks.get(key);
        if (!fallback) {
          const pixels = size / PIXEL;
          const width = (text: string): number =>
            inWholePixels(layout(text), pixels, font.unitsPerEm).advanceWidth / font.unitsPerEm;
          fallback = { ...face, width, fallback: { pixels, isEmboldened: isBold } };
          if (fallbacks.size >= MAX_FALLBACKS) fallbacks.clear();
          fallbacks.set(key, fallback);
        }
        return fallback;
      },
    };
    return face;
  };
  const plain = faceWith([]);
  return plain;
}

/** Returns a function that computes a value when it is first called. */
function once<Value>(compute: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: compute() };
    return made.value;
  };
}

/** Returns the tags as fontkit takes them. */
const switches = (tags: readonly string[]): Record<string, boolean> =>
  Object.fromEntries(tags.map((tag) => (tag.startsWith('-') ? [tag.slice(1), false] : [tag, true])));

/** Returns the letters of a word with the advances of browsers whose fonts are not placed between pixels. Spaces stay. */
function inWholePixels(word: ShapedWord, pixels: number, unitsPerEm: number): ShapedWord {
  const pixel = unitsPerEm / pixels;
  let { advanceWidth } = word;
  const positions = word.positions.map((position, at) => {
    const glyph = word.glyphs[at];
    const xAdvance = typeof position === 'number' ? position : position.xAdvance;
    // A mark has no advance, whatever the advance of its glyph alone.
    if (!glyph || xAdvance === 0 || glyph.codePoints[0] === SPACE) return position;
    // First of the glyph alone, then with its kerning.
    const alone = Math.round(glyph.advanceWidth / pixel);
    const whole = Math.round(alone + (xAdvance - glyph.advanceWidth) / pixel) * pixel;
    advanceWidth += whole - xAdvance;
    return typeof position === 'number' ? whole : { ...position, xAdvance: whole };
  });
  return { glyphs: word.glyphs, positions, advanceWidth };
}

function compacted({ glyphs, positions, advanceWidth }: GlyphRun): ShapedWord {
  const compact = positions.map((one) => (one.yAdvance || one.xOffset || one.yOffset ? one : one.xAdvance));
  return { glyphs: glyphs.map(drawnGlyph), positions: compact, advanceWidth };
}

const SPACE = 0x20;

const hasSaraAm = /[\u0e33\u0eb3]/;

/**
 * Splits the vowel am of Thai and Lao into its ring and its stem, with the ring below the tone marks. Fonts rely on the
 * program that shapes a text for this; fontkit leaves it out.
 */
function withSaraAmSplit(text: string): string {
  return text
    .replace(/([\u0e31\u0e34-\u0e37\u0e47-\u0e4e]*)\u0e33/g, '\u0e4d$1\u0e32')
    .replace(/([\u0eb1\u0eb4-\u0eb7\u0ebb\u0ec8-\u0ecd]*)\u0eb3/g, '\u0ecd$1\u0eb2');
}

function unshaped(font: Font, text: string): GlyphRun {
  try {
    const glyphs = font.glyphsForString(text);
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }));
    const advanceWidth = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    return Object.assign(Object.create(null) as GlyphRun, { glyphs, positions, advanceWidth });
  } catch (cause) {
    // The fonts that come with the service are whole.
    throw new PdfProblem(`The font ${font.fullName} is damaged: replace its file.`, { cause });
  }
}
