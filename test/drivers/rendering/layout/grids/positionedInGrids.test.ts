import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, wordsOf } from '../../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const plain = `<!DOCTYPE html><style>@page { margin: 0; size: 600pt 800pt } body { margin: 0; font: 10pt/20pt sans-serif }
  b { position: absolute; font-weight: 400 } .g { display: grid; position: relative; grid-template: 40pt 60pt 80pt / 100pt 150pt 120pt;
  gap: 10pt 20pt; padding: 15pt 25pt; width: 500pt; height: 300pt }</style>`;

/** Where the words of a page are: `x` of their left or right side, and `y` of the middle of their lines. */
async function placesOf(
  html: string,
  side: 'left' | 'right' = 'left',
): Promise<Record<string, [x: number, y: number]>> {
  const words = wordsOf(await pdfOf(plain + html));
  return Object.fromEntries(
    words.map((word) => [word.text, [Math.round(word[side]), Math.round((word.top + word.bottom) / 2)]]),
  );
}

const grid = (boxes: string, style = ''): string => `<div class="g" style="${style}">${boxes}</div>`;
const box = (text: string, style: string): string => `<b style="${style}">${text}</b>`;

describe.skipIf(popplerMissing !== undefined)(
  `boxes placed in grids${popplerMissing ? `: ${popplerMissing}` : ''}`,
  () => {
    test('have their grid area as their containing block, up to the padding edges where no line is declared', async () => {
      const words = await placesOf(
        grid(
          [
            box('between', 'grid-area: 2 / 2 / 3 / 3; left: 0; top: 0'),
            box('behind', 'grid-column: 3; grid-row: 3; left: 0; top: 0'),
            box('before', 'grid-column-end: 2; top: 0; left: 0'),
            box('spans', 'grid-row: 1 / span 2; bottom: 0; left: 0'),
            box('half', 'grid-area: 1 / 2 / 2 / 3; left: 50%; top: 50%'),
            box('beyond', 'grid-column: 9; grid-row: 9; left: 0; top: 50pt'),
          ].join(''),
        ),
      );
      expect(words).toEqual({
        between: [145, 75],
        behind: [315, 145],
        before: [0, 10],
        spans: [0, 115],
        half: [220, 45],
        beyond: [0, 60],
      });
    });

    test('find the lines of named areas', async () => {
      const areas = "grid-template: 'head head' 40pt 'nav main' 60pt / 100pt 200pt";
      const words = await placesOf(
        grid(
          box('main', 'grid-area: main; left: 0; bottom: 0') + box('line', 'grid-column: main-start; top: 0'),
          areas,
        ),
      );
      expect(words['main']).toEqual([145, 115]);
      expect(words['line']?.[0]).toBe(145);
    });

    test('stand in their area as the grid and they themselves align them', async () => {
      const words = await placesOf(
        grid(
          [
            box('end', 'grid-area: 1 / 2 / 2 / 3'),
            box('self', 'grid-area: 2 / 2 / 3 / 3; place-self: end'),
            box('inset', 'grid-area: 3 / 2 / 4 / 3; inset: 0; place-self: end'),
          ].join(''),
          'justify-items: end; align-items: end',
        ),
        'right',
      );
      expect(words).toEqual({ end: [295, 45], self: [295, 115], inset: [295, 205] });
    });

    test('from right to left have the columns of their grid', async () => {
      const words = await placesOf(
        grid(box('second', 'grid-column: 2 / 3; right: 0; top: 0'), 'direction: rtl'),
        'right',
      );
      expect(words['second']?.[0]).toBe(25 + 500 - 120);
    });

    test('count no area of a grid that does not contain them', async () => {
      const words = await placesOf(grid(box('free', 'grid-area: 2 / 2; left: 0; top: 0'), 'position: static'));
      expect(words['free']).toEqual([0, 10]);
    });
  },
);

describe.skipIf(popplerMissing !== undefined)(
  `offsets on two sides${popplerMissing ? `: ${popplerMissing}` : ''}`,
  () => {
    const around = (boxes: string): string =>
      `<div style="position: relative; top: 50pt; width: 400pt; height: 200pt">${boxes}</div>`;

    test('leave space that automatic margins share, also above and below', async () => {
      const words = await placesOf(
        around(
          box('middle', 'inset: 0; margin: auto; width: 100pt; height: 40pt') +
            box('low', 'inset: 0; margin-top: auto; width: 100pt; height: 40pt') +
            box('high', 'inset: 0; margin: auto; width: 500pt; height: 300pt'),
        ),
      );
      expect(words).toEqual({ middle: [150, 140], low: [0, 220], high: [0, 10] });
    });

    test('leave space that place-self shares, and do not stretch such a box', async () => {
      const html = around(
        box('end', 'inset: 10pt; place-self: end') + box('wide', 'inset: 0; place-self: end; width: 500pt'),
      );
      expect((await placesOf(html, 'right'))['end']).toEqual([390, 230]);
      expect((await placesOf(html))['wide']?.[0]).toBe(0);
    });
  },
);
