import { expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, textOf, word, wordsOf } from '../../../helpers/pdf.ts';
import { bare, colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

test.skipIf(popplerMissing !== undefined)('a PDF shows what is open, and bars with their values', async () => {
  const pdf = await pdfOf(`<!DOCTYPE html>${bare}
    <progress value="30" max="100" style="width: 100pt; height: 20pt; display: block"></progress>
    <meter value="3" max="10" low="4" high="8" optimum="9" style="width: 100pt; height: 20pt; display: block"></meter>
    <meter min="-1.7e308" max="1.7e308" value="1.7e308" style="width: 100pt; height: 20pt; display: block"></meter>
    <details><summary>closed</summary>hidden</details><details open>shown</details>
    <dialog>gone</dialog><div style="position: relative; height: 100pt"><dialog open>dialog</dialog></div>
    <input list="l"><datalist id="l"><option value="a">option</datalist>
    <table><caption>first</caption><caption>second</caption><tr><td>cell</table>`);
  const words = wordsOf(pdf);
  expect(textOf(pdf).match(/\w+/g)).toEqual(['closed', 'Details', 'shown', 'dialog', 'first', 'second', 'cell']);
  expect(word(words, 'closed').left).toBeCloseTo(12 * 1.06, 0);
  expect(word(words, 'dialog').left).toBeGreaterThan(200);
  const page = picturedPage(pdf);
  expect([colourAt(page, 25, 10), colourAt(page, 35, 10)]).toEqual(['#0075ff', '#efefef']);
  expect(colourAt(page, 90, 50)).toBe('#107c10');
  expect([colourAt(page, 25, 30), colourAt(page, 35, 30)]).toEqual(['#d83b01', '#efefef']);
});

test.skipIf(popplerMissing !== undefined)('the triangles before items of lists are those of summaries', async () => {
  const list = (type: string): string =>
    `<ul style="margin:0;padding-left:100pt;font:40px/60px sans-serif;list-style-type:${type};color:#f00"><li>a</ul>`;
  const page = picturedPage(
    await pdfOf(`<!DOCTYPE html>${bare}${list('disclosure-closed')}${list('disclosure-open')}`),
  );
  expect([colourAt(page, 77, 17), colourAt(page, 90, 24), colourAt(page, 92, 17)]).toEqual([
    '#ff0000',
    '#ff0000',
    '#ffffff',
  ]);
  expect([colourAt(page, 92, 62), colourAt(page, 77, 76)]).toEqual(['#ff0000', '#ffffff']);
});
