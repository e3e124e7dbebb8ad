import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, wordsOf } from '../../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

/** The words with their pages. */
const pagesIn = async (html: string): Promise<string> => {
  const css = '@page { size: 300pt 200pt; margin: 0 } body, p { margin: 0; font: 10pt/12pt sans-serif }';
  const words = wordsOf(await pdfOf(`<!DOCTYPE html><style>${css} .row { display: flex; gap: 9pt }</style>${html}`));
  return words.map(({ text, page }) => `${text}:${page}`).join(' ');
};

describe.skipIf(popplerMissing !== undefined)('a page break', () => {
  const broken = '<p style="break-before: page">two</p>';

  test('before any item of a flex row is one before the row', async () => {
    expect(await pagesIn(`above<div class="row"><p>one</p>${broken}</div>after`)).toBe('above:1 one:2 two:2 after:2');
    const nested = `<section><div class="row"><p>one</p><div>${broken}</div></div></section>`;
    expect(await pagesIn(`above${nested}`)).toBe('above:1 one:2 two:2');
    const placed = '<p style="position: absolute; right: 0; break-before: page">two</p>';
    expect(await pagesIn(`above<div class="row"><p>one</p>${placed}</div>`)).toBe('above:1 one:1 two:1');
  });

  test('is looked for once in each of many rows within one another', async () => {
    const nested = '<div class="row">'.repeat(48);
    expect(await pagesIn(`above${nested}${broken}${'</div>'.repeat(48)}`)).toBe('above:1 two:2');
  });

  test('before any item in the first row of a grid, or of a flex container that wraps, is one before that', async () => {
    for (const style of ['display: grid; grid-template-columns: 1fr 1fr', 'display: flex; flex-wrap: wrap; gap: 9pt']) {
      const items = (first: string): string => `<div style="${style}"><p ${first}>one</p>${broken}</div>`;
      expect(await pagesIn(`above${items('')}`)).toBe('above:1 one:2 two:2');
      expect(await pagesIn(`above${items('style="break-before: page"')}`)).toBe('above:1 one:2 two:2');
      expect(await pagesIn(items(''))).toBe('one:1 two:1');
    }
  });

  test('in a float divides the float, and not what is beside it', async () => {
    const float = `<div style="float: left; width: 50%"><p>one</p>${broken}</div>`;
    expect(await pagesIn(`${float}<p>beside</p>`)).toBe('one:1 beside:1 two:2');
  });

  test('of a cell is one of its row', async () => {
    const row = (style: string, text: string): string => `<tr><td>row<td style="${style}">${text}</tr>`;
    const rows = row('', 'one') + row('break-before: page', 'two') + row('page-break-after: always', 'three');
    expect(await pagesIn(`<table>${rows}${row('', 'four')}</table>`)).toBe(
      'row:1 one:1 row:2 two:2 row:2 three:2 row:3 four:3',
    );
  });
});
