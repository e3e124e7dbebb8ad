import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, svg, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const plain =
  '<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0; font: 10pt/12pt sans-serif } svg, img { display: block }</style>';
const drawing = (attributes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect width="10" height="10"/></svg>`;

describe.skipIf(popplerMissing !== undefined)(`an SVG${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('with one side has the proportion of its view box, in the page and as an image', async () => {
    const tops = async (html: string): Promise<number> =>
      Math.round(word(wordsOf(await pdfOf(`${plain}<div style="margin-top:-2pt">${html}</div>after`)), 'after').top);
    const none = await tops('');
    const wide = drawing('width="400" viewBox="0 0 1600 400"');
    const high = drawing('height="100" viewBox="0 0 1600 400"');
    const heights = [wide, high, `<img src="${svg(wide)}">`, `<img src="${svg(high)}">`].map(tops);
    expect((await Promise.all(heights)).map((top) => top - none)).toEqual([75, 75, 75, 75]);
    expect((await tops(drawing('width="400"'))) - none).toBe(113);
  });
});
