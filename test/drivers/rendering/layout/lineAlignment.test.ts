import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const plain =
  '<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0; font: 10pt/12pt sans-serif } p, ol { margin: 0 }</style>';

/** Returns where the words of a page are, by their middles; pt. */
async function middlesOf(html: string, names: readonly string[]): Promise<number[]> {
  const words = wordsOf(await pdfOf(plain + html));
  return names.map((name) => (word(words, name).top + word(words, name).bottom) / 2);
}

/** Expects words where Chromium prints them. */
async function expectMiddles(html: string, middles: Readonly<Record<string, number>>): Promise<void> {
  const found = await middlesOf(html, Object.keys(middles));
  for (const [at, middle] of Object.values(middles).entries()) expect(found[at]).toBeCloseTo(middle, -0.3);
}

test.skipIf(popplerMissing !== undefined)('lines are as high as fonts of whole hundredths of a pixel', async () => {
  const lines = async (size: string): Promise<number> => {
    const [one = 0, next = 0] = await middlesOf(`<p style="font:${size} sans-serif">one<br>next`, ['one', 'next']);
    return Math.round((next - one) / 0.75);
  };
  expect(await lines('25.6px')).toBe(35);
  expect(await lines('19.2pt')).toBe(35);
  expect(await lines('11.7px')).toBe(16);
  // 26.66 px
  expect(await lines('20pt')).toBe(36);
});

