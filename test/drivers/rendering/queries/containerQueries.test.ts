import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { inspectTemplate } from '../../../../domain/documents/warnings/inspectTemplate.ts';
import { readContainerQuery } from '../../../../drivers/rendering/pdf/style/queries/containerQuery.ts';
import { cleanSheet } from '../../../../drivers/rendering/sanitize/cleanCss.ts';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const plain = `<!DOCTYPE html><style>@page { margin: 0; size: 600pt 800pt } body { margin: 0; font: 10pt/20pt sans-serif }
  p, div { margin: 0 } .c { container-type: inline-size }`;

/** The left sides of words, in whole points. */
async function leftsOf(css: string, html: string, ...texts: string[]): Promise<number[]> {
  const words = wordsOf(await pdfOf(`${plain}${css}</style>${html}`));
  return texts.map((text) => Math.round(word(words, text).left));
}

describe('the condition of @container', () => {
  const container = (width: number, names: string[] = [], height?: number) => ({
    names,
    isQueried: true,
    hasHeight: height !== undefined,
    size: { width, height },
    lengthOf: (text: string): number | undefined => (/^\d+pt$/.test(text) ? Number.parseInt(text, 10) : undefined),
  });
  const holds = (query: string, width = 300, height?: number): boolean =>
    readContainerQuery(query).holds([container(width, ['side'], height), container(900, ['page'])]);

  test('is about widths and heights, as bounds or as ranges', () => {
    for (const query of [
      '(min-width: 300pt)',
      '(width >= 300pt)',
      '(100pt < inline-size <= 300pt)',
      '(300pt = width)',
      'side (max-width: 300pt)',
      'page (width > 800pt)',
      '(width)',
      'not (width < 300pt)',
      '(width < 1pt) or (width > 1pt)',
      '((width > 1pt) and (not (width > 400pt)))',
    ])
      expect([query, holds(query)]).toEqual([query, true]);
    for (const query of ['(width < 300pt)', 'other (width)', '(height > 1pt)', '(width > 1pt) and (width > 400pt)'])
      expect([query, holds(query)]).toEqual([query, false]);
    expect(holds('(orientation: portrait)', 300, 400)).toBe(true);
    expect(holds('(aspect-ratio > 1/1) and (height: 200pt)', 300, 200)).toBe(true);
  });

  test('does not hold where it is faulty, however it is nested', () => {
    const deep = `${'('.repeat(10_000)}width > 1pt${')'.repeat(10_000)}`;
    for (const query of [
      '',
      'side',
      '(width >)',
      '(1pt < width > 2pt',
      '(colour: red)',
      'not (colour)',
      'style(--a: b)',
      deep,
    ])
      expect([query.slice(0, 20), holds(query)]).toEqual([query.slice(0, 20), false]);
    expect(holds('(width > 1pt) and (width > 2pt) or (width > 3pt)')).toBe(false);
  });
});

