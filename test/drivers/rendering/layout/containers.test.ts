import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, svg, type Word, word, wordsOf } from '../../../helpers/pdf.ts';
import { colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

const plain =
  '<!DOCTYPE html><style>@page { margin: 0 } body, p { margin: 0; font: 10pt/12pt sans-serif } .row { display: flex }</style>';

const wordsIn = async (html: string): Promise<Word[]> => wordsOf(await pdfOf(plain + html));

const middle = ({ top, bottom }: Word): number => Math.round((top + bottom) / 2);

describe.skipIf(popplerMissing !== undefined)(`containers${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('of border boxes have their least height with padding and borders', async () => {
    const box = (style: string): string =>
      `<div style="display: flex; align-items: center; min-height: 60pt; padding: 20pt 0; ${style}">box</div>after`;
    const tops = async (style: string): Promise<number[]> => {
      const words = await wordsIn(box(style));
      return ['box', 'after'].map((text) => middle(word(words, text)));
    };
    expect(await tops('box-sizing: border-box')).toEqual([30, 66]);
    expect(await tops('')).toEqual([50, 106]);
  });

  test('divide a width by rounded shares: floats stay on their line, and no page is made smaller', async () => {
    const page = '<style>@page { size: 493.5pt 300pt }</style>';
    const floats = await wordsIn(`${page}${'<p style="float:left;width:14.286%">x</p>'.repeat(7)}`);
    expect(new Set(floats.map(middle)).size).toBe(1);
    const items = await wordsIn(`${page}<div class="row">${'<p style="flex:0 0 16.667%">x</p>'.repeat(6)}</div>`);
    expect(items.at(-1)?.left).toBeCloseTo((5 * 16.667 * 493.5) / 100, 2);
  });

  test('have parts of tables as items of their own', async () => {
    const items = '<b style="display:table-cell">one</b><b style="display:table-cell">two</b>';
    const places = async (html: string): Promise<number[]> =>
      (await wordsIn(html)).map(({ left, top }) => Math.round(left) * 1000 + Math.round(top));
    const stacked = await places('<p>one</p><p>two</p>');
    expect(await places(`<div style="display:flex;flex-direction:column">${items}</div>`)).toEqual(stacked);
    expect(await places(`<div style="display:grid">${items}</div>`)).toEqual(stacked);
    const row = '<tr style="display:flex;flex-direction:column"><td style="padding:0">one<td style="padding:0">two';
    expect(await places(`<table style="border-spacing:0">${row}</table>`)).toEqual(stacked);
  });

  test('have tables that are as wide as their content where they declare less', async () => {
    const table =
      '<table style="width:10%;border-spacing:0;white-space:nowrap"><tr><td style="padding:0">as wide</table>';
    const placed = async (style: string): Promise<number[]> => {
      const words = await wordsIn(`<div style="width:200pt;${style}">${table}<p style="margin-left:9pt">next</div>`);
      return ['wide', 'next'].map((text) => Math.round(word(words, text).right));
    };
    const [wide = 0, next = 0] = await placed('display: grid; grid-template-columns: max-content 1fr');
    expect(next).toBeGreaterThan(wide + 15);
    expect(await placed('display: flex')).toEqual([wide, next]);
    expect(await placed('display: flex; justify-content: flex-end')).toEqual([200 - next + wide, 200]);
    expect((await placed('display: flex; flex-direction: column; align-items: flex-end'))[0]).toBe(200);
  });

  test('shrink items by the widths of their content, whatever these are at most', async () => {
    const box = '<i style="display: inline-block; width: 100pt; height: 1pt"></i>';
    const items = `<p style="max-width: 260pt">${box.repeat(8)}</p><p style="width: 150pt">next</p>`;
    const words = await wordsIn(`<div class="row" style="width: 300pt">${items}</div>`);
    // They are 950 pt wide, and lose 650 pt in proportion.
    expect(word(words, 'next').left).toBeCloseTo(800 - (650 * 800) / 950, 0);
  });

  test('shrink items of a column down to their content where the column declares a height', async () => {
    const items = ['height: 60pt', 'flex: 0 1 60pt', 'height: 60pt; flex-shrink: 0', 'height: 60pt; overflow: hidden'];
    const column = (height: number): string =>
      `<div style="display: flex; flex-direction: column; height: ${height}pt">${items.map((style, at) => `<p style="${style}">${at}`).join('')}</div>`;
    const tops = async (height: number): Promise<number[]> => (await wordsIn(column(height))).map(middle);
    expect(await tops(240)).toEqual([6, 66, 126, 186]);
    // The last item has no least height, and shrinks the most.
    expect(await tops(96)).toEqual([6, 18, 30, 90]);
  });

  test('have items as wide as their content asks for', async () => {
    const box = '<i style="display: inline-block; width: 50pt; height: 1pt"></i>';
    const placed = async (container: string, width: string): Promise<number> => {
      const item = `<p style="width: ${width}; text-align: right">${box.repeat(3)} end</p>`;
      return Math.round(word(await wordsIn(`<div style="${container}; width: 100pt">${item}</div>`), 'end').right);
    };
    for (const container of ['display: flex; flex-direction: column', 'display: flex', 'display: grid']) {
      expect(await placed(container, 'min-content')).toBe(50);
      expect(await placed(container, 'fit-content')).toBe(100);
    }
    expect(await placed('display: flex; flex-direction: column', 'max-content')).toBeGreaterThan(160);
  });

  test('have items on one first or last baseline, with space for all of them', async () => {
    const items =
      '<div>one<br>two</div><div style="font-size:20pt;line-height:24pt">big<br>low</div><div style="padding:6pt">pad</div>';
    const middles = async (style: string): Promise<number[]> => {
      const words = await wordsIn(`<div style="${style}">${items}</div><p>next`);
      return ['one', 'big', 'pad', 'next'].map((text) => middle(word(words, text)));
    };
    for (const container of [
      'display: flex',
      'display: flex; flex-wrap: wrap',
      'display: grid; grid-template-columns: 1fr 1fr 1fr',
    ]) {
      expect(await middles(`${container}; align-items: baseline`)).toEqual([16, 12, 16, 54]);
      expect(await middles(`${container}; align-items: last baseline`)).toEqual([28, 12, 40, 58]);
    }
  });

  test('of tracks that are calculated have as many as there is space for', async () => {
    const track = 'minmax(calc((100% - 10pt) / 2), 1fr)';
    const grid = `display: grid; width: 200pt; gap: 10pt; grid-template-columns: repeat(auto-fill, ${track})`;
    const words = await wordsIn(`<div style="${grid}"><p>one</p><p>two</p><p>three</p></div>`);
    expect(['one', 'two', 'three'].map((text) => Math.round(word(words, text).left))).toEqual([0, 105, 0]);
  });

  test('stretch buttons as other items', async () => {
    for (const style of ['display: grid', 'display: flex; flex-direction: column']) {
      const words = await wordsIn(
        `<div style="${style}; width: 300pt"><button>one</button><button style="width: fit-content">two</button></div>`,
      );
      const { left, right } = word(words, 'one');
      expect((left + right) / 2).toBeCloseTo(150, 0);
      expect(word(words, 'two').left).toBeLessThan(12);
    }
  });

  test('of repeated tracks have as many as a calculation says', async () => {
    const grid = 'display: grid; width: 200pt; grid-template-columns: repeat(calc(1 + 1), 1fr)';
    const words = await wordsIn(`<div style="${grid}"><p>one</p><p>two</p><p>three</p></div>`);
    expect(['one', 'two', 'three'].map((text) => Math.round(word(words, text).left))).toEqual([0, 100, 0]);
  });

  test('are as high as a percentage of a declared height at least, and at most', async () => {
    const topsIn = async (style: string, items: string): Promise<number[]> => {
      const words = await wordsIn(`<div style="height: 100pt"><div style="${style}">${items}</div></div>`);
      return ['one', 'two'].map((text) => Math.round(middle(word(words, text))));
    };
    const column = 'display: flex; flex-direction: column; justify-content: space-between';
    const items = '<p>one</p><p>two</p>';
    const middles = await topsIn(`${column}; min-height: 50%`, items);
    expect(middles).toEqual([6, 44]);
    expect(await topsIn('display: grid; align-content: space-between; min-height: 50%', items)).toEqual(middles);
    const tall = '<div style="flex: 1; overflow: hidden"><p>one</p><p>a</p><p>b</p><p>c</p></div><p>two</p>';
    expect(await topsIn(`${column}; max-height: 30%`, tall)).toEqual([6, 24]);
    // The height of the container depends on its content.
    const open = await wordsIn(`<div><div style="${column}; min-height: 50%">${items}</div></div>`);
    expect(Math.round(middle(word(open, 'two')))).toBe(18);
  });

  test('in lines stand on the baseline of their first line', async () => {
    const column = 'display: inline-flex; flex-direction: column';
    const grid = 'display: inline-grid; overflow: hidden';
    const words = await wordsIn(
      `beside <span style="${column}"><b>first</b><b>second</b></span> <span style="${grid}"><b>third</b><b>fourth</b></span>`,
    );
    const [beside, first, second, third] = ['beside', 'first', 'second', 'third'].map((text) =>
      middle(word(words, text)),
    );
    expect([first, third]).toEqual([beside, beside]);
    expect(second).toBe((beside ?? 0) + 12);
  });

  test('do not make images narrower than they are, unless these declare it', async () => {
    const image = svg(
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><rect width="9" height="9"/></svg>',
    );
    const left = async (style: string): Promise<number> => {
      const row = `<div class="row" style="width: 300pt"><div style="width: 290pt">text</div><img src="${image}" style="${style}">end</div>`;
      return Math.round(word(await wordsIn(row), 'end').left);
    };
    // The text before the image has what is left of the row.
    const end = await left('');
    expect(await left('max-width: 100%')).toBe(end);
    expect(await left('width: 240pt; max-width: 100%')).toBe(end);
    const rowOf = (style: string): string =>
      `<div class="row" style="width: 300pt"><img src="${image}" style="${style}"><div style="flex: none; width: 250pt">end</div></div>`;
    const after = async (style: string): Promise<number> => Math.round(word(await wordsIn(rowOf(style)), 'end').left);
    expect(await after('max-width: 100%')).toBe(150);
    expect(await after('height: 50pt; max-width: 100%')).toBe(200);
    expect(await after('min-width: 0')).toBe(50);
  });

  test('may be buttons, which are as wide as their content', async () => {
    const words =
      await wordsIn(`<button style="display: flex; gap: 50pt; padding: 0; border: none"><i>one</i><i>two</i></button>
      <button style="display: block; padding: 0; border: none; margin-left: auto">three</button>`);
    expect(middle(word(words, 'one'))).toBe(middle(word(words, 'two')));
    expect(word(words, 'two').left - word(words, 'one').right).toBeCloseTo(50, 0);
    expect(word(words, 'three').right).toBeCloseTo(595.5, 0);
  });

  test('move an item alone to the next page that begins below the top of its row', async () => {
    const row = (style: string, item: string): string => `<style>@page { size: 300pt 200pt; margin: 20pt }</style>
      <div style="height: 120pt"></div><div style="${style}"><p>one<br>two<br>three<br>four<br>five<br>six</p>
      <p style="${item}">beside<br>below</p></div>`;
    const placesOf = async (html: string): Promise<string[]> => {
      const words = await wordsIn(html);
      return ['one', 'beside'].map((text) => `${word(words, text).page} ${middle(word(words, text))}`);
    };
    const centred = 'display: flex; align-items: center';
    // The item ends below the page: both of its lines are on the next one.
    expect(await placesOf(row(centred, ''))).toEqual(['1 146', '2 26']);
    // What is between the items and the top of the row counts on both pages.
    expect(await placesOf(row('display: flex', 'margin-top: 50pt'))).toEqual(['1 146', '2 36']);
    // In a grid, the row moves as a whole.
    const grid = 'display: grid; grid-template-columns: 1fr 1fr; align-items: center';
    expect((await placesOf(row(grid, '')))[0]).toBe('2 26');
  });

  test('do not continue the space between two rows on the next page, which counts in their least height', async () => {
    const rows = (style: string): string => `<style>@page { size: 300pt 200pt; margin: 20pt }</style>
      <div style="height: 130pt"></div><div style="${style}"><p>one</p><p>two</p><p>three</p></div><p>after</p>`;
    const placesOf = async (style: string): Promise<string[]> => {
      const words = await wordsIn(rows(style));
      return ['two', 'three', 'after'].map((text) => `${word(words, text).page} ${middle(word(words, text))}`);
    };
    expect(await placesOf('display: grid; row-gap: 40pt')).toEqual(['2 26', '2 78', '2 90']);
    expect(await placesOf('display: flex; flex-direction: column; row-gap: 40pt')).toEqual(['2 26', '2 78', '2 90']);
    expect(await placesOf('display: grid; row-gap: 350pt')).toEqual(['2 26', '3 26', '3 38']);
    const between = 'flex-direction: column; justify-content: space-between; height: 116pt';
    expect(await placesOf(`display: flex; ${between}`)).toEqual(['2 26', '2 78', '2 112']);
    const least = 'row-gap: 40pt; align-content: start; min-height: 130pt';
    expect(await placesOf(`display: grid; ${least}`)).toEqual(['2 26', '2 78', '2 126']);
  });

  test('move a row of one item to the next page with the margin above the item, which a column leaves', async () => {
    const rows = (style: string): string => `<style>@page { size: 300pt 200pt; margin: 20pt }</style>
      <div style="height: 130pt"></div><div style="display: ${style}"><p>one</p><p style="margin-top: 30pt">two</p></div>`;
    const placeOf = async (style: string): Promise<number> => middle(word(await wordsIn(rows(style)), 'two'));
    expect(await placeOf('grid')).toBe(56);
    expect(await placeOf('flex; flex-direction: column')).toBe(38);
  });

  test('are on the next page where only the margin below an item has no space, unless they begin the page', async () => {
    const placesOf = async (above: number, style: string, items: string): Promise<string[]> => {
      const words =
        await wordsIn(`<style>@page { size: 300pt 200pt; margin: 20pt } p { margin-bottom: 30pt; width: 100% }</style>
        <div style="height: ${above}pt"></div><div style="display: flex; ${style}">${items}</div><b>after</b>`);
      return ['one', 'after'].map((text) => `${word(words, text).page} ${middle(word(words, text))}`);
    };
    const two = '<p>one</p><p>two</p>';
    expect(await placesOf(96, 'flex-direction: column', two)).toEqual(['2 26', '2 110']);
    expect(await placesOf(96, 'flex-wrap: wrap', two)).toEqual(['2 26', '2 110']);
    expect(await placesOf(130, 'padding-top: 1pt', two)).toEqual(['2 27', '2 69']);
    expect(await placesOf(0, 'flex-direction: column', '<p style="height: 150pt">one</p><p>two</p>')).toEqual([
      '1 26',
      '2 88',
    ]);
    // The container is lower than the margin, or another item continues on the next page.
    expect((await placesOf(130, 'height: 20pt', two))[0]).toBe('1 156');
    expect((await placesOf(130, '', '<p>one</p><p>a<br>b<br>c<br>d<br>e</p>'))[0]).toBe('1 156');
    expect((await placesOf(130, 'display: grid', '<p>one</p>'))[0]).toBe('1 156');
  });

  test('stretch images in proportion: to the width of a column, and to the declared height of a row', async () => {
    const image = (style = ''): string =>
      `<img style="${style}" src="${svg('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 20 10"/>')}">`;
    const below = async (style: string): Promise<number> => {
      const column = `<div style="display: flex; flex-direction: column; width: 200pt">${image(style)}<p>next</p></div>`;
      return Math.round(word(await wordsIn(column), 'next').top / 10);
    };
    expect(await Promise.all(['', 'max-width: 80pt', 'width: 80pt', 'align-self: start'].map(below))).toEqual([
      10, 4, 4, 1,
    ]);
    const beside = async (style: string, row = 'height: 60pt'): Promise<number> =>
      Math.round(word(await wordsIn(`<div class="row" style="${row}">${image(style)}<p>next</p></div>`), 'next').left);
    expect(await beside('')).toBe(120);
    expect(await beside('margin: 10pt 0')).toBe(80);
    expect(await beside('align-self: center')).toBe(15);
    expect(await beside('', 'flex-wrap: wrap; height: 60pt')).toBe(15);
  });

  test('stretch images to the height of their row, unless they declare one, and to the width of a column', async () => {
    const red = svg(
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="99" height="99" fill="#f00"/></svg>',
    );
    const heightOf = async (style: string, container = ''): Promise<number> => {
      const row = `<div class="row" style="${container}"><img style="${style}" src="${red}"><p>a<br>b<br>c<br>d<br>e</p></div>`;
      const seen = picturedPage(await pdfOf(plain + row));
      return Array.from({ length: 100 }, (_, y) => colourAt(seen, 5, y)).filter((colour) => colour === '#ff0000')
        .length;
    };
    expect(await heightOf('width: 40pt')).toBe(60);
    expect(await heightOf('')).toBe(60);
    expect(await heightOf('width: 40pt; height: 30pt')).toBe(30);
    expect(await heightOf('width: 40pt; max-height: 30pt')).toBe(30);
    expect(await heightOf('width: 40pt; align-self: flex-start')).toBe(20);
    expect(await heightOf('width: 40pt', 'align-items: center')).toBe(20);
    const column = `<div style="display: flex; flex-direction: column; width: 90pt"><img style="height: 9pt" src="${red}"></div>`;
    expect(colourAt(picturedPage(await pdfOf(plain + column)), 80, 5)).toBe('#ff0000');
  });
});
