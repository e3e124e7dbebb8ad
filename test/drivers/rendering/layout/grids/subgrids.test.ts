import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const plain = `<!DOCTYPE html><style>@page { margin: 0; size: 600pt 800pt }
  body { margin: 0; font: 10pt/20pt sans-serif } .g, .s { display: grid } .s { grid-column: 1 / -1; grid-template-columns: subgrid }</style>`;

/** The left side and the top of words, in whole points. */
async function placesOf(html: string, ...texts: string[]): Promise<[left: number, top: number][]> {
  const words = wordsOf(await pdfOf(plain + html));
  return texts.map((text) => {
    const { left, top } = word(words, text);
    return [Math.round(left), Math.round(top / 10) * 10];
  });
}

const grid = (style: string, content: string): string => `<div class="g" style="${style}">${content}</div>`;
const cells = (...texts: string[]): string => texts.map((text) => `<p style="margin: 0">${text}</p>`).join('');

describe.skipIf(popplerMissing !== undefined)(`subgrids${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('have the space between tracks that the alignment of the grid around them adds', async () => {
    const style = 'width: 400pt; grid-template-columns: repeat(2, 50pt); justify-content: space-between';
    const html = grid(style, `${cells('a', 'b')}<div class="s">${cells('c', 'd')}</div>`);
    const [b, c, d] = (await placesOf(html, 'b', 'c', 'd')).map(([left]) => left);
    expect([b, c, d]).toEqual([350, 0, 350]);
  });

  test('fill their tracks, whatever they and the grid around them align and declare', async () => {
    const style = 'grid-template-columns: 100pt 100pt; justify-items: center; justify-content: start';
    const html = grid(style, `<div class="s" style="width: 30pt; justify-self: end">${cells('c', 'd')}</div>`);
    expect((await placesOf(html, 'c', 'd')).map(([left]) => left)).toEqual([0, 100]);
  });

  test('from right to left have their padding beside their last column', async () => {
    const style = 'direction: rtl; width: 600pt; grid-template-columns: repeat(3, 200pt)';
    const html = grid(style, `<div class="s" style="padding-left: 50pt">${cells('c', 'd', 'e')}</div>`);
    const words = wordsOf(await pdfOf(plain + html));
    expect(['c', 'd', 'e'].map((text) => Math.round(word(words, text).right))).toEqual([600, 400, 200]);
  });

  test('put what has no track into their last one', async () => {
    const card = (...texts: string[]): string =>
      `<div class="g" style="grid-row: span 2; grid-template-rows: subgrid">${cells(...texts)}</div>`;
    const html = grid('grid-template-columns: 100pt', card('a', 'b', 'c') + card('d', 'e'));
    const tops = (await placesOf(html, 'a', 'd', 'e')).map(([, top]) => top);
    expect(tops).toEqual([0, 40, 60]);
  });

  test('within subgrids are limited', async () => {
    const nested = (depth: number): string =>
      grid('grid-template-columns: 1fr 1fr', `${'<div class="s">'.repeat(depth)}x${'</div>'.repeat(depth)}`);
    expect(await placesOf(nested(8), 'x')).toEqual([[0, 0]]);
    await expect(pdfOf(plain + nested(9))).rejects.toThrow('More than 8 subgrids are nested.');
  });
});

describe.skipIf(popplerMissing !== undefined)(`faulty tracks${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('of endless names and shares that are no numbers are ignored', async () => {
    for (const tracks of ['subgrid repeat(99999999999,)', '.fr 100pt', '1.2.3fr'])
      expect(await placesOf(grid(`grid-template-columns: ${tracks}`, cells('x')), 'x')).toEqual([[0, 0]]);
  });

  test('that are filled in steps without end are refused', async () => {
    const walls = Array.from({ length: 1_000 }, (_, at) => `<i style="grid-area: ${at + 1} / 500">x</i>`).join('');
    const items = Array.from(
      { length: 400 },
      (_, at) => `<i style="grid-column: span ${501 + (at % 490)}; grid-row: span ${1 + (at % 7)}">y</i>`,
    ).join('');
    const html = grid('grid-template-columns: repeat(1000, 1fr); grid-auto-flow: dense', walls + items);
    await expect(pdfOf(plain + html)).rejects.toThrow('A grid takes too long to fill: say where its items are.');
  });

  test('of repeated columns have the names of the lines around them', async () => {
    const style = 'width: 500pt; grid-template-columns: [all-start] repeat(auto-fill, 100pt) [all-end]';
    const html = grid(style, `<p style="grid-column: all; text-align: right; margin: 0">x</p>`);
    const [[left] = [0]] = await placesOf(html, 'x');
    expect(left).toBeGreaterThan(480);
  });

  test('are searched for each shape of items alone where the flow is dense', async () => {
    const items = `<p style="margin: 0; grid-area: 1 / 2">l</p><p style="margin: 0; grid-row: 1; grid-column: span 2">p</p>
      <p style="margin: 0; grid-column: 1; grid-row: span 2">t</p>`;
    const style = 'grid-template-columns: repeat(4, 100pt); grid-auto-rows: 20pt; grid-auto-flow: dense';
    expect(await placesOf(grid(style, items), 'l', 'p', 't')).toEqual([
      [100, 0],
      [200, 0],
      [0, 0],
    ]);
  });
});