describe.skipIf(popplerMissing !== undefined)(`vertical-align${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('of lines that are last, or before a break, is what text-align-last says', async () => {
    const lefts = async (style: string): Promise<number[]> => {
      const words = wordsOf(
        await pdfOf(`${plain}<p style="font-family:monospace;width:120pt;${style}">one b<br>two b`),
      );
      return ['one', 'two', 'b'].map((text) => Math.round(word(words, text).left));
    };
    expect(await lefts('')).toEqual([0, 0, 24]);
    expect(await lefts('text-align:justify')).toEqual([0, 0, 24]);
    expect(await lefts('text-align:justify;text-align-last:justify')).toEqual([0, 0, 114]);
    expect(await lefts('text-align-last:right')).toEqual([90, 90, 114]);
    expect(await lefts('text-align:right;text-align-last:start')).toEqual([0, 0, 24]);
    expect(await lefts('text-align-last:center')).toEqual([45, 45, 69]);
    expect(await lefts('text-align-last:end')).toEqual([90, 90, 114]);
  });

  test('of a picture with align="middle" or "center" has its middle on the line of the text', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="80"/>';
    const source = `data:image/svg+xml;base64,${btoa(drawing)}`;
    for (const look of ['align="middle"', 'align="center"', 'style="vertical-align:-webkit-baseline-middle"'])
      await expectMiddles(`<p>line <img src="${source}" ${look}><p>next`, { line: 26.1, next: 66.2 });
    await expectMiddles(`<p>line <img src="${source}" align="absmiddle"><p>next`, { line: 28.9, next: 66.2 });
  });

  test('of an element in a line aligns it with what is in it', async () => {
    const page = (align: string): string =>
      `<p>line <span style="font-size:30pt;line-height:36pt">Tall</span> <span style="vertical-align:${align};line-height:24pt">up <b style="vertical-align:4pt">in</b></span><p>next`;
    await expectMiddles(page('top'), { line: 25.4, up: 15.6, in: 11.6, next: 41.9 });
    await expectMiddles(page('middle'), { line: 25.4, up: 28.4, in: 24.4, next: 46.4 });
    await expectMiddles(page('text-top'), { line: 25.4, up: 34.4, in: 30.4, next: 52.4 });
    await expectMiddles(page('text-bottom'), { line: 25.4, up: 20.1, in: 16.1, next: 41.9 });
    await expectMiddles(page('bottom'), { line: 25.4, up: 23.9, in: 19.9, next: 41.9 });
  });

  test('of an element that makes its line higher moves the text beside it', async () => {
    const page = (align: string): string =>
      `<p>line <span style="vertical-align:${align};font-size:20pt;line-height:40pt">up</span><p>next`;
    for (const [align, line] of [
      ['top', 5.9],
      ['middle', 18.8],
      ['text-top', 6.6],
      ['text-bottom', 33.1],
      ['bottom', 33.9],
    ] as const)
      await expectMiddles(page(align), { line, up: 19.2, next: 45.6 });
  });

  test('of a box is by the font of the element that it is in', async () => {
    const page = (align: string): string =>
      `<p>line <span style="font-size:20pt">out <i style="display:inline-block;vertical-align:${align};font-size:8pt;padding:3pt">up</i></span><p>next`;
    await expectMiddles(page('text-top'), { line: 17.1, out: 13.2, up: 8.2, next: 29.1 });
    await expectMiddles(page('text-bottom'), { line: 9.6, out: 5.7, up: 9.7, next: 25.4 });
    await expectMiddles(page('middle'), { line: 10.5, out: 6.5, up: 8.2, next: 23.9 });
  });

  test('at the top of an element that is itself at the top is that of the element', async () => {
    const inner = '<span style="vertical-align:top;font-size:6pt;line-height:6pt">inner</span>';
    const outer = `<span style="vertical-align:bottom;line-height:20pt">outer ${inner}</span>`;
    const [outerAt = 0, innerAt = 0] = await middlesOf(`<p><span style="line-height:60pt">line</span> ${outer}`, [
      'outer',
      'inner',
    ]);
    expect(outerAt).toBeCloseTo(50, -0.5);
    expect(innerAt).toBeCloseTo(43, -0.5);
  });

  test('aligns elements that look alike each with its own content', async () => {
    const css = '<style>.m { vertical-align: middle }</style>';
    const [one = 0, three = 0] = await middlesOf(
      `${css}<p>line <span class="m">one <b style="font-size:30pt;line-height:40pt;vertical-align:12pt">two</b></span> <span class="m">three</span>`,
      ['one', 'three'],
    );
    expect(one - three).toBeGreaterThan(10);
  });

  test('is that of lines that are as high as the elements around their text', async () => {
    await expectMiddles(
      '<p>line <span style="line-height:40pt"><span style="line-height:10pt">up</span></span><p>next',
      {
        line: 19.4,
        up: 19.4,
        next: 45.6,
      },
    );
  });

  test('in elements without text of their own makes lines of documents with a transitional DOCTYPE', async () => {
    const box = '<i style="display:inline-block;vertical-align:top;line-height:30pt">up</i>';
    const page = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
      <style>@page { margin: 0 } body { margin: 0; font: 10pt/12pt sans-serif } p { margin: 0 }</style><p>`;
    for (const align of ['top', 'bottom', 'middle', 'baseline']) {
      const words = wordsOf(await pdfOf(`${page}<span style="vertical-align:${align}">${box}</span><p>next`));
      expect([word(words, 'up').top, word(words, 'next').top].map(Math.round)).toEqual([8, 29]);
    }
  });

  test('of text in a box moves neither the baseline of the box nor the marker beside it', async () => {
    await expectMiddles('<p>line <span style="display:inline-block">up<sup>2</sup></span><p>next', {
      line: 8.5,
      up: 8.5,
    });
    await expectMiddles('<ol><li><sup>line</sup> up</ol>', { '1.': 8.1, line: 5, up: 8.5 });
  });

  test('of text that is not seen is the baseline of its box', async () => {
    const box = (style: string): string =>
      `<p>line <span style="display:inline-block;padding-bottom:20pt"><span style="${style}">text</span></span><p>next`;
    const seen = await middlesOf(box(''), ['line', 'next']);
    for (const style of ['color:transparent', 'visibility:hidden', 'opacity:0'])
      expect(await middlesOf(box(style), ['line', 'next'])).toEqual(seen);
  });

  test('of an element without text counts in the height of its line, and makes none of its own', async () => {
    const tall = (style = ''): string => `<span style="font-size:30pt;line-height:36pt;${style}"></span>`;
    await expectMiddles(`<p>line ${tall()} more<p>next`, { line: 25.4, more: 25.4, next: 41.9 });
    await expectMiddles(`<p>line<span style="font-size:30pt;line-height:36pt"> <b></b> </span><p>next`, {
      line: 25.4,
      next: 41.9,
    });
    await expectMiddles(`<p>line<br>${tall()}<br>more<p>next`, { line: 5.9, more: 53.9, next: 65.9 });
    for (const html of [`<p>line<br>${tall()}<p>next`, `<p>line</p><p>${tall()}</p><p>next`])
      await expectMiddles(html, { line: 5.9, next: 17.9 });
    const quirky = plain.replace('<!DOCTYPE html>', '');
    const nextOf = async (style: string): Promise<number> =>
      Math.round(word(wordsOf(await pdfOf(`${quirky}<p>line ${tall(style)}<p>next`)), 'next').top);
    expect((await nextOf('padding: 0 1pt')) - (await nextOf(''))).toBe(24);
  });
});

