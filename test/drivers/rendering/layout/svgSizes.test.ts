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
        '<clipPath id="c"><rect width="40" height="40"/></clipPath><rect width="80" height="40" clip-path="url(#c)"/>',
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
      [white, white],
      [white, white],
    ];
    expect(exact).toEqual(pairs.map((pair) => pair.join(' ')));
  });

  test('is read at once however much white space its colours have', async () => {
    const red = `<rect width="80" height="40" fill=${' '.repeat(400_000)}"#ff0000"/>`;
    const source = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" viewBox="0 0 80 40">${red}</svg>`;
    expect(colourAt(picturedPage(await pdfOf(`${plain}<img src="${svg(source)}">`)), 30, 20)).toBe('#ff0000');
  });
});
