import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, svg, word, wordsOf } from '../../../helpers/pdf.ts';
import { colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

const plain =
  '<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0; font: 10pt/12pt sans-serif } svg, img { display: block }</style>';
const drawing = (attributes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect width="10" height="10"/></svg>`;

describe.skipIf(popplerMissing !== undefined)(`an SVG${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('with one side has the proportion of its view box, in the page and as an image', async () => {
    const tops = async (html: string): Promise<number> =>
      Math.round(word(wordsOf(await pdfOf(`${plain}<div style="margin-top:-2pt">${html}</div>after`)), 'after').top);
    const none = await tops('');
    const wide = drawing('width="400" viewBox="0 0 1600 400"');
    const high = drawing('height="100" viewBox="0 0 1600 400"');
    const heights = [wide, high, `<img src="${svg(wide)}">`, `<img src="${svg(high)}">`].map(tops);
    expect((await Promise.all(heights)).map((top) => top - none)).toEqual([75, 75, 75, 75]);
    expect((await tops(drawing('width="400"'))) - none).toBe(113);
  });

  test('without sizes or without a proportion has those of its container, or the default ones, as in browsers', async () => {
    const sizes = async (html: string): Promise<(number | undefined)[]> => {
      const page = `${plain}<body style="width:400px"><div style="margin-top:-2pt">${html}</div>after`;
      const words = wordsOf(await pdfOf(page));
      const left = words.find(({ text }) => text === 'T')?.left;
      return [Math.round(word(words, 'after').top / 0.75), left && Math.round(left / 0.75)];
    };
    const text = (attributes: string): string =>
      `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><text x="50%" y="20" font-size="16">T</text></svg>`;
    const img = (attributes: string, style = ''): string => `<img style="${style}" src="${svg(text(attributes))}">`;
    const [none = 0] = await sizes('');
    const cases: [html: string, height: number, left: number][] = [
      [text(''), 150, 150],
      [text('viewBox="0 0 100 50"'), 200, 200],
      [text('width="50%" height="40"'), 40, 100],
      [img(''), 150, 150],
      [img('', 'width: 80px'), 150, 40],
      [img('', 'height: 40px'), 40, 150],
      [img('viewBox="0 0 100 50"'), 200, 200],
      [img('viewBox="0 0 100 50"', 'height: 50px'), 50, 50],
      [img('width="100"', 'width: 200px'), 150, 100],
      [img('width="100%" height="40"'), 40, 150],
      [img('width="100" height="50"', 'width: 200px'), 100, 100],
    ];
    const seen = await Promise.all(cases.map(([html]) => sizes(html)));
    expect(seen.map(([height = 0, left]) => [height - none, left])).toEqual(
      cases.map(([, height, left]) => [height, left]),
    );
  });

  test('that is positioned has a height in percent of its containing block, as boxes and tables have', async () => {
    const css = 'position: absolute; top: 0; left: 0; width: 50%; height: 100%';
    const red = '<rect width="100%" height="100%" fill="#ff0000"/>';
    const stretched = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" preserveAspectRatio="none"`;
    const cases = [
      `${stretched} style="${css}">${red}</svg>`,
      `${stretched} width="50%" height="100%" style="position: absolute; top: 0; left: 0">${red}</svg>`,
      `<img style="${css}" src="${svg(`${stretched}>${red}</svg>`)}">`,
      `<div style="${css}; background: #ff0000">x</div>`,
      `<table style="${css}; background: #ff0000"><tr><td>x</table>`,
    ];
    for (const html of cases) {
      for (const height of ['height: 60pt', 'padding: 24pt 0']) {
        const box = `<div style="position: relative; width: 200pt; ${height}"><div>${html}</div><br></div>`;
        const page = picturedPage(await pdfOf(plain + box));
        const seen = [
          [90, 57],
          [90, 63],
          [110, 57],
        ].map(([x = 0, y = 0]) => colourAt(page, x, y));
        expect([html, height, ...seen]).toEqual([html, height, '#ff0000', '#ffffff', '#ffffff']);
      }
    }
  });

  test('behind a box is as large as browsers draw it', async () => {
    const behind = async (attributes: string, css: string): Promise<string> => {
      const source = svg(
        `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect width="100%" height="100%" fill="#ff0000"/></svg>`,
      );
      const box = `width:100px;height:40px;background:url(${source}) no-repeat;${css}`;
      const page = picturedPage(await pdfOf(`${plain}<div style="${box}"></div>`));
      return [
        [10, 10],
        [30, 10],
        [70, 10],
        [10, 30],
      ]
        .map(([x = 0, y = 0]) => (colourAt(page, x, y) === '#ff0000' ? 'x' : '-'))
        .join('');
    };
    const square = 'viewBox="0 0 10 10"';
    expect(await behind(square, '')).toBe('x---');
    expect(await behind(`${square} width="20" height="20"`, '')).toBe('x---');
    expect(await behind('', '')).toBe('xxx-');
    expect(await behind('', 'background-size: contain')).toBe('xxx-');
    expect(await behind('width="60"', '')).toBe('xx--');
    expect(await behind(square, 'background-size: cover')).toBe('xxx-');
  });

  test('is drawn in its colours, and fills its box as browsers fit it in', async () => {
    const image = (attributes: string, content: string): string =>
      `<img style="width:40pt;height:40pt" src="${svg(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`)}">`;
    const box = 'width="80" height="40" viewBox="0 0 80 40"';
    const stops = '<stop stop-color="#00ff00"/><stop offset="1" stop-color="#00ff00"/>';
    const all = '<rect width="80" height="40" fill="#ff0000"/>';
    const pictures = [
      image(box, '<rect width="80" height="40"/>'),
      image('width="80" height="40"', all),
      image(`${box} preserveAspectRatio="none"`, all),
      image(box, `<use href="#a"/><rect id="a" width="80" height="40"/>`),
      image(box, `<linearGradient id="g">${stops}</linearGradient><rect width="80" height="40" fill="url(#g)"/>`),
      image(
        box,
        `<rect width="80" height="40" fill="url(#g)"/><defs><linearGradient id="g">${stops}</linearGradient></defs>`,
      ),
      image(
        box,
        '<clipPath id="c"><rect x="40" width="40" height="40"/></clipPath><rect width="80" height="40" clip-path="url(#c)"/>',
      ),
      image(
        box,
        `<!-- a > b --><g display="none">${all}</g><text font-weight="700" font-style="italic" style="font-weight: 300">x</text>`,
      ),
    ];
    const page = picturedPage(await pdfOf(plain + pictures.join('')));
    const seen = pictures.map((_, at) => [5, 20].map((y) => colourAt(page, 30, 40 * at + y)).join(' '));
    // PNGs are smoothed.
    const exact = seen.map((one) => one.replaceAll('fe', 'ff').replaceAll('01', '00'));
    const [white, black, red, green] = ['#ffffff', '#000000', '#ff0000', '#00ff00'];
    const pairs = [
      [white, black],
      [red, red],
      [red, red],
      [white, black],
      [white, green],
      [white, green],
      [white, black],
      [white, white],
    ];
    expect(exact).toEqual(pairs.map((pair) => pair.join(' ')));
  });

  test('that becomes a picture has its proportion with one side, and with none', async () => {
    const content = '<rect width="50" height="50" fill="#ff0000"/><text writing-mode="vertical-rl" x="180">text</text>';
    const place = 'style="position:absolute;left:0;top:0" viewBox="0 0 200 100"';
    for (const size of ['width="400"', 'height="200"', 'width="400" height="200"']) {
      const page = picturedPage(await pdfOf(`${plain}<svg ${place} ${size}>${content}</svg>`));
      const isWhite = [40, 80]
        .flatMap((at) => [colourAt(page, at, 10), colourAt(page, 10, at)])
        .map((one) => one === '#ffffff');
      expect(isWhite).toEqual([false, false, true, true]);
    }
  });

  test('is read at once however much white space its colours have', async () => {
    const red = `<rect width="80" height="40" fill=${' '.repeat(400_000)}"#ff0000"/>`;
    const source = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" viewBox="0 0 80 40">${red}</svg>`;
    expect(colourAt(picturedPage(await pdfOf(`${plain}<img src="${svg(source)}">`)), 30, 20)).toBe('#ff0000');
  });

  test('at the right edge of a page that other content makes smaller is not blamed for it', async () => {
    const seen: string[] = [];
    const atRight = `<div style="width: 101%">wide</div><div style="display: flex"><img src="${svg(drawing('width="40" height="9"'))}" style="margin-left: auto"></div>`;
    await pdfOf(plain + atRight, 'A4', ({ problem }) => seen.push(problem));
    expect(seen).toEqual([]);
  });

  test('as wide as the page is not reported where a box makes the pages smaller', async () => {
    const problems: string[] = [];
    const file = svg('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>');
    for (const image of [`<img style="width: 100vw" src="${file}">`, '<svg style="width: 100vw" viewBox="0 0 40 20"/>'])
      await pdfOf(`${plain}${image}<div style="width: 900px">wide</div>`, 'A4', ({ problem }) =>
        problems.push(problem),
      );
    expect(problems).toEqual([]);
  });
});
