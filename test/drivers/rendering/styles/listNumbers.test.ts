import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const textIn = async (html: string): Promise<string> =>
  wordsOf(await pdfOf(`<!DOCTYPE html>${html}`))
    .map(({ text }) => text)
    .join(' ');

describe.skipIf(popplerMissing !== undefined)('the numbers of list items in a PDF', () => {
  test('are those of the counter list-item, which they increment or set', async () => {
    const list = (attributes: string, ...items: string[]): string =>
      `<ol ${attributes}>${items.map((item) => `<li ${item}>x`).join('')}</ol>`;
    const by = (number: number): string => `style="counter-increment: list-item ${number}"`;
    const set = (number: number): string => `style="counter-set: list-item ${number}; counter-increment: list-item"`;
    const numbersOf = async (...lists: string[]): Promise<string> =>
      (await textIn(lists.join(''))).replaceAll(' x', '');
    expect(await numbersOf(list('', by(3), ''), list('', set(9), ''))).toBe('3. 4. 9. 10.');
    expect(await numbersOf(list('reversed', '', by(-4), ''))).toBe('3. -1. -2.');
    expect(await numbersOf(list('', 'value="20"', 'style="display: none"', ''))).toBe('20. 21.');
  });

  test('are those of attributes only in the range of browsers', async () => {
    const lists = ['9'.repeat(310), '2147483648', '2147483647'].map(
      (start) => `<ol type="I" start="${start}"><li>x</ol>`,
    );
    expect(await textIn(lists.join(''))).toBe('I. x I. x 2147483647. x');
  });

  test('count the elements with display: list-item, whatever they are', async () => {
    const item = '<div style="display: list-item; list-style: decimal inside">x</div>';
    expect(await textIn(`<div>${item}${item}</div><ol><li style="display: block">x<li>x</ol>`)).toBe(
      '1. x 2. x x 1. x',
    );
  });

  test('count the items in other elements of the list, and none of lists in it', async () => {
    const section = (...items: string[]): string => `<section>${items.map((item) => `<li>${item}`).join('')}</section>`;
    const html = `<ol>${section('a', 'b')}<li>c<ol><li>d</ol>${section('e')}</ol><ol reversed><div>${section('f', 'g<ol><li>h</ol>')}</div><li>i</ol>`;
    expect(await textIn(html)).toBe('1. a 2. b 3. c 1. d 4. e 3. f 2. g 1. h 1. i');
    const own = `<div style="list-style: decimal">${section('a')}${section('b', 'c')}</div>`;
    expect(await textIn(own)).toBe('1. a 1. b 2. c');
  });

  test('and other counters are declared by rules and by style attributes, and set after they are incremented', async () => {
    const sheet = '<style>p { counter-increment: n 2 } p::before { content: counter(n) }</style>';
    const styles = ['', 'counter-increment: n 5', 'counter-set: n 50', 'counter-reset: n'];
    expect(await textIn(sheet + styles.map((style) => `<p style="${style}">`).join(''))).toBe('2 7 50 2');
  });

  test('have a line in the first block of an item whose blocks are empty', async () => {
    const items = [
      '<li><p></p></li>',
      '<li><div></div><p style="margin-top: 30pt"></p></li>',
      '<li><b style="position: absolute">placed</b></li>',
      '<li><div style="float: left">float</div><p></p></li>',
      '<li>text</li>',
    ];
    const css = '<style>body { font: 10pt/15pt sans-serif } p { margin: 10pt 0 }</style>';
    const words = wordsOf(await pdfOf(`<!DOCTYPE html>${css}<ol style="margin: 0">${items.join('')}</ol>`));
    const tops = ['1.', '2.', '3.', '4.', '5.', 'placed', 'float'].map((text) => Math.round(word(words, text).top));
    const from = tops[0] ?? 0;
    expect(tops.map((top) => top - from)).toEqual([0, 25, 70, 95, 120, 70, 95]);
  });

  test('inside of their items leave a word that is too long for the line to the next one', async () => {
    const css =
      '<style>body { font: 10pt/15pt sans-serif } ul, ol { margin: 0; padding: 0; width: 60pt; list-style-position: inside }</style>';
    const word = 'Donaudampfschifffahrt';
    const html = `<!DOCTYPE html>${css}<ul><li>${word}<li>short</ul><ol><li>${word}</ol>`;
    const lines = wordsOf(await pdfOf(html)).map(({ text, top }) => `${text} ${Math.round(top / 15)}`);
    const [first = 0] = lines.map((line) => Number(line.split(' ')[1]));
    expect(lines.map((line) => line.replace(/\d+$/, (top) => String(Number(top) - first)))).toEqual([
      '• 0',
      `${word} 1`,
      '• 2',
      'short 2',
      '1. 3',
      `${word} 4`,
    ]);
  });
});
