import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, textOf, word, wordsOf } from '../../../helpers/pdf.ts';
import { bare, colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

const html = (body: string): string => `<!DOCTYPE html>${bare}${body}`;
const box = (style: string, content = ''): string => `<div style="${style}">${content}</div>`;
const cover = (style: string): string => box(`position:absolute;inset:0;${style}`);

describe.skipIf(popplerMissing !== undefined)('clip-path', () => {
  const problems: string[] = [];
  const report = ({ problem }: { problem: string }): unknown => problems.push(problem);
  const cut = (path: string, style = '', content = ''): string =>
    box(`width:100pt;height:100pt;background:#ff0000;clip-path:${path};${style}`, content);

  test('cuts boxes, images, and what is placed in them, by basic shapes', async () => {
    const image = 'data:image/svg+xml;base64,';
    const red = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><rect width="999" height="999" fill="red"/></svg>',
    );
    const pdf = await pdfOf(
      html(`${cut('polygon(0 0, 100% 0, 50% 100%)')}${cut('padding-box circle(50%)', 'border:20pt solid #0000ff;box-sizing:border-box')}
      <img style="display:block;width:100pt;height:100pt;clip-path:ellipse(50% 25% at center)" src="${image}${red.toString('base64')}">
      ${cut('inset(0 50pt 0 0)', 'position:relative', cover('background:#00ff00'))}
      ${cut('inset(25pt round 10pt)', 'transform:translate(200pt,-400pt)', box('float:left;width:100pt;height:100pt;background:#00ff00'))}`),
      'A4',
      report,
    );
    const seen = picturedPage(pdf);
    const at = (x: number, y: number): string => colourAt(seen, x, y);
    const [white, other, green] = ['#ffffff', '#ff0000', '#00ff00'];
    expect([at(50, 90), at(10, 90), at(10, 5)]).toEqual([other, white, other]);
    expect([at(50, 150), at(50, 122), at(23, 123), at(10, 150)]).toEqual([other, other, white, white]);
    expect([at(50, 250), at(50, 220), at(10, 230)]).toEqual([other, white, white]);
    expect([at(40, 350), at(60, 350)]).toEqual([green, white]);
    expect([at(250, 50), at(226, 26), at(220, 50)]).toEqual([green, white, white]);
    expect(problems.splice(0)).toEqual([]);
  });

  test('is a warning for shapes that are too long', async () => {
    const style = `style="clip-path: polygon(${'0 0,'.repeat(5000)}9% 9%)"`;
    // The shape of a box in which nothing is drawn is not read.
    await pdfOf(html(`<p ${style}>a</p><p ${style}></p>`), 'A4', report);
    const problem = 'a clip-path of more than 20000 characters is ignored: simplify its shape';
    expect(problems.splice(0)).toEqual([`${problem}: page 1`]);
  });

  test('is a warning for shapes that are not valid, which cut nothing', async () => {
    const pdf = await pdfOf(html(cut('circle(-1px)')), 'A4', report);
    expect(colourAt(picturedPage(pdf), 5, 5)).toBe('#ff0000');
    expect(problems.splice(0)).toEqual(['clip-path: circle(-1px) is not valid, and is ignored: page 1']);
  });

  test('is a warning for rows, cells and inline elements', async () => {
    const style = 'style="clip-path: circle(5px); background: #ff0000"';
    await pdfOf(
      html(`<table><tr ${style}><td>a</table><table><td ${style}>b</table>x <b style="clip-path: circle(5px)">c</b>`),
      'A4',
      report,
    );
    const ofTable =
      'clip-path of a row or a cell of a table is ignored: declare it on a box in a cell, or on the table';
    expect(problems.splice(0)).toEqual([
      'clip-path of an inline element is ignored: declare display: inline-block',
      `${ofTable}: page 1`,
    ]);
  });
});

