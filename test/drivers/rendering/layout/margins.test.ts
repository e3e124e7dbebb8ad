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

  test('of several first children make one with that of the block above: the largest and the most negative', async () => {
    const first = '<div style="margin-top:-20pt">two</div>';
    const above = '<p style="margin-bottom:30pt">one</p>';
    expect(await offsetsOf(`${above}<div style="margin-top:20pt">${first}</div>`)).toEqual({ two: 30 });
    const inner = `<div style="margin-top:10pt"><div style="margin-top:-25pt"><p style="margin-top:40pt">two</p></div></div>`;
    expect(await offsetsOf(above + inner)).toEqual({ two: 35 });
    const empty = '<div style="margin-top:20pt"></div>'.repeat(70_000);
    expect(await offsetsOf(`${above}<div>${empty}<p style="margin-top:40pt">two</p></div>`)).toEqual({ two: 60 });
  });

  test('below a block collapse with those of its last children and of what follows: the largest and the most negative', async () => {
    const last = (outer: number, inner: number, next: number): string =>
      `<div style="margin-bottom: ${outer}pt"><p style="margin-bottom: ${inner}pt">one</p></div><p style="margin-top: ${next}pt">two</p>`;
    expect(await offsetsOf(last(-10, 30, 20))).toEqual({ two: 40 });
    expect(await offsetsOf(last(30, -10, -5))).toEqual({ two: 40 });
    expect(await offsetsOf(last(-30, 10, 15))).toEqual({ two: 5 });
    const empty = '<div style="margin: -10pt 0 30pt"></div>';
    const around = `<p style="margin-bottom: 20pt">one</p>${empty}<p style="margin-top: -25pt">two</p>`;
    expect(await offsetsOf(around)).toEqual({ two: 25 });
    const column = `<div style="columns: 1"><p style="margin-bottom: 20pt; column-span: all">one</p><p style="column-span: all; margin-top: -5pt">two</p></div>`;
    expect(await offsetsOf(column)).toEqual({ two: 35 });
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

  test('above a first child that stands below floats of its box do not move the box', async () => {
    const floated = '<div style="float:left">two<br>three</div>';
    const cleared = (clear: string, outer: string, inner: string): string =>
      `<p>one</p><div style="${outer}">${inner.replace('four', `<p style="clear:${clear};margin-top:90pt">four</p>`)}</div>`;
    const below = { two: 20, three: 40, four: 60 };
    expect(await offsetsOf(cleared('both', '', `${floated}four`))).toEqual(below);
    expect(await offsetsOf(cleared('left', '', `${floated}<div>four</div>`))).toEqual(below);
    expect(await offsetsOf(cleared('both', '', `<div>${floated}</div>four`))).toEqual(below);
    expect(await offsetsOf(cleared('both', 'margin-top:9pt', `${floated}four`))).toEqual({
      two: 29,
      three: 49,
      four: 69,
    });
    expect(await offsetsOf(cleared('right', '', `${floated}four`))).toEqual({ two: 110, three: 130, four: 110 });
    expect(await offsetsOf(cleared('both', 'padding-top:3pt', `${floated}four`))).toEqual({
      two: 23,
      three: 43,
      four: 113,
    });
  });

  test('above an empty block at the end of a cell are in the cell', async () => {
    const cell =
      '<table style="border-spacing: 0"><tr><td style="padding: 0"><p>one</p><div style="margin-top: 8pt"></div>';
    expect(await offsetsOf(`${cell}</table>two`)).toEqual({ two: 28 });
  });

  test('of the root make none with those in it', async () => {
    const top = async (style: string): Promise<number> => {
      const first = '<p style="margin-top:20pt">one</p>';
      const words = wordsOf(await pdfOf(`${plain}<style>html { ${style} }</style><body>${first}`));
      return words.find(({ text }) => text === 'one')?.top ?? Number.NaN;
    };
    expect((await top('margin-top: 50pt')) - (await top(''))).toBeCloseTo(50, 1);
  });

  test('of a page in percent are those of its height above and below, and of its width at the sides', async () => {
    const page = '<style>@page { size: 400pt 200pt; margin: 10% 5% }</style>';
    const [one] = wordsOf(await pdfOf(`${plain}${page}one`));
    // Less than 5 pt of the line are above its letters.
    expect([Math.round(one?.left ?? 0), Math.floor((one?.top ?? 0) / 5) * 5]).toEqual([20, 20]);
  });
});
