import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, type Word, word, wordsOf } from '../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const plain =
  '<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0; font: 10pt/12pt sans-serif } table { border-spacing: 0 } td { padding: 0 }</style>';

/** Returns the left sides of words, in pt from that of the page. */
async function leftsOf(html: string, ...texts: string[]): Promise<number[]> {
  const words = wordsOf(await pdfOf(plain + html));
  return texts.map((text) => Math.round(word(words, text).left));
}

/** Returns the middles of lines, in pt from the top of the page. */
async function middlesOf(html: string, ...texts: string[]): Promise<number[]> {
  const words = wordsOf(await pdfOf(plain + html));
  return texts.map((text) => Math.round((word(words, text).top + word(words, text).bottom) / 2));
}

const wide = (width: number, text: string): string => `<div style="width:${width}pt">${text}</div>`;

describe.skipIf(popplerMissing !== undefined)(`columns${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('the width of a table in percent is that of its container, whatever its margins', async () => {
    const table = (style: string, name: string): string =>
      `<table style="${style}"><tr><td>a<td style="text-align:right">${name}</table>`;
    const html = `<div style="width:400pt">${table('width:50%; margin-left:25%', 'half')}${table('width:40%; margin: 0 20% 0 10%', 'less')}</div>`;
    const words = wordsOf(await pdfOf(plain + html));
    expect(['half', 'less'].map((text) => Math.round(word(words, text).right))).toEqual([300, 200]);
  });

  test('a line is as high as what stands in it in documents of a transitional type, and as its font in others', async () => {
    const image = '<img src="" style="display:inline-block;width:9px;height:6pt">';
    const html = (
      type: string,
    ): string => `${type}<style>@page { margin: 0 } body { margin: 0; font: 10pt/30pt sans-serif } td { padding: 0 }
      </style><table cellspacing="0"><tr><td>${image}</td></tr></table><p style="margin:0"><font style="line-height:12pt">small</font><br></p>after`;
    const transitional =
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';
    const middles = async (type: string): Promise<number[]> => {
      const words = wordsOf(await pdfOf(html(type)));
      return ['small', 'after'].map((text) => Math.round((word(words, text).top + word(words, text).bottom) / 2));
    };
    expect(await middles(transitional)).toEqual([12, 33]);
    expect(await middles('<!DOCTYPE html>')).toEqual([45, 75]);
  });

  test('links lead somewhere that are around tables, or are parts of tables', async () => {
    const cell = (content: string, name: string): string => `<${name} style="display: table-cell">${content}</${name}>`;
    const html = `<a href="https://a.example/around"><span style="display: table">${cell('one', 'span')}</span></a>
      <div style="display: table"><a href="https://a.example/cell" style="display: table-cell">two</a></div>
      <a href="https://a.example/table"><table><caption>head</caption><tr><td>three</td></tr></table></a>
      <div style="display: table"><a href="https://a.example/loose">four</a></div>`;
    const raw = Buffer.from(await pdfOf(html)).toString('latin1');
    const targets = [...raw.matchAll(/\/URI \(https:\/\/a\.example\/(\w+)\)/g)].map(([, name]) => name);
    expect(targets).toEqual(['around', 'cell', 'table', 'table', 'loose']);
  });

  test('a table is as wide as its columns need to have their shares of it', async () => {
    const row = (share: number, middle: number): string =>
      `<table><tr><td style="width:${share}%">${wide(50, 'a')}</td><td>${wide(middle, 'b')}</td><td>${wide(20, 'c')}</td></tr></table>`;
    expect(await leftsOf(row(25, 30), 'b', 'c')).toEqual([50, 140]);
    // The other columns have half of the table.
    expect(await leftsOf(row(50, 200), 'b', 'c')).toEqual([220, 420]);
  });

  test('percentages come before lengths, and lengths before columns without a width', async () => {
    const table = (cells: string): string => `<table style="width:400pt"><tr>${cells}</tr></table>`;
    const declared = '<td style="width:60%">a</td><td style="width:300pt">b</td><td>c</td>';
    const [, third = 0] = await leftsOf(table(declared), 'b', 'c');
    expect(await leftsOf(table(declared), 'a', 'b')).toEqual([0, 240]);
    expect(third).toBeGreaterThan(390);
    expect(
      await leftsOf(table('<td style="width:25%">a</td><td style="width:100pt">b</td><td>c</td>'), 'b', 'c'),
    ).toEqual([100, 200]);
    // Without another column, lengths take what is left, and percentages remain.
    expect(await leftsOf(table('<td style="width:25%">a</td><td style="width:100pt">b</td>'), 'b')).toEqual([100]);
  });

  test('the percentage of a cell is shared by its columns without one, and all have 100 together', async () => {
    const rows = '<tr><td colspan="2" style="width:50%">a</td><td>b</td></tr><tr><td>c</td><td>c</td><td>d</td></tr>';
    expect(await leftsOf(`<table style="width:400pt">${rows}</table>`, 'b', 'd')).toEqual([200, 200]);
    const over = '<td style="width:75%">a</td><td style="width:75%">b</td><td>c</td>';
    const [second, third = 0] = await leftsOf(`<table style="width:400pt"><tr>${over}</tr></table>`, 'b', 'c');
    expect(second).toBeLessThan(301);
    expect(third).toBeGreaterThan(390);
  });

  test('the bounds of a cell limit its column, whatever its longest word needs', async () => {
    const cell = (style: string): string =>
      `<table><tr><td style="${style}">${wide(80, 'a')}</td><td>b</td></tr></table>`;
    expect(await leftsOf(cell('max-width:50pt'), 'b')).toEqual([50]);
    expect(await leftsOf(cell('min-width:120pt'), 'b')).toEqual([120]);
    expect(await leftsOf(cell('width:200pt;max-width:150pt'), 'b')).toEqual([150]);
    expect(
      await leftsOf('<table style="width:400pt;max-width:200pt"><tr><td>a<td style="width:50%">b</table>', 'b'),
    ).toEqual([100]);
  });

  test('of a fixed layout are as wide as the first row declares, with the padding of their cells', async () => {
    const rows =
      '<tr><td style="width:25%;padding:0 10pt">a</td><td>b</td></tr><tr><td style="width:90%">c</td><td>d</td></tr>';
    expect(await leftsOf(`<table style="width:400pt;table-layout:fixed">${rows}</table>`, 'a', 'b', 'd')).toEqual([
      10, 120, 120,
    ]);
  });

  test('of a fixed layout are never narrower than the lengths that columns declare, which come before shares', async () => {
    const table = (width: string, cells: string): string =>
      `<table style="table-layout:fixed;width:${width}"><tr>${cells}</table>`;
    const cells = '<td style="width:90%">a<td style="width:150pt">b<td>c';
    expect(await leftsOf(`<div style="width:100pt">${table('100%', cells)}</div>`, 'b', 'c')).toEqual([0, 150]);
    expect(await leftsOf(table('300pt', cells), 'b', 'c')).toEqual([150, 300]);
  });

  test('a grid of shares in a table needs no more than its items', async () => {
    const grid = `<div style="display:grid;grid-template-columns:1fr 3fr">${wide(150, 'a')}<div>b</div></div>`;
    // Its items would be 600 pt wide if each share were as wide as the widest.
    expect(await leftsOf(`<table><tr><td>${grid}</td></tr></table>`, 'b')).toEqual([150]);
  });

  test('the space between cells is of whole pixels', async () => {
    const rows = '<tr><td>one</td></tr><tr><td>two</td></tr>';
    const [some, none] = await Promise.all(
      ['1.9px', '0'].map(async (space) => {
        const words = wordsOf(await pdfOf(`<!DOCTYPE html><table style="border-spacing: ${space}">${rows}</table>`));
        return word(words, 'two').top - word(words, 'one').top;
      }),
    );
    expect((some ?? 0) - (none ?? 0)).toBeCloseTo(0.75, 1);
  });

  test('the text of a table without a declared type is as large as zoom makes it', async () => {
    const table = (zoom: string): string =>
      `<body style="zoom:${zoom}"><table><tr><td>wwwwwwwwww</td></tr></table></body>`;
    const [whole = 0, half = 0] = await Promise.all(
      ['100%', '50%'].map(async (zoom) => {
        const { left, right } = word(wordsOf(await pdfOf(table(zoom))), 'wwwwwwwwww');
        return right - left;
      }),
    );
    expect(Math.round(whole / half)).toBe(2);
  });

  test('what stands between cells is in one cell, and cells without a row are in one row', async () => {
    const half = '<td style="float:left;width:50%">';
    const floats = `<table style="width:400pt"><tr>${half}a</td> ${half}b</td></tr></table>`;
    expect(await leftsOf(floats, 'a', 'b')).toEqual([0, 200]);
    expect(await middlesOf(floats, 'a', 'b')).toEqual([6, 6]);
    const cell = (text: string): string => `<div style="display:table-cell">${text}</div>`;
    const group = `<div style="display:table;width:400pt;table-layout:fixed"><div style="display:table-row-group">${cell('c')}${cell('d')}</div></div>`;
    expect(await leftsOf(group, 'c', 'd')).toEqual([0, 200]);
  });
});

describe.skipIf(popplerMissing !== undefined)(`rows${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  const rows = '<tr><td>a</td></tr><tr><td>b<br>b</td></tr>';

  test('share the height of their table in proportion to their own', async () => {
    expect(await middlesOf(`<table style="height:108pt">${rows}</table>`, 'a')).toEqual([18]);
    expect(await middlesOf(`<table style="height:12pt">${rows}</table>`, 'a')).toEqual([6]);
  });

  test('with a declared height keep it, unless all have one', async () => {
    const row = (height: number, text: string): string => `<tr style="height:${height}pt"><td>${text}</td></tr>`;
    const table = (content: string): string => `<table style="height:90pt">${content}</table>`;
    expect(await middlesOf(table(`${row(30, 'a')}<tr><td>b</td></tr>`), 'a', 'b')).toEqual([15, 60]);
    expect(await middlesOf(table(row(20, 'a') + row(40, 'b')), 'a', 'b')).toEqual([15, 60]);
    const half = table('<tr><td style="height:50%">a</td></tr><tr><td>b<br>b</td></tr>').replace('90', '80');
    expect(await middlesOf(half, 'a')).toEqual([20]);
  });

  test('of head and foot do not share the height', async () => {
    const table =
      '<table style="height:100pt"><thead><tr><td>a</td></tr></thead><tbody><tr><td>b</td></tr></tbody><tfoot><tr><td>c</td></tr></tfoot></table>';
    expect(await middlesOf(table, 'a', 'b', 'c')).toEqual([6, 50, 94]);
  });

  test('share the height of an item of a grid or a flex container, and of a container with a height', async () => {
    const two = '<table style="height:auto"><tr><td>a</td></tr><tr><td>b</td></tr></table>';
    for (const display of ['grid', 'flex'])
      expect(await middlesOf(`<div style="display:${display};height:80pt">${two}</div>`, 'a', 'b')).toEqual([20, 60]);
    const whole = two.replace('auto', '100%');
    expect(await middlesOf(`<div style="height:80pt">${whole}</div>`, 'a', 'b')).toEqual([20, 60]);
    expect(await middlesOf(`<table><tr><td style="height:80pt">${whole}</td></tr></table>`, 'a', 'b')).toEqual([
      20, 60,
    ]);
    // The height of a cell without a declared one depends on its content.
    expect(await middlesOf(`<div style="height:80pt"><table><tr><td>${whole}</td></tr></table></div>`, 'a')).toEqual([
      6,
    ]);
  });

  test('of tables in tables with heights are laid out in time', async () => {
    const depth = 60;
    const nested = `${'<table style="height:500pt"><tr><td>'.repeat(depth)}deep${'</td></tr></table>'.repeat(depth)}`;
    expect(await middlesOf(nested, 'deep')).toEqual([250]);
  });
});

