import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { PNG } from 'pngjs';
import { infoOf, pdfOf, popplerMissing, svg, textOf, word, wordsOf } from '../../helpers/pdf.ts';
import { bare, colourAt, picturedPage } from '../../helpers/templatePictures.ts';
import { renderPage } from './fidelityPages.ts';

setDefaultTimeout(60_000);

const square = (fill: string): string =>
  svg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="10" height="10"><rect width="10" height="10" fill="${fill}"/></svg>`,
  );
describe.skipIf(popplerMissing !== undefined)(`pictures in a PDF${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('are behind boxes at their place, in their size, as often as declared, below the text', async () => {
    const red = square('#ff0000');
    const box = (top: number, background: string): string =>
      `<div style="position:absolute;left:0;top:${top}pt;width:100pt;height:40pt;background:${background}">XXXX</div>`;
    const page = picturedPage(
      await pdfOf(
        bare +
          box(0, `blue url(${red}) no-repeat right 10pt bottom 5pt / 20pt 20pt`) +
          box(50, `url(${red}) repeat-x 0 0 / 20pt 10pt`) +
          box(100, `url(${red}) center / contain no-repeat`) +
          box(150, `url(${red}) 0 0 / 2pt 2pt`),
      ),
    );
    const seen = [
      [75, 30],
      [75, 12],
      [95, 30],
      [90, 55],
      [90, 75],
      [50, 138],
      [25, 138],
      [90, 185],
    ].map(([x = 0, y = 0]) => colourAt(page, x, y));
    // The last is of tiles that are drawn as one picture.
    seen.push(/^#f[ef]0[01]0[01]$/.test(seen.pop() ?? '') ? 'red' : 'other');
    expect(seen).toEqual(['#ff0000', '#0000ff', '#0000ff', '#ff0000', '#ffffff', '#ff0000', '#ffffff', 'red']);
    expect(colourAt(page, 1, 156)).not.toBe(colourAt(page, 90, 156));
  });

  test('of boxes have the shape that aspect-ratio and radii in percent ask for', async () => {
    const html = `${bare}<div style="width:60pt;aspect-ratio:2/1;background:#00f"></div>
      <div style="width:40pt;aspect-ratio:1;border-radius:50%;background:#0f0;display:flex;align-items:end">xy</div>`;
    const pdf = await pdfOf(html);
    const page = picturedPage(pdf);
    const seen = [
      [30, 15],
      [30, 28],
      [20, 32],
      [2, 33],
      [20, 50],
      [50, 50],
    ].map(([x = 0, y = 0]) => colourAt(page, x, y));
    expect(seen).toEqual(['#0000ff', '#0000ff', '#00ff00', '#ffffff', '#00ff00', '#ffffff']);
    expect(word(wordsOf(pdf), 'xy').bottom).toBeGreaterThan(65);
  });

  test('are cut with their boxes at the ends of pages', async () => {
    const html = `<style>@page { size: 200pt 200pt; margin: 0 } body { margin: 0 }</style>
      <div style="height:300pt;background:url(${square('#00ff00')}) no-repeat 0 100% / 100pt 150pt">x</div>`;
    const pdf = await pdfOf(html);
    expect([colourAt(picturedPage(pdf), 50, 170), colourAt(picturedPage(pdf), 50, 180)]).toEqual([
      '#ffffff',
      '#00ff00',
    ]);
    expect([colourAt(picturedPage(pdf, 2), 50, 70), colourAt(picturedPage(pdf, 2), 50, 80)]).toEqual([
      '#00ff00',
      '#ffffff',
    ]);
  });

  test('are GIF and WebP too, and a damaged one is replaced by its alternative text', async () => {
    const pixels = new PNG({ width: 4, height: 4 });
    pixels.data.fill(Buffer.from('1e90ffff', 'hex'));
    const webp = await new Bun.Image(PNG.sync.write(pixels)).webp({ lossless: true }).bytes();
    const gif = 'R0lGODlhAQABAIAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';
    const image = (type: string, data: string): string =>
      `<img alt="lost ${type}" src="data:image/${type};base64,${data}" style="display:block;width:40pt;height:40pt">`;
    const pdf = await renderPage(
      bare + image('webp', Buffer.from(webp).toString('base64')) + image('gif', gif) + image('gif', 'R0lGODlhAQ=='),
    );
    const page = picturedPage(pdf);
    expect([colourAt(page, 20, 20), colourAt(page, 20, 60), textOf(pdf).trim().split(/\s+/).join(' ')]).toEqual([
      '#1e90ff',
      '#ff0000',
      'lost gif',
    ]);
  });

  test('are drawings within the page, with the styles of the page', async () => {
    const html = `${bare}<style>.bar { fill: #ff8800 } .axis { stroke: currentColor } svg { width: 100pt; height: 100pt; display: block }</style>
      <div style="color: #0000ff"><svg viewBox="0 0 10 10"><title>Title</title><rect class="bar" width="5" height="5"/><path class="axis" d="M0 8h10" stroke-width="2"/></svg></div>
      <svg viewBox="0 0 10 10"><style>.a { fill: #008800 }</style><symbol id="s"><rect class="a" width="5" height="5"/></symbol><use href="#s"/></svg>
      <svg viewBox="0 0 10 10"><script>gone</script></svg>`;
    const pdf = await renderPage(html);
    const page = picturedPage(pdf);
    expect([colourAt(page, 25, 25), colourAt(page, 50, 80), colourAt(page, 25, 125)]).toEqual([
      '#ff8800',
      '#0000ff',
      '#008800',
    ]);
    expect(textOf(pdf)).not.toMatch(/gone|Title/);
  });

  test('and borders are as faint as their elements', async () => {
    const border = 'border: 10pt solid #ff0000; height: 20pt; opacity: 0.5';
    const page = picturedPage(
      await pdfOf(`${bare}<div style="${border}"></div><div style="${border}; border-radius: 5pt"></div>`),
    );
    expect([colourAt(page, 50, 5), colourAt(page, 50, 45)]).toEqual(['#ff7f7f', '#ff7f7f']);
  });

  test('do not cover what stands over them', async () => {
    const page = picturedPage(
      await pdfOf(`${bare}<div style="position:relative"><img src="${square('#ff0000')}" style="width:100pt;height:100pt">
        <div style="position:absolute;left:20pt;top:20pt;width:20pt;height:20pt;background:#0000ff"></div></div>`),
    );
    expect([colourAt(page, 30, 30), colourAt(page, 60, 60)]).toEqual(['#0000ff', '#ff0000']);
  });
});

