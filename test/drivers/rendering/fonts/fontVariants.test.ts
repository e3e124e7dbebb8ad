import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { makeFace } from '../../../../drivers/rendering/pdf/fonts/face.ts';
import { FontSet } from '../../../../drivers/rendering/pdf/fonts/fontSet.ts';
import { split } from '../../../../drivers/rendering/pdf/fonts/fonts.ts';
import { fileOf } from '../../../../drivers/rendering/pdf/fonts/standardFonts.ts';
import { readNumerals } from '../../../../drivers/rendering/pdf/style/values/fontVariants.ts';
import { pdfOf, poppler, popplerMissing, textOf } from '../../../helpers/pdf.ts';

test('a font without small capitals has its capitals in 0.7 of their size, as in browsers', () => {
  const face = makeFace('own', create(readFileSync(fileOf('hebrew'))) as Font);
  const own = { families: ['own'], weight: 400, italic: false, isVariable: false, face };
  const style = { family: 'sans', families: ['own'], weight: 400, italic: false, fonts: new FontSet([own]) } as const;
  const partsOf = (capitals: 'small' | 'all', weight = 400): unknown[] =>
    split('Due 5 á', { ...style, weight, variants: { capitals, numerals: [] } }).map(({ text, scale }) => [
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
