import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, type Word, word, wordsOf } from '../../../helpers/pdf.ts';
import { colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

const plain =
  '<!DOCTYPE html><style>@page { margin: 20pt } body { margin: 0; font: 10pt/20pt sans-serif } p { margin: 0 } b { position: absolute; font-weight: 400 }</style>';

const placed = async (html: string): Promise<readonly Word[]> => wordsOf(await pdfOf(plain + html));

describe.skipIf(popplerMissing !== undefined)(`positioned boxes${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('in an element with position: relative in a line are placed by its padding box', async () => {
    const element = (css: string, boxes: string): string =>
      `<span style="position: relative; ${css}">element${boxes}</span>`;
    const words = await placed(
      `<p>one ${element('padding: 2pt 10pt; border: 1pt solid; margin: 0 5pt', '<b style="left: 0; top: 100%">start</b><b style="right: 0; bottom: 100%">end</b>')} two</p>
      <p>${element('left: 30pt', '<b style="left: 100%; top: 0">moved</b>')} three</p>`,
    );
    const [first, second] = words.filter(({ text }) => text === 'element') as [Word, Word];
    expect(word(words, 'start').left).toBeCloseTo(first.left - 10, 0);
    expect(word(words, 'end').right).toBeCloseTo(first.right + 10, 0);
    expect(word(words, 'start').top).toBeGreaterThan(first.bottom);
    expect(word(words, 'end').bottom).toBeLessThan(first.top);
    expect(word(words, 'two').left).toBeGreaterThan(first.right + 15);
    expect(word(words, 'moved').left).toBeCloseTo(second.right, 0);
    expect(second.left).toBeCloseTo(50, 0);
  });

  test('below an element stay on its page where a break is declared below it, in it or above what follows', async () => {
    const sign = (at: number): string => `<b style="top: 300pt">sign${at}</b>`;
    const after = 'break-after: page';
    const onPages = async (html: string): Promise<number[][]> =>
      (await placed(html))
        .filter(({ text }) => text.startsWith('sign'))
        .map(({ page, top }) => [page, Math.round(top)]);
    const relative = 'position: relative;';
    const all = [1, 2, 3].map((at) => [at, 323]);
    const below = (at: number): string => `<div style="${relative}${after}"><p>text</p>${sign(at)}</div>`;
    const within = (at: number): string =>
      `<div style="${relative}"><div style="${after}"><p>text</p>${sign(at)}</div></div>`;
    const above = (at: number): string => `<div style="${relative}break-before: page"><p>text</p>${sign(at)}</div>`;
    for (const one of [below, within, above]) expect(await onPages([1, 2, 3].map(one).join(''))).toEqual(all);
  });

  test('by the end of the first page continue on the next one where they leave it', async () => {
    const foot = (bottom: number): string =>
      `<div style="position: absolute; bottom: ${bottom}pt">first<br>last</div><p>one</p>`;
    const at = async (bottom: number): Promise<[string, number][]> =>
      (await placed(foot(bottom))).flatMap(({ text, page }) => (text === 'one' ? [] : [[text, page]]));
    expect(await at(0)).toEqual([
      ['first', 1],
      ['last', 1],
    ]);
    expect(await at(-10)).toEqual([
      ['first', 1],
      ['last', 2],
    ]);
    expect(await at(-40)).toEqual([
      ['first', 2],
      ['last', 2],
    ]);
  });

  test('on each page may be in such boxes, whose places have no part in theirs', async () => {
    const inner = '<div style="position: fixed; top: 100pt">inner</div>';
    const outer = `<div style="position: fixed; top: 50pt; left: 40pt; height: 5pt">outer<p>${inner}</p></div>`;
    const words = await placed(`<p>one</p>${outer}<p style="break-before: page">two</p>`);
    const inners = words.filter(({ text }) => text === 'inner');
    expect(inners.map(({ page, top }) => [page, Math.round(top)])).toEqual([1, 2].map((page) => [page, 123]));
  });

  test('in such an element are placed from its first line to its last one, and by an element in it first', async () => {
    const words = await placed(
      `<p>one <span style="position: relative">two<br>three<b style="left: 0; bottom: 0">bottom</b><b style="left: 50pt; top: 0">top</b>
      <i style="position: relative">four<span style="display: inline-block"><b style="left: 100%; top: 0">inner</b></span></i></span></p>`,
    );
    expect(word(words, 'bottom').left).toBeCloseTo(word(words, 'two').left, 0);
    expect(word(words, 'bottom').top).toBeGreaterThan(word(words, 'two').bottom);
    expect(word(words, 'top').top).toBeLessThan(word(words, 'three').top);
    expect(word(words, 'inner').left).toBeCloseTo(word(words, 'four').right, 0);
  });

  test('in elements within each other are moved by these, in a short time however deep they are', async () => {
    const outer = '<span style="position: relative; left: 30pt">out <b style="left: 0; top: 20pt">first</b>';
    const inner =
      '<i style="position: relative; left: 50pt; top: 5pt">in<b style="left: 0; top: 20pt">second</b></i></span>';
    const words = await placed(`<p>${outer}${inner}</p>`);
    expect(word(words, 'first').left).toBeCloseTo(word(words, 'out').left, 0);
    expect(word(words, 'second').left).toBeCloseTo(word(words, 'in').left, 0);
    expect(word(words, 'in').top).toBeCloseTo(word(words, 'out').top + 5, 0);
    expect(word(words, 'second').top).toBeCloseTo(word(words, 'first').top + 5, 0);
    // In a time that grows with the elements times the words.
    const deep = '<span style="position: relative">'.repeat(300);
    const many = await placed(`${deep}<b style="left: 0">box</b>${'<u>word</u> '.repeat(2_000)}`);
    expect(word(many, 'box').left).toBeCloseTo(word(many, 'word').left, 0);
  });

  test('in such an element without a line, or with blocks alone, are placed where it is', async () => {
    const words = await placed(
      `<p>one</p><div><span style="position: relative"><b style="left: 30pt; top: 0">alone</b></span></div>
      <div><span style="position: relative; left: 50pt"><i style="position: relative; right: 10pt; top: 15pt"><b style="left: 0; top: 0">moved</b></i></span></div>
      <p>two</p><a style="position: relative"><div style="height: 40pt">three</div><b style="right: 0; bottom: 0">corner</b></a>`,
    );
    expect(word(words, 'alone').top).toBeCloseTo(word(words, 'two').top, 0);
    expect(word(words, 'alone').left).toBeCloseTo(50, 0);
    expect(word(words, 'moved').top).toBeCloseTo(word(words, 'two').top + 15, 0);
    expect(word(words, 'moved').left).toBeCloseTo(60, 0);
    expect(word(words, 'corner').top).toBeCloseTo(word(words, 'three').top + 20, 0);
    expect(word(words, 'corner').right).toBeCloseTo(575, -1);
  });

  test('in flex and grid containers stand where these would align an item of theirs', async () => {
    const box = (css: string, text: string, own = ''): string =>
      `<div style="position: relative; height: 60pt; width: 200pt; ${css}"><div style="position: absolute; width: 60pt; ${own}">${text}</div></div>`;
    const words = await placed(
      `${box('display: flex; justify-content: center; align-items: flex-end', 'row')}
      ${box('display: flex; flex-direction: column; justify-content: space-between; align-items: flex-end', 'column')}
      ${box('display: flex; flex-direction: row-reverse', 'reverse', 'align-self: center')}
      ${box('display: grid; place-items: center', 'grid', 'justify-self: end')}
      ${box('display: grid; place-items: center', 'top', 'top: 0')}`,
    );
    const expected = { row: [70, 40], column: [140, 60], reverse: [140, 140], grid: [140, 200], top: [70, 240] };
    for (const [text, [left = 0, top = 0]] of Object.entries(expected)) {
      expect(word(words, text).left).toBeCloseTo(20 + left, 0);
      expect(word(words, text).top).toBeCloseTo(word(words, 'row').top + top - 40, 0);
    }
  });

  test('and floats are hidden where they leave a box with overflow: hidden that pages may end in', async () => {
    const page = `${plain}<style>body { padding-top: 40pt } .box { position: relative; overflow: hidden; margin: 0 40pt }
      .box > * { height: 60pt; background: #f00 } .placed { position: absolute; top: -20pt; right: -30pt; width: 60pt }
      .float { float: left; width: 60pt; margin-left: -30pt }</style>
      <div class="box"><div class="float"></div><p style="background: none">text</p><div class="placed"></div></div>`;
    const picture = picturedPage(await pdfOf(page));
    const [left, right, top] = [60, 595 - 60, 60];
    const inside = [
      [left + 10, top + 10],
      [right - 10, top + 10],
    ] as const;
    const outside = [
      [left - 10, top + 10],
      [right + 10, top + 10],
      [right - 10, top - 10],
    ] as const;
    for (const [x, y] of inside) expect(colourAt(picture, x, y)).toBe('#ff0000');
    for (const [x, y] of outside) expect(colourAt(picture, x, y)).toBe('#ffffff');
  });
});
