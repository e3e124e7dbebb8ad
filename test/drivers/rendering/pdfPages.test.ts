import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, svg, word, wordsOf } from '../../helpers/pdf.ts';
import { colourAt, picturedPage } from '../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

describe.skipIf(popplerMissing !== undefined)(`a page of a PDF${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('draws no margin below a declared break that is above it, and those of items of lines that wrap', async () => {
    const words = wordsOf(
      await pdfOf(`<!DOCTYPE html><style>@page { margin: 60pt } .row { display: flex; flex-wrap: wrap; align-items: flex-start }</style>
        <p style="page-break-after: always">first</p><div>second</div>
        <div style="break-before: page"><div class="row"><div>one</div><div style="margin-top: 30pt">two</div></div></div>`),
    );
    expect(word(words, 'second').top).toBeCloseTo(60, -1);
    expect(word(words, 'two').top - word(words, 'one').top).toBeCloseTo(30, 0);
  });

  test('has whole pixels for its content: a line that leaves it by a part of one stays on it', async () => {
    const page = (above: number): string =>
      `<!DOCTYPE html><style>@page { size: 300px 300.4px; margin: 50px } p { margin: 0; line-height: 20px }</style>
      <div style="height: ${above}px"></div><p>last</p>`;
    const pageOf = async (above: number): Promise<number> => word(wordsOf(await pdfOf(page(above))), 'last').page;
    expect([await pageOf(180), await pageOf(181), await pageOf(181.3)]).toEqual([1, 1, 2]);
  });

  test('begins outside its edges where its margins are negative', async () => {
    const page = (margin: string): string =>
      `<!DOCTYPE html><style>@page { margin: ${margin} }</style><p style="padding: 60pt">first</p>`;
    const [negative, none] = (await Promise.all([pdfOf(page('-9pt 0 0 -6pt')), pdfOf(page('0'))])).map((pdf) =>
      word(wordsOf(pdf), 'first'),
    );
    expect((none?.left ?? 0) - (negative?.left ?? 0)).toBeCloseTo(6, 1);
    expect((none?.top ?? 0) - (negative?.top ?? 0)).toBeCloseTo(9, 1);
  });

  test('begins its content at a whole pixel', async () => {
    const left = async (margin: string): Promise<number> =>
      word(wordsOf(await pdfOf(`<!DOCTYPE html><style>@page { margin: ${margin} }</style><p>first</p>`)), 'first').left;
    expect([await left('50.4px'), await left('49.5px')]).toEqual([await left('50px'), await left('50px')]);
  });

  test('has borders and padding around elements in lines, which make no line higher, and are open where lines end', async () => {
    const style = 'border: 4pt solid #f00; padding: 6pt 10pt; background: #00f; color: #00f';
    const page = picturedPage(
      await pdfOf(`<!DOCTYPE html><style>@page { margin: 0; size: 200pt } body { margin: 0; font: 20pt/60pt sans-serif }</style>
        <span style="${style}; margin-left: 20pt">wwww<br>ww</span>`),
    );
    const at = (x: number, y: number): string => colourAt(page, x, y);
    expect([at(60, 4), at(60, 8), at(60, 14), at(60, 52), at(22, 30), at(18, 30)]).toEqual([
      '#ffffff',
      '#ff0000',
      '#0000ff',
      '#ff0000',
      '#ff0000',
      '#ffffff',
    ]);
    // The second line begins without a border, and ends with one.
    expect([at(1, 90), at(20, 68), at(20, 112)]).toEqual(['#0000ff', '#ff0000', '#ff0000']);
  });

  test('has a border as it was where its declaration has a word that does not exist', async () => {
    const css =
      'p { margin: 0; border-top: 40pt solid red } .b { border-top: 10pt solid gren } .c { border-top: 10PT SOLID Green }';
    const words = wordsOf(await pdfOf(`<!DOCTYPE html><style>${css}</style><p>one<p class="b">two<p class="c">three`));
    const [one = 0, two = 0, three = 0] = ['one', 'two', 'three'].map((text) => word(words, text).top);
    expect(two - one - (three - two)).toBeCloseTo(30, 1);
  });

  test('has the first lines of a row whose heading is beside a text that ends on the next page', async () => {
    const words = wordsOf(
      await pdfOf(`<!DOCTYPE html><style>@page { size: 300pt 201pt; margin: 0 } body { margin: 0; font: 10pt/15pt sans-serif } h3 { margin: 0 }</style>
        <div style="height: 140pt"></div><div style="display: grid; grid-template-columns: 80pt 1fr"><h3>Work</h3>
        <div>${Array.from({ length: 12 }, (_, at) => `line${at}`).join('<br>')}</div></div>`),
    );
    expect(['Work', 'line0', 'line3', 'line4'].map((text) => word(words, text).page)).toEqual([1, 1, 1, 2]);
  });

  test('is smaller if an image is wider than it, and a warning names the image', async () => {
    const source = svg(
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100"/></svg>',
    );
    const seen: string[] = [];
    const html = `<div style="width: 200px"><img src="${source}"></div><img src="${source}" width="900"><img src="${source}" width="900" style="max-width: 100%"><div style="overflow: hidden"><img src="${source}" width="950"></div>`;
    await pdfOf(html, 'A4', ({ problem }) => seen.push(problem));
    expect(seen).toEqual(['an image of 900 px is wider than the page, so all pages are smaller: page 1']);
  });

  test('fits images that are higher than a page, in proportion', async () => {
    const source = svg(
      '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="450"><rect width="900" height="450"/></svg>',
    );
    const css =
      '@page { size: 400px 400px; margin: 50px } img { vertical-align: top } p { margin: 0; line-height: 20px }';
    for (const style of ['', 'display: block', 'float: left']) {
      const seen: string[] = [];
      const html = `<!DOCTYPE html><style>${css}</style><div><img src="${source}" style="width: 900px; height: 450px; ${style}"></div>`;
      await pdfOf(html, 'A4', ({ problem }) => seen.push(problem));
      expect([style, seen]).toEqual([
        style,
        ['an image of 900 px is wider than the page, so all pages are smaller: page 1'],
      ]);
    }
  });

  test('keeps a row of items with the one above it where `break-before: avoid` asks for that', async () => {
    const css =
      '@page { size: 300pt 200pt; margin: 0 } div { line-height: 20pt; font-size: 10pt } section > div { width: 100% }';
    const page = (display: string): string => `<!DOCTYPE html><style>${css}</style><div style="height: 145pt"></div>
      <section style="${display}"><div>title</div><div>first<br>second</div><div style="break-before: avoid">total</div></section>`;
    for (const display of [
      'display: flex; flex-direction: column',
      'display: flex; flex-wrap: wrap',
      'display: grid',
    ]) {
      const words = wordsOf(await pdfOf(page(display)));
      const pages = ['title', 'first', 'second', 'total'].map((text) => word(words, text).page);
      expect([display, ...pages]).toEqual([display, 1, 2, 2, 2]);
    }
  });

  test('begins with what is not to be broken, even if that is longer than a page', async () => {
    const long = '<p>line</p>'.repeat(120);
    const css = '.box, tr { break-inside: avoid }';
    const words = wordsOf(
      await pdfOf(`<!DOCTYPE html><style>${css}</style><p>before</p><div class="box"><p>boxed</p>${long}</div>
        <table><thead><tr><th>head</th></tr></thead><tr><td>above</td></tr><tr><td><p>row</p>${long}</td></tr></table>`),
    );
    const pageOf = (text: string): number => word(words, text).page;
    expect([pageOf('before'), pageOf('boxed')]).toEqual([1, 2]);
    expect(pageOf('row')).toBe(pageOf('above') + 1);
  });

  test('ends within a row where each of its cells has space, and repeats the head above what is left of it', async () => {
    const css =
      '@page { size: 300pt 200pt; margin: 0 } td, th { padding: 0; vertical-align: top; font-size: 10pt; width: 33% }';
    const cell = (name: string, lines: number, height: number): string =>
      `<td style="line-height: ${height}pt">${Array.from({ length: lines }, (_, at) => `${name}${at}`).join('<br>')}</td>`;
    const row = cell('small', 16, 14) + cell('large', 9, 30);
    const html = `<!DOCTYPE html><style>${css}</style><table style="border-spacing: 0; width: 100%">
      <thead><tr style="line-height: 20pt"><th>head</th></tr></thead><tr><td style="height: 105pt">above</td></tr><tr>${row}</tr><tr><td>below</td></tr></table>`;
    const words = wordsOf(await pdfOf(html));
    const onPage = (page: number, name: string): number =>
      words.filter((one) => one.page === page && one.text.startsWith(name)).length;
    expect([1, 2, 3].map((page) => onPage(page, 'small'))).toEqual([5, 11, 0]);
    expect([1, 2, 3].map((page) => onPage(page, 'large'))).toEqual([2, 5, 2]);
    expect([1, 2, 3].map((page) => onPage(page, 'head'))).toEqual([1, 1, 1]);
    expect(word(words, 'small5').top).toBeCloseTo(20, -1);
    expect(word(words, 'large2').top).toBeCloseTo(30, -1);
    expect(word(words, 'below').page).toBe(3);
  });

  test('does not end in the padding of a cell, also where other cells of the row are longer', async () => {
    const pagesOf = async (space: number, cells: string): Promise<number[]> => {
      const html = `<!DOCTYPE html><style>@page { size: 300pt 200pt; margin: 0 } body { margin: 0; font: 10pt/14pt sans-serif } table { border-spacing: 0 } td { padding: 5pt; vertical-align: top } .none { padding: 0 }</style>
        <div style="height: ${200 - space}pt"></div><table><tr><td>${cells}</td></tr></table>`;
      const words = wordsOf(await pdfOf(html));
      return ['one', 'two', 'three'].map((text) => word(words, text).page);
    };
    const longer = '<div>two</div><div>three</div>';
    expect(await pagesOf(21, `one<td>${longer}`)).toEqual([2, 2, 2]);
    expect(await pagesOf(25, `one<td>${longer}`)).toEqual([1, 1, 2]);
    const inner = '<table><tr><td>one</table>';
    expect(await pagesOf(21, `${inner}<td class="none">${longer}`)).toEqual([2, 2, 2]);
    expect(await pagesOf(21, `<td class="none">${inner}<td class="none">${longer}`)).toEqual([2, 2, 2]);
    // The padding of a block in a cell takes its last line alone.
    const block = '<div style="padding: 5pt"><div>one</div><div>two</div></div>';
    expect(await pagesOf(35, `<td class="none">${block}<td>three`)).toEqual([1, 2, 1]);
  });

  test('keeps a row together that a cell with break-inside: avoid begins in', async () => {
    const whole = '<td style="break-inside:avoid">';
    const rows = `<tr><td>one<td>a<tr><td>two<br>three${whole}b<br>c<br>d`;
    const words = wordsOf(
      await pdfOf(`<!DOCTYPE html><style>@page { size: 300pt 200pt; margin: 0 } body { margin: 0; font: 10pt/20pt sans-serif } td { padding: 0 }</style>
        <div style="height:120pt"></div><table style="border-spacing:10pt">${rows}</table>`),
    );
    expect(['a', 'b', 'two', 'd'].map((text) => word(words, text).page)).toEqual([1, 2, 2, 2]);
    expect(word(words, 'b').top).toBeLessThan(8);
  });

  test('keeps as many lines of a block together at its end and at its start as orphans and widows say', async () => {
    const lines = Array.from({ length: 8 }, (_, at) => `line${at}`).join('<br>');
    const pagesOf = async (css: string, space: number): Promise<string> => {
      const html = `<!DOCTYPE html><style>@page { size: 200pt 144pt; margin: 0 } body, p { margin: 0; font-size: 10pt; line-height: 18pt } ${css}</style>
        <div style="height: ${space}pt">above</div><p>${lines}</p>`;
      return wordsOf(await pdfOf(html))
        .filter(({ text }) => text.startsWith('line'))
        .map(({ page }) => page)
        .join('');
    };
    expect(await pagesOf('', 108)).toBe('11222222');
    expect(await pagesOf('body { orphans: 3 }', 108)).toBe('22222222');
    expect(await pagesOf('p { orphans: 1 }', 126)).toBe('12222222');
    expect(await pagesOf('', 18)).toBe('11111122');
    expect(await pagesOf('p { widows: 4 }', 18)).toBe('11112222');
    expect(await pagesOf('p { orphans: 6; widows: 6 }', 36)).toBe('11111122');
    expect(await pagesOf('p { widows: 0 }', 18)).toBe('11111122');
  });

  test('cuts margins, padding and gaps to the units of browsers before it looks for the end of a page', async () => {
    const pageOf = async (css: string): Promise<number> => {
      const html = `<!DOCTYPE html><style>@page { size: 300px 395px; margin: 0 } body, p { margin: 0; font: 10px/20px sans-serif } ${css}</style>
        <div>${'<p>line</p>'.repeat(15)}<p>last</p></div>`;
      return word(wordsOf(await pdfOf(html)), 'last').page;
    };
    expect(await pageOf('p + p { margin-top: 5.01px }')).toBe(1);
    expect(await pageOf('p + p { padding-top: 5.01px }')).toBe(1);
    expect(await pageOf('div { display: grid; row-gap: 5.01px }')).toBe(1);
  });

  test('does not begin with what stays with the line, the rule or the row above it', async () => {
    const css =
      '@page { size: 200pt 90pt; margin: 0 } body, p { margin: 0; font-size: 10pt; line-height: 18pt } td { padding: 0 } hr { height: 3pt; border: 0; margin: 7.5pt 0 } .stays { break-before: avoid }';
    const pagesOf = async (html: string): Promise<string> =>
      wordsOf(await pdfOf(`<!DOCTYPE html><style>${css}</style>${html}`))
        .map(({ text, page }) => `${text}${page}`)
        .join(' ');
    const lines = 'one<br>two<br>three<br>four<br>five';
    expect(await pagesOf(`<p>${lines}</p><p>next</p>`)).toBe('one1 two1 three1 four1 five1 next2');
    const carried = 'one1 two1 three1 four2 five2 next2';
    expect(await pagesOf(`<p>${lines}</p><p class="stays">next</p>`)).toBe(carried);
    expect(await pagesOf(`<p>${lines}</p><div><p class="stays">next</p></div>`)).toBe(carried);
    expect(await pagesOf('<p>one<br>two<br>three<br>four</p><hr><p class="stays">next</p>')).toBe(
      'one1 two1 three1 four1 next2',
    );
    const rows = (five: string, next: string): string =>
      `<table style="border-spacing: 0">${['one', 'two', 'three', 'four'].map((text) => `<tr><td>${text}</td></tr>`).join('')}<tr ${five}><td>five</td></tr><tr ${next}><td>next</td></tr></table>`;
    const stays = 'one1 two1 three1 four1 five2 next2';
    expect(await pagesOf(rows('', 'class="stays"'))).toBe(stays);
    expect(await pagesOf(rows('style="break-after: avoid-page"', ''))).toBe(stays);
    expect(await pagesOf(rows('', 'style="break-after: avoid"'))).toBe('one1 two1 three1 four1 five1 next2');
  });

  test('has margin boxes of a declared height beside the content, and their text where they are aligned', async () => {
    const css = `@page { margin: 90pt; @top-left { content: "middle"; height: 40pt } @top-right { content: "high"; height: 40pt; vertical-align: top }
      @bottom-left { content: "low"; height: 40pt; vertical-align: bottom } }`;
    const words = wordsOf(await pdfOf(`<!DOCTYPE html><style>${css}</style><p>text`));
    const [middle, high, low] = ['middle', 'high', 'low'].map((text) => word(words, text).top);
    expect(high).toBeCloseTo(50, -1);
    expect((middle ?? 0) - (high ?? 0)).toBeCloseTo(12, 0);
    expect(low).toBeCloseTo(842 - 90 + 24, -1);
  });

  test('has margin boxes that fill their side together, each with its background', async () => {
    const box = (name: string, colour: string): string => `@${name} { content: "${name}"; background: ${colour} }`;
    const css = `@page { size: 400pt 400pt; margin: 60pt; ${box('top-left', '#ff0000')} ${box('top-right', '#00ff00')}
      ${box('left-top', '#0000ff')} ${box('left-middle', '#ffff00')} ${box('left-bottom', '#00ffff')} ${box('bottom-left-corner', '#ff00ff')} }`;
    const pdf = await pdfOf(`<!DOCTYPE html><style>${css}</style><p>text`);
    const page = picturedPage(pdf);
    const at = (x: number, y: number): string => colourAt(page, x, y);
    expect([at(62, 2), at(338, 58), at(2, 62), at(2, 200), at(2, 338), at(2, 398)]).toEqual([
      '#ff0000',
      '#00ff00',
      '#0000ff',
      '#ffff00',
      '#00ffff',
      '#ff00ff',
    ]);
    const words = wordsOf(pdf);
    expect(word(words, 'top-left').left).toBeCloseTo(60, 0);
    expect(word(words, 'top-right').right).toBeCloseTo(340, 0);
    expect(word(words, 'left-top').top).toBeLessThan(70);
  });

  test('has long margin boxes beside each other, with one in the middle centred', async () => {
    const text = (name: string, content: string): string => `@${name} { content: "${content}" }`;
    const css = `@page { size: 400pt 400pt; margin: 60pt 20pt; ${text('top-left', 'long '.repeat(40))} ${text('top-center', 'middle')} @bottom-left { content: "left"; width: 100pt; text-align: right } }`;
    const words = wordsOf(await pdfOf(`<!DOCTYPE html><style>${css}</style><p>text`));
    const centre = word(words, 'middle');
    expect((centre.left + centre.right) / 2).toBeCloseTo(200, 0);
    for (const { right } of words.filter((one) => one.text === 'long')) expect(right).toBeLessThan(centre.left);
    expect(word(words, 'left').right).toBeCloseTo(120, 0);
  });

  test('has the background of its rule up to its edges, below everything else', async () => {
    const css = `@page { size: 400pt 400pt; margin: 60pt; background: #ff0000; @top-left { content: "head" } } @page :first { background-color: #00ff00 }
      @page plan { background: linear-gradient(#0000ff, #0000ff) } .plan { page: plan } p { background: #ffff00; margin: 0 } div { break-before: page }`;
    const pdf = await pdfOf(`<!DOCTYPE html><style>${css}</style><p>one<div>two</div><p class="plan">three`);
    const corners = (number: number): string[] => {
      const page = picturedPage(pdf, number);
      return [colourAt(page, 1, 1), colourAt(page, 398, 398), colourAt(page, 338, 62), colourAt(page, 338, 300)];
    };
    expect(corners(1)).toEqual(['#00ff00', '#00ff00', '#ffff00', '#00ff00']);
    expect(corners(2)).toEqual(['#ff0000', '#ff0000', '#ff0000', '#ff0000']);
    expect(corners(3)).toEqual(['#0000ff', '#0000ff', '#ffff00', '#0000ff']);
  });

  test('is filled between its margins by the background of the root, or of the body', async () => {
    const css =
      '@page { size: 300pt 300pt; margin: 40pt } body { margin: 20pt; background: #ff0000 } p { margin: 0 } .next { break-before: page }';
    const coloursOf = async (root: string): Promise<string[]> => {
      const pdf = await pdfOf(`<!DOCTYPE html><style>html { ${root} } ${css}</style><p>one<p class="next">two`);
      const page = picturedPage(pdf, 2);
      return [colourAt(page, 20, 20), colourAt(page, 42, 42), colourAt(page, 200, 64), colourAt(page, 258, 258)];
    };
    expect(await coloursOf('')).toEqual(['#ffffff', '#ff0000', '#ff0000', '#ff0000']);
    expect(await coloursOf('background: #00ff00')).toEqual(['#ffffff', '#00ff00', '#00ff00', '#00ff00']);
  });
});
