import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { makeFace } from '../../../../drivers/rendering/pdf/fonts/face.ts';
import { type FaceName, fileOf } from '../../../../drivers/rendering/pdf/fonts/standardFonts.ts';

setDefaultTimeout(60_000);

/** Members that the types of fontkit leave out. */
interface Shaped extends Font {
  readonly _layoutEngine: {
    readonly engine: { readonly GSUBProcessor: { coverageIndex(coverage: object, glyph: number): number } };
  };
}

const open = (name: FaceName): Shaped => create(readFileSync(fileOf(name))) as Shaped;
const texts = [
  'AVATAR Toyota “quoted” 1,234.56 ½ office waffle',
  'Příliš žluťoučký kůň, e\u0301 a\u030a\u0323 n\u0303',
  'Съешь ещё этих мягких булок',
  'Ξεσκεπάζω την ψυχοφθόρα',
];

describe('glyphs and their positions are those of fontkit alone', () => {
  test.each([
    ['sans', texts],
    ['sans-bold', texts],
    ['serif', texts],
    ['mono', texts],
    ['arabic', ['السلام عليكم', 'كِتَابٌ', 'لا إله']],
    ['hebrew', ['שָׁלוֹם עוֹלָם', 'בְּרֵאשִׁית']],
  ] as const)('%s', (name, samples) => {
    const alone = open(name);
    const { shape } = makeFace(name, open(name));
    for (const text of samples) {
      const [expected, shaped] = [alone.layout(text), shape(text)];
      // A glyph of several letters has a number for each of them (letterGlyphs.ts).
      expect(shaped.glyphs.map(({ id }) => id % 0x10000)).toEqual(expected.glyphs.map(({ id }) => id));
      expect(
        shaped.positions.map((one) =>
          typeof one === 'number' ? [one, 0, 0, 0] : [one.xAdvance, one.yAdvance, one.xOffset, one.yOffset],
        ),
      ).toEqual(
        expected.positions.map(({ xAdvance, yAdvance, xOffset, yOffset }) => [xAdvance, yAdvance, xOffset, yOffset]),
      );
    }
  });
});

describe('the place of a glyph in a coverage is that of a search', () => {
  const alone = open('sans')._layoutEngine.engine.GSUBProcessor;
  const font = open('sans');
  makeFace('sans', font).shape('a');
  const indexed = font._layoutEngine.engine.GSUBProcessor;
  const range = (start: number, end: number, startCoverageIndex: number) => ({ start, end, startCoverageIndex });
  const manyRanges = Array.from({ length: 40 }, (_, at) => ({ version: 2, rangeRecords: [range(0, 60_000, at)] }));

  test.each([
    ['a list', [{ version: 1, glyphs: [3, 7, 8, 900] }]],
    ['a list out of order, with a glyph twice', [{ version: 1, glyphs: [9, 4, 9, 5] }]],
    ['an empty list', [{ version: 1, glyphs: [] }]],
    ['ranges', [{ version: 2, rangeRecords: [range(3, 5, 0), range(10, 12, 3)] }]],
    [
      'ranges that overlap, and one that ends before it starts',
      [{ version: 2, rangeRecords: [range(3, 9, 0), range(5, 12, 20), range(15, 14, 30)] }],
    ],
    ['an unknown version', [{ version: 3 }]],
    ['ranges of all glyphs, in such number that their indexes would take much memory', manyRanges],
  ])('%s', (_, coverages) => {
    for (const coverage of coverages)
      for (const glyph of [0, 2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 14, 15, 899, 900, 901, 65_534, 65_535])
        expect(indexed.coverageIndex(coverage, glyph), String(glyph)).toBe(alone.coverageIndex(coverage, glyph));
    expect(coverages.some((coverage) => 'index' in coverage)).toBe(true);
  });
});
