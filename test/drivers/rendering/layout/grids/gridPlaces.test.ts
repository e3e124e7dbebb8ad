import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const plain = `<!DOCTYPE html><style>@page { margin: 0; size: 600pt 800pt }
  body { margin: 0; font: 10pt/20pt sans-serif } .g { display: grid; grid-template-columns: repeat(3, 100pt); grid-auto-rows: 20pt }</style>`;

/** The column and the row, counted from 1, of the letters that items have, in columns of 100 pt and rows of 20 pt. */
async function cellsOf(style: string, items: string): Promise<Record<string, string>> {
  const words = wordsOf(await pdfOf(`${plain}<div class="g" style="${style}">${items}</div>`));
  return Object.fromEntries(
    words.map(({ text, left, top, bottom }) => [
      text,
      `${Math.floor(left / 100 + 0.01) + 1}/${Math.floor((top + bottom) / 40) + 1}`,
    ]),
  );
}

const item = (text: string, style = ''): string => `<div style="${style}">${text}</div>`;

describe.skipIf(popplerMissing !== undefined)(`places in grids${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('are filled later where the flow is dense', async () => {
    const items = [
      item('a'),
      item('b', 'grid-column: span 3'),
      item('c', 'grid-column: span 2'),
      item('d'),
      item('e', 'grid-row: 3'),
    ].join('');
    expect(await cellsOf('', items)).toEqual({ a: '1/1', b: '1/2', c: '2/3', d: '1/4', e: '1/3' });
    expect(await cellsOf('grid-auto-flow: dense', items)).toEqual({ a: '1/1', b: '1/2', c: '2/1', d: '2/3', e: '1/3' });
    const down = 'grid-template: repeat(2, 20pt) / none; grid-auto-columns: 100pt; grid-auto-flow: column dense';
    const columns = [item('a'), item('b', 'grid-row: span 2'), item('c')].join('');
    expect(await cellsOf(down, columns)).toEqual({ a: '1/1', b: '2/1', c: '1/2' });
  });

  test('count lines of a name, and those that no track has', async () => {
    const tracks = 'grid-template-columns: repeat(3, [left] 100pt [right])';
    const items = [
      item('a', 'grid-column: left 2'),
      item('b', 'grid-column: left / span right 2'),
      item('c', 'grid-column: span left 2 / right -1'),
      item('d', 'grid-column: right -1 / auto'),
      item('e', 'grid-column: elsewhere'),
    ].join('');
    const auto = 'grid-auto-columns: 100pt';
    expect(await cellsOf(`${tracks}; ${auto}`, items)).toEqual({ a: '2/1', b: '1/2', c: '2/3', d: '4/3', e: '5/3' });
  });

  test('before the first line make columns there', async () => {
    const items = [item('a'), item('b', 'grid-column: -6'), item('c', 'grid-column: 1')].join('');
    expect(await cellsOf('grid-auto-columns: 100pt 200pt', items)).toEqual({ a: '1/1', b: '1/2', c: '4/2' });
  });

  test('of automatic tracks have the sizes of a list in turn', async () => {
    const style = 'grid-template-columns: 100pt; grid-auto-rows: 20pt 40pt';
    const items = ['a', 'b', 'c', 'd'].map((text) => item(text)).join('');
    expect(await cellsOf(style, items)).toEqual({ a: '1/1', b: '1/2', c: '1/4', d: '1/5' });
    const areas = "grid-template: 'a b' minmax(60pt, auto) [middle] 'c d' 20pt / 100pt 100pt";
    expect(await cellsOf(areas, items)).toEqual({ a: '1/1', b: '2/1', c: '1/4', d: '2/4' });
    expect(await cellsOf('grid: auto-flow 40pt / 100pt', items)).toEqual({ a: '1/1', b: '1/3', c: '1/5', d: '1/7' });
  });

  test('of auto-fit vanish without items, with their gaps', async () => {
    const style = 'grid-template-columns: repeat(auto-fit, 80pt); column-gap: 20pt; justify-content: end';
    const items = [item('a', 'grid-column: 2'), item('b', 'grid-column: 4')].join('');
    expect(await cellsOf(style, items)).toEqual({ a: '5/1', b: '6/1' });
  });

  test('have what margins of their own leave', async () => {
    const items = [item('a', 'margin: auto 0'), item('b', 'margin-top: auto'), item('c', 'margin-bottom: auto')].join(
      '',
    );
    expect(await cellsOf('grid-auto-rows: 60pt', items)).toEqual({ a: '1/2', b: '2/3', c: '3/1' });
  });

  test('of subgrids are those of the grid around them', async () => {
    const words = async (gap: string): Promise<number[]> => {
      const sub = `grid-column: 1 / -1; display: grid; grid-template-columns: subgrid; padding: 0 10pt; ${gap}`;
      const rows = [`${item('a')}${item('b')}${item('c')}`, `${item('d')}${item('e', 'grid-column: 3')}`];
      const grid = rows.map((row) => item(row, sub)).join('');
      const style = 'grid-template-columns: 50pt 50pt 1fr; column-gap: 20pt; grid-auto-rows: auto';
      const all = wordsOf(await pdfOf(`${plain}<div class="g" style="${style}">${grid}</div>`));
      return ['a', 'c', 'e', 'd'].map((text) => word(all, text).left);
    };
    const [a, c = 0, e, d] = await words('');
    expect([a, d, e]).toEqual([10, 10, c]);
    // Half of what a gap of its own is narrower is on both sides.
    expect((await words('column-gap: 8pt'))[1]).toBeCloseTo(c - 6, 1);
  });

  test('of subgrids have rows as high as the highest of all cards', async () => {
    const card = (text: string, lines: number): string =>
      `<div style="display: grid; grid-row: span 2; grid-template-rows: subgrid">${item('x<br>'.repeat(lines))}${item(text)}</div>`;
    const words = wordsOf(
      await pdfOf(`${plain}<div class="g" style="grid-auto-rows: auto">${card('one', 1)}${card('two', 4)}</div>after`),
    );
    expect(word(words, 'one').top).toBeCloseTo(word(words, 'two').top, 1);
    expect(word(words, 'after').top - word(words, 'one').top).toBeCloseTo(20, 1);
  });

  test('of fit-content() are as wide as their content up to a length', async () => {
    const style = 'grid-template-columns: fit-content(80pt) fit-content(300pt) 1fr';
    const items = `${item('mmmm '.repeat(9))}${item('b')}${item('c')}`;
    const words = wordsOf(await pdfOf(`${plain}<div class="g" style="${style}">${items}</div>`));
    expect(word(words, 'bc').left).toBeCloseTo(80, 1);
  });
});