describe.skipIf(popplerMissing !== undefined)(`a PDF${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('is smaller if a positioned box is wider than its page', async () => {
    const sheet =
      '<style>@page { size: 200pt 200pt; margin: 0 } body { margin: 0; font-size: 20pt }</style><p>xxxx</p>';
    const widthOf = async (html: string): Promise<number> => {
      const { left, right } = word(wordsOf(await pdfOf(sheet + html)), 'xxxx');
      return right - left;
    };
    const wide = await widthOf('<div style="position: absolute; left: 0; top: 100pt; width: 250pt">y</div>');
    expect(wide / (await widthOf(''))).toBeCloseTo(0.8, 1);
    // The page that `vh` refers to is as much larger.
    const half = '<p style="position: absolute; top: 50vh; margin: 0; width: 250pt; line-height: 0">half</p>';
    expect(word(wordsOf(await pdfOf(sheet + half)), 'half').bottom).toBeCloseTo(110.7, 0);
  });

  test('has the padding below its content on the page of the last line, or of the last row of flex items', async () => {
    const sheet =
      '<style>@page { size: 200pt 200pt; margin: 0 } body { margin: 0; font: 10pt/10pt sans-serif } p { margin: 0 }</style>';
    const lines = '<p>b<br>c<br>d<br>e<br>f</p>';
    const pagesOf = async (content: string): Promise<string> => {
      const pdf = await pdfOf(
        `${sheet}<div style="padding-bottom: 60pt"><div style="height: 100pt">a</div>${content}</div>`,
      );
      return wordsOf(pdf)
        .map(({ text, page }) => `${text}${page}`)
        .sort()
        .join(' ');
    };
    expect(await pagesOf(lines)).toBe('a1 b1 c1 d1 e2 f2');
    expect(await pagesOf(`<div style="display: flex">${lines}<p>x</p></div>`)).toBe('a1 b2 c2 d2 e2 f2 x2');
  });

  test('has links that lead from blocks too, and from what is in them', async () => {
    const link = (name: string, style: string): string =>
      `<a href="https://example.com/${name}" style="${style}">x<p>y</p></a>`;
    const styles = {
      block: 'display: block',
      button: 'display: inline-block',
      float: 'float: left',
    };
    const html = Object.entries(styles).map(([name, style]) => link(name, style));
    const raw = Buffer.from(await pdfOf(html.join(''))).toString('latin1');
    for (const name of Object.keys(styles)) expect(raw.split(`/URI (https://example.com/${name})`)).toHaveLength(3);
  });

  test('shows form fields with their values', async () => {
    const pdf =
      await renderPage(`<form><fieldset><legend>Legend</legend><input value="typed"><input type="hidden" value="hidden">
      <input placeholder="hint"><input type="password" value="abc"><textarea>two
lines</textarea><select><optgroup label="g"><option>first<option selected>second</optgroup></select><input type="submit"><button>Press <b>me</b></button>
      <input type="checkbox" checked><input type="radio"></fieldset></form>`);
    const words = wordsOf(pdf).map(({ text }) => text);
    expect(words.toSorted()).toEqual(
      ['Legend', 'Press', 'Submit', 'hint', 'lines', 'me', 'second', 'two', 'typed', '•••'].toSorted(),
    );
    const [two, lines] = ['two', 'lines'].map((text) => word(wordsOf(pdf), text));
    expect((lines?.top ?? 0) - (two?.top ?? 0)).toBeGreaterThan(5);
  });

  test('applies rules to checked and disabled fields', async () => {
    const words = wordsOf(
      await renderPage(`<style>span { display: none } input:checked + span, input:disabled + span { display: inline }</style>
        <input type="checkbox" checked><span>one</span><input type="checkbox"><span>two</span><input disabled><span>three</span>`),
    );
    expect(words.map(({ text }) => text)).toEqual(['one', 'three']);
  });

  test('balances columns of text, which continue on the next page', async () => {
    const lines = (count: number): string => Array.from({ length: count }, (_, i) => `<div>w${i + 1}</div>`).join('');
    const columns = (count: number): string =>
      `<style>@page { size: 300pt 204pt; margin: 21pt } div { line-height: 10pt; font-size: 8pt }</style><main style="columns: 2; column-gap: 10pt">${lines(count)}</main><p>after</p>`;
    const few = wordsOf(await pdfOf(columns(7)));
    expect(word(few, 'w4').left).toBeCloseTo(word(few, 'w1').left, 1);
    expect(word(few, 'w5').left).toBeCloseTo(word(few, 'w1').left + 134, 1);
    expect(word(few, 'w5').top).toBeCloseTo(word(few, 'w1').top, 1);
    expect(word(few, 'after').top).toBeGreaterThan(word(few, 'w4').bottom);
    const many = wordsOf(await pdfOf(columns(40)));
    const places = ['w16', 'w17', 'w32', 'w33', 'w37', 'after'].map((text) => [
      word(many, text).page,
      word(many, text).left > 100,
    ]);
    expect(places).toEqual([
      [1, false],
      [1, true],
      [1, true],
      [2, false],
      [2, true],
      [2, false],
    ]);
  });

  test('spans columns, and has a line between them', async () => {
    const pdf = await pdfOf(
      `${bare}<div style="columns: 2; column-gap: 20pt; column-rule: 4pt solid #ff0000; width: 220pt; line-height: 20pt"><p style="margin:0">a</p><p style="margin:0">b</p><h2 style="column-span: all; margin: 0">across</h2><p style="margin:0">c</p><p style="margin:0">d</p></div>`,
    );
    const words = wordsOf(pdf);
    expect([word(words, 'b').left, word(words, 'd').left]).toEqual([120, 120]);
    expect(word(words, 'across').top).toBeGreaterThan(word(words, 'a').top + 15);
    expect(colourAt(picturedPage(pdf), 110, 10)).toBe('#ff0000');
  });

  test('has pages of different sizes and margins, by their place and by their name', async () => {
    const pdf =
      await pdfOf(`<style>@page { size: 300pt 400pt; margin: 50pt } @page :first { margin: 0 } @page :left { margin-left: 80pt }
      @page wide { size: 400pt 300pt; margin: 10pt } .wide { page: wide }</style>
      <h1 style="margin:0;break-after:page">cover</h1><p style="margin:0">second</p><div class="wide">third</div><p style="margin:0">fourth</p>`);
    const words = wordsOf(pdf);
    expect(
      ['cover', 'second', 'third', 'fourth'].map((text) => [
        word(words, text).page,
        Math.round(word(words, text).left),
      ]),
    ).toEqual([
      [1, 0],
      [2, 80],
      [3, 10],
      [4, 80],
    ]);
    expect(infoOf(await pdfOf('<style>@page :first { size: A5 } </style>x'))['Page size']).toContain('419.53 x 595.28');
  });

  test('runs elements in the margins of pages, from the page on that they are on', async () => {
    const words = wordsOf(
      await pdfOf(`<style>@page { margin: 60pt; @top-left { content: element(head) } @bottom-right { content: element(foot, last) } }
        .head { position: running(head) } .foot { position: running(foot) }</style>
        <p>one</p><p style="break-before: page">two</p><div class="head">first <b>head</b></div><div class="foot">a</div><div class="foot">b</div>
        <p style="break-before: page">three</p><div class="head">second head</div><p style="break-before: page">four</p>`),
    );
    const margins = words
      .filter(({ text }) => !/one|two|three|four|head/.test(text))
      .map(({ page, text }) => `${page} ${text}`);
    expect(margins.toSorted()).toEqual(['2 b', '2 first', '3 b', '3 second', '4 b', '4 second']);
  });

  test('keeps the rows of a section together that is not to be divided', async () => {
    const rows = (name: string): string =>
      [1, 2, 3].map((i) => `<tr style="height:40pt"><td>${name}${i}</td></tr>`).join('');
    const words = wordsOf(
      await pdfOf(`<style>@page { size: 300pt 200pt; margin: 0 } body { margin: 0 } tbody { break-inside: avoid }</style>
        <table><tbody>${rows('a')}</tbody><tbody>${rows('b')}</tbody></table>`),
    );
    expect(['a1', 'a3', 'b1', 'b3'].map((text) => word(words, text).page)).toEqual([1, 1, 2, 2]);
  });

  test('draws the wide border of a table with collapsed borders around its cells, and margin boxes with variables', async () => {
    const pdf =
      await pdfOf(`<style>:root { --mark: #ff0000 } @page { margin: 0 60pt; @left-top { content: "x"; vertical-align: top; background: var(--mark) } }
      body { margin: 0 } table { border-collapse: collapse; border: 30pt solid #00ff00 } td { padding: 0 }</style><table><tr><td>cell</td></tr></table>`);
    expect(word(wordsOf(pdf), 'cell').left).toBeCloseTo(90, 1);
    expect(colourAt(picturedPage(pdf), 50, 10)).toBe('#ff0000');
  });

  test('paints boxes with a negative z-index behind the content of their container, and others in its order', async () => {
    const box = (rest: string): string =>
      `<div style="position:absolute;width:100pt;height:100pt;left:0;top:0;${rest}"></div>`;
    const pdf = await pdfOf(`<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0; background: #eeeeee }</style>
      <div style="position:relative;z-index:0;height:100pt;background:#ffff00"><div style="width:50pt;height:50pt;background:#00ff00"></div>
      ${box('z-index:-1;background:#ff0000')}${box('z-index:2;background:#0000ff;left:60pt')}${box('z-index:1;background:#00ffff;left:40pt')}</div>
      <div style="position:relative;height:100pt;background:#ffff00">${box('z-index:-1;background:#ff0000;width:200pt;left:100pt;top:50pt')}</div>
      ${box('position:fixed;z-index:-1;background:#ff00ff;top:300pt')}`);
    const seen = picturedPage(pdf);
    const at = (x: number, y: number): string => colourAt(seen, x, y);
    expect([at(20, 20), at(20, 80), at(50, 80), at(80, 80)]).toEqual(['#00ff00', '#ff0000', '#00ffff', '#0000ff']);
    expect([at(200, 180), at(200, 220), at(20, 320)]).toEqual(['#ffff00', '#ff0000', '#ff00ff']);
  });

  test('draws pictures with the round corners of their boxes, within the border', async () => {
    const css =
      '@page { margin: 0 } body { margin: 0 } img { display: block; width: 100pt; height: 100pt; box-sizing: border-box }';
    const picture = (style: string): string => `<img alt="" style="${style}" src="${square('#ff0000')}">`;
    const html = `<!DOCTYPE html><style>${css}</style>${picture('border-radius: 50%')}${picture('border: 10pt solid #0000ff; border-radius: 30pt')}`;
    const seen = picturedPage(await pdfOf(html));
    const at = (x: number, y: number): string => colourAt(seen, x, y);
    expect([at(5, 5), at(50, 50), at(95, 95), at(95, 50)]).toEqual(['#ffffff', '#ff0000', '#ffffff', '#ff0000']);
    expect([at(2, 102), at(50, 105), at(20, 120), at(50, 150)]).toEqual(['#ffffff', '#0000ff', '#ff0000', '#ff0000']);
  });
});
