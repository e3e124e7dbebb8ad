import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const sheet =
  '<!DOCTYPE html><style>@page { size: 200pt 200pt; margin: 0 } body { margin: 0; font: 10pt/20pt sans-serif } p { margin: 0 }</style>';
const lines = Array.from({ length: 15 }, (_, at) => `<p>line${at}</p>`).join('');
const half = 'transform: scale(0.5); transform-origin: 0 0';

describe.skipIf(popplerMissing !== undefined)(
  `transforms of boxes longer than a page${popplerMissing ? `: ${popplerMissing}` : ''}`,
  () => {
    const heightsOf = async (html: string, ...texts: string[]): Promise<number[]> => {
      const words = wordsOf(await pdfOf(sheet + html));
      return texts.map((text) => word(words, text)).map(({ top, bottom }) => bottom - top);
    };

    test('leave what precedes the box as it is, also where a box around it hides a part', async () => {
      const [before = 0, first = 0] = await heightsOf(
        `<p>before</p><div style="overflow: hidden; height: 230pt"><div style="${half}">${lines}</div></div>`,
        'before',
        'line0',
      );
      expect(first).toBeCloseTo(before / 2, 1);
    });

    test('count within boxes that are on each page, and within floats', async () => {
      const [plain = 0, fixed = 0] = await heightsOf(
        `<p>plain</p><div style="position: fixed; top: 0; ${half}">${lines}</div>`,
        'plain',
        'line0',
      );
      expect(fixed).toBeCloseTo(plain / 2, 1);
      const [text = 0, float = 0] = await heightsOf(
        `<p>text</p><div style="float: left; ${half}">${lines}</div>`,
        'text',
        'line0',
      );
      expect(float).toBeCloseTo(text / 2, 1);
    });

    test('are reported within each other, because the outer one alone counts', async () => {
      const problems: string[] = [];
      const nested = `<div style="${half}"><div style="${half}">${lines}</div></div>`;
      await pdfOf(sheet + nested, 'A4', ({ problem }) => problems.push(problem));
      expect(problems).toEqual([
        'the transform of a box longer than a page is ignored, because the box is in another such box: declare both on one element: page 1',
      ]);
      const [plain = 0, line = 0] = await heightsOf(`<p>plain</p>${nested}`, 'plain', 'line0');
      expect(line).toBeCloseTo(plain / 2, 1);
    });
  },
);
