import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, svg, textOf, word, wordsOf } from '../../../helpers/pdf.ts';
import { colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

const plain =
  '<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0; font: 10pt/12pt sans-serif } p, ol { margin: 0 }</style>';

/** Returns the lines of a document, each with its words. */
async function linesOf(html: string): Promise<string[]> {
  const lines = new Map<number, string[]>();
  for (const { text, top } of wordsOf(await pdfOf(plain + html))) {
    const at = Math.round(top);
    lines.set(at, [...(lines.get(at) ?? []), text]);
  }
  return [...lines.values()].map((words) => words.join(' '));
}

describe.skipIf(popplerMissing !== undefined)(`lines${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('of a clamped box end with an ellipsis, unless it has no more of them', async () => {
    const box = (text: string): string =>
      `<p style="display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;width:60pt">${text}`;
    expect(await linesOf(`${box('one line<br>two lines<br>three')}${box('four<br>five')}<p>last`)).toEqual([
      'one line',
      'two lines…',
      'four',
      'five',
      'last',
    ]);
  });

  test('that are balanced are as many, and about equally long', async () => {
    const text = 'aaaa bbbb cccc dddd eeee ffff';
    const box = (style: string): string => `<p style="width:115pt;${style}">${text}`;
    expect(await linesOf(box(''))).toEqual(['aaaa bbbb cccc dddd', 'eeee ffff']);
    for (const style of [
      'text-wrap:balance',
      'text-wrap-style:balance;text-wrap-mode:wrap',
      'white-space:nowrap;text-wrap:balance',
    ])
      expect(await linesOf(box(style))).toEqual(['aaaa bbbb cccc', 'dddd eeee ffff']);
    expect(await linesOf(box('text-wrap:nowrap'))).toEqual([text]);
  });

  test('of preformatted text are never broken, and a height of lines may be calculated', async () => {
    const words = wordsOf(
      await pdfOf(`${plain}<pre style="width:20pt;overflow-wrap:break-word;margin:0">one two
three</pre><p style="line-height:calc(3 / 1.5)">four<p>five`),
    );
    expect(word(words, 'two').top).toBe(word(words, 'one').top);
    expect(word(words, 'five').bottom - word(words, 'four').bottom).toBeCloseTo(16, 0);
  });

  test('of floats at the right that are wider than their container end where it ends', async () => {
    const right = async (float: string): Promise<number> => {
      const page = `${plain}<div style="margin-left:150pt;width:100pt;white-space:nowrap">${float}</div>`;
      return Math.round(Math.max(...wordsOf(await pdfOf(page)).map((word) => word.right)));
    };
    const text = 'a text that is longer than its container';
    expect(await right(`<div style="float:right">${text}</div>`)).toBe(250);
    expect(await right(`<div style="float:right;width:120pt;direction:rtl">${text}</div>`)).toBe(250);
    const table = `border-spacing:0" cellpadding="0"><tr><td>${text}</table>`;
    expect(await right(`<table style="float:right;width:85%;${table}`)).toBe(250);
    expect(await right(`<table align="right" style="${table}`)).toBe(250);
  });

  test('before a float need no room for the space at their end', async () => {
    const float = 'aaa <b style="float:right;width:84pt">b</b>';
    const on = (space: string): string => `<div style="font-family:monospace;width:102.5pt;white-space:${space}">`;
    expect(await linesOf(on('normal') + float + on('pre-wrap') + float)).toEqual(['aaa b', 'aaa', 'b']);
  });

  test('between blocks have images in parts of the height around', async () => {
    const image = `<img src="${svg('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="80"/>')}" style="height:50%">`;
    const top = async (style: string, after: string): Promise<number> => {
      const words = wordsOf(await pdfOf(`${plain}<div style="line-height:0;${style}">${image}${after}</div>`));
      return Math.round(word(words, 'next').top);
    };
    const block = '<div style="line-height:12pt">next</div>';
    expect(await top('height:200pt', block)).toBe(99);
    expect(await top('height:200pt', `<section>${image}${block}</section>`)).toBe(159);
    expect(await top('', block)).toBe(59);
  });

  test('of preserved white space stand between blocks, except in containers', async () => {
    const tops = async (style: string): Promise<number[]> => {
      const box = `<div style="${style}">\n <p>one</p>\n\n <p>two</p> <p>three</p></div>`;
      const words = wordsOf(await pdfOf(plain + box));
      return ['one', 'two', 'three'].map((text) => Math.round((word(words, text).top + 2) / 12));
    };
    expect(await tops('white-space:normal')).toEqual([0, 1, 2]);
    expect(await tops('white-space:nowrap')).toEqual([0, 1, 2]);
    expect(await tops('white-space:pre-wrap')).toEqual([2, 6, 8]);
    expect(await tops('white-space:pre')).toEqual([2, 6, 8]);
    expect(await tops('white-space:pre-line')).toEqual([1, 4, 5]);
    expect(await tops('white-space:pre-wrap;display:grid')).toEqual([0, 1, 2]);
  });

  test('that break anywhere need the widest letter, with the signs of break-all, and not an em', async () => {
    const least = async (style: string, text: string): Promise<number> => {
      const cell = `<td style="padding:0;${style}">${text}<td width="100%" style="padding:0 0 0 9pt">x`;
      const page = `${plain}<table style="font:20px monospace;border-spacing:0;width:300pt"><tr>${cell}</table>`;
      return Math.round((wordsOf(await pdfOf(page)).find(({ text: own }) => own === 'x')?.left ?? 0) / 9) - 1;
    };
    expect(await least('overflow-wrap:anywhere', '10.05.2026')).toBe(1);
    expect(await least('word-break:break-word', '10.05<b>2026</b>')).toBe(1);
    expect(await least('word-break:break-all', '10.05.2026')).toBe(2);
    expect(await least('overflow-wrap:break-word', '10.05.2026')).toBe(10);
    expect(await least('overflow-wrap:anywhere;letter-spacing:9pt', '10.05.2026')).toBe(2);
    expect(await least('word-break:break-word;white-space:nowrap', '10.05.2026')).toBe(10);
  });

  test('do not end beside boxes in text without wrapping, unless the element ends there', async () => {
    const box = (text: string): string => `<b style="display:inline-block;width:40pt">${text}</b>`;
    const line = (html: string, style = ''): string => `<p style="width:60pt;${style}">${html}`;
    const none = (html: string): string => `<span style="white-space:nowrap">${html}</span>`;
    const [one, two] = [box('one'), box('two')];
    for (const html of [one + two, `${one} ${two}`, `${one}<span style="white-space:normal">${two}</span>`]) {
      expect(await linesOf(line(html))).toEqual(['one', 'two']);
      for (const value of ['nowrap', 'pre'])
        expect(await linesOf(line(html, `white-space:${value}`))).toEqual(['one two']);
    }
    expect(await linesOf(line(`${none(one + two)}three`))).toEqual(['one two', 'three']);
    expect(await linesOf(line(none(one) + none(two)))).toEqual(['one', 'two']);
    expect(await linesOf(line(`${none('letters')}${two}`))).toEqual(['letters', 'two']);
    expect(await linesOf(line(`aaaa ${none('bbbb ')}${two}`))).toEqual(['aaaa', 'bbbb two']);
    expect(await linesOf(line('some letters<wbr>more', 'white-space:nowrap'))).toEqual(['some letters', 'more']);
  });

  test('without wrapping stay beside floats, whatever space they have', async () => {
    const side = '<div style="float:right;width:80pt;height:40pt"></div>';
    const line = (html: string, style = ''): string =>
      `<div style="width:100pt">${side}<p style="${style}">${html}</div>`;
    const full = '<b style="display:inline-block;width:100%">box</b>';
    const topOf = async (html: string): Promise<number> => wordsOf(await pdfOf(plain + html))[0]?.top ?? Number.NaN;
    expect(await topOf(line(full))).toBeGreaterThan(38);
    for (const html of ['letters that are long', full])
      expect(await topOf(line(html, 'white-space:nowrap'))).toBeLessThan(10);
    expect(await topOf(line('<span style="white-space:nowrap">letters that are long</span>'))).toBeGreaterThan(38);
  });

  test('are also in blocks that can be edited and end without one', async () => {
    const topOf = async (html: string): Promise<number> =>
      Math.max(0, Math.round(word(wordsOf(await pdfOf(`${plain}${html}<p>end`)), 'end').top / 12));
    for (const value of ['', '="true"', '=plaintext-only'])
      expect(await topOf(`<div contenteditable${value}></div>`)).toBe(1);
    expect(await topOf('<div contenteditable><b>one<i style="display:block">two</i></b></div>')).toBe(3);
    for (const html of [
      '<div contenteditable=false></div>',
      '<div contenteditable><div></div></div>',
      '<div><b contenteditable></b></div>',
    ])
      expect(await topOf(html)).toBe(0);
    expect(await topOf('<div contenteditable><i style="display:block">one</i><p contenteditable></p></div>')).toBe(1);
    expect(await topOf('<style>[contenteditable] { height: 24pt }</style><div contenteditable></div>')).toBe(2);
  });

  test('end after each of several hyphens, before a quotation mark too, but not between a hyphen and a price', async () => {
    const narrow = (text: string): string => `<p style="width:12pt">${text}`;
    expect(await linesOf(narrow('aa--bb'))).toEqual(['aa-', '-', 'bb']);
    expect(await linesOf(narrow('aa-"bb') + narrow('cc-|dd') + narrow('ee-$5'))).toEqual([
      'aa-',
      '&quot;bb',
      'cc-',
      '|dd',
      'ee-$5',
    ]);
  });

  test('of lists count backwards, and in Greek', async () => {
    const list = (attributes: string): string => `<ol ${attributes}><li>a<li>b</ol>`;
    const html = list('reversed') + list('reversed start="9"') + list('style="list-style-type:lower-greek" start="24"');
    expect(await linesOf(html)).toEqual(['2. a', '1. b', '9. a', '8. b', 'ω. a', 'αα. b']);
  });

  test('of lists have pictures beside them or in them, which no marker of text is drawn with', async () => {
    const source = svg(
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="40"><path d="M0 0h20v40H0z" fill="#f00"/></svg>',
    );
    const pdf =
      await pdfOf(`${plain}<ul style="list-style: url(&quot;${source}&quot;); margin: 0; padding-left: 40pt"><li>out
      <ol><li style="list-style-position: inside">in<li style="list-style: disc">own</ol></ul>`);
    const [out, inside, own] = ['out', 'in', 'own'].map((text) => word(wordsOf(pdf), text));
    // 20 px and a space of 7 px.
    expect([out?.left, inside?.left].map((left) => Math.round(left ?? 0))).toEqual([40, 90]);
    expect(Math.round((own?.left ?? 0) - (inside?.left ?? 0))).toBe(-20);
    expect((own?.top ?? 0) - (inside?.top ?? 0)).toBeCloseTo(12, -1);
    const page = picturedPage(pdf);
    expect([colourAt(page, 25, 20), colourAt(page, 37, 20)]).toEqual(['#ff0000', '#ffffff']);
    expect(textOf(pdf)).not.toContain('1.');
    const hidden = `<style>li::marker { color: transparent; font-size: 0 }</style><ul style="list-style: url(&quot;${source}&quot;); margin: 0; padding-left: 40pt"><li>out`;
    expect(colourAt(picturedPage(await pdfOf(plain + hidden)), 25, 20)).toBe('#ff0000');
  });

  test('have the pictures that content declares, also in a margin of the page', async () => {
    const source = svg(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 0h40v20H0z" fill="#f00"/></svg>',
    );
    const pdf = await pdfOf(`${plain}<style>@page { margin: 30pt 0 0; @top-left { content: url(${source}) "head" } }
      p::before { content: url("${source}") } p::after { content: "end" / url(${source}) }</style><p>one`);
    const [head, one] = ['head', 'oneend'].map((text) => word(wordsOf(pdf), text));
    expect([head?.left, one?.left].map((left) => Math.round(left ?? 0))).toEqual([30, 30]);
    const page = picturedPage(pdf);
    expect([colourAt(page, 15, 15), colourAt(page, 15, 40)]).toEqual(['#ff0000', '#ff0000']);
  });

  test('of a caption are as long as its longest word at least, where a table is a block too', async () => {
    const html =
      '<table style="display:block;overflow-wrap:break-word"><caption>measured values</caption><tr><td>x</table>';
    expect(await linesOf(html)).toEqual(['measured', 'values', 'x']);
  });

  test('have elements with a direction of their own in it, as one piece for the text around them', async () => {
    const lines = async (html: string): Promise<string[]> => {
      const rows = new Map<number, { text: string; left: number }[]>();
      for (const { text, top, left } of wordsOf(await pdfOf(plain + html)))
        rows.set(Math.round(top / 6), [...(rows.get(Math.round(top / 6)) ?? []), { text, left }]);
      const fromTop = [...rows].sort(([one], [other]) => one - other);
      return fromTop.map(([, row]) =>
        row
          .sort((one, other) => one.left - other.left)
          .map(({ text }) => text)
          .join(' '),
      );
    };
    const html = `<p>a1 <span dir="rtl">abc 123!</span> h1<p>a2 <span dir="rtl">one. <b>two,</b> three?</span> h2
      <p>a3 <bdi>שלום 12</bdi>: 34 points<p>a4 <bdi>של</bdi> - 55, <i dir="auto">אב</i> 66
      <p dir="rtl">a5 <span dir="ltr">יש 7 + 8!</span> h5
      <p>a6 <span dir="rtl">x1 y1<br>x2 y2! <i dir="ltr">in ner.</i> z2.</span> h6`;
    expect(await lines(html)).toEqual([
      'a1 !abc 123 h1',
      'a2 ?one. two, three h2',
      'a3 12 םולש: 34 points',
      'a4 לש - 55, בא 66',
      'a5 8 + 7 שי! h5',
      'a6 x1 y1',
      '.x2 y2! in ner. z2 h6',
    ]);
  });

  test('that a break ends have no space before it, nor have boxes as wide as they are', async () => {
    const float = '<div style="float:left">aaa <br>b</div><div style="float:left">next</div>';
    const words = wordsOf(
      await pdfOf(`${plain}<p style="text-align:right;width:100pt">one <br>one</p><p>aaa</p>${float}`),
    );
    const [first, second] = words.filter(({ text }) => text === 'one').map(({ left }) => left);
    expect(first).toBe(second ?? 0);
    expect(word(words, 'next').left).toBeCloseTo(word(words, 'aaa').right, 0);
  });

  test('have boxes at the top and at the bottom of their text', async () => {
    const box = (align: string, text: string): string =>
      `<div style="display:inline-block;vertical-align:text-${align}">${text.replaceAll(' ', '<br>')}</div> `;
    expect(await linesOf(box('top', 'a b c') + box('top', 'd e'))).toEqual(['a d', 'b e', 'c']);
    expect(await linesOf(box('bottom', 'a b c') + box('bottom', 'd e'))).toEqual(['a', 'b d', 'c e']);
  });

  test('have the text of a missing image as a box with its margins and bounds, and without its size', async () => {
    const image = (style: string): string => `<div><img src="none.png" alt="Company logo" style="${style}"> next</div>`;
    expect(await linesOf(image('max-width:70pt'))).toEqual(['Company', 'logo next']);
    const words = wordsOf(await pdfOf(`${plain}${image('width:200pt;height:50pt;margin:30pt 0 20pt')}<p>below`));
    const top = (text: string): number => Math.round(word(words, text).top);
    expect([top('next') - top('logo'), top('below') - top('logo')]).toEqual([0, 32]);
    expect(word(words, 'logo').top).toBeGreaterThan(29);
    expect(word(words, 'next').left).toBeLessThan(120);
  });

  test('have tabs up to the stops of their line, at the distance that tab-size declares', async () => {
    const place = async (style: string, text: string): Promise<number> => {
      const pre = `<pre style="margin:0;font-size:10pt;${style}">`;
      const lefts = await pdfOf(`${plain}${pre}123456789012345x</pre>${pre}${text}x</pre>`);
      const [first, second] = wordsOf(lefts).flatMap(({ text, left, right }) =>
        text.endsWith('x') ? [{ text, left, right }] : [],
      );
      const letter = ((first?.right ?? 0) - (first?.left ?? 0)) / 16;
      return Math.round(((second?.left ?? 0) - (first?.left ?? 0)) / letter);
    };
    expect(await place('', 'a\t')).toBe(8);
    expect(await place('', 'abcdefgh\t')).toBe(16);
    expect(await place('tab-size:2', '\n\ta\t')).toBe(4);
    expect(await place('tab-size:4', 'abcde<b>f\t</b>')).toBe(8);
    expect(await place('tab-size:4', 'a<br>b\t')).toBe(4);
  });

  test('have tabs up to the same stop behind texts in capitals, with spaced words, and before preformatted text', async () => {
    const lines = [
      'a',
      '<span style="text-transform:uppercase">wide words</span>',
      'a b c d',
      '</span>collapsed text<span style="white-space:pre">',
    ];
    const html = lines.map(
      (text, at) => `<div style="word-spacing:3pt"><span style="white-space:pre">${text}\tx${at}</span></div>`,
    );
    const words = wordsOf(await pdfOf(`${plain}<style>div { font-size: 10pt; tab-size: 30 }</style>${html.join('')}`));
    const lefts = lines.map((_, at) => word(words, `x${at}`).left);
    for (const left of lefts) expect(Math.abs(left - (lefts[0] ?? 0))).toBeLessThan(3);
  });
});