describe.skipIf(popplerMissing !== undefined)(`a line break${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  const html =
    '<p>one</p><br style="line-height: 40pt; font-size: 30pt"><p>two<br style="line-height: 40pt">three</p><span style="line-height: 30pt"><br></span><p>four</p>';
  const names = ['one', 'two', 'three', 'four'];

  test('does not make its line higher, unlike the element around it', async () => {
    await expectMiddles(html, { one: 6, two: 30, three: 42, four: 84 });
  });

  test('makes a line without text as high as it declares where lines have the heights of their text', async () => {
    const words = wordsOf(await pdfOf(plain.replace('<!DOCTYPE html>', '') + html));
    const middles = names.map((name) => (word(words, name).top + word(words, name).bottom) / 2);
    for (const [at, middle] of [6, 58, 70, 112].entries()) expect(middles[at]).toBeCloseTo(middle, -0.3);
  });
});

describe.skipIf(popplerMissing !== undefined)(`a box in a line${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  /** Expects the text beside a box on the baseline of a word in it, or by so much below. */
  const expectOn = async (box: string, expected: string, below = 0): Promise<void> => {
    const words = wordsOf(await pdfOf(`${plain}<div>beside ${box}</div>`));
    expect(word(words, 'beside').bottom - word(words, expected).bottom).toBeCloseTo(below, -0.3);
  };
  const block = (html: string, style = ''): string => `<div style="display: inline-block; ${style}">${html}</div>`;

  test('stands on the first item of a flex or grid container that it ends with', async () => {
    const items = '<div>one</div><div style="padding-top: 20pt">two</div>';
    for (const css of ['display: flex', 'display: flex; flex-direction: column', 'display: grid'])
      await expectOn(block(`<div>zero</div><div><div style="${css}">${items}</div></div>`), 'one');
    await expectOn(`<div style="display: inline-flex; align-items: center">${items}</div>`, 'one');
    await expectOn(`<div style="display: inline-flex; flex-direction: row-reverse">${items}</div>`, 'two');
    const dot = '<i style="width: 4pt; height: 4pt; align-self: flex-end"></i>';
    await expectOn(`<div style="display: inline-flex">${dot}<div>one</div></div>`, 'one', 3);
    const larger = '<div>one</div><div style="font-size: 20pt; line-height: 1.2; align-self: baseline">two</div>';
    await expectOn(`<div style="display: inline-flex">${larger}</div>`, 'two', -3);
  });

  test('stands on no table in it, and on the first row of a table that it is', async () => {
    const rows = (align: string): string =>
      `<tr><td style="vertical-align: ${align}; padding: 0 0 10pt">one</td></tr><tr><td>two</td></tr>`;
    const table = (css: string, align = 'middle'): string =>
      `<table cellspacing="0" style="${css}">${rows(align)}</table>`;
    await expectOn(block(`<div>zero</div>${table('')}`), 'zero');
    await expectOn(block(table('')), 'two', 3);
    await expectOn(table('display: inline-table'), 'one', 3);
    await expectOn(table('display: inline-table', 'baseline'), 'one');
  });

  test('does not stand on floats, positioned boxes or hidden overflow in it', async () => {
    await expectOn(block('one<b style="position: absolute; top: -20pt">up</b>', 'position: relative'), 'one');
    await expectOn(block('<b style="float: left">up<br>down</b>one'), 'one');
    await expectOn(block('<div style="overflow: hidden">one</div>'), 'one', 3);
  });
});
