import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { infoOf, pdfOf, poppler, popplerMissing, svg, word, wordsOf } from '../../../helpers/pdf.ts';
import { colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

/** Pages of ten lines of 15 pt, whose content begins at 20 pt. */
const css = `<!DOCTYPE html><style>@page { size: 200pt 190pt; margin: 20pt } body { font: 10pt/15pt sans-serif }
  p { margin: 0 } img, svg { width: 100pt; height: 330pt; display: block }</style>`;
const lines = (count: number, name = 'line'): string =>
  Array.from({ length: count }, (_, at) => `<p>${name}${at + 1}</p>`).join('');
const red = '<rect width="10" height="15" fill="#f00"/>';
const blue = '<rect y="15" width="10" height="15" fill="#00f"/><rect y="30" width="10" height="3" fill="#0f0"/>';
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 33">${red}${blue}</svg>`;
/** Red on its first page, blue on the second, and green on the two lines that it has on the third. */
const image = (style = ''): string => `<img src="${svg(drawing)}" style="${style}">`;
/** A red pixel. */
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

describe.skipIf(popplerMissing !== undefined)(`long images${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  /** Returns the number of pages, and the page and the line that words are on, counted from 1 and 0. */
  async function placesOf(html: string, ...texts: string[]): Promise<string[]> {
    const pdf = await pdfOf(css + html);
    const words = wordsOf(pdf);
    const places = texts.map((text) => {
      const { page, top } = word(words, text);
      return `${text} ${page}:${Math.floor((top - 20) / 15)}`;
    });
    return [`${infoOf(pdf)['Pages']} pages`, ...places];
  }

  /** Returns the colours in the middle of an image, near the start and the end of the pages from a number on. */
  const coloursOf = (pdf: Uint8Array, x: number, first: number): string[] =>
    [first, first + 1, first + 2].flatMap((page) => {
      const picture = picturedPage(pdf, page);
      return [25, 45, 165, 175].map((y) => colourAt(picture, x, y));
    });
  const slices = ['#ff0000', '#ff0000', '#ff0000', '#ffffff', '#0000ff', '#0000ff', '#0000ff', '#ffffff'];

  test('begin a page and continue on the next ones, with the text after them below', async () => {
    const warnings: string[] = [];
    for (const picture of [image(), drawing]) {
      const pdf = await pdfOf(`${css}${lines(2)}${picture}<p>after</p>`, 'A4', ({ problem }) => warnings.push(problem));
      expect(coloursOf(pdf, 70, 2)).toEqual([...slices, '#00ff00', '#00ff00', '#ffffff', '#ffffff']);
      expect(word(wordsOf(pdf), 'after').page).toBe(4);
    }
    expect(warnings).toEqual([]);
    expect(await placesOf(`${image()}${lines(1)}`, 'line1')).toEqual(['3 pages', 'line1 3:2']);
    // The text of their line is beside their end, and a line above stays with it.
    const inLine = `${lines(2)}<p>first<br>${image('display: inline')} beside<br>below</p>`;
    expect(await placesOf(inLine, 'line2', 'first', 'beside', 'below')).toEqual([
      '5 pages',
      'line2 1:1',
      'first 2:0',
      'beside 5:1',
      'below 5:2',
    ]);
  });

  test('have the texts of a drawing on the page that shows them alone', async () => {
    const text = (y: number, word: string): string => `<text y="${y}" font-size="1">${word}</text>`;
    const texts = `${text(14.5, 'first')}${text(16.5, 'second')}`;
    const words = wordsOf(await pdfOf(css + drawing.replace('</svg>', `${texts}</svg>`)));
    expect(words.map(({ text: word, page }) => `${word} ${page}`)).toEqual(['first 1', 'second 2']);
    const upright = '<text transform="translate(5 28) rotate(-90)" font-size="1" letter-spacing="5">wide</text>';
    const letters = wordsOf(await pdfOf(css + drawing.replace('</svg>', `${upright}</svg>`)));
    expect([...new Set(letters.map(({ page }) => page))]).toEqual([1, 2]);
  });

  test('write each part of a drawing on the pages alone that show it', async () => {
    const shapes = Array.from({ length: 600 }, (_, at) => {
      const [x, y] = [(at * 7) % 10, at * 0.055];
      const curve = `c${(at % 3) / 10} 0.3 0.2 ${(at % 7) / 10} 0.${at} 0.1`;
      return `<g opacity="0.${(at % 8) + 1}"><path d="M${x} ${y}${curve}${curve}"/><circle cx="${x}" cy="${y}" r="0.1"/></g>`;
    });
    const all = drawing.replace('</svg>', `${shapes.join('')}</svg>`);
    const [cut, whole] = [await pdfOf(css + all), await pdfOf(css.replace('200pt 190pt', '200pt 600pt') + all)];
    expect([cut, whole].map((pdf) => infoOf(pdf)['Pages'])).toEqual(['3', '1']);
    expect(cut.length).toBeLessThan(1.2 * whole.length);
  });

  test('that are repeated are in the PDF once, with their gradients, masks and texts', async () => {
    const paths = Array.from(
      { length: 300 },
      (_, at) => `<path d="M${at / 100} 9.${at}L4 8.${at * 7}L2.${at} 9"/>`,
    ).join('');
    const content = `<linearGradient id="g"><stop stop-color="#f00"/><stop offset=".5" stop-color="#f00"/><stop offset=".5" stop-color="#00f"/></linearGradient>
      <mask id="m"><rect width="10" height="2" fill="#fff"/></mask><g opacity=".99"><rect width="10" height="6" fill="url(#g)" mask="url(#m)"/></g>
      <text y="5" font-size="2">logo</text>`;
    const logo = (more = ''): string =>
      `<img style="width: 50pt; height: 50pt" src="${svg(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${content}${more}</svg>`)}">`;
    const pdf = await pdfOf(css + `<p style="padding-left: 30pt">${logo()}</p>`.repeat(9));
    expect(wordsOf(pdf).map(({ text: word, page }) => `${word} ${page}`)).toEqual(
      [1, 1, 1, 2, 2, 2, 3, 3, 3].map((at) => `logo ${at}`),
    );
    for (const [page, top] of [
      [1, 20],
      [1, 70],
      [2, 120],
      [3, 20],
    ] as const) {
      const seen = picturedPage(pdf, page);
      const at = (x: number, y: number): string =>
        colourAt(seen, x, y)
          .replaceAll(/0[1-9]/g, '00')
          .replaceAll(/f[a-f]/g, 'ff');
      expect([at(60, top + 5), at(90, top + 5), at(60, top + 15)]).toEqual(['#ff0000', '#0000ff', '#ffffff']);
    }
    const [one, two, many] = await Promise.all(
      [1, 2, 30].map(async (count) => (await pdfOf(css + `<p>${logo(paths)}</p>`.repeat(count))).length),
    );
    expect((many ?? 0) - (two ?? 0)).toBeLessThan((two ?? 0) - (one ?? 0) + 28 * 500);
  });

  test('have the texts of a drawing that nobody can read counted once', async () => {
    const texts = Array.from(
      { length: 30 },
      (_, at) => `<text y="${at + 2}" font-size="1" fill="#fff">faint${at}</text>`,
    );
    const all = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 33">${texts.join('')}</svg>`;
    const problems: string[] = [];
    await pdfOf(css + all, 'A4', ({ problem }) => problems.push(problem));
    expect(problems.slice(-2)).toEqual([
      '"faint19" on page 1 is #ffffff on #ffffff, which nobody can read',
      '10 more texts are #ffffff on #ffffff, which nobody can read',
    ]);
  });

  test('have the lines of a drawing that reach over a page end on both pages', async () => {
    const line = 'fill="none" stroke="#0f0"';
    const content = `<path d="M0 14H3" ${line} stroke-width="4"/><path d="M6 13L7 12L8 13" ${line} transform="translate(0 2.9) scale(1 -1) translate(0 -24)" />
      <path d="M3 14.5h2" ${line} stroke-width="30" vector-effect="non-scaling-stroke"/><g transform="rotate(90 8 14)"><path d="M8 14h.5M9.5 13v2" ${line}/></g>`;
    const pdf = await pdfOf(`${css}${drawing.replace('</svg>', `${content}</svg>`)}`);
    const seen = [picturedPage(pdf, 1), picturedPage(pdf, 2)];
    // The page ends at 15 units of the drawing, each of 10 pt.
    expect(seen.map((page, at) => [30, 60].map((x) => colourAt(page, x, at === 0 ? 165 : 24)))).toEqual([
      ['#00ff00', '#00ff00'],
      ['#00ff00', '#00ff00'],
    ]);
  });

  test('have the HTML of a drawing on the page that shows it alone', async () => {
    const html = (y: number, word: string): string =>
      `<foreignObject y="${y}" width="10" height="2" style="font-size: 1px"><p>${word}</p></foreignObject>`;
    const texts = `${html(1, 'first')}${html(16, 'second')}`;
    const border = `<foreignObject y="5" width="10" height="2"><div style="border-top: 1px solid #0f0"></div></foreignObject>`;
    const pdf = await pdfOf(css + drawing.replace('</svg>', `${texts}${border}</svg>`));
    expect(wordsOf(pdf).map(({ text: word, page }) => `${word} ${page}`)).toEqual(['first 1', 'second 2']);
    expect(colourAt(picturedPage(pdf), 70, 75)).toBe('#00ff00');
  });

  test('are on no page below the box that hides the rest of them', async () => {
    const cropped = `<div style="overflow: hidden; height: 75pt"><img src="${pixel}" style="height: 600pt"></div>`;
    const pdf = await pdfOf(css + cropped + lines(30));
    expect(infoOf(pdf)['Pages']).toBe('4');
    const [, , ...drawn] = poppler(pdf, 'pdfimages', '-list', '{}').trim().split('\n');
    expect(drawn.map((line) => line.trim().split(/\s+/)[0])).toEqual(['1']);
  });

  test('are below the edges of their box on a page of their own, with a heading, too', async () => {
    const boxed = `${lines(2)}<div style="padding: 15pt">${image()}</div>${lines(1, 'after')}`;
    expect(await placesOf(boxed, 'line2', 'after1')).toEqual(['5 pages', 'line2 1:1', 'after1 5:3']);
    const heading = `${lines(2)}<p style="break-after: avoid">heading</p>${image()}${lines(1, 'after')}`;
    expect(await placesOf(heading, 'heading', 'after1')).toEqual(['5 pages', 'heading 2:0', 'after1 5:2']);
    const item = `${lines(2)}<div style="display: flex; padding: 15pt">${image()}</div>${lines(1, 'after')}`;
    expect(await placesOf(item, 'after1')).toEqual(['4 pages', 'after1 4:4']);
  });

  test('have no margin below them, and need no other page for a break there', async () => {
    const margin = `${lines(2)}${image('margin: 30pt 0')}<p style="margin: 15pt 0">after</p>`;
    expect(await placesOf(margin, 'after')).toEqual(['4 pages', 'after 4:2']);
    const broken = `${lines(2)}<div style="break-after: page">${image()}</div><p style="margin: 15pt 0">after</p>`;
    expect(await placesOf(broken, 'after')).toEqual(['4 pages', 'after 4:2']);
    const caption = `${lines(2)}<div style="break-after: page">${image()}<p>caption</p></div><p>after</p>`;
    expect(await placesOf(caption, 'caption', 'after')).toEqual(['5 pages', 'caption 4:2', 'after 5:0']);
  });

  test('are on the next page with the row of items or cells that they are in', async () => {
    const row = (style: string, inner: string): string =>
      `${lines(2)}<div style="${style}"><div>beside</div>${inner}</div>${lines(1, 'after')}`;
    expect(await placesOf(row('display: flex', image()), 'beside', 'after1')).toEqual([
      '4 pages',
      'beside 2:0',
      'after1 4:2',
    ]);
    const table = `${lines(2)}<table style="border-spacing: 0"><td style="padding: 0; vertical-align: top">beside<td style="padding: 0">${image()}</table>`;
    expect(await placesOf(`${table}${lines(1, 'after')}`, 'beside', 'after1')).toEqual([
      '4 pages',
      'beside 2:0',
      'after1 4:2',
    ]);
  });

  test('that float are beside the text of their first page alone', async () => {
    const html = `${lines(2)}${image('float: left')}${lines(28)}<p style="clear: both">cleared</p>`;
    const words = wordsOf(await pdfOf(css + html));
    const lefts = words.filter(({ text }) => text === 'line9' || text === 'line28' || text === 'line18');
    expect(lefts.map(({ page, left }) => [page, Math.round(left)])).toEqual([
      [2, 120],
      [2, 120],
      [3, 20],
    ]);
    expect(await placesOf(`${lines(2)}${image('float: left')}<p style="clear: both">cleared</p>`, 'cleared')).toEqual([
      '4 pages',
      'cleared 3:0',
    ]);
  });

  test('that are positioned are cut where pages end, as are shorter ones', async () => {
    const pdf = await pdfOf(`${css}${lines(2)}${image('position: absolute; left: 50pt; top: 60pt; height: 165pt')}`);
    const colours = [1, 2].map((page) => [25, 90, 165, 175].map((y) => colourAt(picturedPage(pdf, page), 120, y)));
    expect(colours).toEqual([
      ['#ffffff', '#ff0000', '#0000ff', '#ffffff'],
      ['#0000ff', '#00ff00', '#ffffff', '#ffffff'],
    ]);
  });
});

test.skipIf(popplerMissing !== undefined)(
  'images between blocks are beside floats, or below those that leave them no space',
  async () => {
    const float = '<div style="float: left; width: 60pt; height: 30pt; background: #0f0"></div>';
    const filled = svg(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="#f00"/></svg>',
    );
    for (const [width, x, y] of [
      [80, 110, 30],
      [120, 80, 70],
    ] as const) {
      const html = `${css}${float}<img src="${filled}" style="width: ${width}pt; height: 40pt"><p>after</p>`;
      const pdf = await pdfOf(html);
      const picture = picturedPage(pdf);
      expect([colourAt(picture, 30, 30), colourAt(picture, x, y)]).toEqual(['#00ff00', '#ff0000']);
      expect(Math.floor(word(wordsOf(pdf), 'after').top)).toBe(width === 80 ? 60 : 90);
    }
  },
);
