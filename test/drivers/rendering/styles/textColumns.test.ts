import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { problemsOf } from '../../../helpers/pages/htmlProblems.ts';
import { pdfOf, poppler, popplerMissing, wordsOf } from '../../../helpers/pdf.ts';
import { bare, colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

test.skipIf(popplerMissing !== undefined)('columns in either direction have rules between them', async () => {
  const columns =
    'columns: 3; column-gap: 20pt; column-rule: 4pt solid #ff0000; width: 220pt; line-height: 20pt; orphans: 1; widows: 1';
  for (const direction of ['ltr', 'rtl']) {
    const page = picturedPage(await pdfOf(`${bare}<div dir="${direction}" style="${columns}">a<br>b<br>c</div>`));
    expect([70, 150].map((x) => colourAt(page, x, 10))).toEqual(['#ff0000', '#ff0000']);
  }
});

describe.skipIf(popplerMissing !== undefined)('columns of text', () => {
  /** Each word with its page, left side and line; lines are 20 pt high, columns 100 pt wide. */
  const placesOf = async (style: string, content: string, after = ''): Promise<string> => {
    const css = `<style>@page { size: 400pt 120pt } p { margin: 0 } main { font: 10pt/20pt Arial; columns: 3; column-gap: 0; width: 300pt }</style>`;
    const html = `<!DOCTYPE html>${bare}${css}<main style="${style}">${content}</main>${after}`;
    return wordsOf(await pdfOf(html))
      .map(({ page, left, top, text }) => `${text}:${page},${Math.round(left / 100)},${Math.round((top - 3) / 20)}`)
      .join(' ');
  };
  const lines = (text: string): string => [...text].map((letter) => `<p>${letter}</p>`).join('');

  test('end where `break-after` declares it, also within boxes in them, and begin where `break-before` does', async () => {
    const broken =
      '<section><p style="break-after: column">a</p></section><p>b</p><p style="break-before: column">c</p>';
    expect(await placesOf('', broken)).toBe('a:1,0,0 b:1,1,0 c:1,2,0');
  });

  test('are interrupted by elements that span them, also within other elements', async () => {
    const section = `<section style="border-left: 2pt solid; padding-bottom: 20pt">${lines('ab')}<p style="column-span: all">c</p>${lines('d')}</section>`;
    expect(await placesOf('columns: 2; width: 200pt', section, 'end')).toMatch(
      /^a:1,0,0 c:1,0,1 d:1,0,2 end:1,0,4 b:1,1,0$/,
    );
  });

  test('are divided by them only into so many parts that a document with thousands of them is laid out', async () => {
    const spanned = (depth: number, count: number): Promise<Uint8Array> => {
      const spans = '<p>a</p><p style="column-span: all">b</p>'.repeat(count);
      return pdfOf(`${bare}<main style="columns: 2">${'<div>'.repeat(depth)}${spans}`);
    };
    expect(await spanned(3, 2000)).toBeInstanceOf(Uint8Array);
    await expect(spanned(200, 600)).rejects.toThrow('more than 50000 parts');
  });

  test('have one marker, bookmark and place of a link for an element that others in it divide', async () => {
    const span = (text: string): string => `<p style="column-span: all">${text}</p>`;
    const list = `<ol style="margin: 0"><li><p>a</p>${span('b')}<p>c</p></li><li>${span('d')}<p>e</p></li></ol>`;
    expect(await placesOf('columns: 1', list)).toBe('1.:1,0,0 a:1,0,0 b:1,0,1 c:1,0,2 d:1,0,3 2.:1,0,4 e:1,0,4');
    for (const first of ['<b>f</b>', '']) {
      const heading = `<h1 id="to" style="margin: 0; font: inherit">${first}${span('g')}h</h1>`;
      const css =
        '@page { size: 400pt 120pt; margin: 0 } body { margin: 0; font: 10pt/20pt Arial } main { columns: 1 }';
      const pdf = await pdfOf(`<!DOCTYPE html><style>${css}</style><main><a href="#to">i</a>${heading}<p>j</p></main>`);
      expect(poppler(pdf, 'pdfinfo', '-dests', '{}')).toMatch(/XYZ +0 +100 /);
      expect(
        Buffer.from(pdf)
          .toString('latin1')
          .match(/\/Title \(.*\)/g),
      ).toEqual([`/Title (${first && 'f'}gh)`]);
    }
  });

  test('are balanced within a declared height, and stand beside each other where it has no space for them', async () => {
    expect(await placesOf('height: 60pt', lines('abc'))).toBe('a:1,0,0 b:1,1,0 c:1,2,0');
    expect(await placesOf('height: 60pt; column-fill: auto', lines('abcd'))).toBe('a:1,0,0 b:1,0,1 c:1,0,2 d:1,1,0');
    expect(await placesOf('height: 20pt; width: 200pt; columns: 2', lines('abcd'))).toBe(
      'a:1,0,0 b:1,1,0 c:1,2,0 d:1,3,0',
    );
    // The element continues on the next page down to its end.
    const long = await placesOf('height: 160pt; width: 200pt; columns: 2; column-fill: auto', lines('abcdefghijklmn'));
    expect(long).toMatch(/a:1,0,0 g:1,1,0 .* f:1,0,5 l:1,1,5 m:2,0,0 n:2,0,1$/);
  });

  test('are filled one after another up to the end of the page', async () => {
    expect(await placesOf('column-fill: auto', lines('abcdefg'))).toMatch(/f:1,0,5 g:1,1,0$/);
    const one = await placesOf('column-fill: auto', lines('ab'), '<p style="font: 10pt/20pt Arial">c</p>');
    expect(one).toBe('a:1,0,0 b:1,0,1 c:1,0,2');
  });

  test('are at least as high as what is not to be broken', async () => {
    const boxes = '<div style="break-inside: avoid"><p>a</p><p>b</p><p>c</p></div>';
    expect(await placesOf('', boxes)).toBe('a:1,0,0 b:1,0,1 c:1,0,2');
    expect(await placesOf('', 'a', '<p style="font: 10pt/20pt Arial">b</p>')).toBe('a:1,0,0 b:1,0,1');
  });

  test('may have a gap that is `normal`', () => {
    const css = 'p { column-gap: normal; row-gap: normal; gap: normal }';
    expect(problemsOf(`<!DOCTYPE html><style>${css}</style><p>a`)).toEqual([]);
  });

  test('within columns have a warning where browsers divide them between these', async () => {
    const problemsIn = async (content: string): Promise<string[]> => {
      const seen: string[] = [];
      const css =
        '<style>@page { size: 400pt 300pt } main { font: 10pt/20pt Arial; columns: 2 } p { margin: 0 }</style>';
      await pdfOf(`${bare}${css}<main>${content}</main>`, 'A4', ({ problem }) => seen.push(problem));
      return seen;
    };
    const inner = (text: string): string => `<div style="columns: 2">${lines(text)}</div>`;
    const warning =
      'columns within columns are whole in one of these, where browsers divide them between several: page 1';
    expect(await problemsIn(`${lines('abc')}${inner('defghijklmno')}`)).toEqual([warning]);
    expect(await problemsIn(inner('abcdefghijkl'))).toEqual([warning]);
    expect(await problemsIn(`${lines('a')}${inner('bcdefghi')}${lines('jklmnopqrst')}`)).toEqual([]);
    expect(await problemsIn(`${lines('abcd')}${inner('ef')}`)).toEqual([]);
  });
});
