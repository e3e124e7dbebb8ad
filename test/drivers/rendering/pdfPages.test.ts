import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, svg, word, wordsOf } from '../../helpers/pdf.ts';

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

  test('has images that are no wider than their containers, and a warning about those that ask for more', async () => {
    const source = svg(
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100"/></svg>',
    );
    const seen: string[] = [];
    const html = `<div style="width: 200px"><img src="${source}"> <img src="${source}" style="max-width: 100%"></div><img src="${source}">`;
    await pdfOf(html, 'A4', ({ problem }) => seen.push(problem));
    expect(seen).toEqual(['an image of 300 px is wider than its container, so it is drawn 200 px wide: page 1']);
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
});
