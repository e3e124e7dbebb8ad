import { expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, wordsOf } from '../../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

/** The words with their pages. */
const pagesIn = async (html: string): Promise<string> => {
  const css = '@page { size: 300pt 200pt; margin: 0 } body, p { margin: 0; font: 10pt/12pt sans-serif }';
  const words = wordsOf(await pdfOf(`<!DOCTYPE html><style>${css} .row { display: flex; gap: 9pt }</style>${html}`));
  return words.map(({ text, page }) => `${text}:${page}`).join(' ');
};

test.skipIf(popplerMissing !== undefined)('a break before any item of a flex row is one before the row', async () => {
  const item = '<p style="break-before: page">two</p>';
  expect(await pagesIn(`above<div class="row"><p>one</p>${item}</div>after`)).toBe('above:1 one:2 two:2 after:2');
  const nested = `<section><div class="row"><p>one</p><div>${item}</div></div></section>`;
  expect(await pagesIn(`above${nested}`)).toBe('above:1 one:2 two:2');
  const placed = '<p style="position: absolute; right: 0; break-before: page">two</p>';
  expect(await pagesIn(`above<div class="row"><p>one</p>${placed}</div>`)).toBe('above:1 one:1 two:1');
});
