import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { PdfProblem } from '../../../drivers/rendering/pdf/boxes/pdfProblem.ts';
import { Canvas } from '../../../drivers/rendering/pdf/layout/canvas.ts';
import { CellBorders } from '../../../drivers/rendering/pdf/layout/cellBorders.ts';
import { initialStyle } from '../../../drivers/rendering/pdf/style/style.ts';
import { clipContent } from '../../../drivers/rendering/pdf/transforms/clipping.ts';
import { pdfOf } from '../../helpers/pdf.ts';

/** A red pixel. */
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

describe('PDF of hostile input', () => {
  const cases: [string, string, 'document' | 'problem'][] = [
    ['5,000 nested tables', '<table><tr><td>'.repeat(5000), 'problem'],
    ['90 nested tables', `${'<table><tr><td>'.repeat(90)}x`, 'document'],
    [
      '90 nested rows of cells that a page ends in',
      `<p style="height:240mm">x</p>${'<table><tr><td>one two</td><td>'.repeat(90)}${'word '.repeat(900)}`,
      'document',
    ],
    ['10,000 nested blocks', '<div>'.repeat(10_000), 'problem'],
    ['300 nested inline blocks', `${'<span style="display:inline-block">'.repeat(300)}x`, 'document'],
    [
      'a colspan of a thousand million',
      '<table><tr><td colspan="1000000000">x</td><td>y</td></tr></table>',
      'document',
    ],
    ['many wide colspans', `<table><tr>${'<td colspan="1000">x</td>'.repeat(5)}</tr></table>`, 'problem'],
    [
      'a rowspan of a thousand million',
      '<table><tr><td rowspan="1000000000">x</td><td>y</td></tr><tr><td>z</table>',
      'document',
    ],
    [
      'absurd widths',
      '<table style="width:1e9px"><tr><td style="width:1e300px">x</td><td width="99999%">y</table>',
      'document',
    ],
    ['columns of no width', '<table style="width:0"><tr><td>some words</td><td>more</table>', 'document'],
    [
      'negative margins',
      '<div style="margin:-500px -1e9px">x</div><div style="margin-top:-10000px">y</div>',
      'document',
    ],
    ['letters that are taller than the page', '<p style="font-size:5000px">huge</p><p>small</p>', 'document'],
    ['letters of no size', '<p style="font-size:0">none</p><p style="line-height:0">a<br>b</p>', 'document'],
    ['a block that is too long', '<div style="height:1e9px">x</div>'.repeat(40), 'problem'],
    ['breaks without end', '<p style="page-break-before: always">x</p>'.repeat(3100), 'problem'],
    ['a list from a number of 310 digits', `<ol type="a" start="${'9'.repeat(310)}"><li>x</ol>`, 'document'],
    ['a page of margins', '<style>@page { margin: 1e9cm }</style>x', 'document'],
    ['a header as tall as the page', '<header data-page><div style="height:2000px"></div></header>x', 'problem'],
    ['nothing', '', 'document'],
    [
      'a style sheet in pieces',
      '<style>p { color: ; } } @media { { [[[ p:nth-child(99999999999n) > { </style><p>x',
      'document',
    ],
    [
      'a selector that looks back and forth',
      `<style>${'div '.repeat(30)} p ~ p ~ p { color: red }</style>${'<div>'.repeat(300)}${'<p>x'.repeat(300)}`,
      'document',
    ],
    ['20,000 floats', '<i style="float:left;width:7px">x</i><i style="float:right">y</i>'.repeat(10_000), 'document'],
    [
      'a grid of a thousand million tracks',
      `<style>div { display: grid; grid-template: repeat(1000000000, 1px) / repeat(1000000000, 1px) }
        p { grid-area: 1000000000 / 1000000000 / span 1000000000 }</style><div><p>x</p></div>`,
      'document',
    ],
    [
      'a grid of too many cells',
      `<div style="display:grid">${'<p style="grid-area:span 1000/span 1000">x</p>'.repeat(10)}</div>`,
      'problem',
    ],
    ['a grid of 3,000 rows', `<div style="display:grid">${'<p>x</p>'.repeat(3000)}</div>`, 'document'],
    ['100 nested lists', `${'<ul><li>'.repeat(100)}x`, 'document'],
    ['50 nested flex containers', `${'<div style="display:flex"><p>y</p>'.repeat(50)}x`, 'document'],
    [
      '50 nested flex rows that a page ends in',
      `<p style="height:240mm">x</p>${'<div style="display:flex"><p>one two</p><div>'.repeat(49)}${'word '.repeat(900)}`,
      'document',
    ],
    ['51 nested flex containers', `${'<div style="display:flex">'.repeat(51)}x`, 'problem'],
    [
      'a page break without end in a flex item',
      '<div style="display:flex"><p style="height:1e9px">x</p></div>'.repeat(40),
      'problem',
    ],
    ['300 nested absolute boxes', `${'<div style="position:absolute;left:1px">y'.repeat(300)}`, 'document'],
    [
      'variables that refer to each other',
      '<style>p { --a: var(--b); --b: var(--a); --c: var(--c, var(--c)); color: var(--a); width: var(--c) }</style><p>x',
      'document',
    ],
    [
      'variables that double forty times',
      `<style>p { ${Array.from({ length: 40 }, (_, i) => `--v${i}: var(--v${i + 1})var(--v${i + 1});`).join('')}
        --v40:; width: var(--v0) }</style><p>x`,
      'document',
    ],
    ['a sum of thirty minima', `<p style="width:calc(${'min(1%, 2px) + '.repeat(30)} 1px)">x`, 'document'],
    ['5,000 nested calculations', `<p style="width:${'calc('.repeat(5000)}1px${')'.repeat(5000)}">x`, 'document'],
    [
      'heads of tables in each other that are higher than a page',
      `${'<table><thead><tr><th style="height:150pt">h</thead><tr><td>'.repeat(6)}<table><tr><td>${'a b '.repeat(2000)}<td>${'c '.repeat(900)}`,
      'document',
    ],
    ['a number of 200,000 digits', `<p style="width:calc(${'9'.repeat(200_000)}px)">x`, 'document'],
    ['a length of 200,000 digits', `<p style="width:${'9'.repeat(200_000)}!">x`, 'document'],
    ['a product of 5,000 factors', `<p style="width:calc(1px${' * 9'.repeat(5000)})">x`, 'document'],
    ['300 nested rules', `<style>${'a, b, c { '.repeat(300)}color: red${' }'.repeat(300)}</style><b>x</b>`, 'document'],
    [
      'nested counters',
      `<style>i{counter-reset:a}i::before{content:counters(a,".")}</style>${'<i>'.repeat(300)}x`,
      'document',
    ],
    ['1,001 elements with columns', '<div style="columns:2">x</div>'.repeat(1001), 'problem'],
    ['50 nested elements with columns', `${'<div style="columns:99 1px">y'.repeat(50)}x`, 'document'],
    ['columns of no width', '<div style="columns:1000000;column-gap:1e9px">some words</div>', 'document'],
    ['columns of no height', '<div style="columns:2;height:0"><p>some</p><p>words</p></div>', 'document'],
    [
      'a background of thousands of millions of tiles',
      `<div style="background:url(${png}) 0 0/0.1px 0.1px;height:9000px">x</div>`,
      'document',
    ],
    ['a background of no size', `<div style="background:url(${png}) 0 0/0 1e9px;height:90px">x</div>`, 'document'],
    ['a hundred layers of backgrounds', `<p style="background:${`url(${png}),`.repeat(100)}red">x`, 'document'],
    [
      'names of pages that change 3,100 times',
      `<style>@page a { margin: 0 }</style>${'<p style="page:a">x</p><p style="page:b">y</p>'.repeat(1600)}`,
      'problem',
    ],
    ['5,000 nested groups of a drawing', `<svg viewBox="0 0 9 9">${'<g>'.repeat(5000)}</svg>`, 'document'],
    [
      'drawings that use each other, with a missing filter at 3,000 levels',
      `<svg><defs>${Array.from(
        { length: 20 },
        (_, i) =>
          `<g id="u${i}">${'<g filter="url(#none)"><path d="M0 0h1v1z"/>'.repeat(150)}<use href="#u${i + 1}"/>${'</g>'.repeat(150)}</g>`,
      ).join('')}<path id="u20" d="M0 0h5v5z"/></defs><use href="#u1"/></svg>`,
      'document',
    ],
    ['a list of 20,000 options', `<select>${'<option>x'.repeat(20_000)}</select>`, 'document'],
    [
      'a picture that claims to be huge',
      `<img alt="x" src="data:image/gif;base64,${Buffer.from('GIF89a\xff\xff\xff\xff\xf0\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\xff\xff\xff\xff\x00\x02\x02D\x01\x00;', 'latin1').toString('base64')}">`,
      'problem',
    ],
    [
      'a shape of 4,900 points that cuts 500 lines',
      `<div style="clip-path:polygon(${'0 0,'.repeat(4900)}9% 9%)">${'x<br>'.repeat(500)}</div>`,
      'problem',
    ],
    ['generated text', `<style>p::before{content:"${'x'.repeat(500_000)}"}</style>${'<p>'.repeat(50)}`, 'problem'],
    ['long margins', `<style>@page{@top-left{content:"${'x'.repeat(6e5)}"}}</style>${'<p>a'.repeat(99)}`, 'problem'],
    ['a huge shadow', '<p style="box-shadow:0 0 1e9px 1e9px red">x</p>', 'document'],
    ['one word of 200,000 letters', `<p>${'x'.repeat(200_000)}</p>`, 'document'],
    ['one word of 200,000 letters, broken', `<p style="overflow-wrap:anywhere">${'x'.repeat(200_000)}</p>`, 'document'],
    ['one line of 100,000 words', `<p style="white-space:nowrap">${'x '.repeat(100_000)}</p>`, 'document'],
    ['a paragraph of 100,000 words', `<p>${'x '.repeat(100_000)}</p>`, 'document'],
  ];
  for (const [name, html, expected] of cases) {
    test(`${name}: ${expected}`, async () => {
      const outcome = await pdfOf(html).then(
        () => 'document',
        (error) => {
          expect(error).toBeInstanceOf(PdfProblem);
          expect(error.message).toMatch(/^[A-Z].*\.$/);
          return 'problem';
        },
      );
      expect(outcome).toBe(expected);
    }, 30_000);
  }

  test('a box and a table have any number of marks', () => {
    const count = 800_000;
    const area = { x: 0, y: 0, width: 100, height: 100 };
    const canvas = new Canvas(800, 1);
    const start = canvas.position();
    for (let at = 0; at < count; at++) canvas.marks.push({ kind: 'anchor', y: 0, id: '' });
    canvas.marks.push({ kind: 'unseen', y: 200, height: 10 });
    clipContent(canvas, initialStyle, area, start);
    expect(canvas.marks.length).toBe(count);
    const outlined = { ...initialStyle, outline: { ...initialStyle.outline, width: 1, style: 'solid' } };
    const borders = new CellBorders();
    for (let at = 0; at < count; at++) borders.add(outlined, area, 'inside');
    borders.draw(canvas);
    expect(canvas.marks.length).toBe(2 * count);
  }, 30_000);

  test('random HTML is rendered', async () => {
    const lengths = fc.constantFrom(
      '10px',
      '-5pt',
      '50%',
      'auto',
      '1e9px',
      '0',
      'x',
      '3em',
      '-200%',
      'calc(50% - 3px)',
    );
    const style = fc.tuple(
      fc.constantFrom(
        'width',
        'height',
        'margin',
        'padding',
        'font-size',
        'border-width',
        'line-height',
        'border-spacing',
        'max-width',
        'max-height',
        'flex-basis',
      ),
      lengths,
      fc.constantFrom(
        '',
        ';display:block',
        ';display:inline',
        ';display:inline-block',
        ';display:table',
        ';display:table-cell',
        ';display:flex',
        ';display:flex;flex-direction:column;gap:3px',
        ';display:grid;grid-template-columns:1fr auto 20%',
        ';grid-column:span 3',
        ';flex:1',
        ';float:left',
        ';float:right;clear:both',
        ';position:relative;top:-5px',
        ';position:absolute;bottom:0',
        ';position:fixed',
        ';overflow:hidden',
        ';border:1px dashed red',
        ';white-space:pre',
        ';page-break-inside:avoid',
        ';page-break-after:always',
        ';text-align:justify',
        ';direction:rtl',
        ';background:#eee',
      ),
    );
    const tag = fc.constantFrom(
      'div',
      'p',
      'span',
      'table',
      'tr',
      'td',
      'th',
      'thead',
      'tfoot',
      'caption',
      'ul',
      'ol',
      'li',
      'h1',
      'h3',
      'b',
      'a',
      'br',
      'hr',
      'pre',
      'sup',
      'img',
      'col',
      'header data-page',
      'footer data-page',
    );
    const { node } = fc.letrec<{ node: string; element: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        tie('element'),
      ),
      element: fc
        .tuple(tag, fc.option(style), fc.array(tie('node'), { maxLength: 4 }), fc.nat(5))
        .map(([name, own, children, span]) => {
          const attributes = own ? ` style="${own[0]}:${own[1]}${own[2]}"` : '';
          return `<${name}${attributes} colspan="${span}" rowspan="${span}" src="${png}">${children.join('')}</${name.split(' ')[0]}>`;
        }),
    }));
    await fc.assert(
      fc.asyncProperty(fc.array(node, { maxLength: 6 }), async (nodes) => {
        const outcome = await pdfOf(nodes.join('')).catch((error) => error);
        if (!(outcome instanceof Uint8Array)) expect(outcome).toBeInstanceOf(PdfProblem);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
