import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const plain =
  '<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0; font: 10pt/20pt sans-serif } p { margin: 0 }</style>';

/** Returns how far below the first word of a document the others are; pt. */
async function offsetsOf(html: string): Promise<Record<string, number>> {
  const words = wordsOf(await pdfOf(plain + html));
  const first = words.find(({ text }) => text === 'one')?.top ?? Number.NaN;
  return Object.fromEntries(
    words.filter(({ text }) => text !== 'one').map(({ text, top }) => [text, Math.round(top - first)]),
  );
}

describe.skipIf(popplerMissing !== undefined)(`margins${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('collapse through a block with floats and positioned boxes alone, which stand below its own margin', async () => {
    const around = (inside: string): string =>
      `<p style="margin-bottom:10pt">one</p>${inside}<p style="margin-top:30pt">two</p>`;
    const positioned = '<span style="position:absolute">out</span>';
    expect(await offsetsOf(around(`<div>${positioned}</div>`))).toEqual({ out: 30, two: 50 });
    expect(await offsetsOf(around(`<div style="margin:20pt 0"><div>${positioned}</div></div>`))).toEqual({
      out: 40,
      two: 50,
    });
    expect(await offsetsOf(around('<div><div style="float:right">out</div></div>'))).toEqual({ out: 30, two: 50 });
    expect(await offsetsOf(around(`<div style="border-top:4pt solid">${positioned}</div>`))).toEqual({
      out: 34,
      two: 64,
    });
  });

  test('of last children collapse with that of a block whose least height is no larger than they are', async () => {
    const within = (style: string): string =>
      `<div style="margin-bottom:10pt;${style}"><p style="margin-bottom:30pt">one</p></div><p>two</p>`;
    expect(await offsetsOf(within(''))).toEqual({ two: 50 });
    expect(await offsetsOf(within('min-height:1px'))).toEqual({ two: 50 });
    expect(await offsetsOf(within('min-height:35pt'))).toEqual({ two: 45 });
    expect(await offsetsOf(within('min-height:60pt'))).toEqual({ two: 70 });
    expect(await offsetsOf(within('max-height:15pt'))).toEqual({ two: 25 });
  });

  test('and padding of a cell in percent are those of its table', async () => {
    const table = (style: string): string =>
      `<table style="width:400pt;border-spacing:0"><tr><td style="padding:0">one</td></tr><tr><td style="${style}">two</td></tr></table>`;
    const words = wordsOf(await pdfOf(plain + table('width:25%;padding:0 0 0 10%')));
    expect(words.map(({ left }) => Math.round(left))).toEqual([0, 40]);
  });
});
