import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { Canvas } from '../../../../drivers/rendering/pdf/layout/canvas.ts';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';
import { colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

/** Pages of ten lines of 15 pt, whose content begins at 20 pt. */
const css = '@page { size: 200pt 190pt; margin: 20pt } body { font: 10pt/15pt sans-serif } p { margin: 0 }';
const lines = (count: number, name: string): string =>
  Array.from({ length: count }, (_, at) => `<p>${name}${at + 1}</p>`).join('');

describe.skipIf(popplerMissing !== undefined)(`page breaks${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  /** Returns the page and the line that words are on, counted from 1 and 0. */
  async function placesOf(html: string, ...texts: string[]): Promise<[page: number, line: number][]> {
    const words = wordsOf(await pdfOf(`<!DOCTYPE html><style>${css}</style>${html}`));
    return texts.map((text) => {
      const { page, top } = word(words, text);
      return [page, Math.floor((top - 20) / 15)];
    });
  }

  test('drop the margins below an empty block that floats take to the next page', async () => {
    const float = `<div style="float: right">${lines(3, 'float')}</div>`;
    const next = '<p style="margin-top: 30pt">next</p>';
    const clear = '<div style="clear: both; margin-bottom: 20pt"></div>';
    expect(await placesOf(`${lines(8, 'line')}${float}${clear}${next}`, 'float3', 'next')).toEqual([
      [2, 0],
      [2, 1],
    ]);
    expect(await placesOf(`${lines(8, 'line')}<div>${float}${clear}</div>${next}`, 'next')).toEqual([[2, 1]]);
    // On one page, and below a block with a height, the margin counts.
    expect(await placesOf(`${lines(2, 'line')}${float}${clear}${next}`, 'next')).toEqual([[1, 7]]);
    const high = '<div style="clear: both; height: 15pt"></div>';
    expect(await placesOf(`${lines(8, 'line')}${float}${high}${next}`, 'next')).toEqual([[2, 4]]);
  });

  test('cut nothing off a positioned box that a transform or an offset moves up', async () => {
    const centred =
      'position: absolute; top: 50%; left: 50%; width: 60pt; height: 60pt; transform: translate(-50%, -50%)';
    const moved = '<div style="position: relative; top: -20pt; height: 30pt; background: #00ff00"></div>';
    const html = `<div style="${centred}; background: #0000ff"></div><div style="position: absolute; top: 120pt; left: 0; width: 30pt">${moved}</div>`;
    const picture = picturedPage(await pdfOf(`<!DOCTYPE html><style>${css}</style><p>one</p>${html}`));
    expect([colourAt(picture, 100, 70), colourAt(picture, 100, 120)]).toEqual(['#0000ff', '#0000ff']);
    expect([colourAt(picture, 30, 125), colourAt(picture, 30, 145)]).toEqual(['#00ff00', '#00ff00']);
  });

  test('drop the rest of a margin above a block that begins with a float', async () => {
    const clear = '<div style="clear: both; height: 15pt"></div>';
    const section = `<section><div style="float: left; width: 100%; height: 60pt">float</div>${clear}</section>`;
    const last = '<p style="margin-bottom: 30pt">last</p>';
    expect(await placesOf(`${lines(8, 'line')}${last}${section}<p>next</p>`, 'last', 'float', 'next')).toEqual([
      [1, 8],
      [2, 0],
      [2, 5],
    ]);
  });

  test('are within a float in a table that is in a cell beside another', async () => {
    const float = `<div style="float: left">${lines(4, 'float')}</div>`;
    const cell = `<table><tr><td>text ${float}</td></tr></table>`;
    const html = `<style>table { border-spacing: 0 } td { padding: 0; vertical-align: top }</style>${lines(7, 'line')}`;
    expect(
      await placesOf(
        `${html}<table><tr><td>${cell}</td><td>&nbsp;beside</td></tr></table>`,
        'text',
        'float3',
        'float4',
      ),
    ).toEqual([
      [1, 7],
      [1, 9],
      [2, 0],
    ]);
  });

  test('leave positioned boxes of the page where they are in whole pages, also where a page ends before', async () => {
    const box = (style: string, text: string): string => `<div style="position: absolute; ${style}">${text}</div>`;
    const boxes = `${box('bottom: 0', 'foot')}${box('top: 135pt', 'low')}${box('top: 165pt', 'second')}`;
    const together = `<div style="break-inside: avoid">${lines(3, 'kept')}</div>`;
    const placesIn = (html: string): Promise<[page: number, line: number][]> =>
      placesOf(html, 'kept1', 'foot', 'low', 'second');
    const places: [number, number][] = [
      [2, 0],
      [1, 9],
      [1, 9],
      [2, 1],
    ];
    expect(await placesIn(`${lines(8, 'line')}${together}${boxes}`)).toEqual(places);
    expect(await placesIn(`${boxes}${lines(8, 'line')}${together}`)).toEqual(places);
  });

  test('come between the lines of a positioned box whose first line ends its page', async () => {
    const box =
      '<div style="position: relative"><p>a</p><div style="position: absolute; top: 135pt">one<br>two</div></div>';
    expect(await placesOf(`${box}${lines(8, 'line')}`, 'one', 'two')).toEqual([
      [1, 9],
      [2, 0],
    ]);
  });

  test('move the first row of a floated table to the next page where the page would end in its padding', async () => {
    const table = (name: string, align: string): string =>
      `<table align="${align}" cellspacing="0"><tr><td style="padding:0 0 15pt">${name}</td></tr><tr><td>below</td></tr></table>`;
    const floats = table('one', 'left') + table('two', 'right');
    const above = `${lines(8, 'line')}<p style="height:10pt"></p>`;
    expect(await placesOf(`${lines(7, 'line')}${floats}`, 'one', 'two')).toEqual([
      [1, 7],
      [1, 7],
    ]);
    expect(await placesOf(`${above}${floats}`, 'one', 'two')).toEqual([
      [2, 0],
      [2, 0],
    ]);
    const within = `<table cellspacing="0"><tr><td>${floats}</td></tr></table>`;
    expect(await placesOf(`${above}${within}`, 'one', 'two')).toEqual([
      [2, 0],
      [2, 0],
    ]);
  });

  test('move the innermost row in whose padding the page would end, and divide a box that ends a cell', async () => {
    const table = (rows: string): string => `<table cellspacing="0" cellpadding="0">${rows}</table>`;
    const row = (content: string, padding = 0): string =>
      `<tr><td style="padding:0 0 ${padding}pt">${content}</td></tr>`;
    const inner = table(row('one', 0) + row('two', 30));
    expect(await placesOf(`${lines(7, 'line')}${table(row(inner, 2))}`, 'one', 'two')).toEqual([
      [1, 7],
      [2, 0],
    ]);
    const box = '<div style="height: 60pt">box</div>';
    expect(await placesOf(`${lines(7, 'line')}${table(row(`above${box}`, 2))}`, 'above', 'box')).toEqual([
      [1, 7],
      [1, 8],
    ]);
  });

  test('move a row of a table in whose padding the page would end, unless it begins the page', async () => {
    const table = (count: number, padding: string): string =>
      `<table cellspacing="0"><tr><td style="padding: ${padding}">${lines(count, 'row')}</td></tr></table>`;
    const within = (above: string): string =>
      `<table cellspacing="0"><tr><td style="padding: ${above} 0 0">${table(9, '0 0 10pt')}</td></tr></table>`;
    expect(await placesOf(`<p>above</p>${table(9, '0 0 10pt')}`, 'row1', 'row9')).toEqual([
      [2, 0],
      [2, 8],
    ]);
    // Edges of the boxes around it are on a page of their own.
    expect(await placesOf(within('10pt'), 'row1')).toEqual([[2, 0]]);
    expect(await placesOf(within('0'), 'row1')).toEqual([[1, 0]]);
    expect(await placesOf(`<div style="padding-top: 10pt">${table(9, '0 0 10pt')}</div>`, 'row1')).toEqual([[2, 0]]);
    expect(await placesOf(table(9, '10pt 0'), 'row1')).toEqual([[1, 0]]);
  });

  test('are below an empty block at the start of a box', async () => {
    const box = (content: string): string => `<div style="padding-top: 20pt">${content}</div>`;
    const whole = `<div style="break-inside: avoid">${lines(12, 'whole')}</div>`;
    expect(await placesOf(box(whole), 'whole1')).toEqual([[1, 1]]);
    expect(await placesOf(box(`<div></div>${whole}`), 'whole1')).toEqual([[2, 0]]);
    expect(await placesOf(box(`<div><div></div></div><div>${whole}</div>`), 'whole1')).toEqual([[2, 0]]);
    // Without the block, the padding is on the page of the line.
    expect(await placesOf(`${lines(8, 'line')}${box('<p>next</p>')}`, 'next')).toEqual([[2, 1]]);
    expect(await placesOf(`${lines(8, 'line')}${box('<div></div><p>next</p>')}`, 'next')).toEqual([[2, 0]]);
  });

  test('in the margin above a float leave the float at the top of the next page', async () => {
    const head = '<p style="margin-bottom: 30pt">head</p>';
    const floats = `<div style="float: left; width: 80pt">${lines(3, 'one')}</div><div style="float: left">${lines(3, 'two')}</div>`;
    for (const style of ['overflow: hidden', '', 'padding-bottom: 15pt'])
      for (const above of [8, 9])
        expect(
          await placesOf(`${lines(above, 'line')}<div style="${style}">${head}${floats}</div>`, 'one1', 'two3'),
        ).toEqual([
          [2, 0],
          [2, 2],
        ]);
    expect(await placesOf(`${lines(6, 'line')}${head}${floats}`, 'one1', 'one2')).toEqual([
      [1, 9],
      [2, 0],
    ]);
  });

  test('are within rows of a table in a block with a height', async () => {
    const cell = (name: string): string => `<td style="padding: 0">${lines(6, name)}</td>`;
    const table = `<table cellspacing="0"><tr>${cell('a')}${cell('b')}</tr><tr>${cell('c')}${cell('d')}</tr></table>`;
    for (const height of ['html, body { height: 100% }', 'body { height: 60pt }'])
      expect(await placesOf(`<style>${height}</style>${table}`, 'c4')).toEqual([[1, 9]]);
  });

  test('count what they leave blank as part of the height of a box', async () => {
    const whole = `<div style="break-inside: avoid">${lines(4, 'whole')}</div>`;
    const box = (style: string): string =>
      `${lines(2, 'line')}<div style="${style}">${lines(6, 'first')}${whole}</div><p>after</p>`;
    // Eight of the lines are on the first page, which has space for two more.
    for (const style of ['height: 180pt', 'min-height: 180pt', 'height: 180pt; display: flex; flex-direction: column'])
      expect(await placesOf(box(style), 'first6', 'whole1', 'after')).toEqual([
        [1, 7],
        [2, 0],
        [2, 4],
      ]);
    expect(await placesOf(box('max-height: 135pt'), 'whole1', 'after')).toEqual([
      [2, 0],
      [2, 1],
    ]);
    expect(await placesOf(box('min-height: 150pt'), 'whole4', 'after')).toEqual([
      [2, 3],
      [2, 4],
    ]);
    const long = box('height: 360pt').replace(
      '</div></div>',
      `</div>${lines(4, 'second')}${whole.replaceAll('whole', 'last')}</div>`,
    );
    expect(await placesOf(long, 'second4', 'last1', 'after')).toEqual([
      [2, 7],
      [3, 0],
      [3, 6],
    ]);
  });

  test('leave a row of a table in place that position: relative moves', async () => {
    const cell = (text: string, style: string): string => `<td style="padding: 0; ${style}">${text}</td>`;
    const row = `${cell(lines(12, 'one'), 'background: #00ff00; position: relative; left: 20pt')}${cell('two', '')}`;
    const html = `<style>${css}</style><table style="border-spacing: 0; table-layout: fixed; width: 160pt">
      <tr style="background: #ff0000; position: relative; left: 30pt">${row}</tr></table>`;
    const pdf = await pdfOf(html);
    expect(word(wordsOf(pdf), 'one1').left).toBeCloseTo(20, 0);
    const seen = picturedPage(pdf);
    const colours = [10, 22, 90, 110, 170, 190].map((x) => colourAt(seen, x, 50));
    expect(colours).toEqual(['#ffffff', '#00ff00', '#00ff00', '#ff0000', '#ff0000', '#ffffff']);
  });

  test('restore the margin that a box ended with where lines are drawn again', () => {
    const canvas = new Canvas(100, 1);
    canvas.lastMargin = { from: 10, to: 20 };
    const restore = canvas.snapshot();
    canvas.lastMargin = { from: 30, to: 40 };
    restore();
    expect(canvas.lastMargin).toEqual({ from: 10, to: 20 });
  });

  test('are in each item of a grid by itself where items span rows', async () => {
    const grid = (rows: string, side: number): string => `
      <div style="display: grid; grid-template: ${rows} / 60pt 60pt; grid-auto-flow: column">
        <div style="grid-row: 1 / 4">${lines(side, 'side')}</div><div>head</div>
        <div><div style="height: 7pt"></div>${lines(10, 'main')}</div><div>foot</div></div><p>after</p>`;
    expect(await placesOf(grid('auto 1fr auto', 5), 'side5', 'head', 'main1', 'main9', 'foot', 'after')).toEqual([
      [1, 4],
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 2],
      [2, 3],
    ]);
    // What the item needs of several rows comes from the one with a share.
    expect(await placesOf(grid('auto 1fr auto', 16), 'side10', 'side11', 'main1', 'foot')).toEqual([
      [1, 9],
      [2, 0],
      [1, 1],
      [2, 5],
    ]);
  });

  test('end the lines beside the rows of a table with collapsed borders where a row is on the next page', async () => {
    const row = '<tr><td style="border: 3pt solid #f00; padding: 0; height: 37pt"></td></tr>';
    const page = picturedPage(
      await pdfOf(`<!DOCTYPE html><style>${css} table { border-collapse: collapse; width: 100pt } tr { break-inside: avoid }</style>
        <table>${row.repeat(4)}</table>`),
    );
    // Three rows of 40 pt have space on a page of 150 pt.
    expect([colourAt(page, 21, 100), colourAt(page, 21, 138), colourAt(page, 21, 155)]).toEqual([
      '#ff0000',
      '#ff0000',
      '#ffffff',
    ]);
  });

  test('leave the rows of a grid as high as their content where that is higher than its least height', async () => {
    const grid = `<div style="display: grid; grid-template: min-content 1fr / 60pt 60pt; min-height: 60pt">
      <div style="grid-row: 1 / 3">${lines(6, 'side')}</div><div>head</div><div>main</div></div><p>after</p>`;
    expect(await placesOf(grid, 'side6', 'main', 'after')).toEqual([
      [1, 5],
      [1, 1],
      [1, 6],
    ]);
  });

  test('within columns count for nothing, but for those between columns', async () => {
    const breaks = (value: string): string => `<p>first<p style="${value}">second<div style="columns: 1">
      <table><tr><td>third<tr style="${value}"><td>fourth</table><p>fifth <b style="display: inline-block"><i style="display:
      block">sixth</i><i style="display: block; ${value}">seventh</i></b></div>`;
    const columns = (value: string): string => `<div style="columns: 1">${breaks(value)}</div>`;
    for (const value of ['break-before: page', 'page-break-before: always', 'break-after: left'])
      expect(wordsOf(await pdfOf(`<style>${css}</style>${columns(value)}`)).every(({ page }) => page === 1)).toBe(true);
    expect(await placesOf(columns('break-before: column'), 'first', 'second')).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });
});
