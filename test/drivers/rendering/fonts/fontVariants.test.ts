import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { makeFace } from '../../../../drivers/rendering/pdf/fonts/face.ts';
import { FontSet } from '../../../../drivers/rendering/pdf/fonts/fontSet.ts';
import { split } from '../../../../drivers/rendering/pdf/fonts/fonts.ts';
import { fileOf } from '../../../../drivers/rendering/pdf/fonts/standardFonts.ts';
import { pdfOf, poppler, popplerMissing, textOf } from '../../../helpers/pdf.ts';

test('a font without small capitals has its capitals in 0.7 of their size, as in browsers', () => {
  const face = makeFace('own', create(readFileSync(fileOf('hebrew'))) as Font);
  const own = { families: ['own'], weight: 400, italic: false, isVariable: false, face };
  const style = { family: 'sans', families: ['own'], weight: 400, italic: false, fonts: new FontSet([own]) } as const;
  const partsOf = (capitals: 'small' | 'all'): unknown[] =>
    split('Due 5 á', { ...style, variants: { capitals, numerals: [] } }).map(({ text, scale }) => [text, scale]);
  expect(partsOf('small')).toEqual([
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
