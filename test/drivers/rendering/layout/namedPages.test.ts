import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const css = `@page { size: 300pt 200pt; margin: 20pt } @page wide { margin: 20pt 60pt }
  body { margin: 0; font: 10pt/20pt sans-serif } p { margin: 0 } .wide { page: wide }`;

describe.skipIf(popplerMissing !== undefined)(`pages with a name${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  /** Returns the page of each word, with its left side and its top from the corner of the first page's content. */
  async function placesOf(html: string, ...texts: string[]): Promise<[page: number, left: number, top: number][]> {
    const words = wordsOf(await pdfOf(`<!DOCTYPE html><style>${css}</style>${html}`));
    return texts.map((text) => {
      const { page, left, top } = word(words, text);
      return [page, Math.round(left - 20), Math.floor((top - 20) / 20) * 20];
    });
  }

  const box = (style: string, text: string): string => `<div style="position: absolute; ${style}">${text}</div>`;

  test('have the margins and the size of variables of the root element', async () => {
    const root = ':root { --size: 200pt 150pt; --wide: 50pt } body { --wide: 10pt }';
    const rules =
      '@page { size: var(--size) } @page wide { margin: var(--wide, 5pt) } @page none { margin-left: var(--none) }';
    const style = `<style>${root}${rules}</style>`;
    const html = `${style}<p>one</p><p class="wide">two</p><p style="page: none">three</p>`;
    expect(await placesOf(html, 'one', 'two', 'three')).toEqual([
      [1, 0, 0],
      [2, 30, 20],
      [3, -20, 0],
    ]);
  });

  test('leave boxes that only the page contains where they are from the first page on', async () => {
    const boxes = `${box('top: 40pt; left: 100pt', 'near')}${box('bottom: 0', 'foot')}${box('top: 200pt', 'far')}`;
    expect(
      await placesOf(`<p>one</p><div class="wide"><p>two</p>${boxes}</div>`, 'two', 'near', 'foot', 'far'),
    ).toEqual([
      [2, 40, 0],
      [1, 100, 40],
      [1, 0, 140],
      [2, 40, 40],
    ]);
    // Where they would stand, and in a positioned box, they are on their own page.
    const inner = `<div style="position: relative">${box('top: 40pt', 'inner')}</div>`;
    expect(
      await placesOf(`<p>one</p><div class="wide"><p>two</p>${box('', 'here')}${inner}</div>`, 'here', 'inner'),
    ).toEqual([
      [2, 40, 20],
      [2, 40, 60],
    ]);
  });

  test('make positioned boxes as wide as the first page permits', async () => {
    const text = 'aaaaaaaaaa bbbbbbbbbb cccccccccc dddddddddd';
    const html = `<p>one</p><div class="wide"><p>two</p>${box('', text)}</div>`;
    const [first, last] = await placesOf(html, 'aaaaaaaaaa', 'dddddddddd');
    expect(last?.[2]).toBe(first?.[2] ?? -1);
  });

  test('are added where a box is below the last one', async () => {
    expect(
      await placesOf(`<p>one</p><div class="wide"><p>two</p>${box('top: 330pt', 'third')}</div>`, 'third'),
    ).toEqual([[3, 0, 0]]);
  });

  test('do not have the margins of the first page where they are added', async () => {
    const first = '<style>@page :first { margin: 20pt 20pt 20pt 100pt }</style>';
    expect(
      await placesOf(
        `${first}<p>one</p><div class="wide"><p>two</p>${box('top: 330pt', 'third')}</div>`,
        'one',
        'third',
      ),
    ).toEqual([
      [1, 80, 0],
      [3, 0, 0],
    ]);
  });

  test('have the padding of variables of their own', async () => {
    const style = '<style>@page { --space: 30pt; padding: var(--space) }</style>';
    expect(await placesOf(`${style}<p>one`, 'one')).toEqual([[1, 30, 20]]);
  });

  test('are all smaller where a border of one of them is wider', async () => {
    const shape = box('top: 60pt; width: 0; border-right: 900pt solid transparent; border-top: 20pt solid teal', '');
    const [[, left] = []] = await placesOf(`<p><b>one</b> two</p><div class="wide">${shape}</div>`, 'two');
    const [[, full] = []] = await placesOf(`<p><b>one</b> two</p>`, 'two');
    expect((left ?? 0) / (full ?? 1)).toBeCloseTo(2 / 3, 1);
  });
});
