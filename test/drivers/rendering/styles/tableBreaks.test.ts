import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

describe.skipIf(popplerMissing !== undefined)(`breaks of tables${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  const group = (tag: string, name: string, style = ''): string =>
    `<${tag} style="${style}"><tr><td>${name}</td></tr></${tag}>`;
  const before = 'break-before: page';
  const after = 'break-after: page';

  /** Returns the words below a paragraph, and the page that each is on. */
  async function pagesOf(...groups: readonly string[]): Promise<string[]> {
    const pdf = await pdfOf(`<!DOCTYPE html><p>up</p><table>${groups.join('')}</table><p>end</p>`);
    return wordsOf(pdf).flatMap(({ text, page }) => (text === 'up' ? [] : [`${text} ${page}`]));
  }

  test('are between the bodies that declare them, below the first head alone', async () => {
    const bodies = [
      group('tbody', 'a', before),
      group('tbody', 'b'),
      group('tbody', 'c', before),
      group('tbody', 'd', after),
    ];
    const pages = await pagesOf(group('thead', 'head'), ...bodies, group('thead', 'other'));
    const expected = ['head 1', 'a 1', 'b 1', 'head 2', 'c 2', 'd 2', 'head 3', 'other 3', 'end 3'];
    expect(pages.sort()).toEqual(expected.sort());
  });

  test('are above a table without a head, and not above its foot', async () => {
    expect(await pagesOf(group('tbody', 'a', before), group('tbody', 'b', after))).toEqual(['a 2', 'b 2', 'end 3']);
    expect(await pagesOf(group('tbody', 'a', after), group('tfoot', 'foot'))).toEqual(['a 1', 'foot 1', 'end 1']);
  });

  test('are also in a row that is not to be broken, but is longer than a page, which begins with it', async () => {
    const css =
      '@page { size: 200pt 120pt; margin: 10pt } td { font: 10pt/20pt Arial; padding: 0 } tr { break-inside: avoid }';
    const lines = Array.from({ length: 7 }, (_, at) => `line${at}`).join('<br>');
    const rows = `<tr><td>first</td></tr><tr><td>left</td><td>${lines}</td></tr><tr><td>last</td></tr>`;
    const words = wordsOf(await pdfOf(`<!DOCTYPE html><style>${css}</style><table>${rows}</table>`));
    const places = words.map(({ text, page, top }) => `${text} ${page} ${Math.floor((top - 10) / 20)}`);
    expect(places).toContain('first 1 0');
    // The cells are at the top, whatever their alignment.
    expect(places).toContain('left 2 0');
    expect(places).toContain('line0 2 0');
    expect(places).toContain('line6 3 1');
    expect(places).toContain('last 3 2');
  });
});
