import type { Font, Glyph, Subset } from 'fontkit';

/**
 * Some glyphs are drawn for several letters: in Arabic, letters that differ only by their dots share the glyph without them, and
 * a font may draw a space and a no-break space alike. fontkit has one object for a glyph, with the letters for which it came first, and a
 * PDF says for each glyph of its fonts once which text it is. So that text can be copied and searched, such a glyph is
 * an object, and in the PDF a glyph, for each of its letters.
 */
interface LetterGlyph extends Glyph {
  /** The same with a number of its own in place of that of the font. */
  readonly drawn: Glyph;
}

/** Above the numbers of all glyphs of a font. */
const NUMBERS = 0x10000;
/** The number of the box that fonts have for letters which they lack. */
const MISSING = 0;

/** Lets a font answer each glyph with the letters that it is asked for. */
export function distinguishLetters(font: Font): void {
  const glyph = font.getGlyph.bind(font);
  const others = new Map<number, Map<string, LetterGlyph>>();
  font.getGlyph = (id, codePoints) => {
    // The box for missing letters is the same glyph for all letters, so that it is none of them.
    const one = id === MISSING ? glyph(id) : glyph(id, codePoints);
    // A part of a letter that was drawn in several glyphs has no letters, even if the glyph is a letter elsewhere.
    if (!codePoints || isSame(one.codePoints, codePoints)) return one;
    const byLetters = others.get(id) ?? new Map<string, LetterGlyph>();
    others.set(id, byLetters);
    const letters = codePoints.join();
    let other = byLetters.get(letters);
    if (!other) {
      const seen: Glyph = Object.create(one, { codePoints: { value: codePoints } });
      const drawn: Glyph = Object.create(seen, { id: { value: id + NUMBERS * (byLetters.size + 1) } });
      other = Object.assign(seen, { drawn });
      byLetters.set(letters, other);
    }
    return other;
  };
}

/** Returns the glyph with the number by which the PDF distinguishes it from others that look the same. */
export const drawnGlyph = (glyph: Glyph): Glyph => ('drawn' in glyph ? (glyph as LetterGlyph).drawn : glyph);

/** Has a subset of a font contain a glyph once for each of its numbers. */
export function withLetterGlyphs(subset: Subset): Subset {
  // Its types lack what it is made of, and the numbers that includeGlyph takes and returns.
  const { glyphs, mapping } = subset as unknown as { glyphs: number[]; mapping: Record<number, number> };
  const includeGlyph = (number: number): number => {
    let place = mapping[number];
    if (place === undefined) {
      place = glyphs.push(number % NUMBERS) - 1;
      mapping[number] = place;
    }
    return place;
  };
  return Object.assign(subset, { includeGlyph });
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((codePoint, at) => codePoint === other[at]);
