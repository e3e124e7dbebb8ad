import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, word, wordsOf } from '../../helpers/pdf.ts';

setDefaultTimeout(60_000);

describe.skipIf(popplerMissing !== undefined)(`PDF${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('hidden elements and sheets for screens have no effect, and no shorthand loses its line height', async () => {
    const words = wordsOf(
      await pdfOf(`<style media="screen">p { display: none }</style><style media="print">i { display: none }</style>
        <p hidden>gone</p><i>gone</i><p style='margin: 0; font:16px/3"Arial"'>one<br>two</p>`),
    );
    expect(words.map(({ text }) => text)).toEqual(['one', 'two']);
    expect(word(words, 'two').top - word(words, 'one').top).toBeCloseTo(36, 1);
  });

  test('text on a gradient can be read where the gradient has another colour, and on one that is not drawn', async () => {
    const seen: string[] = [];
    const box = (background: string, text: string, more = ''): string =>
      `<p style="width: 200pt; color: white; background: ${background}; ${more}">${text}</p>`;
    const html = `${box('linear-gradient(to right, #123456 0%, rgba(0, 0, 0, 0.5))', 'light')}
      ${box('conic-gradient(#123456, white)', 'round')} ${box('linear-gradient(90deg, #222, #fff 30%)', 'begins in the dark')}
      ${box('radial-gradient(circle at 0 50%, white 20pt, black 30pt)', 'centre')}
      ${box('linear-gradient(#fdfdfd, #fdfdfd), black', 'covered')} ${box('linear-gradient(transparent, transparent),black', 'seen')}
      ${box('linear-gradient(#000 50%, #fefefe 50%) 0 0 / 100% 12pt', 'line<br>line', 'font: 12pt/12pt serif')}`;
    await pdfOf(html, 'A4', ({ problem }) => seen.push(problem));
    expect(seen.map((problem) => problem.replace(/ on page 1 is #ffffff on.*/, ''))).toEqual([
      '"begins in the dark"',
      '"centre"',
      '"covered"',
      '"line", with 1 more line,',
    ]);
  });

  test('parts of a value count that stand behind brackets without a space, as cleaned CSS has them', async () => {
    const css = ':root{--u:8pt}p{margin:0}.a{margin:calc(var(--u)*5)0}.b{padding:var(--u)0 var(--u)40pt}';
    const words = wordsOf(await pdfOf(`<!DOCTYPE html><style>${css}</style><p>one<p class="a">two<p class="b">three`));
    const [one, two, three] = ['one', 'two', 'three'].map((text) => word(words, text));
    expect((two?.top ?? 0) - (one?.bottom ?? 0)).toBeGreaterThan(38);
    expect((three?.top ?? 0) - (two?.bottom ?? 0)).toBeGreaterThan(46);
    expect([two, three].map((found) => Math.round((found?.left ?? 0) - (one?.left ?? 0)))).toEqual([0, 40]);
  });

  test('values that become too large once their variables are replaced are reported', async () => {
    const seen: string[] = [];
    const sum = (name: string): string => Array.from({ length: 60 }, () => `var(--${name})`).join(' + ');
    const css = `:root { --one: (1px + 1px); --bomb: ${sum('one')}; --more: ${sum('bomb')} }
      p { width: calc(var(--bomb)); margin: 1px calc(${sum('one')}); height: calc(var(--one) * 2); --cyclic: var(--cyclic) }
      p::before { content: 'a'; letter-spacing: calc(var(--bomb)) }`;
    await pdfOf(`<!DOCTYPE html><style>${css}</style><p>one</p><p>two</p>`, 'A4', ({ problem }) => seen.push(problem));
    const ignored = 'whose variables are replaced, is ignored';
    const calculation = 'a calculation has at most 32 levels of brackets and 200 parts';
    expect(seen).toEqual([
      `--more, ${ignored}: its variables come to at most 20000 characters, 1000 variables and 50 levels`,
      '--cyclic: var(--cyclic) is ignored, because --cyclic refers to itself',
      `width, ${ignored}: ${calculation}`,
      `margin, ${ignored}: ${calculation}`,
      `letter-spacing, ${ignored}: ${calculation}`,
    ]);
  });

  test('a declared height of lines is that of the font of the style, and otherwise the tallest font counts', async () => {
    const pitchOf = async (text: string, height: string): Promise<number> => {
      const html = `<!DOCTYPE html><p style="margin: 0; font-size: 20px; line-height: ${height}">first ${text}<br>second</p>`;
      const words = wordsOf(await pdfOf(html));
      return word(words, 'second').bottom - word(words, 'first').bottom;
    };
    const arabic = '\u0646\u0635';
    expect(await pitchOf(arabic, '24px')).toBeCloseTo(18, 1);
    expect(await pitchOf('\u2713', '1.2')).toBeCloseTo(18, 1);
    expect(await pitchOf(arabic, 'normal')).toBeGreaterThan((await pitchOf('latin', 'normal')) + 3);
  });

  test('text that a background is seen through has its first colour', async () => {
    const seen: string[] = [];
    const through =
      'background: linear-gradient(90deg, transparent, #fefefe); background-clip: text; -webkit-text-fill-color: transparent';
    await pdfOf(`<p style="${through}">name</p>`, 'A4', ({ problem }) => seen.push(problem));
    expect(seen).toEqual(['"name" on page 1 is #fefefe on #ffffff, which nobody can read']);
  });

  test('lengths without a unit make a margin of several lengths count for nothing, except without a DOCTYPE', async () => {
    const html = '<style>@page { margin: 50 0 50 0 } p { margin: 20 40px }</style><p>word</p>';
    const [strict, quirky] = await Promise.all([pdfOf(`<!DOCTYPE html>${html}`), pdfOf(html)]);
    expect(word(wordsOf(strict), 'word').left).toBeCloseTo(51, 0);
    expect(word(wordsOf(quirky), 'word').left).toBeCloseTo(30, 0);
  });

  test('inherit takes the margins, paddings and borders of the parent', async () => {
    const all = 'margin: inherit; padding: inherit; border: inherit';
    const one = await pdfOf(
      '<div style="padding: 20px; margin: 30px; border: 10px solid #fff"><p style="margin: 0">word</p></div>',
    );
    const two = await pdfOf(
      `<div style="padding: 20px; margin: 30px; border: 10px solid #fff"><div style="${all}"><p style="margin: 0">word</p></div></div>`,
    );
    expect(word(wordsOf(two), 'word').left - word(wordsOf(one), 'word').left).toBeCloseTo(45, 0);
  });

  test('an image without a source leaves the space of its line alone', async () => {
    const top = async (image: string): Promise<number> =>
      word(wordsOf(await pdfOf(`<!DOCTYPE html><div>${image}</div><p>word</p>`)), 'word').top;
    const [line, empty, unnamed, block] = await Promise.all(
      ['line', '<img src="">', '<img src="none.png" alt="">', '<img src="" style="display: block">'].map(top),
    );
    expect(empty).toBeCloseTo(line ?? 0, 0);
    expect(unnamed).toBeCloseTo(line ?? 0, 0);
    expect((line ?? 0) - (block ?? 0)).toBeGreaterThan(15);
  });

  test('a list item without content has the line of its marker', async () => {
    const words = wordsOf(
      await pdfOf('<ol style="margin: 0"><li></li><li> <img src="none.png"></li></ol><p>after</p>'),
    );
    const [one, two, after] = ['1.', '2.', 'after'].map((text) => word(words, text).top);
    expect((two ?? 0) - (one ?? 0)).toBeGreaterThan(12);
    expect((after ?? 0) - (two ?? 0)).toBeGreaterThan(24);
  });

  test('the boxes in the margins inherit from the pages, and these from the root element', async () => {
    const page =
      '@page { margin: 60pt; letter-spacing: 20pt; @top-left { content: "ab" } @bottom-left { content: "cd" } }';
    const words = wordsOf(await pdfOf(`<style>html { font-size: 30pt } ${page}</style><p>text</p>`));
    expect(word(words, 'a').bottom - word(words, 'a').top).toBeCloseTo(
      word(words, 'text').bottom - word(words, 'text').top,
      1,
    );
    expect(word(words, 'd').left - word(words, 'c').left).toBeGreaterThan(20);
  });

  test('bold text within light text is as bold as browsers draw it', async () => {
    const lines = '<span>mmmmmm</span><br><b>mmmmmm</b>';
    const words = wordsOf(await pdfOf(`<p style="font-weight: 300">${lines}</p><p>${lines}</p>`));
    const [light, inLight, normal, bold] = words.map(({ left, right }) => Math.round(right - left));
    expect([light, inLight]).toEqual([normal, normal]);
    expect(bold).toBeGreaterThan(normal ?? 0);
  });

  test('selectors may escape letters of names', async () => {
    const words = wordsOf(
      await pdfOf(String.raw`<style>@page { margin: 0 } body { margin: 0 } p { margin: 0 }
        .ml-\[30pt\] { margin-left: 30pt } .sm\:w-1\/2 { margin-left: 60pt } #a\.b { margin-left: 90pt }</style>
        <p class="ml-[30pt]">one</p><p class="sm:w-1/2">two</p><p id="a.b">three</p>`),
    );
    expect(words.map(({ left }) => Math.round(left))).toEqual([30, 60, 90]);
  });

  test('flex items that are too wide even at their smallest width keep it', async () => {
    const column = '<div style="display:flex;flex-direction:column;margin-right:8pt"><span>WWWWWWWWWW</span></div>';
    const row = `<div style="display:flex"><div style="width:66.66%;display:flex">${column.repeat(3)}</div><p>end</p></div>`;
    const words = wordsOf(await pdfOf(`<!DOCTYPE html><div style="width:300pt">${row}</div>`));
    const columns = words.filter(({ text }) => text.startsWith('W'));
    expect(columns).toHaveLength(3);
    const [one, two, three] = columns.map(({ left }) => left);
    expect((three ?? 0) - (two ?? 0)).toBeCloseTo((two ?? 0) - (one ?? 0), 1);
    // Nothing is so wide that the page would be drawn smaller.
    expect(word(words, 'end').bottom - word(words, 'end').top).toBeGreaterThan(14);
  });

  test('the background of a section of a table is behind its rows, so that light text on it can be read', async () => {
    const seen: string[] = [];
    const head = '<thead style="background: #222; color: white"><tr><th>Item</th></tr></thead>';
    await pdfOf(`<table>${head}<tr><td>Bowl</td></tr></table>`, 'A4', ({ problem }) => seen.push(problem));
    expect(seen).toEqual([]);
  });

  test('lengths need a unit in documents with a declared type alone', async () => {
    const html = '<style>@page { margin: 0 } body { margin: 0 } p { margin: 40 0 0 80 }</style><p>text</p>';
    const [quirky, standard] = [await pdfOf(html), await pdfOf(`<!DOCTYPE html>${html}`)].map((pdf) =>
      Math.round(word(wordsOf(pdf), 'text').left),
    );
    expect([quirky, standard]).toEqual([60, 0]);
  });

  test('tables inherit no size, weight and colour of text in documents without a declared type, as in browsers', async () => {
    const html = '<div style="font: bold 40px/2 serif; color: white"><table><tr><td>cell</td></tr></table></div>';
    const unreadable: string[] = [];
    const [quirky, standard] = [
      wordsOf(await pdfOf(html, 'A4', ({ problem }) => unreadable.push(problem))),
      wordsOf(await pdfOf(`<!DOCTYPE html>${html.replace('white', 'black')}`)),
    ].map((words) => word(words, 'cell').right - word(words, 'cell').left);
    expect(unreadable).toEqual([]);
    expect((standard ?? 0) / (quirky ?? 1)).toBeGreaterThan(2.4);
  });

  test('a page ends behind two of three rows of inline blocks that it has space for, and before one of two', async () => {
    const block = (name: string): string =>
      `<div style="display:inline-block;width:100%;height:90pt;font-size:12pt">${name}</div>`;
    const rows = (names: string, space: number): string =>
      `<style>@page{size:A4;margin:18mm}</style><div style="height:${space}pt"></div><div style="font-size:0">${[...names].map(block).join('')}</div>`;
    const [three, two] = [
      wordsOf(await pdfOf(`<!DOCTYPE html>${rows('abc', 550)}`)),
      wordsOf(await pdfOf(`<!DOCTYPE html>${rows('ab', 640)}`)),
    ].map((words) => words.map(({ page, text }) => `${text}${page}`).join(' '));
    expect([three, two]).toEqual(['a1 b1 c2', 'a2 b2']);
  });

  test('long words that may break need no space of their own in a table', async () => {
    const table = (style: string): string =>
      `<table style="width:200pt;border-spacing:0"><tr><td style="width:50pt;padding:0;${style}">WWWWWWWWWWWW</td><td style="padding-left:20pt">after</td></tr></table>`;
    const words = wordsOf(await pdfOf(`<!DOCTYPE html>${table('')}${table('word-break:break-word')}`));
    const lefts = words.filter(({ text }) => text === 'after').sort((one, other) => one.top - other.top);
    const [whole, broken] = lefts.map(({ left }) => left);
    expect(broken).toBeLessThan((whole ?? 0) - 30);
  });

  test('an element with columns of text that is as wide as its content has space for all columns', async () => {
    const list = '<p style="margin:0">Departure</p>'.repeat(4);
    const words = wordsOf(
      await pdfOf(`<!DOCTYPE html><div style="float:left;columns:4;column-gap:10pt">${list}</div>`),
    );
    expect(words.map(({ text }) => text)).toEqual(Array(4).fill('Departure'));
    expect(new Set(words.map(({ top }) => Math.round(top))).size).toBe(1);
  });

  test('the text of a missing image is in its width, and leaves a row as much space as it can', async () => {
    const image = '<img src="none.png" alt="Company logo" style="display:block;width:70pt;max-width:100%">';
    const words = wordsOf(await pdfOf(`<!DOCTYPE html><div style="width:300pt">${image}</div>`));
    expect(word(words, 'logo').top).toBeGreaterThan(word(words, 'Company').bottom - 4);
    const row = `<div style="display:flex;width:200pt"><div style="width:150pt;flex:none">a</div><div>${image}</div></div>`;
    const narrow = wordsOf(await pdfOf(`<!DOCTYPE html>${row}`));
    expect(word(narrow, 'Company').left - word(narrow, 'a').left).toBeCloseTo(150, 0);
  });

  test('items are in the area between lines of a grid that its columns name, also below inheriting containers', async () => {
    const columns = '[full-start] 100pt [main-start] 80pt [main-end side-start] repeat(2, [half] 50pt) [full-end]';
    const lefts = async (html: string): Promise<number[]> => {
      const style = '<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0 }</style>';
      const words = wordsOf(await pdfOf(style + html));
      return ['a', 'b', 'c', 'd'].map((text) => Math.round(word(words, text).left));
    };
    const item = (column: string, text: string): string => `<div style="grid-column:${column}">${text}</div>`;
    const end = `<div style="grid-column:full;text-align:right;width:278pt">d</div>`;
    const items = `${item('main', 'a')}${item('side / full', 'b')}${item('half', 'c')}`;
    const grid = `<div style="display:grid;grid-template-columns:${columns}">`;
    const [a, b, c, d = 0] = await lefts(`${grid}${items}${end}</div>`);
    expect([a, b, c]).toEqual([100, 180, 180]);
    expect(d).toBeGreaterThan(268);
    // As cleaned CSS has them.
    const dense = grid.replace(columns, columns.replace(/ ?([[\]]) ?/g, '$1'));
    expect(await lefts(`${dense}${items}${end}</div>`)).toEqual([100, 180, 180, d]);
    const inner = 'display:inherit;grid-template-columns:inherit;gap:inherit;grid-column:full';
    expect(await lefts(`${grid}<div style="${inner}">${items}${end}</div></div>`)).toEqual([100, 180, 180, d]);
    expect(await lefts(`${grid}<section style="display:contents">${items}${end}</section></div>`)).toEqual([
      100,
      180,
      180,
      d,
    ]);
  });

  test('properties have the names with a prefix that browsers know, too', async () => {
    const list = '<ul style="margin:0;-webkit-padding-start:60pt"><li>item</li></ul>';
    const row = '<div style="display:flex;-webkit-justify-content:space-between"><p>one</p><p>two</p></div>';
    const words = wordsOf(
      await pdfOf(`<style>@page { margin: 0; size: 300pt } body { margin: 0 }</style>${list}${row}`),
    );
    expect(word(words, 'item').left).toBeCloseTo(60, 0);
    expect(word(words, 'two').left).toBeGreaterThan(270);
  });

  test('the marker of a list item with list-style-position: inside begins its first line', async () => {
    const words = wordsOf(
      await pdfOf(`<!DOCTYPE html><style>@page { margin: 0; size: 300pt } body { margin: 0; font-size: 12pt } ol, ul { padding: 0 }</style>
        <ol style="list-style-position: inside"><li> one<li style="list-style: upper-roman inside">two<li><p>three</p></ol><ul style="list-style: square inside"><li>four</ul>`),
    );
    const left = (text: string): number => word(words, text).left;
    expect([left('1.'), left('II.'), left('3.'), left('three')].map(Math.round)).toEqual([0, 0, 0, 0]);
    expect([left('one'), left('two'), left('four')].map(Math.round)).toEqual([13, 14, 17]);
    expect(word(words, 'three').top).toBeGreaterThan(word(words, '3.').bottom - 4);
  });

  test('a negative margin below the last child of a box makes the box shorter', async () => {
    const boxes = [
      'padding-bottom: 10pt',
      'overflow: hidden',
      'display: flex',
      'padding-bottom: 100pt; margin-bottom: -90pt',
    ];
    const box = (style: string): string =>
      `<div style="${style}"><div><p style="margin-bottom: -5pt">in</p></div></div>`;
    const words = wordsOf(
      await pdfOf(`<!DOCTYPE html><style>@page { margin: 0; size: 300pt } body, p { margin: 0; line-height: 20pt }</style>
        ${boxes.map((style, at) => `${box(style)}<p>after${at}</p>`).join('')}`),
    );
    const tops = boxes.map((_, at) => Math.round(word(words, `after${at}`).top - word(words, 'after0').top));
    expect(tops).toEqual([0, 35, 70, 115]);
  });

  test('the marker of a list item is outside of its padding and border', async () => {
    const list = (style: string): string => `<ol style="margin:0;padding-left:50pt"><li style="${style}">item</ol>`;
    const style = '<!DOCTYPE html><style>@page { margin: 0; size: 300pt } body { margin: 0 }</style>';
    const plain = wordsOf(await pdfOf(style + list('')));
    const padded = wordsOf(await pdfOf(style + list('padding-left:20pt;border-left:6px solid')));
    expect(word(padded, '1.').left).toBeCloseTo(word(plain, '1.').left, 1);
    expect(word(padded, 'item').left - word(plain, 'item').left).toBeCloseTo(24.5, 1);
  });
});
