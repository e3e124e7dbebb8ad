import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, svg, word, wordsOf } from '../../../helpers/pdf.ts';
import { colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

const css = `<!DOCTYPE html><style>@page { size: 200pt 200pt; margin: 40pt; @top-left { content: "margin" } }
  body { font: 10pt/15pt sans-serif } p { margin: 0 } .box { width: 50pt; height: 50pt; background: #f00 }</style>`;
const red = svg(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="#f00"/></svg>',
);

describe.skipIf(popplerMissing !== undefined)(
  `the edges of pages${popplerMissing ? `: ${popplerMissing}` : ''}`,
  () => {
    test('continue what leaves the height of a positioned box', async () => {
      const lines = Array.from({ length: 12 }, (_, at) => `<p>w${at}`).join('');
      for (const position of ['relative', 'absolute']) {
        const style = `<style>html, body, div { height: 100% } body { margin: 0 } div { position: ${position} }</style>`;
        const words = wordsOf(await pdfOf(`${css}${style}<div>${lines}</div>`));
        expect([position, words.find(({ text }) => text === 'w11')?.page]).toEqual([position, 2]);
      }
    });

    test('hide what leaves the area between the margins, with a warning for words', async () => {
      const box = (style: string, text: string): string =>
        `<div class="box" style="position: absolute; ${style}">${text}</div>`;
      const boxes = [
        box('top: -35pt; left: -35pt', 'above'),
        box('position: fixed; bottom: -35pt; right: -35pt', '<br><br>below'),
        `<div class="box" style="position: fixed; top: 30pt; left: -40pt">fixed</div>`,
        `<p style="margin-left: -40pt">aside</p><p style="margin-left: -12pt">half of it</p>`,
        `<p style="transform: translateX(-35pt)">moved</p>`,
      ];
      const seen: string[] = [];
      const html = `${css}<header data-page>header</header>${boxes.join('')}<p>inside</p>`;
      const pdf = await pdfOf(html, 'A4', ({ problem }) => seen.push(problem));
      const words = wordsOf(pdf).map(({ text }) => text);
      expect(words.filter((one) => ['margin', 'header', 'inside', 'half'].includes(one)).sort()).toEqual(
        ['half', 'header', 'inside', 'margin'].sort(),
      );
      // As in the prints of browsers, they are found in searches.
      expect(words).toContain('above');
      const hidden = (text: string): string => `"${text}" on page 1 is in the margin of the page, which hides it`;
      expect(seen.sort()).toEqual(
        ['above', 'aside', 'below', 'fixed', 'moved']
          .map(hidden)
          .concat('"half of it" on page 1 is cut at the margin of the page')
          .sort(),
      );
      const picture = picturedPage(pdf);
      const colours = [
        [20, 45],
        [150, 170],
        [20, 100],
        [45, 60],
        [150, 150],
      ].map(([x = 0, y = 0]) => colourAt(picture, x, y));
      expect(colours).toEqual(['#ffffff', '#ffffff', '#ffffff', '#ff0000', '#ff0000']);
    });

    test('are at whole pixels, with margins in layout units', async () => {
      const right = async (margin: string): Promise<number> => {
        const page = `<!DOCTYPE html><style>@page { margin: ${margin} } body { margin: 0 }</style><p style="text-align: right">end</p>`;
        return Math.round((wordsOf(await pdfOf(page))[0]?.right ?? 0) / 0.75);
      };
      // 12mm are 2902.7 units, which leave 703.01 px.
      expect(await right('12mm')).toBe(749);
      expect(await right('45.36px')).toBe(748);
      expect(await right('18mm')).toBe(726);
    });

    test('hide images, with one warning for each', async () => {
      const seen: string[] = [];
      const image = (style: string): string =>
        `<img src="${red}" style="position: fixed; width: 20pt; height: 20pt; ${style}">`;
      const tiny = image('top: -30pt; width: 1px; height: 1px').replace(red, `${red}#tiny`);
      const far = image('left: -9999px').replace(red, `${red}#far`);
      const html = `${css}${image('top: -30pt')}${tiny}${far}<p style="break-after: page">one</p><p>two</p>`;
      const pdf = await pdfOf(html, 'A4', ({ problem }) => seen.push(problem));
      expect(seen).toEqual(['an image on page 1 is in the margin of the page, which hides it']);
      expect(colourAt(picturedPage(pdf), 58, 12)).toBe('#ffffff');
    });

    test('hide nothing of a page without margins, nor the images of what is far outside on purpose', async () => {
      const seen: string[] = [];
      const bleeding = css.replace('margin: 40pt', 'margin: 0');
      const pdf = await pdfOf(
        `${bleeding}<div class="box">whole</div><p style="text-indent: -9999px">replaced</p><p style="position: absolute; left: -9999px">aloud</p>`,
        'A4',
        ({ problem }) => seen.push(problem),
      );
      expect(seen).toEqual([]);
      expect(colourAt(picturedPage(pdf), 2, 2)).toBe('#ff0000');
    });
  },
);

describe.skipIf(popplerMissing !== undefined)(`the ends of pages${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  const sheet =
    '<!DOCTYPE html><style>@page { size: 200pt 200pt; margin: 20pt } body { font: 10pt/15pt sans-serif } p { margin: 0 }</style>';
  const space = (height: number): string => `<div style="height: ${height}pt"></div>`;
  /** Returns the page of each word, and how far below the top of its content its line begins; pt. */
  const placesOf = async (html: string, ...names: string[]): Promise<number[][]> => {
    const words = wordsOf(await pdfOf(sheet + html));
    return names.map((name) => {
      const { page, top } = word(words, name);
      return [page, Math.round((top - 20) / 5) * 5];
    });
  };

  test('leave the last line where only the space that a least height adds is below them', async () => {
    const box = `<div style="min-height: 170pt; padding-bottom: 20pt; box-sizing: border-box">one<br>two</div>`;
    expect(await placesOf(`${space(10)}${box}<p>three</p>`, 'two', 'three')).toEqual([
      [1, 25],
      [2, 20],
    ]);
  });

  test('are in no box that has nothing but padding', async () => {
    expect(await placesOf(`${space(130)}<div style="padding: 20pt 0"></div><p>one</p>`, 'one')).toEqual([[2, 40]]);
  });

  test('may be below the upper edge of a grid or of a column of items', async () => {
    const box = (display: string, inside = '<div>one</div>'): string =>
      `${space(135)}<div style="padding: 20pt 0; display: ${display}">${inside}</div>`;
    const edges = ['grid', 'flex; flex-direction: column', 'flex', 'block'];
    const places = await Promise.all(edges.map((display) => placesOf(box(display), 'one')));
    expect(places).toEqual([[[2, 0]], [[2, 0]], [[2, 20]], [[2, 20]]]);
    const nested = (padding: string): string => `<div style="display: grid; ${padding}"><div>one</div></div>`;
    expect(await placesOf(box('block', nested('padding-top: 2pt')), 'one')).toEqual([[2, 0]]);
    expect(await placesOf(box('block', nested('')), 'one')).toEqual([[2, 20]]);
  });

  test('leave a positioned box where it begins, without its padding on the next page', async () => {
    const box = (lines: string, top: number): string =>
      `<div style="position: relative">${space(top)}<div style="position: absolute; top: 100%; padding: 20pt 0">${lines}</div></div>`;
    const lines = 'one<br>two<br>three<br>four';
    expect(await placesOf(box(lines, 120), 'one', 'two')).toEqual([
      [1, 140],
      [2, 0],
    ]);
    expect(await placesOf(box(lines, 135), 'one', 'two')).toEqual([
      [2, 0],
      [2, 15],
    ]);
    expect(await placesOf(box(lines, 150), 'one')).toEqual([[2, 0]]);
  });

  test('are where they would be without position: relative, which moves what is on each page', async () => {
    const box = (top: number): string =>
      `${space(130)}<div style="position: relative; top: ${top}pt">one<br>two<br>three<br>four</div><p>five</p>`;
    expect(await placesOf(box(10), 'one', 'two', 'three', 'five')).toEqual([
      [1, 140],
      [2, -5],
      [2, 10],
      [2, 30],
    ]);
    expect(await placesOf(box(-20), 'two', 'three', 'four', 'five')).toEqual([
      [1, 125],
      [1, 140],
      [2, -5],
      [2, 30],
    ]);
  });
});
