import { expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { makeFace } from '../../../../drivers/rendering/pdf/fonts/face.ts';
import { FontSet } from '../../../../drivers/rendering/pdf/fonts/fontSet.ts';
import { split } from '../../../../drivers/rendering/pdf/fonts/fonts.ts';
import { fileOf } from '../../../../drivers/rendering/pdf/fonts/standardFonts.ts';
import { readNumerals } from '../../../../drivers/rendering/pdf/style/values/fontVariants.ts';
import { pdfOf, poppler, popplerMissing, textOf, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

test('a font without small capitals has its capitals in 0.7 of their size, as in browsers', () => {
  const face = makeFace('own', create(readFileSync(fileOf('hebrew'))) as Font);
  const own = { families: ['own'], weight: 400, italic: false, isVariable: false, face };
  const style = { family: 'sans', families: ['own'], weight: 400, italic: false, fonts: new FontSet([own]) } as const;
  const partsOf = (capitals: 'small' | 'all', weight = 400): unknown[] =>
    split('Due 5 á', { ...style, weight, variants: { capitals, numerals: [], others: {} } }).map(({ text, scale }) => [
      text,
      scale,
    ]);
  for (const weight of [400, 700])
    expect(partsOf('small', weight)).toEqual([
      ['D', undefined],
      ['UE', 0.7],
      [' 5 ', undefined],
      ['Á', 0.7],
    ]);
  expect(partsOf('all')).toEqual([
    ['DUE', 0.7],
    [' ', undefined],
    ['5', 0.7],
    [' ', undefined],
    ['Á', 0.7],
  ]);
});

test('features of numerals are in one order, whatever the text says', () => {
  const tags = readNumerals('tabular-nums lining-nums constructor');
  expect([tags, readNumerals('lining-nums tabular-nums')]).toEqual([['lnum', 'tnum'], tags]);
});

test.skipIf(popplerMissing !== undefined)(
  'the forms of letters that font-variant asks for are those of the font',
  async () => {
    const html = `<p style="font-variant: small-caps">Invoice</p><p style="font-variant-numeric: oldstyle-nums">2024</p>
    <p style="font: small-caps 12pt Georgia">Total</p><p>plain</p>`;
    const pdf = await pdfOf(html);
    const fonts = poppler(pdf, 'pdffonts', '{}');
    for (const name of [
      'NotoSans-Regular-smcp',
      'NotoSans-Regular-onum',
      'NotoSerif-Regular-smcp',
      'NotoSans-Regular ',
    ])
      expect(fonts).toContain(name);
    expect(textOf(pdf).split(/\s+/).filter(Boolean)).toEqual(['Invoice', '2024', 'Total', 'plain']);
  },
);

test.skipIf(popplerMissing !== undefined)(
  'features of a font count as far as it has them, and can be turned off',
  async () => {
    const html = `<p style="font-feature-settings: 'tnum', 'onum' 1">12</p><p style='font: 12pt Georgia; font-feature-settings: "smcp"'>Ab</p>
  <p style="font-variant-ligatures: none">ffi</p><p style="font-kerning: none">To</p><p style="font-feature-settings: 'none'; font-feature-settings: tnum">x</p>
  <div style="font-feature-settings: 'zero' on"><p style="font: 12px Arial">y</p></div>`;
    const fonts = poppler(await pdfOf(html), 'pdffonts', '{}').match(/\+\S+/g);
    expect(fonts?.map((name) => name.slice(1)).sort()).toEqual([
      'NotoSans-Regular',
      'NotoSans-Regular--kern',
      'NotoSans-Regular--liga',
      'NotoSans-Regular-tnum-onum',
      'NotoSerif-Regular-smcp',
    ]);
  },
);

test.skipIf(popplerMissing !== undefined)('tabular numerals have one width', async () => {
  const html = `<p style="font-feature-settings: 'pnum'"><span>1111111111</span></p><p><span>1111111111</span></p>`;
  const [narrow, usual] = wordsOf(await pdfOf(html)).map(({ left, right }) => right - left);
  expect(narrow).toBeLessThan((usual ?? 0) - 5);
});

test.skipIf(popplerMissing !== undefined)(
  'letters with space between them are not joined, and joined scripts have no space',
  async () => {
    const widthOf = async (text: string, style: string): Promise<number> => {
      const page = (content: string): string =>
        `<!DOCTYPE html><style>body { margin: 0; font: 20px sans-serif } </style>${content}`;
      const widths = [
        `<p style="${style}">${text}</p>`,
        `<svg width="400" height="90"><text y="40" style="${style}">${text}</text></svg>`,
      ].map(async (content) => {
        const words = wordsOf(await pdfOf(page(content)));
        return Math.max(...words.map(({ right }) => right)) - Math.min(...words.map(({ left }) => left));
      });
      const [one = 0, other = 0] = await Promise.all(widths);
      expect(one).toBeCloseTo(other, 0);
      return one;
    };
    const apart = await widthOf('office', 'font-variant-ligatures: none');
    expect(await widthOf('office', 'letter-spacing: 1px')).toBeCloseTo(apart + 5 * 0.75, 1);
    expect(await widthOf('office', 'letter-spacing: 1px')).toBeGreaterThan(await widthOf('office', ''));
    // A mark belongs to its letter.
    for (const [word, letters] of [
      ['טוב', 3],
      ['e\u0301tude', 5],
    ] as const)
      expect(await widthOf(word, 'letter-spacing: 2px')).toBeCloseTo(
        (await widthOf(word, '')) + (letters - 1) * 1.5,
        0,
      );
    expect(await widthOf('مرحبا', 'letter-spacing: 4px')).toBeCloseTo(await widthOf('مرحبا', ''), 1);
  },
);
