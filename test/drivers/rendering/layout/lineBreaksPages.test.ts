import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

describe.skipIf(popplerMissing !== undefined)(`a page end${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('is between the lines of a cell, also where lines of a <br> alone are above or below it', async () => {
    const pagesOf = async (above: number): Promise<number[]> => {
      const words = wordsOf(
        await pdfOf(`<!DOCTYPE html><style>@page { size: 300pt 200pt; margin: 20pt } body { margin: 0; font: 10pt/20pt sans-serif }
          table { border-spacing: 0 } td { padding: 1pt }</style><div style="height: ${above}pt"></div>
          <table><tr><td><br><br>one<br>two<br>three<br><br></td></tr></table>`),
      );
      return ['one', 'two', 'three'].map((text) => word(words, text).page);
    };
    // Two, three and five lines have space; the last two lines stay together.
    expect(await pagesOf(115)).toEqual([2, 2, 2]);
    expect(await pagesOf(95)).toEqual([1, 2, 2]);
    expect(await pagesOf(55)).toEqual([1, 1, 2]);
  });

  test('cuts no line where columns of lines in two heights leave no position between lines', async () => {
    const column = (name: string, height: number, count: number): string =>
      `<div style="display: inline-block; vertical-align: top; width: 60pt; line-height: ${height}pt">${Array.from({ length: count }, (_, at) => `<p>${name}${at + 1}</p>`).join('')}</div>`;
    const html = `<!DOCTYPE html><style>@page { size: 200pt 190pt; margin: 20pt } body { font: 10pt sans-serif } p { margin: 0 }</style>
      ${column('a', 15, 14)}${column('b', 22, 9)}`;
    const words = wordsOf(await pdfOf(html));
    expect(['a10', 'a11', 'b6', 'b7'].map((text) => word(words, text).page)).toEqual([1, 2, 1, 2]);
  });

  test('counts a block in an element within lines as a line', async () => {
    const lines = (count: number, name: string): string =>
      Array.from({ length: count }, (_, at) => `<p>${name}${at + 1}</p>`).join('');
    /** Returns the last words of the first page of ten lines, and the first of the second one. */
    const endOf = async (html: string): Promise<[string | undefined, string | undefined]> => {
      const css =
        '@page { size: 200pt 190pt; margin: 20pt } body { margin: 0; font: 10pt/15pt sans-serif } p { margin: 0 }';
      const words = wordsOf(await pdfOf(`<!DOCTYPE html><style>${css}</style>${html}`));
      return [words.findLast(({ page }) => page === 1)?.text, words.find(({ page }) => page === 2)?.text];
    };
    const texts = (count: number): string => Array.from({ length: count }, (_, at) => `text${at + 1}`).join('<br>');
    const html = (above: number, count: number): string =>
      `${lines(above, 'line')}<div>${texts(count)}<b><p>block</p></b>rest</div>`;
    // The page ends a line earlier, to leave two lines for the next one, if two are above them, or none.
    expect(await endOf(html(6, 4))).toEqual(['text3', 'text4']);
    expect(await endOf(html(9, 1))).toEqual(['line9', 'text1']);
    expect(await endOf(html(8, 2))).toEqual(['text2', 'block']);
    const blocks = ['one', 'two', 'three'].map((name) => `<b><p>${name}</p></b>`).join('');
    expect(await endOf(`<div>${lines(6, 'line')}${blocks}four<br>five<br>six</div>`)).toEqual(['four', 'five']);
  });
});