describe.skipIf(popplerMissing !== undefined)(`containers${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('are queried by what is in them, and not by themselves', async () => {
    const css = `@container (width > 200pt) { p { margin-left: 50pt } .c { margin-left: 7pt } }`;
    const html = `<p>outside</p><div class="c" style="width: 150pt"><p>narrow</p></div><div class="c"><p>wide</p></div>`;
    expect(await leftsOf(css, html, 'outside', 'narrow', 'wide')).toEqual([0, 0, 50]);
  });

  test('within containers are queried with the width that these give them', async () => {
    const css = `@container (width > 200pt) { .half { width: 180pt } .half p { margin-left: 40pt } }
      @container (width < 200pt) { .half p { margin-left: 20pt } } .half::before { content: "before" }
      @container (width < 190pt) { .half::before { margin-left: 10pt } }`;
    const html = `<div class="c" style="width: 400pt"><div class="c half"><p>inner</p></div></div>`;
    expect(await leftsOf(css, html, 'inner', 'before')).toEqual([20, 10]);
  });

  test('have names, and no width by their content', async () => {
    const css = `.n { container: card / inline-size } @container card (width >= 100pt) { p { margin-left: 9pt } }`;
    const html = `<div style="display: flex"><div class="n" style="flex: 1"><p>card</p></div><div style="width: 400pt">beside</div></div>
      <div style="float: left"><div class="n">gone</div></div>after`;
    expect(await leftsOf(css, html, 'card', 'beside', 'after')).toEqual([9, 200, 0]);
  });

  test('are queried by the elements of drawings in them; those of images are in none', async () => {
    const css = `svg { display: block } @container (width < 200pt) { text { transform: translate(30pt) } }
      @container (width > 9999px) { text { transform: translate(90pt) } }`;
    const drawing = (text: string, style = ''): string =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="200pt" height="20pt">${style}<text y="12">${text}</text></svg>`;
    const image = drawing('image', '<style>@container (width > 1px) { text { transform: translate(90pt) } }</style>');
    const html = `${drawing('outside')}<div class="c" style="width: 150pt">${drawing('narrow')}</div><div class="c">${drawing('wide')}</div>
      <img style="display: block" src="data:image/svg+xml;base64,${btoa(image)}">`;
    expect(await leftsOf(css, html, 'outside', 'narrow', 'wide', 'image')).toEqual([0, 30, 0, 0]);
  });

  test('are queried for counters, numbers of items and first letters, too', async () => {
    const css = `p::before { content: counter(x) " " } p { white-space: pre }
      @container (width > 200pt) { p { counter-increment: x } li { counter-increment: list-item 5 } h6::first-letter { margin-left: 50pt } }
      h6 { margin: 0 } .c.own { counter-reset: y 3 } @container (width > 200pt) { .own { counter-increment: y } .in::before { content: counter(y) } }`;
    const list = '<ol style="list-style: inside decimal">';
    const content = (name: string): string => `<p>${name}<h6>First</h6>${list}<li>item</ol>`;
    const html = `<div class="c" style="width: 150pt">${content('narrow')}</div><div class="c">${content('wide')}</div>
      <div class="c own"><i class="in"></i></div>`;
    const words = wordsOf(await pdfOf(`${plain}${css}</style>${html}`));
    words.sort((one, other) => Math.round(one.top - other.top) || one.left - other.left);
    expect(words.map(({ text }) => text).join(' ')).toBe('0 narrow First 1. item 1 wide First 5. item 3');
    const lefts = words.filter(({ text }) => text === 'First').map(({ left }) => Math.round(left));
    expect(lefts).toEqual([0, 50]);
  });

  test('are queried by at most 32 conditions within one another; rules in more are ignored, with a warning', async () => {
    const css = (depth: number): string =>
      `${'@container (width) {'.repeat(depth)} p { margin-left: 50pt } ${'}'.repeat(depth)}`;
    const problems: string[] = [];
    const leftAt = async (depth: number): Promise<number> => {
      const html = `${plain}${css(depth)}</style><div class="c"><p>inner</p></div>`;
      const words = wordsOf(await pdfOf(html, 'A4', ({ problem }) => problems.push(problem)));
      return Math.round(word(words, 'inner').left);
    };
    expect([await leftAt(32), problems]).toEqual([50, []]);
    expect([await leftAt(33), await leftAt(1_000)]).toEqual([0, 0]);
    expect(new Set(problems)).toEqual(
      new Set(['@container is nested more than 32 deep, so the rules within are ignored']),
    );
  });

  test('are what cqw and the like are shares of; without one, the page is', async () => {
    const css = `.in { margin-left: 10cqw } .size { container-type: size; width: 200pt; height: 100pt } .high { margin-left: 50cqh }`;
    const html = `<p class="in">page</p><div class="c" style="width: 300pt"><p class="in">container</p></div><div class="size"><p class="high">high</p></div>`;
    expect(await leftsOf(css, html, 'page', 'container', 'high')).toEqual([60, 30, 50]);
  });
});

test('queries of sizes pass the cleaning of sheets, and those of styles are a warning', () => {
  const css = '@container (width<20rem){p{color:red}}';
  const calculated = '@container (calc(1px + 1em)<=width<Calc(2em + 1px)) and (height<max(1px,2em)){p{color:red}}';
  for (const sheet of [css, calculated, calculated.replace('container', 'media')])
    expect(cleanSheet(sheet, { imageOf: () => undefined })).toBe(sheet);
  expect(cleanSheet('p{content:"</style>"}', { imageOf: () => undefined })).not.toContain('<');
  const warned = (sheet: string): number =>
    inspectTemplate({
      inputType: 'HTML',
      documentType: 'PDF',
      content: `<!DOCTYPE html><style>${sheet}</style><p>x</p>`,
    }).length;
  expect([warned(css), warned('p { width: 50cqw }'), warned('@container style(--a: b) { p { color: red } }')]).toEqual([
    0, 0, 1,
  ]);
});
