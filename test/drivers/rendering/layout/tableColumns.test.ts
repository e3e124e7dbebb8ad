import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const plain =
  '<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0; font: 10pt/12pt sans-serif } table { width: 400pt; border-spacing: 0 } td { padding: 0 }</style>';

describe.skipIf(popplerMissing !== undefined)(
  `columns of a table${popplerMissing ? `: ${popplerMissing}` : ''}`,
  () => {
    test('share what their percentages leave by these, and in fixed tables by their widths', async () => {
      const left = async (style: string, first: string, second: string): Promise<number> => {
        const cells = `<td style="width:${first}"><div style="width:100pt"></div></td><td style="width:${second}">b</td>`;
        const words = wordsOf(await pdfOf(`${plain}<table style="${style}"><tr>${cells}</tr></table>`));
        return Math.round(word(words, 'b').left);
      };
      expect(await left('', '30%', '10%')).toBe(300);
      // The first column needs 100 pt, and has a fiftieth of the 104 pt that remain.
      expect(await left('', '1%', '49%')).toBe(102);
      expect(await left('table-layout: fixed', '1%', '49%')).toBe(8);
    });

    test('have what cells over as many of them need, from the first column to the last', async () => {
      const rows = [
        '<td>a</td><td colspan="2" style="width:200pt">b</td>',
        '<td colspan="2" style="width:180pt">c</td><td colspan="2" style="width:80pt">d</td>',
      ];
      const words = wordsOf(await pdfOf(`${plain}<table style="width:auto"><tr>${rows.join('<tr>')}</table>`));
      expect(Math.round(word(words, 'b').left)).toBe(180);
      expect(Math.round(word(words, 'd').left)).toBe(280);
    });

    test('that a cell spans declare nothing by its width, also where only one of them remains', async () => {
      const words = wordsOf(
        await pdfOf(`${plain}<table><tr><td colspan="2" style="width:50pt">a</td><td>a b</td></table>`),
      );
      expect(word(words, 'b').left).toBeGreaterThan(300);
    });

    test('give a box around the table the least and the greatest width that it declares', async () => {
      const after = async (style: string): Promise<number> => {
        const table = `<table style="${style}"><tr><td>a a a a a a a a</td><td>b</td></table>`;
        return Math.round(word(wordsOf(await pdfOf(`${plain}<div style="float: left">${table}</div>end`)), 'end').left);
      };
      expect(await after('width: auto; min-width: 180pt')).toBe(180);
      expect(await after('width: auto; max-width: 40pt')).toBe(40);
      expect(await after('width: 90pt; max-width: 40pt')).toBe(40);
    });

    test('are as wide as their container lets them where a fixed table in them is a share of it', async () => {
      const left = async (around: string, style: string): Promise<number> => {
        const table = `<table style="width: 100%; ${style}"><td>a</td><td>b</td></table>`;
        const words = wordsOf(
          await pdfOf(`${plain}<div style="width: 200pt"><div style="${around}">${table}</div></div>`),
        );
        return Math.round(word(words, 'b').left);
      };
      for (const around of ['float: left', 'display: inline-block']) {
        expect(await left(around, 'table-layout: fixed')).toBe(100);
        expect(await left(around, 'table-layout: fixed; max-width: 80pt')).toBe(40);
      }
    });

    test('that no cell begins at leave rows their declared height, without spacing', async () => {
      const empty = '<table style="border-spacing:5pt"><tr height="20"></tr><tr style="height:30pt"></tr></table>';
      const low = '<table height="40" style="border:1pt solid"><tr></tr></table>';
      const words = wordsOf(await pdfOf(`${plain}one${empty}two${low}three<table><tr></tr></table>four`));
      const tops = ['one', 'two', 'three', 'four'].map((text) => word(words, text).top);
      const between = tops.slice(1).map((top, at) => Math.round(top - (tops[at] ?? 0)));
      expect(between).toEqual([57, 42, 12]);
    });

    test('are as narrow or as wide as their content where the table declares that', async () => {
      const linesOf = async (style: string): Promise<number> => {
        const table = `<table style="${style}"><tr><td>first cell</td><td>second cell</td></table>`;
        const found = wordsOf(await pdfOf(`${plain}<div style="width: 60pt">${table}</div>`));
        return new Set(found.map(({ top }) => Math.round(top))).size;
      };
      expect(await linesOf('width: min-content')).toBe(2);
      expect(await linesOf('width: max-content')).toBe(1);
      expect(await linesOf('width: auto')).toBe(2);
    });
  },
);
