import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { isForPrint } from '../../../../domain/documents/css/mediaQueries.ts';
import { treatmentOf } from '../../../../domain/documents/warnings/cssSupport.ts';
import { isSupported } from '../../../../domain/documents/warnings/supportsQueries.ts';
import { cleanSheet } from '../../../../drivers/rendering/sanitize/cleanCss.ts';
import { problemsOf } from '../../../helpers/pages/htmlProblems.ts';
import { pdfOf, popplerMissing, wordsOf } from '../../../helpers/pdf.ts';
import { colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

const sheetProblems = (css: string): string[] => problemsOf(`<!DOCTYPE html><style>${css}</style>`);

test('@supports is true of what the layout follows, with not, and, or and selector()', () => {
  const isTrue = [
    '(display: grid) and (not (display: foo))',
    'not (foo: bar)',
    '(foo: bar) or (position: sticky)',
    '(--name: value)',
    '(grid-template-columns: subgrid [a] [b]) and (grid-auto-flow: row dense)',
    '(grid-template-rows: [masonry-start] auto)',
    'selector(:focus-visible)',
    'selector(:has(> a))',
    '(color: color-mix(in lab, red, red))and (gap: 1px)',
    '((-webkit-hyphens: none) and (not (margin-trim: inline))) or (-moz-orient: inline)',
  ];
  const isFalse = [
    '(foo: bar)',
    '(display: subgrid)',
    '(grid-template-rows: masonry)',
    'not (display: grid)',
    'selector(:nth-child(2 of a))',
    '(-webkit-backdrop-filter: blur(1px)) or (backdrop-filter: blur(1px))',
    '(-moz-appearance: none)',
    '(display: grid) and (gap: 1px) or (inset: 0)',
    'not foo',
    '(constructor: x)',
    '(__proto__: x)',
    `(display: a${' '.repeat(400_000)}b)`,
    '',
    `${'('.repeat(100)}display: grid${')'.repeat(100)}`,
  ];
  expect([...isTrue, ...isFalse].filter(isSupported)).toEqual(isTrue);
});

test('rules that @supports excludes have no warnings', () => {
  const css =
    '@supports (mask: none) { p { mask: url(a.svg) } } @supports not (mask: none) { p { filter: blur(1px) } }';
  expect(sheetProblems(css)).toEqual(['filter: blur(1px) of p is not supported, so it is ignored']);
});

test('comments and brackets that hide rules are warnings', () => {
  expect(sheetProblems('p { color: red } /* p { color: blue }')).toEqual([
    'the comment is not closed, so the rest of the sheet is ignored',
  ]);
  expect(sheetProblems('p { color: red }} b { color: blue }')).toEqual([
    'this } closes nothing, so the rule after it is ignored',
  ]);
  expect(sheetProblems('.k(color: red} b { color: blue }')[0]).toBe(
    'the bracket ( is not closed before }, so the CSS up to the next ) is ignored',
  );
  expect(sheetProblems('p:not(.a) { content: "}" } @media (width > 1px) { b { background: #fff; /* } */ } }')).toEqual(
    [],
  );
});

test('long values, addresses that are not closed, and long conditions do not hold up the service', () => {
  const values = [`url(${' '.repeat(5_000)}x`, 'url('.repeat(5_000)];
  for (const value of values)
    expect(sheetProblems(`p { background: ${value} } @font-face { font-family: a; src: ${value} }`)).not.toEqual([]);
  expect(isSupported('(gap: 0) and '.repeat(10_000).slice(0, -5))).toBe(false);
  const digits = '1'.repeat(100_000);
  const declarations = [
    ...[`border: ${'none '.repeat(60)}x`, `place-items: ${'stretch '.repeat(60)}x`, `order: ${digits}x`],
    ...[`transform: rotate(${digits})`, `color: rgb(${digits})`, `background: ${'/'.repeat(10_000)}$`],
    `background: ${'url('.repeat(20_000)}`,
  ];
  for (const declaration of declarations)
    expect([declaration.slice(0, 20), sheetProblems(`p { ${declaration} }`)]).not.toEqual([expect.anything(), []]);
});

test('cleaned sheets have nested rules as they are written', () => {
  const sheet = cleanSheet('.y { .z & { color: red } &.k { color: blue } > i { color: red } > .x & { color: red } }', {
    imageOf: () => undefined,
  });
  expect(sheet).toBe('.y{.z &{color:red}&.k{color:blue}&>i{color:red}&>.x &{color:red}}');
});

describe.skipIf(popplerMissing !== undefined)('PDF', () => {
  /** Returns what is not hidden. */
  const shown = async (css: string, body: string): Promise<string> => {
    const words = wordsOf(await pdfOf(`<!DOCTYPE html><style>${css}</style>${body}`));
    return words.map(({ text }) => text).join(' ');
  };

  test('rules of layers apply in the order of the layers, and important ones the other way round', async () => {
    const css = `@layer two, one; @layer one { .a { display: none } } @layer two { .a { display: block } }
      .b { display: block } @layer one { #b { display: none } }
      @layer two { .c { display: none !important } } .c { display: block !important }
      @layer one { @layer inner { #d { display: block } } .d { display: none } }
      @layer { .e { display: block } } @layer { .e { display: none } }`;
    const body = '<p class=a>a</p><p class=b id=b>b</p><p class=c>c</p><p class=d id=d>d</p><p class=e>e</p>';
    expect(
      await shown(
        css,
        `${body}<style>@layer two { .f { display: block } }</style>
      <style>@layer one { .f { display: none } }</style><p class=f>f</p><p class=c style="display: block !important">g</p>`,
      ),
    ).toBe('b g');
  });

  test('a declaration with another word than !important counts for nothing', async () => {
    const css = '.a { display: none !ie } .b { display: none ! important } .c { display: none !IMPORTANT }';
    expect(await shown(css, '<p class=a>a</p><p class=b>b</p><p class=c style="display: block">c</p>')).toBe('a');
  });

  test('layers beyond the limits are those around them', async () => {
    const deep = 'a'.repeat(100_000).split('').join('.');
    const many = Array.from({ length: 1000 }, (_, i) => `n${i}`).join(', ');
    const css = `@layer ${deep} { .a { display: none } } .b { display: none } @layer ${many}; @layer n { .b { display: block } }
      @layer n1 { .c { display: none } }`;
    expect(await shown(css, '<p class=a>a</p><p class=b>b</p><p class=c>c</p><p>d</p>')).toBe('b d');
  });

  test('names that every object has are no properties, values or selectors', async () => {
    const all = `constructor: x; __proto__: x; font-size: constructor; outline-width: constructor; transform: constructor(1);
      font-family: constructor; font-variant: constructor`;
    const css = `p { ${all} } div { display: -webkit-box; -webkit-box-pack: constructor } b { constructor: inherit; __proto__: inherit } :constructor, p:__proto__ { display: none }`;
    const table = '<table frame=constructor rules=constructor><tr><td>c</table><div>d</div>';
    expect(await shown(css, `<p>a <b>b</b></p>${table}`)).toBe('a b c d');
    expect(isForPrint('(constructor: 1px)')).toBe(false);
    expect(treatmentOf('constructor', 'x')).toBe('it is ignored');
  });

  test('a clip-path hides an element if nothing of it is within, and is a warning if it is no basic shape', async () => {
    const values = ['circle(0)', 'circle(0.0px at 50% 50%)', 'inset(50%)', 'circle(0.5in)', 'circle(05in) border-box'];
    values.push('url(#a)', 'shape(from 0 0, line to 5px 5px)', 'margin-box');
    const body = values.map((value, i) => `<p style="clip-path: ${value}">${i}</p>`).join('');
    expect(await shown('', body)).toBe('3 4 5 6 7');
    expect(values.map((value) => treatmentOf('clip-path', value) === undefined)).toEqual([
      ...Array(5).fill(true),
      ...Array(3).fill(false),
    ]);
  });

  test('nested rules with & behind another selector apply, and those after them', async () => {
    const css = `.y { .z & { display: none } &.k { display: none } > i { display: none } :is(.m, .n) & b, u { display: none } }`;
    const body = `<p class=y>a</p><div class=z><p class=y>b</p></div><p class="y k">c</p><p class=y>d <i>e</i> <u>f</u></p>
      <div class=n><p class=y>g <b>h</b></p></div>`;
    expect(await shown(css, body)).toBe('a d g');
  });

  test(':has() matches by what is in an element, directly or not, and by what follows it', async () => {
    const css = `.a:has(> u), .b:has(u .x), .c:has(+ .d), .e:has(~ .f s), .g:not(:has(b)), .h:has(s, b:hover),
      .i:has(:has(b)), .j:has(> u + s), tr:has(+ tr.fee) td { display: none }`;
    const body = `<p class=a>1 <u>u</u></p><p class=a>2 <b><u>u</u></b></p><p class=b>3 <u><b class=x>x</b></u></p>
      <p class="b u">4 <b class=x>x</b></p><p class=c>5</p><p class=c>6</p><p class=d>7</p><p class=e>8</p><p>9</p>
      <p class=f>10 <s>s</s></p><p class=e>11</p><p class=g>12</p><p class=g>13 <b>b</b></p><p class=h>14 <b>b</b></p>
      <p class=h>15 <s>s</s></p><p class=i>16 <u><b>b</b></u></p><p class=j>17 <u>u</u><s>s</s></p><p class=j>18 <s>s</s> <u>u</u></p>
      <table><tr><td>19</td></tr><tr class=fee><td>20</td></tr></table>`;
    expect((await shown(css, body)).replaceAll(/[a-z] ?/g, '')).toBe('2 4 5 7 9 10 11 13 14 16 18 20');
    expect(sheetProblems(css)).toEqual([]);
  });

  test('attributes match without a case where the selector or HTML says so', async () => {
    const css = '[data-x="a" i], [data-y="a"], input[type=TEXT], [data-z="A" s] { display: none }';
    const body = '<p data-x=A>a</p><p data-y=A>b</p><p data-z=a>c</p><p>d<input type=text value=e></p>';
    expect(await shown(css, body)).toBe('b c d');
  });

  test('initial, unset, revert, inherit and all apply to any property', async () => {
    const css = `* { margin: 0 } body { font: 10pt/20pt sans-serif } .up { text-transform: uppercase } .i { text-transform: initial }
      .u { text-transform: lowercase; text-transform: unset } .all { all: unset } .none { display: none }
      .none, div { display: revert } ul { padding: 3pt; padding: initial; list-style: none } li { all: revert }
      .off { position: absolute; left: 200pt } .off > b { left: 10pt; position: inherit; left: inherit }
      .late { all: initial; text-transform: uppercase }`;
    const body = `<div class=up>a <i class=i>b</i> <i class=u>c</i> <p class=all>d</p> <p class=all>e</p></div><p class=none>f</p>
      <ul><li>g</ul><div class=off><b>h</b></div><p class=late>i</p>`;
    const words = wordsOf(await pdfOf(`<!DOCTYPE html><style>${css}</style>${body}`));
    expect(words.map(({ text }) => text).join('')).toBe('AbCDEfgIh');
    const of = (name: string) => words.find(({ text }) => text === name) ?? { left: 0, top: 0 };
    expect(of('D').top).toBeCloseTo(of('E').top, 1);
    expect(of('g').left).toBeCloseTo(of('A').left, 1);
    expect(Math.round(of('h').left - of('A').left)).toBe(400);
  });

  test('declarations that browsers ignore leave earlier ones in force', async () => {
    const pairs = {
      'background: #00ff00': [
        'background: nonsense',
        'background: red / / blue',
        'background: -moz-linear-gradient(red, red)',
      ],
      'background-color: #00ff00': ['background-color: 12px', 'background-color: rgb(1, 2)'],
      'width: 50pt; background: #00ff00': [
        'width: 10',
        'width: -1px',
        'width: 10pt 20pt',
        'display: -ms-flexbox',
        'padding: 1px x',
      ],
      'display: none': ['display: nonsense'],
    };
    const cases = Object.entries(pairs).flatMap(([first, all]) => all.map((second) => [first, second]));
    const css = cases.map(([first, second], i) => `.x${i} { ${first} } p.x${i} { ${second} }`).join(' ');
    const boxes = cases.map(([first, second], i) => `<p class=x${i}></p><p style="${first}; ${second}"></p>`).join('');
    const sheet =
      '<style>@page { size: 400pt 900pt; margin: 0 } body { margin: 0 } p { margin: 0; height: 20pt }</style>';
    const page = picturedPage(
      await pdfOf(`<!DOCTYPE html>${sheet}<style>${css}</style>${boxes}<p style="background: #0000ff">`),
    );
    const count = 2 * (cases.length - 1);
    for (let at = 0; at < count; at++) {
      expect(colourAt(page, 40, 20 * at + 10)).toBe('#00ff00');
      if (cases[at >> 1]?.[0]?.startsWith('width')) expect(colourAt(page, 60, 20 * at + 10)).toBe('#ffffff');
    }
    expect(colourAt(page, 40, 20 * count + 10)).toBe('#0000ff');
    // The browser follows them, and the layout does not.
    expect(await shown('p { display: none } p { display: ruby }', '<p>a')).toBe('a');
  });

  test('names and lengths that browsers ignore are a warning', () => {
    const ignored = [
      'box-shadow: 1px',
      'background: red / / blue',
      'background: red / cover',
      `background: ${'left '.repeat(400)}`,
      'grid-area: 1a',
      'grid-row: 0',
      'counter-reset: 1a',
      'counter-increment: "a"',
    ];
    const followed = [
      'box-shadow: inset 0 0 2px red, 1px 1px',
      'background: red 0 0 / cover',
      'grid-area: 1 / a / span 2 / b 2',
      'counter-reset: a b 2 c',
      'counter-increment: none',
    ];
    expect(sheetProblems(`p { ${ignored.join('; ')} }`)).toHaveLength(ignored.length);
    expect(sheetProblems(`p { ${followed.join('; ')} }`)).toEqual([]);
    expect(sheetProblems('p { visibility: collapse; mix-blend-mode: multiply }')).toHaveLength(2);
  });

  test('currentcolor and the colours of a system are drawn', async () => {
    const sheet = '<style>@page { margin: 0 } body { margin: 0 } p { margin: 0; height: 20pt; color: #123456 }</style>';
    const values = ['currentColor', 'ButtonFace', 'rgb(none 100 none)', 'url(none.png) no-repeat currentcolor'];
    const boxes = values.map((value) => `<p style="background: ${value}"></p>`).join('');
    const last =
      '<p style="background: red; background-color: currentcolor"></p><p style="border: 10pt solid GrayText">';
    expect(treatmentOf('background', 'ButtonFace') ?? treatmentOf('color', 'CanvasText')).toBeUndefined();
    const page = picturedPage(await pdfOf(`<!DOCTYPE html>${sheet}${boxes}${last}`));
    expect([...values, '', ''].map((_, at) => colourAt(page, 50, 20 * at + 5))).toEqual([
      '#123456',
      '#efefef',
      '#006400',
      '#123456',
      '#123456',
      '#808080',
    ]);
  });

  test('quotes, alternative texts, capitals and popovers are those of browsers', async () => {
    const css = '.fr { quotes: "«""»" } .none { quotes: none } .star::before { content: "+" / "star" }';
    const body = `<p class=fr><q>a</q></p><p><q>b <q>c</q></q></p><p class=none><q>d</q></p><p class=star>e</p>
      <p style="text-transform: capitalize">o'neill 3rd e.g. f-g</p><p popover>gone</p>`;
    expect(await shown(css, body)).toBe('«a» “b ‘c’” d +e O&apos;neill 3rd E.g. F-G');
    expect(treatmentOf('content', '"+" / "star"') ?? treatmentOf('quotes', '"«" "»"')).toBeUndefined();
    expect(treatmentOf('text-justify', 'inter-word')).toBeUndefined();
  });

  test('quotation marks and capitals are those of the language', async () => {
    const css =
      '.up { text-transform: uppercase } .low { text-transform: lowercase } .each { text-transform: capitalize }';
    const body = `<p lang=de-AT><q>a <q>b</q></q></p><p lang=FR><q>c <q>d</q></q> <q lang=en>e</q></p>
      <p lang=fr-CH><q>f <q>g</q></q></p><p lang=fr-CA><q>f <q>g</q></q></p><p lang=xx><q>h</q></p>
      <p lang=tr class=up>bilgi ısı <i lang=de>birim straße</i> <i lang="">i</i></p><p lang=tr-TR class=low>ISI İL</p>
      <p lang=el class=up>μάιος</p><p lang=tr class=each>istanbul ßa</p>`;
    expect(await shown(css, body)).toBe(
      '„a ‚b‘“ «c «d»» “e” «f ‹g›» «f ”g“» “h” BİLGİ ISI BIRIM STRASSE I ısı il ΜΑΪΟΣ Istanbul ßa',
    );
  });
});

test.skipIf(popplerMissing !== undefined)('sizes that no program knows leave the earlier ones', async () => {
  const css = 'width: 90px; width: none; max-width: 60px; max-width: auto; height: 40px; height: none';
  const html = `<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0 } div { background: #ff0000; ${css} }</style><div></div>`;
  const seen = picturedPage(await pdfOf(html));
  expect([colourAt(seen, 43, 28), colourAt(seen, 47, 28), colourAt(seen, 43, 32)]).toEqual([
    '#ff0000',
    '#ffffff',
    '#ffffff',
  ]);
});