describe.skipIf(popplerMissing !== undefined)('the order in which boxes are painted', () => {
  test('is that of the document among positioned boxes without a z-index', async () => {
    const relative = (style: string): string => box(`height:50pt;width:50pt;${style}`);
    const pdf = await pdfOf(
      html(`
      ${box('position:relative;height:100pt;background:#ffff00', `${cover('background:#0000ff')}${relative('position:relative;background:#00ff00')}`)}
      ${box('position:relative;height:100pt', `${cover('background:#0000ff')}${relative('background:#00ff00')}`)}
      ${box('position:relative;height:100pt', `${relative('position:relative;background:#00ff00')}${cover('background:#0000ff')}`)}
      ${box('position:relative;height:100pt', `${cover('background:#0000ff')}<span style="position:relative;background:#00ff00">text in a line</span>`)}`),
    );
    const seen = picturedPage(pdf);
    const at = (x: number, y: number): string => colourAt(seen, x, y);
    expect([at(20, 20), at(80, 20), at(20, 120), at(20, 220)]).toEqual(['#00ff00', '#0000ff', '#0000ff', '#0000ff']);
    expect(at(2, 303)).toBe('#00ff00');
  });

  test('is that of z-index among positioned boxes and items of containers, within their stacking contexts', async () => {
    const item = (style: string): string => box(`width:60pt;height:50pt;margin-right:-20pt;flex:none;${style}`);
    const pdf = await pdfOf(
      html(`
      ${box('display:flex', `${item('z-index:2;background:#ff0000')}${item('background:#00ff00')}`)}
      ${box('height:50pt;width:100pt;position:relative;z-index:2;background:#ff0000')}
      ${box('height:50pt;width:100pt;position:relative;z-index:1;background:#00ff00;margin-top:-25pt')}
      ${box('position:relative;z-index:0', box('position:relative;z-index:9;height:50pt;width:100pt;background:#ff0000'))}
      ${box('height:50pt;width:100pt;position:relative;z-index:1;background:#00ff00;margin-top:-25pt')}
      ${box('height:50pt;width:100pt;background:#0000ff;margin-top:-25pt;z-index:5')}`),
    );
    const seen = picturedPage(pdf);
    const at = (x: number, y: number): string => colourAt(seen, x, y);
    expect([at(50, 20), at(70, 20)]).toEqual(['#ff0000', '#00ff00']);
    expect([at(50, 90), at(50, 110)]).toEqual(['#ff0000', '#00ff00']);
    expect([at(50, 140), at(50, 160), at(50, 190), at(50, 210)]).toEqual(['#ff0000', '#00ff00', '#00ff00', '#0000ff']);
  });

  test('has what a relative box with a negative z-index contains below the text of its context', async () => {
    const pdf = await pdfOf(
      html(
        box(
          'position:relative;z-index:0;height:100pt',
          `${box('height:50pt;background:#00ff00')}${box('position:relative;z-index:-1;height:50pt;margin-top:-25pt;background:#ff0000')}`,
        ),
      ),
    );
    const seen = picturedPage(pdf);
    expect([colourAt(seen, 20, 40), colourAt(seen, 20, 60)]).toEqual(['#00ff00', '#ff0000']);
  });

  test('of a row is behind its cells, not in the columns after them', async () => {
    const row = (cells: string, style: string): string => `<tr style="height:20pt;${style}">${cells}</tr>`;
    const table = (style: string): string =>
      `<table style="width:100pt;border-collapse:collapse;table-layout:fixed;${style}">${row('<td></td><td></td>', '')}${row('<td></td>', 'background:#00ff00')}</table>`;
    const seen = picturedPage(await pdfOf(html(table('') + table('direction:rtl'))));
    const at = (x: number, y: number): string => colourAt(seen, x, y);
    expect([at(25, 30), at(75, 30)]).toEqual(['#00ff00', '#ffffff']);
    expect([at(25, 70), at(75, 70)]).toEqual(['#ffffff', '#00ff00']);
  });

  test('has what is behind the content of a table or of a cell above its background', async () => {
    const overlay = box('position:absolute;inset:0;background:#ff0000;z-index:-1');
    const context = 'position:relative;z-index:0;background:#00ff00';
    const blue = box('width:20pt;height:50pt;background:#0000ff');
    for (const [table, cell] of [
      [context, ''],
      ['', context],
    ]) {
      const content = `<table style="width:100pt;${table}"><td style="padding:0;${cell}">${overlay}${blue}</td></table>`;
      const seen = picturedPage(await pdfOf(html(content)));
      expect([colourAt(seen, 10, 20), colourAt(seen, 60, 20)]).toEqual(['#0000ff', '#ff0000']);
    }
  });

  test('has backgrounds and borders of blocks below floats, boxes in lines and text of earlier ones', async () => {
    const float = box('float:left;width:50pt;height:40pt;background:#ff0000');
    const block = box('height:30pt;border-left:10pt solid #0000ff;background:#00ff00');
    const inLine = '<span style="display:inline-block;width:50pt;height:40pt;background:#ff0000"></span>';
    const cases = [
      `${float}${block}`,
      box('height:10pt', inLine) + block,
      box('position:relative', `${float}${block}`),
      box('display:flex', box('flex:1', `${float}${block}`)),
      box('float:left;width:100pt', `${float}${block}`),
      `<table style="border-spacing:0"><tr style="background:#ffff00"><td style="padding:0;width:100pt;background:#ffff00">${float}${block}</table>`,
      box('transform:translate(0,0.1pt) scale(1.001)', `${float}${block}`),
    ];
    const pdf = await pdfOf(html(cases.map((one) => box('height:60pt;width:100pt;overflow:hidden', one)).join('')));
    const seen = picturedPage(pdf);
    for (const at of cases.keys())
      expect([colourAt(seen, 5, 60 * at + 20), colourAt(seen, 70, 60 * at + 20)]).toEqual(['#ff0000', '#00ff00']);
  });

  test('has a box with opacity as one, above what follows it', async () => {
    const inner = box('width:50pt;height:20pt;background:#0000ff');
    const look = 'opacity:.5;height:40pt;background:#ff0000';
    const outlined = box('opacity:.5;height:20pt;border:10pt solid #ff0000;background:#00ff00');
    const nested = box(look, box('opacity:.5;height:20pt;background:#0000ff'));
    const cases = [
      box(look, inner),
      outlined,
      nested,
      box(look) + box('height:40pt;margin-top:-40pt;background:#00ff00'),
      box(`${look};transform:scale(1.001)`, inner),
      box('display:flex', box(`flex:1;${look}`, inner)),
    ];
    const seen = picturedPage(await pdfOf(html(cases.map((one) => box('height:50pt;width:100pt', one)).join(''))));
    expect(cases.map((_, at) => [colourAt(seen, 20, 50 * at + 5), colourAt(seen, 20, 50 * at + 30)])).toEqual([
      ['#7f7fff', '#ff7f7f'],
      ['#ff7f7f', '#ff7f7f'],
      ['#bf7fbf', '#ff7f7f'],
      ['#807f00', '#807f00'],
      ['#7f7fff', '#ff7f7f'],
      ['#7f7fff', '#ff7f7f'],
    ]);
  });

  test('has the gradient of a drawing in a box with opacity at its place', async () => {
    const stops = '<stop offset=".5" stop-color="#ff0000"/><stop offset=".5" stop-color="#0000ff"/>';
    const gradient = `<linearGradient id="g">${stops}</linearGradient>`;
    const svg = `<svg width="100pt" height="20pt" viewBox="0 0 100 20">${gradient}<path d="M0 0H100V20H0Z" fill="url(#g)"/></svg>`;
    const faded = box('opacity:.5;margin-left:100pt', `<div style="height:10pt;background:#fff"></div>${svg}`);
    const seen = picturedPage(await pdfOf(html(box('height:300pt') + faded)));
    expect([colourAt(seen, 110, 320), colourAt(seen, 190, 320)]).toEqual(['#ff7f7f', '#7f7fff']);
  });

  test('leaves an item of a container above the one before it, with its background', async () => {
    const item = (colour: string): string =>
      box(`width:60pt;height:50pt;margin-right:-20pt;flex:none;background:${colour}`);
    const items = box('display:flex', `${item('#ff0000')}${item('#00ff00')}`);
    expect(colourAt(picturedPage(await pdfOf(html(items))), 50, 20)).toBe('#00ff00');
  });

  test('is known to the warning about text that nobody can read', async () => {
    const problems: string[] = [];
    await pdfOf(
      html(
        `${box('position:relative;height:30pt', `${cover('background:#003366')}<div style="position:relative;color:#ffffff">seen</div>`)}
        ${box('position:relative;height:30pt;background:#003366', `${cover('background:#ffffff')}<div style="position:relative;color:#ffffff">lost</div>`)}`,
      ),
      'A4',
      ({ problem }) => problems.push(problem),
    );
    expect(problems).toEqual(['"lost" on page 1 is #ffffff on #ffffff, which nobody can read']);
  });

  test('leaves text that no box overlaps in the order of the document', async () => {
    const pdf = await pdfOf(
      html('<p style="position:relative">one</p><p>two <i style="position:relative">three</i> four</p>'),
    );
    expect(textOf(pdf).match(/\w+/g)).toEqual(['one', 'two', 'three', 'four']);
  });
});

