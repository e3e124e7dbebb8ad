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

describe.skipIf(popplerMissing !== undefined)(`a margin box${skipped}`, () => {
  test('has lines as high as its own font, however large that of the page is', async () => {
    const words = wordsOf(
      await pdfOf(`<!DOCTYPE html><style>@page { margin: 100pt; font-size: 20pt;
        @bottom-left { content: "A\\A B\\A C"; white-space: pre; font: 6pt/10pt sans-serif }
        @top-right { content: "date"; font: 8pt/10pt sans-serif; vertical-align: bottom } }</style><p>text`),
    );
    const [a, b, c] = ['A', 'B', 'C'].map((text) => word(words, text).top);
    expect([(b ?? 0) - (a ?? 0), (c ?? 0) - (b ?? 0)].map(Math.round)).toEqual([10, 10]);
    const date = word(words, 'date');
    expect(Math.abs((date.top + date.bottom) / 2 - 95)).toBeLessThan(2);
  });

  test('aligns vertical lines by their writing mode', async () => {
    const words = wordsOf(
      await pdfOf(`<!DOCTYPE html><style>@page { size: 500pt 500pt; margin: 100pt; font: 10pt/20pt sans-serif;
        @left-middle { content: "middle"; writing-mode: vertical-rl }
        @right-top { content: "start"; writing-mode: vertical-rl }
        @right-bottom { content: "end"; writing-mode: sideways-lr } }</style><p>text`),
    );
    const middleOf = (text: string): number[] => {
      const { left, right, top, bottom } = word(words, text);
      return [(left + right) / 2, (top + bottom) / 2];
    };
    const [[x = 0, y = 0], [start = 0], [end = 0]] = [middleOf('middle'), middleOf('start'), middleOf('end')] as [
      number[],
      number[],
      number[],
    ];
    for (const [at, expected] of [
      [x, 50],
      [y, 250],
      [start, 490],
      [end, 490],
    ] as const)
      expect(Math.abs(at - expected)).toBeLessThan(3);
  });
});
