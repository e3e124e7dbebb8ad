import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';
import { colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

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

  test('repeat the words of heads and feet of a table that begins on a later page', async () => {
    const rows = Array.from({ length: 14 }, (_, at) => `<tr><td>row${at + 1}`).join('');
    const section = (name: string): string => `<t${name}><tr><td>${name}</t${name}>`;
    const table = `<table style="border-spacing: 0; break-before: page">${section('head')}${section('foot')}${rows}</table>`;
    const words = wordsOf(await pdfOf(`<!DOCTYPE html><style>${css} body { margin: 0 }</style><p>first</p>${table}`));
    const placed = words.filter(({ text }) => /head|foot/.test(text));
    expect(placed.map(({ text, page, top }) => `${text} ${page} ${Math.round((top - 20) / 15)}`).sort()).toEqual([
      'foot 2 9',
      'foot 3 7',
      'head 2 0',
      'head 3 0',
    ]);
  });

  test('repeat heads and feet with their backgrounds above that of the box around', async () => {
    const rows = Array.from({ length: 14 }, (_, at) => `<tr><td>row${at + 1}`).join('');
    const section = (name: string, colour: string): string =>
      `<t${name} style="background: ${colour}"><tr><td>&nbsp;</t${name}>`;
    const table = `<table style="width: 100pt; border-spacing: 0">${section('head', '#0000ff')}${section('foot', '#00ff00')}${rows}</table>`;
    for (const style of ['', 'padding: 0 10pt', 'position: relative', 'float: left']) {
      const box = `<div style="background: #ffff00; width: 160pt; ${style}"><div style="background: #ffcc00">${table}</div></div>`;
      const pdf = await pdfOf(`<!DOCTYPE html><style>${css} body { margin: 0 }</style>${box}`);
      const [first, second] = [picturedPage(pdf, 1), picturedPage(pdf, 2)];
      const colours = [
        colourAt(first, 60, 27),
        colourAt(first, 60, 162),
        colourAt(second, 60, 27),
        colourAt(second, 60, 52),
      ];
      expect(colours).toEqual(['#0000ff', '#00ff00', '#0000ff', '#ffcc00']);
    }
  });
});

test.skipIf(popplerMissing !== undefined)(
  'a break below a body is above the next row, with or without a section, and none is above a foot',
  async () => {
    const pagesOf = async (sections: string): Promise<number[]> => {
      const html = `<!DOCTYPE html><style>@page { size: 200pt 190pt; margin: 20pt }</style><div style="display: table">${sections}</div>after`;
      const words = wordsOf(await pdfOf(html));
      return ['one', 'two', 'after'].map((text) => word(words, text).page);
    };
    const part = (display: string, style: string, text: string): string =>
      `<div style="display: table-${display}; ${style}">${text}</div>`;
    const row = (text: string): string => part('row', '', part('cell', '', text));
    const body = part('row-group', 'break-after: page', row('one'));
    expect(await pagesOf(body + row('two'))).toEqual([1, 2, 2]);
    expect(await pagesOf(body + part('row-group', '', '') + part('row-group', '', row('two')))).toEqual([1, 2, 2]);
    const foot = part('footer-group', 'break-before: page', row('two'));
    expect(await pagesOf(part('row-group', '', row('one')) + foot)).toEqual([1, 1, 1]);
  },
);

test.skipIf(popplerMissing !== undefined)('a break in a caption counts for nothing within columns', async () => {
  const caption = '<caption><p>one</p><p style="break-before: page">two</p></caption>';
  const html = `<!DOCTYPE html><div style="columns: 1"><table>${caption}<tr><td>cell</table></div>`;
  expect(wordsOf(await pdfOf(html)).map(({ page }) => page)).toEqual([1, 1, 1]);
});
