import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const relativeBox =
  '@page { size: 300pt 200pt; margin: 20pt } body { margin: 0; font: 10pt/15pt sans-serif } .float { float: left; width: 60pt }';

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

  test('is in a row whose last line lacks less than a tenth of a pixel of space', async () => {
    const words = wordsOf(
      await pdfOf(`<!DOCTYPE html><style>@page { size: 300px 260px; margin: 20px } body { margin: 0; font: 13px/20px sans-serif }
        table { border-spacing: 0 } td { padding: 10px }</style><div style="height: 130.05px"></div>
        <table><tr><td>one<br>two<br>three<br>four</td><td>beside</td></tr></table>`),
    );
    expect(['one', 'two', 'three', 'four'].map((text) => word(words, text).page)).toEqual([1, 1, 2, 2]);
  });

  test('is above the last row of a table where an edge below has no space, unless the table continues from a page', async () => {
    const last = '<tr><td>one<br>two<br>three<br>four</td></tr>';
    const row = (height: number): string => `<tr><td style="height: ${height}px">row</td></tr>`;
    const pageOf = async (above: string): Promise<number> => {
      const words = wordsOf(
        await pdfOf(`<!DOCTYPE html><style>@page { size: 300px 260px; margin: 20px } body { margin: 0; font: 13px/20px sans-serif }
          table { border-spacing: 0 } td { padding: 10px }</style><div style="padding: 40px 0">${above}${last}</table></div>`),
      );
      return word(words, 'one').page;
    };
    expect(await pageOf('<div style="height: 60px"></div><table>')).toBe(2);
    expect(await pageOf(`<div style="height: 180px"></div><div style="height: 60px"></div><table>${row(20)}`)).toBe(3);
    expect(await pageOf(`<table>${row(130)}${row(80)}`)).toBe(2);
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

  describe('on pages of ten lines', () => {
    /** Returns the page and the line that words are on, counted from 1 and 0. */
    const placesOf = async (html: string, ...texts: string[]): Promise<[page: number, line: number][]> => {
      const css =
        '@page { size: 200pt 190pt; margin: 20pt } body { margin: 0; font: 10pt/15pt sans-serif } p { margin: 0 } table { border-spacing: 0 } td { padding: 0 }';
      const words = wordsOf(await pdfOf(`<!DOCTYPE html><style>${css}</style>${html}`));
      return texts.map((text) => {
        const { page, top } = word(words, text);
        return [page, Math.floor((top - 20) / 15)];
      });
    };
    const space = (lines: number): string => `<div style="height: ${lines * 15}pt"></div>`;

    test('leaves lines that are too few for both pages together where only the edge of their box has no space', async () => {
      const box = (above: string, texts: string): string =>
        `${space(6)}<div style="padding-bottom: 20pt">${above}<p>${texts}</p></div>`;
      const three = 'one<br>two<br>three';
      expect(await placesOf(box('<p>above</p>', three), 'above', 'one', 'three')).toEqual([
        [1, 6],
        [2, 0],
        [2, 2],
      ]);
      expect(await placesOf(box('', `zero<br>${three}`), 'zero', 'one', 'two')).toEqual([
        [1, 6],
        [1, 7],
        [2, 0],
      ]);
      // The first lines of a box, and lines that the page ends in, are divided.
      expect(await placesOf(space(1) + box('', three), 'two', 'three')).toEqual([
        [1, 8],
        [2, 0],
      ]);
      expect(await placesOf(space(1) + box('<p>above</p>', three), 'two', 'three')).toEqual([
        [1, 9],
        [2, 0],
      ]);
    });

    test('leaves two lines together where it would be exactly between them, but not at the start of a positioned box', async () => {
      const row = `<tr><td style="padding-top: 5pt">one<br>two</td></tr>`;
      const rows = `<table><tr><td><div style="height: 130pt">above</div></td></tr>${row}</table>`;
      expect(await placesOf(`<table><tr><td>${rows}</td><td>beside</td></tr></table>`, 'one')).toEqual([[2, 0]]);
      const positioned = (top: number, content: string): string =>
        `<div style="position: absolute; top: ${top}pt">${content}</div>${space(11)}`;
      for (const content of ['one<br>two', '<div style="break-inside: avoid">one<br>two</div>'])
        for (const top of [135, 128])
          expect(await placesOf(positioned(top, content), 'one', 'two')).toEqual([
            [1, Math.floor(top / 15)],
            [2, 0],
          ]);
    });

    test('makes a row higher by the margins that no page shows, once for boxes of a height in each other', async () => {
      const inner = (height: string): string =>
        `<div style="${height}"><div style="height: 135pt">first</div><p style="margin-top: 40pt">one<br>two</p></div>`;
      for (const height of ['', 'height: 190pt', 'min-height: 230pt']) {
        const box = `<div style="height: 240pt">${inner(height)}</div><p>three<br>four<br>five</p>`;
        const rows = `<tr><td>${box}<p style="margin-top: 40pt">six</p></td></tr><tr><td>after</td></tr>`;
        expect(await placesOf(`<table>${rows}</table>`, 'six', 'after')).toEqual([
          [3, 0],
          [3, 2],
        ]);
      }
    });

    test('does not depend on what else a box hides that begins with a block without lines', async () => {
      const bar = (lines: number): string => `<div style="height: ${lines * 15}pt; background: #eee"></div>`;
      const hidden = '<p style="margin-left: -150pt; width: 100pt">hidden</p>';
      const content = (more: string): string => `<div style="overflow: hidden">${bar(3)}<p>one<br>two</p>${more}</div>`;
      for (const more of ['', hidden]) {
        const cells = `<table><tr><td style="padding: 5pt">${content(more)}</td><td>beside</td></tr></table>`;
        expect(await placesOf(`<p>above</p>${bar(5)}${cells}`, 'beside', 'one')).toEqual([
          [1, 6],
          [2, 0],
        ]);
      }
    });

    test('is between a block without lines that boxes or cells begin with and the first line below it', async () => {
      const bar = (lines: number): string => `<div style="height: ${lines * 15}pt; background: #eee"></div>`;
      const content = `${bar(3)}<p>one<br>two</p>`;
      const cells = `<table><tr><td style="padding: 5pt">${content}</td><td>beside</td></tr></table>`;
      const items = `<div style="display: flex"><div>${content}</div><div>beside</div></div>`;
      for (const box of [cells, items])
        expect(await placesOf(`<p>above</p>${bar(5)}${box}<p>after</p>`, 'beside', 'one')).toEqual([
          [1, 6],
          [2, 0],
        ]);
      const padded = `<div style="padding: 5pt">${content}</div>`;
      const heading = `<h2 style="break-after: avoid; font: inherit; margin: 0">heading</h2>${bar(4)}<p>one</p>`;
      expect(await placesOf(`<p>above</p>${bar(5)}${padded}<p>after</p>`, 'one', 'after')).toEqual([
        [2, 0],
        [2, 2],
      ]);
      expect(await placesOf(`<p>above</p>${bar(5)}${heading}`, 'heading', 'one')).toEqual([
        [1, 6],
        [2, 1],
      ]);
    });

    test('in a margin leaves the height of a row of one cell as it is, once for rows in each other', async () => {
      const table = (content: string): string => `<table><tr><td>${content}</td></tr></table>`;
      const inner = table(`${space(8)}<p style="margin-bottom: 45pt">above</p><p>below</p>`);
      expect(await placesOf(`${inner}<p>after</p>`, 'below', 'after')).toEqual([
        [2, 0],
        [2, 3],
      ]);
      const nested = table(`${table(`${inner}<p>inner</p>`)}<p>middle</p>`);
      expect(await placesOf(`${nested}<p>after</p>`, 'inner', 'middle', 'after')).toEqual([
        [2, 3],
        [2, 4],
        [2, 5],
      ]);
    });
  });

  test('is in the lines of floats that leave the declared height of a relative box, in each by itself', async () => {
    const lines = (name: string): string =>
      Array.from({ length: 5 }, (_, at) => `<div>${name}${at + 1}</div>`).join('');
    const words = wordsOf(
      await pdfOf(`<!DOCTYPE html><style>${relativeBox} body { position: relative; height: 180pt }</style>
        <div style="height: 260pt"></div><div class="float">${lines('left')}</div>
        <div class="float"><div style="height: 8pt"></div>${lines('right')}</div>`),
    );
    // The second page has 60 pt left: four lines, or three below the 8 pt.
    const pages = ['left4', 'left5', 'right3', 'right4'].map((text) => word(words, text).page);
    expect(pages).toEqual([2, 3, 2, 3]);
  });

  test('in what leaves a relative box leaves the boxes that are placed in it at its declared end', async () => {
    const words = wordsOf(
      await pdfOf(`<!DOCTYPE html><style>${relativeBox} body { position: relative; height: 240pt }
        footer { position: absolute; bottom: 0 }</style>
        ${Array.from({ length: 20 }, (_, at) => `line${at + 1}<br>`).join('')}<footer>foot</footer>`),
    );
    expect([word(words, 'line10').page, word(words, 'line11').page]).toEqual([1, 2]);
    expect(word(words, 'foot').page).toBe(2);
  });

  test('is above the legend of a fieldset whose first lines have no space', async () => {
    const pagesOf = async (above: number): Promise<number[]> => {
      const words = wordsOf(
        await pdfOf(`<!DOCTYPE html><style>@page { size: 300pt 200pt; margin: 20pt } body { margin: 0; font: 10pt/15pt sans-serif }
          fieldset { padding: 3pt; margin: 0 }</style><div style="height: ${above}pt"></div>
          <fieldset><legend>legend</legend>one<br>two<br>three<br>four</fieldset>`),
      );
      return ['legend', 'one', 'three'].map((text) => word(words, text).page);
    };
    expect(await pagesOf(130)).toEqual([2, 2, 2]);
    expect(await pagesOf(100)).toEqual([1, 1, 2]);
  });
});
