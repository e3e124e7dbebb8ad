import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

/** Pages of ten lines of 15 pt. */
const css = '@page { size: 200pt 190pt; margin: 20pt } body { font: 10pt/15pt sans-serif } td { padding: 0 }';

describe.skipIf(popplerMissing !== undefined)(`pages${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('repeat all of the head of a table in a float, and nothing of one in a box in a line', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => `<tr><td>row${at + 1}`).join('');
    const table = `<table style="border-spacing: 0; line-height: 15pt"><thead style="background: #cde"><tr><td style="border-bottom: 1px
      solid">head</thead><tbody style="background: #eee">${rows}</table>`;
    const all = async (style: string): Promise<string[]> =>
      wordsOf(await pdfOf(`<!DOCTYPE html><style>${css}</style><div style="${style}">${table}</div>`))
        .filter(({ text }) => /head|row(?:1|8)$/.test(text))
        .map(({ text, page }) => `${text} ${page}`);
    for (const style of ['float: left', 'display: flow-root'])
      expect((await all(style)).sort()).toEqual(['head 1', 'head 2', 'row1 1', 'row8 1']);
    expect(await all('display: inline-block')).toEqual(['head 1', 'row1 1', 'row8 1']);
  });
});