describe.skipIf(popplerMissing !== undefined)('a table', () => {
  test('with overflow: hidden shows its borders, and its rows within them', async () => {
    const table = (style: string): string =>
      `<table style="overflow:hidden;width:100pt;height:100pt;border-spacing:0;${style}"><tr><td style="background:#ff0000"></td></tr></table>`;
    const pdf = await pdfOf(
      html(
        `${table('border:10pt solid #0000ff;border-radius:30pt')}${table('border:20pt solid #0000ff;border-collapse:collapse')}`,
      ),
    );
    const seen = picturedPage(pdf);
    const at = (x: number, y: number): string => colourAt(seen, x, y);
    expect([at(2, 2), at(5, 50), at(50, 5), at(14, 14), at(50, 50)]).toEqual([
      '#ffffff',
      '#0000ff',
      '#0000ff',
      '#0000ff',
      '#ff0000',
    ]);
    expect([at(2, 150), at(50, 102), at(50, 198), at(50, 150)]).toEqual(['#0000ff', '#0000ff', '#0000ff', '#ff0000']);
  });

  test('has cells as narrow as their max-width asks for, whatever text they have', async () => {
    const cell = (style: string): string =>
      `<table style="border-spacing:0"><tr><td style="white-space:nowrap;padding:0 10pt;${style}">a text without any space for it</td><td style="padding:0">next</td></tr></table>`;
    const words = wordsOf(
      await pdfOf(
        html(
          `${cell('max-width:50pt')}${cell('max-width:0;overflow:hidden;text-overflow:ellipsis')}${cell('max-width:50pt;min-width:80pt')}`,
        ),
      ),
    );
    const lefts = words.filter(({ text }) => text === 'next').map(({ left }) => Math.round(left));
    expect(lefts).toEqual([70, 20, 100]);
  });

  test('places boxes by its cells, its rows and itself where they are position: relative, and moves these', async () => {
    const badge = (text: string): string => `<i style="position:absolute;right:0;bottom:0">${text}</i>`;
    const cells = (first: string, content: string): string =>
      `<td style="width:80pt;height:40pt;padding:0;${first}">cell ${content}</td><td style="width:80pt;padding:0">next</td>`;
    const table = (style: string, rows: string): string =>
      `<table style="border-spacing:0;margin:0 0 20pt 50pt;${style}">${rows}</table>`;
    const pdf = await pdfOf(
      html(`${table('', `<tr>${cells('position:relative', badge('first'))}</tr>`)}
      ${table('', `<tr style="position:relative">${cells('', badge('second'))}</tr>`)}
      ${table('position:relative', `<tr>${cells('', badge('third'))}</tr>`)}
      ${table('', `<tr>${cells('position:relative;left:10pt;top:5pt', 'moved')}</tr>`)}
      ${table('', `<tr>${cells('position:sticky;left:10pt;top:5pt', 'sticky')}</tr>`)}`),
    );
    const words = wordsOf(pdf);
    const rights = ['first', 'second', 'third'].map((text) => Math.round(word(words, text).right));
    expect(rights).toEqual([130, 210, 210]);
    const tops = words.filter(({ text }) => text === 'cell').map(({ top }) => top);
    expect(Math.round((tops[3] ?? 0) - (tops[2] ?? 0))).toBe(65);
    expect(Math.round((tops[4] ?? 0) - (tops[2] ?? 0))).toBe(120);
    expect(word(words, 'moved').left - word(words, 'sticky').left).toBeCloseTo(10, 0);
  });
});
