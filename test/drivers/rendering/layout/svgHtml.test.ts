import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, svg, textOf, word, wordsOf } from '../../../helpers/pdf.ts';
import { colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

const plain =
  '<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0; font: 12px sans-serif } svg, img { display: block }</style>';
const drawing = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 200 200">${content}</svg>`;

/** Returns a drawing as a part of the page and as an image. */
const bothWays = (content: string): readonly string[] => [drawing(content), `<img src="${svg(drawing(content))}">`];

describe.skipIf(popplerMissing !== undefined)(`HTML in drawings${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('has the place, the size, the fonts and the styles of the drawing', async () => {
    const style =
      '<style>.label p { margin: 0; color: #0000ff } .label foreignObject > div { background: #ff0000 }</style>';
    const html = `<g font-family="monospace" font-size="10" class="label" transform="translate(50 60)">
      <foreignObject x="10" width="60" height="40"><div style="text-align: right; line-height: 2"><p>first</p><b>next</b></div></foreignObject></g>`;
    for (const page of bothWays(style + html)) {
      const pdf = await pdfOf(plain + page);
      const [first, next] = [word(wordsOf(pdf), 'first'), word(wordsOf(pdf), 'next')];
      // From 60 to 120 on the right, and 20 each below 60; all twice as large, in pt.
      expect(first.right).toBeCloseTo(180, 0);
      expect(first.right - first.left).toBeCloseTo(5 * 6 * 1.5, 0);
      expect(next.right).toBeCloseTo(180, 0);
      expect(next.top - first.top).toBeCloseTo(30, 0);
      expect(first.top).toBeGreaterThan(90);
      expect(first.bottom).toBeLessThan(120);
      const picture = picturedPage(pdf);
      expect(colourAt(picture, 95, 93)).toBe('#ff0000');
      expect(colourAt(picture, 88, 93)).toBe('#ffffff');
    }
  });

  test('has flex boxes, boxes that are positioned, images and drawings', async () => {
    const pixel = svg(
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10" fill="#00ff00"/></svg>',
    );
    const html = `<foreignObject width="100%" height="100%"><div style="display: flex; width: 200px; height: 200px; align-items: center; justify-content: center">
      <div style="font: 10px monospace">middle</div><svg width="10" height="10"><rect width="10" height="10" fill="#ff0000"/></svg>
      <img src="${pixel}" style="position: absolute; right: 0; bottom: 0; width: 10px"></div></foreignObject>`;
    const pdf = await pdfOf(plain + drawing(html));
    const { left, right } = word(wordsOf(pdf), 'middle');
    expect((left + right) / 2).toBeCloseTo(150 - 7.5, 0);
    const picture = picturedPage(pdf);
    expect(colourAt(picture, 150 + 27 - 4, 150)).toBe('#ff0000');
    expect(colourAt(picture, 295, 295)).toBe('#00ff00');
  });

  test('is cut off at its box, unless it may overflow it, and is chosen in place of what follows in a switch', async () => {
    const html = (style: string): string =>
      `<switch><foreignObject width="20" height="10" style="${style}"><div style="width: 60px; height: 40px; background: #ff0000">x</div></foreignObject><text y="20">other</text></switch>`;
    for (const [style, colour] of [
      ['', '#ffffff'],
      ['overflow: visible', '#ff0000'],
    ] as const)
      for (const page of bothWays(html(style))) {
        const pdf = await pdfOf(plain + page);
        expect(textOf(pdf)).not.toContain('other');
        expect(colourAt(picturedPage(pdf), 80, 50)).toBe(colour);
      }
  });

  test('is not repeated, and its headings and links are none of the document', async () => {
    const html =
      '<g id="a"><foreignObject width="100" height="50"><h1>once</h1><a href="https://example.com">link</a></foreignObject></g><use href="#a" y="60"/>';
    const pdf = await pdfOf(plain + drawing(html));
    expect(textOf(pdf).match(/once/g)).toHaveLength(1);
    expect(Buffer.from(pdf).toString('latin1')).not.toMatch(/example\.com|\/Outlines/);
  });

  test('is a warning in a drawing that becomes a picture', async () => {
    const html =
      '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><g filter="url(#f)"><rect width="9" height="9"/><foreignObject width="100" height="50">a</foreignObject></g>';
    for (const page of bothWays(html)) {
      const problems: string[] = [];
      await pdfOf(plain + page, 'A4', ({ problem }) => problems.push(problem));
      expect(problems).toEqual([
        'the HTML in a drawing is not drawn, because an element with a filter becomes a picture',
      ]);
    }
  });

  test('is not drawn again where it contains the drawing that uses it, and its ids are no definitions', async () => {
    const uses = '<svg><use href="#a"/></svg>';
    const used = `<g id="a"><foreignObject width="90" height="20">once ${uses}</foreignObject></g>`;
    expect(textOf(await pdfOf(plain + drawing(used))).match(/once/g)).toHaveLength(1);
    const html = '<foreignObject width="9" height="9"><p id="x">a</p></foreignObject>';
    const gradient =
      '<linearGradient id="x"><stop stop-color="#ff0000"/></linearGradient><rect width="200" height="200" fill="url(#x)"/>';
    const [first, second] = [drawing(html), drawing('<rect width="200" height="200" fill="url(#x)"/>')];
    const picture = picturedPage(await pdfOf(plain + first + second + drawing(gradient)));
    expect(colourAt(picture, 150, 450)).toBe('#ff0000');
  });

  test('has letters that no font has, also in drawings in it and in backgrounds', async () => {
    const inner = drawing('<text y="9">\u{12000}</text>');
    const html = drawing(`<foreignObject width="90" height="90">\u{12001} ${inner}</foreignObject>`);
    const tile = drawing('<text y="9">\u{12002}</text><foreignObject width="90" height="90">\u{12003}</foreignObject>');
    const background = `<div style="height: 400px; background: url(${svg(tile)}) no-repeat">a</div>`;
    const problems: string[] = [];
    await pdfOf(plain + html + background, 'A4', ({ problem }) => problems.push(problem));
    expect(problems).toEqual(['no font has \u{12002} \u{12003} \u{12001} \u{12000}, so a box is drawn for each']);
  });

  test('has its backgrounds where the drawing is one, and is a warning if that is repeated often', async () => {
    const html =
      '<foreignObject width="20" height="20"><div style="height: 20px; background: linear-gradient(#ff0000, #ff0000)">a</div></foreignObject>';
    const tile = svg(`<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">${html}</svg>`);
    const page = `${plain}<div style="width: 60px; height: 60px; background: url(${tile})"></div>`;
    const problems: string[] = [];
    const report = ({ problem }: { problem: string }): unknown => problems.push(problem);
    const pdf = await pdfOf(page, 'A4', report);
    expect(textOf(pdf).match(/a/g)).toHaveLength(9);
    expect(colourAt(picturedPage(pdf), 42, 42)).toBe('#ff0000');
    expect(problems).toEqual([]);
    // Letters count only where letters are drawn, also those that no font has.
    const often = svg(
      `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">${html}<text>\u{12002}</text></svg>`,
    );
    await pdfOf(page.replace(tile, often).replaceAll('60px', '200px'), 'A4', report);
    expect(problems).toEqual([
      'the HTML in a drawing is not drawn, because the background repeats the drawing more than 12 times: write <text>, or make the background larger: page 1',
    ]);
  });

  test('has the limit of pixels of filters in backgrounds that are repeated often, too', async () => {
    const filter = `<filter id="f" x="0" y="0" width="1" height="1">${'<feOffset/>'.repeat(300)}<feFlood flood-color="#00f"/></filter>`;
    const tile = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${filter}<rect width="9" height="9" fill="#f00" filter="url(#f)"/></svg>`;
    const box = (size: number): string =>
      `${plain}<div style="width: 720px; height: 800px; background: url(${svg(tile)}) 0 0 / ${size}px"></div>`;
    const problems: string[] = [];
    for (const [size, colour] of [
      [10, '#0000ff'],
      [180, '#ff0000'],
    ] as const) {
      const pdf = await pdfOf(box(size), 'A4', ({ problem }) => problems.push(problem));
      // Filters round colours.
      expect(colourAt(picturedPage(pdf), 42, 42).replaceAll('01', '00').replace('fe', 'ff')).toBe(colour);
    }
    expect(problems).toEqual(['the filters of a drawing are ignored, because they compute too many pixels: page 1']);
  });

  test('is a warning for each drawing in it that becomes a picture', async () => {
    const inner = drawing(
      '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><text y="9" filter="url(#f)">faded</text>',
    );
    for (const page of bothWays(`<foreignObject width="100" height="50">${inner}</foreignObject>`)) {
      const problems: string[] = [];
      await pdfOf(plain + page, 'A4', ({ problem }) => problems.push(problem));
      expect(problems).toEqual([expect.stringMatching(/faded.*because an element with a filter becomes a picture$/)]);
    }
  });

  test('is a warning about the file whose HTML has a damaged drawing, and not about one of the page', async () => {
    const inner = drawing('<path id="a" p:a="1" d="M0 9h9"/><text><textPath href="#a">on a path</textPath></text>');
    const file = svg(drawing(`<foreignObject width="100" height="50">${inner}</foreignObject>`));
    const problems: unknown[] = [];
    await pdfOf(`${plain}${drawing('')}<img src="${file}">`, 'A4', (problem) => problems.push(problem));
    expect(problems).toEqual([{ problem: expect.stringContaining('an image is damaged'), text: file.slice(0, 200) }]);
  });

  test('may have any number of elements', async () => {
    const html = `<foreignObject width="100" height="50">${'<i></i>'.repeat(70_000)}shown</foreignObject>`;
    expect(textOf(await pdfOf(plain + drawing(html))).trim()).toBe('shown');
  });

  test('is none of a drawing in what describes that', async () => {
    const html = (text: string): string => `<foreignObject width="100" height="50">${text}</foreignObject>`;
    for (const page of bothWays(`<metadata>${html('hidden')}</metadata>${html('shown')}`))
      expect(textOf(await pdfOf(plain + page)).trim()).toBe('shown');
  });
});
