import type { Font, Glyph, GlyphPosition, GlyphRun } from 'fontkit';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import { indexCoverages } from './coverage.ts';

/**
 * Maximum number of shaped words cached for each face: measuring and drawing need the same ones many times. A table of thousands of
 * rows has as many words, and draws them after it has measured all. About 280 bytes each.
 */
const MAX_CACHED_WORDS = 24_000;

/** What measuring and pdfkit need of a GlyphRun, in a third of its memory. */
interface ShapedWord {
  readonly glyphs: readonly Glyph[];
  /** Of each glyph: its advance alone, where it is neither raised nor shifted. */
  readonly positions: readonly (number | GlyphPosition)[];
  readonly advanceWidth: number;
}

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

/** `name`: unique among the faces of a document. */
export function makeFace(name: string, font: Font): Face {
  const shaped = new Map<string, ShapedWord>();
  const known = new Map<number, boolean>();
  const shape = font.layout.bind(font);
  const glyph = font.getGlyph.bind(font);
  // A glyph that first occurred as a part of another has no code points: its text could not be copied from the PDF.
  font.getGlyph = (id, codePoints) => {
    const one = glyph(id, codePoints);
    if (codePoints?.length && one.codePoints.length === 0) Object.assign(one, { codePoints });
    return one;
  };
  let isIndexed = false;
  // fontkit throws at some marks in places where no language has them. Such text is set without shaping.
  const shapeOrSet = (text: string): GlyphRun => {
    try {
      // Not before: it reads tables that a font which is only asked for its characters does not need.
      if (!isIndexed) indexCoverages(font);
      isIndexed = true;
      return shape(text);
    } catch {
      return unshaped(font, text);
    }
  };
  const layout = (text: string): ShapedWord => {
    let run = shaped.get(text);
    if (!run) {
      run = compacted(shapeOrSet(hasSaraAm.test(text) ? withSaraAmSplit(text) : text));
      if (shaped.size >= MAX_CACHED_WORDS) shaped.clear();
      shaped.set(text, run);
    }
    return run;
  };
  const source: Font = Object.create(font, {
    layout: {
      // pdfkit scales the positions in place, so it gets a copy.
      value: (text: string) => {
        const { glyphs, positions, advanceWidth } = layout(text);
        return { glyphs, positions: positions.map(positionOf), advanceWidth };
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

function compacted({ glyphs, positions, advanceWidth }: GlyphRun): ShapedWord {
  const compact = positions.map((one) => (one.yAdvance || one.xOffset || one.yOffset ? one : one.xAdvance));
  return { glyphs, positions: compact, advanceWidth };
}

/** Returns a new object. */
const positionOf = (one: number | GlyphPosition): GlyphPosition =>
  typeof one === 'number' ? { xAdvance: one, yAdvance: 0, xOffset: 0, yOffset: 0 } : { ...one };

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
