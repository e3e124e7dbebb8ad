import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing } from '../../../helpers/pdf.ts';
import { bare, colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

/** Returns the colours at positions of a page; pt. */
async function coloursOf(body: string, positions: readonly (readonly [number, number])[]): Promise<string[]> {
  const seen = picturedPage(await pdfOf(`<!DOCTYPE html>${bare}${body}`));
  return positions.map(([x, y]) => colourAt(seen, x, y));
}

/** The middle of each side of a box of 100 by 100 pt with borders of 20 pt, in its outer and its inner half. */
const outer = [
  [50, 4],
  [96, 50],
  [50, 96],
  [4, 50],
] as const;
const inner = [
  [50, 15],
  [85, 50],
  [50, 85],
  [15, 50],
] as const;
const box = (border: string): string => `<div style="box-sizing:border-box;width:100pt;height:100pt;${border}"></div>`;

describe.skipIf(popplerMissing !== undefined)('raised and sunken borders', () => {
  const [dark, light] = ['#780000', '#ff0000'];
  const sunken = [dark, light, light, dark];
  const raised = [light, dark, dark, light];

  test('have the two tones of browsers', async () => {
    const of = (style: string) => coloursOf(box(`border:20pt ${style} #c00`), [...outer, ...inner]);
    expect(await of('inset')).toEqual([...sunken, ...sunken]);
    expect(await of('outset')).toEqual([...raised, ...raised]);
    expect(await of('groove')).toEqual([...sunken, ...raised]);
    expect(await of('ridge')).toEqual([...raised, ...sunken]);
    expect(await coloursOf(box('border:20pt inset black'), [outer[0], outer[2]])).toEqual(['#545454', '#a8a8a8']);
    expect(await coloursOf(box('border:20pt inset #f1f1f1'), [outer[0], outer[2]])).toEqual(['#9d9d9d', '#f1f1f1']);
    expect(await coloursOf(box('border:20pt inset'), [outer[0], outer[2]])).toEqual(['#9a9a9a', '#eeeeee']);
  });

  test('leave plain sides of the same tone as thick as they are', async () => {
    const mixed = box('border:20pt solid #f1f1f1;border-top:20pt ridge #f1f1f1');
    expect(await coloursOf(mixed, [outer[3], inner[3]])).toEqual(['#f1f1f1', '#f1f1f1']);
  });

  test('of tables are in the colour of the table, and one line between cells has both tones', async () => {
    const table = (attributes: string, cell: string): string =>
      `<style>table { width: 100pt; height: 100pt } td { padding: 0; border-width: 20pt; ${cell} }</style><table ${attributes} cellspacing="0"><tr><td></table>`;
    expect(
      await coloursOf(table('border="20" style="border-color:#c00"', ''), [
        [50, 4],
        [96, 50],
        [50, 25],
        [70, 50],
      ]),
    ).toEqual([light, dark, dark, light]);
    expect(
      await coloursOf(table('border="20" bordercolor="cc0000"', ''), [
        [50, 4],
        [96, 50],
        [50, 25],
        [70, 50],
      ]),
    ).toEqual(Array(4).fill('#cc0000'));
    const shared =
      '<style>table { border-collapse: collapse } td { width: 80pt; height: 80pt; padding: 0; border: 20pt inset #c00 }</style><table><tr><td></table>';
    expect(
      await coloursOf(shared, [
        [50, 4],
        [50, 15],
        [50, 104],
        [50, 115],
      ]),
    ).toEqual([light, dark, light, dark]);
  });

  test('of rules have the attributes of browsers', async () => {
    const style = '<style>hr { margin: 0 0 10pt } </style>';
    const rules = `${style}<hr size="40"><hr size="40" noshade><hr size="40" color="cc0000">`;
    const seen = await coloursOf(rules, [
      [50, 0],
      [50, 20],
      [50, 29],
      [50, 50],
      [50, 90],
    ]);
    expect(seen).toEqual(['#9a9a9a', '#ffffff', '#eeeeee', '#808080', '#cc0000']);
  });
});

describe.skipIf(popplerMissing !== undefined)('borders of several lines', () => {
  test('are closed at the corners', async () => {
    const seen = await coloursOf(box('border:30pt double #00f'), [
      [5, 5],
      [15, 5],
      [15, 15],
      [15, 50],
      [25, 25],
      [50, 15],
    ]);
    expect(seen).toEqual(['#0000ff', '#0000ff', '#ffffff', '#ffffff', '#0000ff', '#ffffff']);
  });

  test('that cells share are drawn as the stronger style, and as the cell before the table', async () => {
    const table = (around: string, cell: string): string =>
      `<style>table { border-collapse: collapse; border: 10pt ${around} } td { width: 50pt; height: 50pt; padding: 0; border: 10pt ${cell} }</style><table><tr><td></table>`;
    expect(await coloursOf(table('solid blue', 'solid red'), [[30, 5]])).toEqual(['#ff0000']);
    expect(await coloursOf(table('solid blue', 'groove red'), [[30, 3]])).toEqual(['#0000ff']);
  });

  test('of cells have round corners', async () => {
    const cell =
      '<table cellspacing="0"><tr><td style="width:100pt;height:100pt;border:10pt solid red;border-radius:40pt">';
    expect(
      await coloursOf(cell, [
        [3, 3],
        [60, 5],
      ]),
    ).toEqual(['#ffffff', '#ff0000']);
  });
});

test.skipIf(popplerMissing !== undefined)('colours in attributes are read as HTML has them', async () => {
  const cell = (colour: string): string =>
    `<table cellspacing="0" cellpadding="0"><tr><td width="100" height="40" bgcolor="${colour}"></table>`;
  const colours = ['ccc', '#00ff00', 'red', 'ff8000', 'chucknorris', ' #0f0 ', 'rgb(1,2,3)'];
  const seen = await coloursOf(
    colours.map(cell).join(''),
    colours.map((_, at) => [30, 15 + 30 * at] as const),
  );
  expect(seen).toEqual(['#0c0c0c', '#00ff00', '#ff0000', '#ff8000', '#c00000', '#00ff00', '#001030']);
});

describe.skipIf(popplerMissing !== undefined)('rows and cells', () => {
  const styles =
    '<style>td { width: 30pt; height: 20pt; padding: 0; border: 3pt solid #00f } table { border-spacing: 6pt; background: #ff0 }</style>';
  /** In the middle of the first two cells, at the borders of the second one, and between them. */
  const places = [
    [24, 19],
    [66, 19],
    [49, 19],
    [45, 19],
  ] as const;

  test('the background of a row is not between its cells', async () => {
    const row = (style: string): string =>
      `${styles}<table style="${style}"><tr style="background:#0f0"><td>&nbsp;<td>&nbsp;</table>`;
    expect(await coloursOf(row(''), places)).toEqual(['#00ff00', '#00ff00', '#0000ff', '#ffff00']);
    expect(await coloursOf(row('border-spacing: 0'), [[37, 13]])).toEqual(['#0000ff']);
    const mirrored = '<td colspan="2">&nbsp;<td>&nbsp;<tr><td>&nbsp;<td>&nbsp;<td>&nbsp;';
    const rightToLeft = `${styles}<table dir="rtl" style="margin: 0"><tr style="background:#0f0">${mirrored}</table>`;
    expect(await coloursOf(`<body style="direction:ltr">${rightToLeft}`, places)).toEqual([
      '#00ff00',
      '#00ff00',
      '#0000ff',
      '#ffff00',
    ]);
  });

  test('a cell without content has neither borders nor a background with empty-cells: hide', async () => {
    const table = (style: string, content: string): string =>
      `${styles}<table style="${style}"><tr><td bgcolor="#00ff00">a<td bgcolor="#00ff00">${content}</table>`;
    const hidden = ['#00ff00', '#ffff00', '#ffff00', '#ffff00'];
    const shown = ['#00ff00', '#00ff00', '#0000ff', '#ffff00'];
    expect(await coloursOf(table('empty-cells: hide', ' <!-- a --> '), places)).toEqual(hidden);
    for (const content of ['&nbsp;', '<b></b>'])
      expect(await coloursOf(table('empty-cells: hide', content), places)).toEqual(shown);
    expect(await coloursOf(table('', ''), places)).toEqual(shown);
    const [, middle] = await coloursOf(table('empty-cells: hide; border-collapse: collapse', ''), [
      [15, 13],
      [48, 13],
    ]);
    expect(middle).toBe('#00ff00');
  });
});

describe.skipIf(popplerMissing !== undefined)('columns', () => {
  const styles = '<style>td { width: 30pt; height: 20pt; padding: 0 } table { border-spacing: 0 }</style>';

  test('are seen behind cells of rows without a background, and groups behind columns', async () => {
    const columns = '<colgroup style="background:#00f"><col style="background:#0f0"><col></colgroup>';
    const rows = '<tr><td><td></tr><tr style="background:#ff0"><td><td></tr><tr><td><td bgcolor="red"></tr>';
    const seen = await coloursOf(`${styles}<table>${columns}${rows}</table>`, [
      [15, 10],
      [45, 10],
      [15, 30],
      [15, 50],
      [45, 50],
    ]);
    expect(seen).toEqual(['#00ff00', '#0000ff', '#ffff00', '#00ff00', '#ff0000']);
  });

  test('have collapsed borders, and groups around them', async () => {
    const columns =
      '<colgroup><col style="border:6pt solid #00f"></colgroup><colgroup style="border:6pt solid #0f0"><col><col></colgroup>';
    const row = '<tr><td><td><td></tr>';
    const seen = await coloursOf(`${styles}<table style="border-collapse:collapse">${columns}${row}${row}</table>`, [
      [2, 20],
      [20, 3],
      [39, 20],
      [70, 20],
      [60, 3],
    ]);
    expect(seen).toEqual(['#0000ff', '#0000ff', '#0000ff', '#ffffff', '#00ff00']);
  });
});

test.skipIf(popplerMissing !== undefined)(
  'attributes give rows a height, images a border and cells padding',
  async () => {
    const image =
      '<img width="40" height="40" border="8" alt="" src="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'/>">';
    const table =
      '<table cellspacing="0" cellpadding="20%" bgcolor="#0f0"><tr height="100"><td bgcolor="red"><div style="background:blue;width:30pt;height:10pt"></div></table>';
    const seen = await coloursOf(`${table}<div>${image}</div>`, [
      [5, 70],
      [20, 37],
      [3, 85],
      [20, 100],
    ]);
    expect(seen).toEqual(['#ff0000', '#0000ff', '#000000', '#ffffff']);
  },
);

describe.skipIf(popplerMissing !== undefined)('borders of tables on several pages', () => {
  const page =
    '<!DOCTYPE html><style>@page { size: 200pt 200pt; margin: 0 } body { margin: 0 } table { width: 100pt } td { height: 40pt; padding: 0 } tr { break-inside: avoid }</style>';
  const rows =
    '<thead style="break-inside:avoid"><tr><td style="background:#ccc">x</thead><tfoot><tr><td style="background:#ccc"></tfoot>' +
    '<tr><td>x'.repeat(5);
  const at = async (table: string, positions: readonly (readonly [number, number, number])[]): Promise<string[]> => {
    const pdf = await pdfOf(`${page}${table}${rows}</table>`);
    const pages = [1, 2].map((number) => picturedPage(pdf, number));
    return positions.map(([number, x, y]) => {
      const seen = pages[number - 1];
      return seen ? colourAt(seen, x, y) : '';
    });
  };

  test('are beside the rows that pages repeat', async () => {
    const seen = await at('<table cellspacing="0" style="border:6pt solid #f00">', [
      [1, 3, 20],
      [1, 3, 160],
      [1, 3, 195],
      [1, 50, 195],
      [2, 3, 20],
      [2, 3, 60],
      [2, 50, 3],
    ]);
    expect(seen).toEqual(['#ff0000', '#ff0000', '#ff0000', '#ffffff', '#ff0000', '#ff0000', '#cccccc']);
  });

  test('are above repeated heads where cells share them, and end with the rows of a page', async () => {
    const seen = await at('<table style="border-collapse:collapse;border:6pt solid #f00">', [
      [1, 3, 20],
      [1, 3, 195],
      [2, 50, 2],
      [2, 3, 20],
    ]);
    expect(seen).toEqual(['#ff0000', '#ffffff', '#ff0000', '#ff0000']);
  });
});

test.skipIf(popplerMissing !== undefined)(
  'the symbols of lists are as large as in browsers, and stand where these have them',
  async () => {
    const list = (type: string): string =>
      `<ul style="margin:0;padding-left:100pt;font:40px/60px sans-serif;list-style-type:${type};color:#f00"><li>a</ul>`;
    const seen = await coloursOf(['disc', 'circle', 'square'].map(list).join(''), [
      [79, 23],
      [74, 18],
      [79, 68],
      [79, 113],
      [74, 108],
      [71, 113],
    ]);
    expect(seen).toEqual(['#ff0000', '#ffffff', '#ffffff', '#ff0000', '#ff0000', '#ffffff']);
    // They are drawn, whichever letters the font has.
    const problems: unknown[] = [];
    await pdfOf(`<!DOCTYPE html>${list('circle')}`, 'A4', (problem) => problems.push(problem));
    expect(problems).toEqual([]);
  },
);

test.skipIf(popplerMissing !== undefined)('translucent sides are seen once where they meet', async () => {
  const box = '<div style="width:40pt;height:40pt;border:20pt solid rgba(255, 0, 0, .5)"></div>';
  const [side, corner] = await coloursOf(box, [
    [40, 10],
    [10, 10],
  ]);
  expect(corner).toBe(side);
});
