import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { create, type Font, type GlyphRun } from 'fontkit';
import { PlainWords } from '../../../../drivers/rendering/pdf/fonts/plainWords.ts';
import { type FaceName, fileOf } from '../../../../drivers/rendering/pdf/fonts/standardFonts.ts';

setDefaultTimeout(60_000);

const open = (name: FaceName): Font => create(readFileSync(fileOf(name))) as Font;
const wordsOf = (font: Font): PlainWords => new PlainWords(font, (text) => font.layout(text));

/** Letters that the fonts join and move, beside some that they do not. */
const letters = [...'AVTLYWPfijltoa e1470,.-/€ÁčďľťŘžßıŉ“”’—½\u0301\u00ad'];
const text = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 });
const runs = { numRuns: 3_000, seed: 7 };

const placesOf = ({ glyphs, positions }: GlyphRun): unknown[] =>
  positions.map(({ xAdvance, yAdvance, xOffset, yOffset }, at) =>
    yAdvance || xOffset || yOffset ? 'moved' : [(glyphs[at]?.id ?? 0) % 0x10000, xAdvance],
  );

/** Fails for a word that is shaped otherwise than by fontkit. */
function compareWith(name: FaceName, word: (text: string) => ReturnType<PlainWords['word']>): void {
  const alone = open(name);
  fc.assert(
    fc.property(text, (sample) => {
      const shaped = word(sample);
      if (!shaped) return;
      const expected = alone.layout(sample);
      expect(shaped.glyphs.map(({ id }, at) => [id % 0x10000, shaped.positions[at]])).toEqual(placesOf(expected) as []);
      expect(shaped.advanceWidth).toBe(expected.advanceWidth);
    }),
    runs,
  );
}

describe('plain words are shaped as by fontkit', () => {
  test.each(['sans', 'sans-bold', 'serif', 'mono', 'hebrew'] as const)('%s', (name) => {
    const words = wordsOf(open(name));
    compareWith(name, (sample) => words.word(sample));
  });

  test('but not by their letters alone', () => {
    const font = open('sans');
    const words = wordsOf(font);
    const byLetters = (sample: string): ReturnType<PlainWords['word']> => {
      const glyphs = [...sample].flatMap((letter) => words.word(letter)?.glyphs ?? []);
      const positions = glyphs.map(({ advanceWidth }) => advanceWidth);
      return { glyphs, positions, advanceWidth: positions.reduce((sum, advance) => sum + advance, 0) };
    };
    expect(() => compareWith('sans', byLetters)).toThrow();
  });
});

test('numbers and most words are plain; joined letters, marks and other scripts are not', () => {
  const words = wordsOf(open('sans'));
  for (const plain of ['1,234.56', '€28.90 ', 'Invoice', 'Žluťoučký', '2026-11-30'])
    expect(words.word(plain)?.glyphs).toHaveLength(plain.length);
  for (const other of ['waffle', 'e\u0301', 'co\u00adop', 'Привет', 'שלום', '1\u20442'])
    expect(words.word(other)).toBeUndefined();
  expect(wordsOf(open('arabic')).word('1,234')).toBeUndefined();
});
