import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, poppler, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const skipped = popplerMissing ? `: ${popplerMissing}` : '';

describe.skipIf(popplerMissing !== undefined)(`a page with page-orientation${skipped}`, () => {
  test('is turned as a whole after it is laid out, by its name and its selectors', async () => {
    const pdf = await pdfOf(`<!DOCTYPE html><style>
      @page { size: 300pt 200pt; margin: 20pt }
      @page :first { page-orientation: rotate-right }
      @page wide { size: 400pt 100pt; page-orientation: rotate-left }
      p { margin: 0 } .wide { page: wide }
    </style><p>first</p><p class="wide">second</p><p>third</p>`);
    const rotations = poppler(pdf, 'pdfinfo', '-l', '3', '{}').matchAll(
      /Page +\d+ (size|rot): +([\d.]+(?: x [\d.]+)?)/g,
    );
    expect([...rotations].map(([, , value]) => value)).toEqual([
      '300 x 200',
      '90',
      '400 x 100',
      '270',
      '300 x 200',
      '0',
    ]);
    const words = wordsOf(pdf);
    // Turned to the left, the text begins at the bottom of the page and runs up.
    const { left, bottom } = word(words, 'second');
    expect([Math.round(word(words, 'third').left), left < 50, bottom > 360]).toEqual([20, true, true]);
  });
});
