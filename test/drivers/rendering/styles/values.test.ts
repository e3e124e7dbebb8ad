import { expect, setDefaultTimeout, test } from 'bun:test';
import { withPlainColours } from '../../../../domain/documents/css/colourValues.ts';
import { isForPrint } from '../../../../domain/documents/css/mediaQueries.ts';
import { treatmentOf } from '../../../../domain/documents/warnings/cssSupport.ts';
import { readColourOf } from '../../../../drivers/rendering/pdf/style/values/colours.ts';
import { problemsOf } from '../../../helpers/pages/htmlProblems.ts';
import { pdfOf, popplerMissing, svg, textOf, word, wordsOf } from '../../../helpers/pdf.ts';
import { colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

/** As Chromium prints them. */
const colours = {
  'oklch(62.3% 0.214 259.815)': '#2b7fff',
  'oklab(59% 0.1 -0.1)': '#9c60b6',
  'lab(50% 40 59.5)': '#bf5700',
  'lch(52.2% 72.2 50)': '#cd561a',
  'hwb(194 20% 40%)': '#338199',
  'color(display-p3 1 0.5 0)': '#ff7600',
  'color-mix(in srgb, red, blue)': '#800080',
  'color-mix(in oklch, #ff0000, #00ff00)': '#f99500',
  'color-mix(in oklab, red 30%, transparent)': '#ff0000',
  'color-mix(in oklch, red 30%, transparent)': '#ff0000',
  'color-mix(in oklch, white, red)': '#ffa191',
};

/** Colours that are made of others, as Chromium prints them. */
const madeColours = {
  'light-dark(#123456, blue)': '#123456ff',
  'rgb(from teal r g b / 50%)': '#00808080',
  'rgb(from red calc(r / 2) g b)': '#800000ff',
  'oklch(from red l c calc(h + 90))': '#7b9900ff',
  'hsl(from #336699 h s calc(l + 20))': '#6699ccff',
  'hwb(from #336699 calc(h + 40) 10% b)': '#2f1a99ff',
  'lab(from orange 50% a 10%)': '#a66463ff',
  'color(from green display-p3 r g b)': '#008000ff',
  'color-mix(in hsl, red, blue)': '#ff00ffff',
  'rgba(0, 0, 0, calc(.5 * 1))': '#00000080',
  'rgb(clamp(0, 300, 255), 0, 0)': '#ff0000ff',
  'rgb(min(255, 300), 0, 0)': '#ff0000ff',
  'color-mix(in oklch longer hue, red, blue)': '#009300ff',
  'color-mix(red, blue)': '#8c53a2ff',
  'rgb(calc(100 + 20) 0 calc(255 / 2))': '#780080ff',
};

test('colours of the spaces of CSS are read, and those that are not are warnings', () => {
  for (const [text, hex] of Object.entries(colours)) {
    expect([text, readColourOf(text)?.hex]).toEqual([text, hex]);
    expect([text, treatmentOf('color', text), treatmentOf('border', `1px solid ${text}`)]).toEqual([
      text,
      undefined,
      undefined,
    ]);
  }
  expect(readColourOf('color-mix(in oklab, red 30%, transparent)')?.opacity).toBeCloseTo(0.3, 5);
  for (const text of [
    'rgb(from red r g)',
    'color-mix(in srgb longer hue, red, blue)',
    'rgb(1, 2)',
    'color(--print 1 0 0)',
    'ff0000',
    'fade',
  ])
    expect([readColourOf(text), treatmentOf('color', text)]).toEqual([null, 'it is ignored']);
  expect(readColourOf('rgb(0 0 0 / 5px)')).toBeNull();
});

test('colours that are made of others are computed before they are drawn', async () => {
  for (const [text, hex] of Object.entries(madeColours)) {
    const treatments = [treatmentOf('color', text), treatmentOf('background', `linear-gradient(${text}, red)`)];
    expect([text, withPlainColours(text), ...treatments]).toEqual([text, hex, undefined, undefined]);
  }
  expect(withPlainColours('url("a?light-dark(red, blue)") light-dark(red)')).toBe(
    'url("a?light-dark(red, blue)") light-dark(red)',
  );
  expect(treatmentOf('color', 'light-dark(red)')).toBe('it is ignored');
  expect(treatmentOf('color', 'color-mix(in srgb, currentcolor, red)')).toBeUndefined();
  const css =
    ':root { --base: #336699 } p { color: rgb(from var(--base) r g b); background: linear-gradient(light-dark(#336699, red), #336699) }';
  const seen: string[] = [];
  await pdfOf(`<style>${css}</style><p>same</p>`, 'A4', ({ problem }) => seen.push(problem));
  expect(seen).toEqual(['"same" on page 1 is #336699 on #336699, which nobody can read']);
});

test.skipIf(popplerMissing !== undefined)(
  'sizes and sides that follow the direction of text are those of browsers',
  async () => {
    const css = `* { margin: 0; padding: 0 } body { font: 12pt/20pt Arial } .a { padding-inline: 40pt 10pt; padding-block: 10pt }
    .b { inline-size: 100pt; margin-inline: auto 0 } .c { position: relative; block-size: 40pt; border-inline-width: 4pt;
    border-inline-style: solid; border-inline-color: red blue }
    .d { position: absolute; inset-inline-end: 0; inset-block-start: 10pt } .f { float: inline-end }`;
    const content = (mark: string): string => `<p class="a">one${mark}</p><p class="b">two${mark}</p>
    <p class="c">three${mark} <span class="d">four${mark}</span></p><p><b class="f">five${mark}</b>six${mark}</p>`;
    const html = `<!DOCTYPE html><html><style>${css}</style>${content('')}<section style="direction: rtl">${content('r')}</section>`;
    const words = wordsOf(await pdfOf(html));
    const [left, right] = [word(words, 'six').left, word(words, 'sixr').right];
    const places = (...names: string[]): number[] => names.map((name) => Math.round(word(words, name).left - left));
    const fromRight = (...names: string[]): number[] =>
      names.map((name) => Math.round(right - word(words, name).right));
    expect(places('one', 'three', 'fourr', 'fiver')).toEqual([40, 4, 4, 0]);
    expect(fromRight('oner', 'threer', 'four', 'five')).toEqual([40, 4, 4, 0]);
    expect(fromRight('two')[0]).toBeCloseTo(100 - (word(words, 'two').right - word(words, 'two').left), 0);
    expect(Math.round(word(words, 'six').top - word(words, 'three').top)).toBe(40);
  },
);

test('annotated text and broken addresses are warnings', () => {
  expect(problemsOf('<p><bdo dir="rtl">one</bdo><ruby>two<rt>three</rt></ruby>')).toEqual([
    '<rt> is not supported, so its text stands behind the one that it belongs to',
  ]);
  const rule = (url: string): string => `<style>p { background: url(${url}) }</style>`;
  expect(problemsOf(`${rule('"data:image/png;base64,AA=="')}${rule('data:image/svg+xml,<svg a=%22b%22>')}`)).toEqual(
    [],
  );
  expect(problemsOf(rule("data:image/svg+xml,<svg xmlns='x'>"))).toEqual([
    'url() in background of p contains a quotation mark or a bracket, so it is ignored, as in browsers: write the whole of it in quotation marks',
  ]);
});

test('media queries with any features, joined and negated at any depth, cover paper as in browsers', () => {
  const covering = [
    'not (orientation: landscape)',
    'print and (not (display-mode: standalone))',
    '(max-aspect-ratio: 1/1) and (aspect-ratio < 1)',
    '(0.5 < aspect-ratio <= 3/4)',
    '(scripting: none)',
    '(min-width: 2000px) or (min-height: 500px)',
    'not ((min-width: 2000px) and (color))',
    '(not (scripting: enabled)) and ((grid) or (400px <= width < 60em))',
  ];
  const others = [
    '(min-aspect-ratio: 16/9)',
    '(display-mode: standalone)',
    '(scripting)',
    'not (unknown: yes)',
    'not (not (min-width: 2000px))',
    '(color) and (color) or (grid)',
    `${'('.repeat(30)}color${')'.repeat(30)}`,
    'not (color',
  ];
  expect([covering.filter((one) => !isForPrint(one)), others.filter(isForPrint)]).toEqual([[], []]);
});

test.skipIf(popplerMissing !== undefined)('names of classes and ids have a case, but without a DOCTYPE', async () => {
  const html = `<style>.Head { padding-left: 40pt } #ONE { padding-left: 80pt } .head .In:not(.OUT) { padding-left: 20pt }</style>
    <div class="HEAD">class<div class="in">within</div></div><div id="one">id</div>`;
  const lefts = async (doctype: string): Promise<number[]> => {
    const words = wordsOf(await pdfOf(doctype + html));
    const [first, ...others] = ['plain', 'class', 'within', 'id'].map((text) => word(words, text).left);
    return others.map((left) => Math.round(left - (first ?? 0)));
  };
  expect(await lefts('<div>plain</div>')).toEqual([40, 60, 80]);
  expect(await lefts('<!DOCTYPE html><div>plain</div>')).toEqual([0, 0, 0]);
});

test('misspelt values and units of any property are warnings, and all values that browsers know are none', () => {
  const wrong = {
    'justify-content': 'centre|baseline',
    'align-items': 'auto|middle',
    flex: '1 1 foo|yes',
    'flex-direction': 'rows',
    'flex-wrap': 'yes',
    order: '1.5|first',
    'background-size': 'big',
    'background-repeat': 'never',
    'background-position': 'centre',
    font: '12px|bold|bold 12foo Arial|1.2em/2 Univers 45light',
    'font-weight': '12000|0',
    overflow: 'none',
    contain: 'size|strict',
    'line-break': 'never',
    'grid-template-columns': '1fr 2foo',
    gap: '3pixels',
    background: 'foo|rad',
    transform: 'rotate(45)|translate(1px) skewX(3)',
    width: '-3px',
    padding: '1px -2pt',
  };
  const right = {
    'justify-content': 'safe center|space-evenly|left|var(--a)|INHERIT',
    'align-items': 'last baseline|unsafe end|normal',
    'place-items': 'center|start end|baseline center',
    'place-content': 'space-between center',
    flex: 'none|auto|1|1 1|2 0 10%|1 1 calc(100% - 3px)|0 0 min-content|1e3 1 0',
    'flex-flow': 'row wrap|column-reverse',
    order: '-1',
    'background-size': 'auto 3px|cover, 50%|contain',
    'background-repeat': 'space round, repeat-x',
    'background-position': 'left 3px top 4px, center|0 0',
    font: 'italic small-caps bold 12px/1.5 "Noto Sans", serif|0/0 a|normal normal 14px/normal a|1.2em/2 Univers LT45|smaller serif|bold calc(1px + 1em) a',
    'font-weight': '350|1000',
    overflow: 'hidden auto|clip',
    contain: 'layout paint',
    'grid-template-columns': '[a1b 2c] 1fr repeat(2, minmax(10px, 1fr)) 3.5cqw',
    'grid-area': 'item2b',
    'background-color': '#3e3e1d',
    transform: 'translate3d(1px, 2px, 0)|rotate(0) skew(0, 3deg)',
    background:
      'red url("a.png") no-repeat fixed left 3px top/cover border-box|none|linear-gradient(red, blue) center, #FFF',
    margin: '-3px',
    width: '-0px|calc(-3px + 2em)',
  };
  const treated = (values: Readonly<Record<string, string>>): string[] =>
    Object.entries(values).flatMap(([property, list]) =>
      list
        .split('|')
        .filter((value) => treatmentOf(property, value) !== undefined)
        .map((value) => `${property}: ${value}`),
    );
  expect(treated(right)).toEqual([]);
  const all = Object.entries(wrong).flatMap(([property, list]) =>
    list.split('|').map((value) => `${property}: ${value}`),
  );
  expect(treated(wrong)).toEqual(all);
  expect(treatmentOf('gap', '3pixels')).toBe('it is ignored: pixels is no unit');
});

test.skipIf(popplerMissing !== undefined)('negative sizes are ignored, as in browsers', async () => {
  const widthOf = async (style: string): Promise<number> =>
    word(
      wordsOf(await pdfOf(`<div style="float: left; margin-right: 9px; ${style}">a wide box</div><span>beside</span>`)),
      'beside',
    ).left;
  expect(await widthOf('width: -3px; padding: -9px')).toBeCloseTo(await widthOf(''), 1);
});

test.skipIf(popplerMissing !== undefined)('lengths in vh are of the first page, also of one with a name', async () => {
  const html = (page: string, style: string): string => `<!DOCTYPE html><style>@page { size: 200pt; margin: 40pt }
    @page ${page} { margin: 0 } body { margin: 0 } div { ${style} } p { margin: 50vh 0 0; line-height: 0 }</style>
    <div>cover</div><p>below`;
  for (const [page, style] of [
    [':first', 'break-after: page'],
    ['cover', 'page: cover'],
  ] as const) {
    const { page: number, bottom } = word(wordsOf(await pdfOf(html(page, style))), 'below');
    expect([number, Math.round(bottom / 10)]).toEqual([2, 15]);
  }
});

test.skipIf(popplerMissing !== undefined)('strings that name a data URI are text', async () => {
  const css = `p::before { content: "url(data:image/png;base64,AA==)" } p::after { content: 'url("data:a' attr(id) }`;
  expect(textOf(await pdfOf(`<style>${css}</style><p id="b">`)).trim()).toBe(
    'url(data:image/png;base64,AA==)url("data:ab',
  );
  // Quotation marks in names, comments and addresses begin no string.
  const tile = svg(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9H0z" fill="#f00"/></svg>',
  );
  const others = String.raw`/* don't */ .a\"b::before { content: "x" } .c\'d { } i { background: url(#it\'s) }`;
  const sheet = `@page { margin: 0 } body { margin: 0; height: 90px; background: url(${tile}) } b::after { content: "it's" }`;
  const pdf = await pdfOf(`<!DOCTYPE html><style>${others} ${sheet} .e\\"f { }</style><b></b>`);
  expect(colourAt(picturedPage(pdf), 300, 30)).toBe('#ff0000');
});

test.skipIf(popplerMissing !== undefined)(
  'a least height of an image widens it in proportion, and stretches one with a width',
  async () => {
    const picture = svg('<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40" viewBox="0 0 60 40"/>');
    const sizeOf = async (css: string): Promise<number[]> => {
      const sheet =
        '@page { margin: 0 } body { margin: 0; font: 10pt/10pt sans-serif } img { float: left; min-height: 60pt }';
      const html = `<!DOCTYPE html><style>${sheet}</style><img src="${picture}" style="${css}">beside<p style="clear: both; margin: 0">below`;
      const words = wordsOf(await pdfOf(html));
      return [Math.round(word(words, 'beside').left), Math.round(word(words, 'below').top / 10) * 10];
    };
    expect(await sizeOf('height: 40pt')).toEqual([90, 60]);
    expect(await sizeOf('')).toEqual([90, 60]);
    expect(await sizeOf('max-width: 70pt')).toEqual([70, 60]);
    expect(await sizeOf('width: 50pt')).toEqual([50, 60]);
  },
);