describe.skipIf(popplerMissing !== undefined)(`floats${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('a table of a declared width stands below floats that leave too little space, one without beside them', async () => {
    const beside = (width: string): string =>
      `<body style="width:300pt"><div style="float:right;width:100pt;height:50pt"></div><table style="${width}"><tr><td>a&emsp;</td><td>b</td></tr></table>`;
    expect(await middlesOf(beside('width:100%'), 'a')).toEqual([56]);
    expect(await middlesOf(beside('width:150pt'), 'a')).toEqual([6]);
    expect(await middlesOf(beside('width:auto'), 'a')).toEqual([6]);
  });

  test('a floating table has no automatic margins', async () => {
    const float = '<table style="float:left;margin:0 auto"><tr><td>a</td></tr></table>';
    expect(await leftsOf(float, 'a')).toEqual([0]);
    expect(await leftsOf(`<center>${float}</center>`, 'a')).toEqual([0]);
    expect(await leftsOf(float.replace('0 auto', '0 auto 0 30pt'), 'a')).toEqual([30]);
  });

  test('stand above the margin of the block that follows them in a box with padding', async () => {
    const box = '<div style="float:left">a</div><p style="margin:20pt 0 0 50pt">b</p>';
    expect(await middlesOf(`<div style="padding:10pt">${box}</div>`, 'a', 'b')).toEqual([16, 36]);
    expect(await middlesOf(`<div style="overflow:hidden">${box}</div>`, 'a', 'b')).toEqual([6, 26]);
    // Without an edge between them, the margin is that of the box.
    expect(await middlesOf(`<p style="margin:0">c</p><div>${box}</div>`, 'a', 'b')).toEqual([38, 38]);
  });

  test('of the whole width have a rule of a declared width below them', async () => {
    const after = (width: string): string =>
      `<table align="right" width="100%"><tr><td>a</td></tr></table><hr style="${width};border:none;margin:0 0 30pt"><p style="margin:0">b</p>`;
    expect(await middlesOf(after('width:100%'), 'b')).toEqual([48]);
    expect(await middlesOf(after('width:auto'), 'b')).toEqual([36]);
  });
});

describe.skipIf(popplerMissing !== undefined)(
  `floats at the end of a page${popplerMissing ? `: ${popplerMissing}` : ''}`,
  () => {
    const lines = (name: string, count: number): string =>
      Array.from({ length: count }, (_, index) => `${name}${index + 1}`).join('<br>');
    const rows = (name: string): string => `<table><tr><td>${name}1</td></tr><tr><td>${name}2</td></tr></table>`;
    const float = (content: string): string => `<div class="float">${content}</div>`;
    const absolute = float(
      `<div style="position: relative; height: 40px"><p style="position: absolute">${lines('a', 2)}</p></div>`,
    );
    const heading = '<h2>heading</h2>';
    const floats: Record<string, string> = {
      two: float(lines('a', 4)) + float(lines('b', 4)),
      three: float(lines('a', 2)) + float(lines('b', 3)) + float(lines('c', 4)),
      heading: float(lines('a', 2)) + heading + float(lines('b', 3)) + float(lines('c', 3)),
      nested: float(float(lines('a', 2)) + float(lines('b', 2))) + float(float(lines('c', 2)) + float(lines('d', 2))),
      tables: float(rows('a')) + heading + float(rows('b')),
      absolute: absolute + heading + float(lines('b', 3)),
    };
    const next: Record<string, string> = {
      lines: `${heading}<p>${lines('z', 3)}</p>`,
      whole: `<div class="whole">${lines('z', 4)}</div>`,
      context: `<div style="overflow: hidden">${lines('z', 4)}</div>`,
      table: heading + rows('z'),
      clear: `${heading}<p style="clear: both">${lines('z', 3)}</p>`,
    };
    const css = `@page { size: 400px; margin: 40px } body, p, h2 { margin: 0; font: 12px/20px sans-serif }
    h2 { margin: 10px 0 } .float { float: left; width: 100% } .half .float { width: 50% } .whole, .avoid .float { break-inside: avoid }`;

    /** Returns what is wrong with the words of a page: lost, drawn twice, over another one, or in the margins of a page. */
    async function faultsOf(body: string): Promise<string[]> {
      const words = wordsOf(await pdfOf(`<!DOCTYPE html><style>${css}</style>${body}`));
      const texts = body.replaceAll(/<[^>]*>/g, ' ').match(/\S+/g) ?? [];
      const isOver = (one: Word, other: Word): boolean =>
        one !== other &&
        one.page === other.page &&
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
      return [
        ...texts.filter(
          (text) => words.filter((one) => one.text === text).length !== texts.filter((one) => one === text).length,
        ),
        ...words
          .filter((one) => words.some((other) => isOver(one, other)))
          .map(({ text }) => `${text} is over another`),
        ...words.filter(({ top, bottom }) => top < 28 || bottom > 272).map(({ text }) => `${text} is outside`),
      ];
    }

    const cases = Object.keys(floats).flatMap((name) =>
      ['wide', 'wide avoid', 'half', 'half avoid'].map((how) => [name, how] as const),
    );
    test.each(cases)('leave each word in its place, wherever it ends: %s, %s', async (name, how) => {
      const faults: string[] = [];
      for (const [after, content] of Object.entries(next))
        for (let above = 24; above < 310; above += 64) {
          const body = `<div class="${how}"><p style="height: ${above}px">top</p>${floats[name]}${content}</div>`;
          const found = await faultsOf(body);
          if (found.length > 0) faults.push(`${after}, ${above} px: ${found.join(', ')}`);
        }
      expect(faults).toEqual([]);
    });
  },
);
