import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, type Word, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const sheet = `<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0; font: 10pt/12pt sans-serif } td { padding: 0 }
  table { border-collapse: collapse } .low { height: 100%; display: grid; align-items: end }</style>`;

const middle = ({ top, bottom }: Word): number => Math.round((top + bottom) / 2);

describe.skipIf(popplerMissing !== undefined)('a height in percent in a cell', () => {
  const middles = async (html: string, ...texts: string[]): Promise<number[]> => {
    const words = wordsOf(await pdfOf(sheet + html));
    return texts.map((text) => middle(word(words, text)));
  };

  test('is of the height of its rows, where these share the height of their table', async () => {
    const low = '<div class="low">low</div>';
    const table = (style: string, cell: string): string => `<table style="${style}"><tr><td ${cell}>${low}</table>`;
    for (const cell of ['', 'style="height: 100%"', 'style="height: 1px"'])
      expect(await middles(table('height: 100pt', cell), 'low')).toEqual([94]);
    expect(await middles(table('min-height: 100pt', ''), 'low')).toEqual([50]);
    // A height of which nothing is known is declared, too.
    const text = 'one<br>two<br>three';
    const shared = `<tr><td>${text}<td style="vertical-align: middle"><div style="height: 100%">side</div>`;
    expect(await middles(`<table>${shared}</table>`, 'side')).toEqual([18]);
    expect(await middles(`<table height="100%">${shared}</table>`, 'side')).toEqual([6]);
    const spanning = `<table style="height: 100pt"><tr><td rowspan="2">${low}<td>a<tr><td>b</table>`;
    expect(await middles(spanning, 'low', 'a')).toEqual([94, 25]);
  });

  test('makes no content overlap, and is reported where the row is higher than the cell declares', async () => {
    const cell = '<td style="height: 1px"><div style="height: 100%">one<br>two</div>';
    expect(await middles(`<table><tr>${cell}</table>after`, 'two', 'after')).toEqual([18, 30]);
    const problems: string[] = [];
    await pdfOf(`${sheet}<table><tr>${cell}<td>a<br>b<br>c</table>`, 'A4', ({ problem }) => problems.push(problem));
    expect(problems).toEqual([
      'a height in percent in a cell is not of the height of its row: declare the height of the table: page 1',
    ]);
  });
});
