import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { treatmentOf } from '../../../../domain/documents/warnings/cssSupport.ts';
import { piecesOfText } from '../../../../drivers/rendering/pdf/layout/breaks.ts';
import { pdfOf, poppler, popplerMissing, textOf, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

/** Returns the filled rectangles of a PDF, each with its colour. */
function rectanglesOf(pdf: Uint8Array): { colour: string; left: number; top: number; width: number; height: number }[] {
  const svg = poppler(pdf, 'pdftocairo', '-svg', '{}', '-');
  const found = svg.matchAll(
    /<path [^>]*fill[:=]"?rgb\(([^)]*)\)[^>]* d="M ([\d.]+) ([\d.]+) L ([\d.]+) \S+ L \S+ ([\d.]+)/g,
  );
  return [...found].map(([, colour = '', ...numbers]) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = numbers.map(Number);
    return { colour: colour.replaceAll(' ', ''), left, top, width: right - left, height: Math.abs(bottom - top) };
  });
}

describe.skipIf(popplerMissing !== undefined)(`PDF${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('words break where their letters, which stand closer than they are wide, leave the line', async () => {
    const style = 'font: 12.8px sans-serif; width: 55.52px; overflow-wrap: break-word';
    const text = textOf(await pdfOf(`<!DOCTYPE html><p style="${style}">Ergonomic`));
    expect(text.trim().split(/\s+/)).toEqual(['Ergonom', 'ic']);
  });

  test('lines that leave their box end with an ellipsis or are cut, which is reported', async () => {
    const seen: string[] = [];
    const css = `p, td { width: 100pt; margin: 0; white-space: nowrap; overflow: hidden; font-size: 12pt }
      .e { text-overflow: ellipsis } .page { overflow: hidden }`;
    const html = `<!DOCTYPE html><style>${css}</style><p class="e">Alpha <b>text</b> that is too long for it</p>
      <p class="e">Bravo</p><p>Charlie text that is too long for it</p>
      <table style="table-layout: fixed; width: 120pt"><tr><td class="e">Delta text that is too long</table>
      <p style="text-indent: 100%">Logo</p><p><span style="margin-left: -20pt">Echoes</span></p>
      <p style="width: 1px">For programs</p>
      <p style="background: #0f0; border: 4pt solid; border-left-width: 5pt; width: 50pt">Long text</p>`;
    const pdf = await pdfOf(html, 'A4', ({ problem }) => seen.push(problem));
    const lines = textOf(pdf)
      .split('\n')
      .map((line) => line.trim());
    expect(lines[0]).toMatch(/^Alpha text t.*…$/);
    expect(lines[1]).toBe('Bravo');
    expect(lines[2]).toMatch(/^Charlie text [^…]*$/);
    expect(lines.find((line) => line.startsWith('Delta'))).toMatch(/…$/);
    const words = wordsOf(pdf);
    expect(words.filter(({ text }) => text.endsWith('…')).every(({ right }) => right < 180)).toBe(true);
    expect(seen).toEqual([
      '"Charlie text that is too long for it" is cut off at the side by the overflow of a box that is too narrow for it: page 1',
      '"Echoes" is cut off at the side by the overflow of a box that is too narrow for it: page 1',
      '"Long text" is cut off at the side by the overflow of a box that is too narrow for it: page 1',
    ]);
    const green = rectanglesOf(pdf).filter(({ colour }) => colour === '0%,100%,0%');
    expect(green.map(({ width, height }) => width > 55 && height > 15)).toEqual([true]);
  });

  test('lines of text have their styles, colours and thickness, also in elements that ask for none', async () => {
    const css =
      'p { margin: 0; font: 20px/30px Arial } a { color: #00f } span { color: #f00 } b { display: inline-block }';
    const html = `<!DOCTYPE html><style>${css}</style><p><a href="#a"><span style="text-decoration: none">one</span><b>two</b></a>
      <p style="text-decoration: underline double #0f0">three</p>
      <p style="text-decoration: underline overline; text-decoration-thickness: 4px; text-underline-offset: 5px">four</p>`;
    const pdf = await pdfOf(html);
    const lines = rectanglesOf(pdf);
    expect(lines.map(({ colour }) => colour)).toEqual([
      '0%,0%,100%',
      '0%,100%,0%',
      '0%,100%,0%',
      '0%,0%,0%',
      '0%,0%,0%',
    ]);
    const [under, , , one, other] = lines;
    expect(under?.width).toBeLessThan(40);
    expect([under?.height, one?.height].map((height) => height?.toFixed(1))).toEqual(['1.5', '3.0']);
    expect(Math.abs((one?.top ?? 0) - (other?.top ?? 0))).toBeGreaterThan(15);
  });
});

test('text below the bottom of its page is reported', async () => {
  const seen: string[] = [];
  const html = `<!DOCTYPE html><div style="position: fixed; bottom: -50mm">Lost</div><p>Seen</p>`;
  await pdfOf(html, 'A4', ({ problem }) => seen.push(problem));
  expect(seen).toEqual(['"Lost" on page 1 is outside of the page']);
});

test('lines that are all shown although their number is limited are a warning', async () => {
  const css = 'display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden';
  const problems: string[] = [];
  const html = `<div style="${css}"><p>one</p><p>two</p></div><div style="${css}"><p>three</p></div><p style="${css}">four</p>`;
  await pdfOf(html, 'A4', ({ problem }) => problems.push(problem));
  expect(problems).toEqual([
    '-webkit-line-clamp: 2 of an element with blocks in it is not supported, so all its lines are shown: write the text in the element itself',
  ]);
});

test('boxes that an element in a line does not place or move, as browsers do, are warnings', async () => {
  const problems: string[] = [];
  const html = `<p>a <span style="position: relative; top: 2px">b <i style="position: absolute; top: 0">c</i></span></p>
    <section>a <span style="position: relative">b <div>c</div><i style="position: absolute; top: 0">c</i></span></section>
    <section><span style="position: relative; top: 2px"><div>c</div><i style="position: absolute; top: 0">c</i></span></section>
    <p>a <span style="position: relative; top: 2px">b <b style="float: left">c</b></span></p>
    <section>a <span style="position: relative; top: 2px">b <div>c</div></span></section>
    <p>a <span style="position: relative">b <b style="float: left">c</b><i style="position: absolute">d</i></span></p>
    <p>a <span style="position: relative; display: inline-block">b <i style="position: absolute; top: 0">c</i></span></p>`;
  await pdfOf(html, 'A4', ({ problem }) => problems.push(problem));
  const element = 'an element with position: relative within a line';
  const remedy = 'write display: block or inline-block on the element';
  expect(problems).toEqual([
    `a box with position: absolute in ${element} with blocks in it is placed by the lines beside it alone: ${remedy}`,
    `a box that is out of the flow in ${element} is not moved with it: ${remedy}`,
    `a block in ${element} is not moved with it: ${remedy}`,
  ]);
});

test.skipIf(popplerMissing !== undefined)(
  'a box that hides what leaves it in one direction does so in both, whichever is declared last',
  async () => {
    const box = (css: string): string =>
      `<p style="width: 60pt; height: 20pt; margin: 0; ${css}">one two three four five six</p>`;
    for (const css of ['overflow-x: hidden; overflow-y: visible', 'overflow-y: auto; overflow-x: visible'])
      expect(textOf(await pdfOf(box(css))).trim()).not.toContain('six');
    expect(textOf(await pdfOf(box('overflow: hidden; overflow: visible')))).toContain('six');
  },
);

test.skipIf(popplerMissing !== undefined)(
  'lengths may be counted in lines, capitals and letters, also of the root element',
  async () => {
    const css = `html { font: 10pt/20pt sans-serif } body { margin: 0 } p { margin: 0; width: 400pt } @page { margin: 0 }
    .lines { font-size: 5pt; line-height: 2; margin: 3lh 0 0 1rlh } .double { line-height: 2lh } .large { font-size: 1lh; line-height: 1 } .letters { font-size: 20pt; padding-left: 2ic } .root { font-size: 20pt; padding-left: 2rcap }`;
    const html = `<p>first</p><p class="lines">lines</p><p class="double">double</p><p class="large">large</p><p class="letters">letters</p><p class="root">root</p>`;
    const words = wordsOf(await pdfOf(`<!DOCTYPE html><style>${css}</style>${html}`));
    const middle = (text: string): number => (word(words, text).top + word(words, text).bottom) / 2;
    expect([word(words, 'lines').left, middle('lines')].map(Math.round)).toEqual([20, 55]);
    expect(Math.round(middle('double') / 5)).toBe(16);
    expect(word(words, 'large').bottom - word(words, 'large').top).toBeGreaterThan(20);
    expect([word(words, 'letters').left, word(words, 'root').left].map(Math.round)).toEqual([40, 14]);
  },
);

test.skipIf(popplerMissing !== undefined)(
  'words stay whole at soft hyphens with hyphens: none, and between ideographs with keep-all',
  async () => {
    const lines = async (style: string, text: string): Promise<number> => {
      const words = wordsOf(
        await pdfOf(`<!DOCTYPE html><p style="width: 60pt; font-size: 12pt; ${style}">${text}</p>`),
      );
      return new Set(words.map(({ top }) => Math.round(top))).size;
    };
    const long = 'Donau&shy;dampf&shy;schiff&shy;fahrt';
    expect(await lines('hyphens: manual', long)).toBeGreaterThan(1);
    expect(await lines('hyphens: none', long)).toBe(1);
    const piecesOf = (keepsWords: boolean): string[] => piecesOfText('한국 어、문', keepsWords).map(({ text }) => text);
    expect(piecesOf(false)).toEqual(['한', '국 ', '어、', '문']);
    expect(piecesOf(true)).toEqual(['한국 ', '어、', '문']);
    expect(treatmentOf('word-break', 'keep-all')).toBeUndefined();
  },
);

test('spaces that would wrap, spacing in percent, and images of lists that are drawn, are told apart by their warnings', () => {
  expect(treatmentOf('white-space', 'break-spaces')).toBe('spaces leave the ends of lines, as with pre-wrap');
  expect(treatmentOf('word-spacing', '50%')).toBe('it is ignored');
  expect(treatmentOf('list-style-image', 'url(data:image/png;base64,AAAA)')).toBeUndefined();
  expect(treatmentOf('list-style', 'inside url("a.png")')).toBeUndefined();
});

test.skipIf(popplerMissing !== undefined)('pretty lines leave no single word on the last one', async () => {
  const linesOf = async (style: string, text: string): Promise<string[]> => {
    const html = `<!DOCTYPE html><p style="font: 10pt/20pt Courier New; width: 61pt; ${style}">${text}</p>`;
    const byTop = Map.groupBy(wordsOf(await pdfOf(html)), ({ top }) => Math.round(top));
    return [...byTop.values()].map((words) => words.map((word) => word.text).join(' '));
  };
  const pretty = 'text-wrap: pretty';
  expect(await linesOf('', 'aa bb cc dd ee ff gg')).toEqual(['aa bb cc', 'dd ee ff', 'gg']);
  expect(await linesOf(pretty, 'aa bb cc dd ee ff gg')).toEqual(['aa bb cc', 'dd ee', 'ff gg']);
  expect(await linesOf(`${pretty}; text-indent: 18pt`, 'aa bb cc')).toEqual(['aa', 'bb cc']);
  expect(await linesOf(pretty, 'aa bb cc<br>dd')).toEqual(['aa bb cc', 'dd']);
  expect(await linesOf(pretty, 'aaaaaaa bbbbbbb')).toEqual(['aaaaaaa', 'bbbbbbb']);
});
