import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { infoOf, pdfOf, popplerMissing, svg } from '../../../helpers/pdf.ts';
import { colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

const paper = '<!DOCTYPE html><style>@page { size: 300pt 300pt; margin: 50pt } body, p { margin: 0 }';
const square = 'linear-gradient(#00ff00, #00ff00) no-repeat';
/** A square of 20 pt. */
const sized = (position: string): string => `${square} ${position} / 20pt 20pt`;

/** Returns the colours of a page of 300 pt at some places. */
async function coloursOf(html: string, page: number, places: readonly [number, number][]): Promise<string[]> {
  const seen = picturedPage(await pdfOf(html), page);
  return places.map(([x, y]) => colourAt(seen, x, y));
}

describe.skipIf(popplerMissing !== undefined)(`images of pages${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('of the body are placed by the box of the root, which contains the margins of the body', async () => {
    const html = `${paper} body { margin: 30pt; background: #ffff00 ${sized('right bottom')} } div { height: 40pt }</style><div></div>`;
    const colours = await coloursOf(html, 1, [
      [240, 140],
      [220, 120],
      [245, 155],
      [52, 248],
      [48, 60],
    ]);
    expect(colours).toEqual(['#00ff00', '#ffff00', '#ffff00', '#ffff00', '#ffffff']);
  });

  test('of a body without height, whose content is all positioned, are on the page', async () => {
    const red = svg(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="2" height="1" fill="#f00"/></svg>',
    );
    const html = (size: string): string =>
      `${paper} body { background: #ffff00 url(${red}) no-repeat; background-size: ${size} }</style><div style="position: absolute">text</div>`;
    const places: [number, number][] = [
      [150, 100],
      [150, 140],
      [150, 160],
      [40, 100],
    ];
    expect(await coloursOf(html('cover'), 1, places)).toEqual(['#ff0000', '#ff0000', '#ffff00', '#ffffff']);
    expect(await coloursOf(html('60pt'), 1, places)).toEqual(['#ffff00', '#ffff00', '#ffff00', '#ffffff']);
  });

  test('of the body are those of its box where the root has a background', async () => {
    const html = `${paper} html { background: #0000ff } body { margin: 30pt; background: ${sized('left bottom')} } div { height: 40pt }</style><div></div>`;
    const colours = await coloursOf(html, 1, [
      [90, 110],
      [60, 110],
      [240, 240],
    ]);
    expect(colours).toEqual(['#00ff00', '#0000ff', '#0000ff']);
  });

  test('of tiles of which the first row is half above the page show all of the others', async () => {
    const tile = svg(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><g opacity=".999"><rect width="2" height="2" fill="#0f0"/><rect width="1" height="1" fill="#00f"/></g></svg>',
    );
    const html = `${paper} @page { margin: 0 } div { height: 300pt; background: url(${tile}) 0 -50pt / 100pt 100pt }</style><div></div>`;
    const colours = await coloursOf(html, 1, [
      [175, 25],
      [75, 75],
      [175, 75],
      [175, 175],
    ]);
    expect(colours).toEqual(['#00ff00', '#00ff00', '#00ff00', '#00ff00']);
  });

  test('that overflow their boxes above one page are whole on the next one', async () => {
    const icon = `<svg style="display: block; overflow: visible" width="40" height="40"><g opacity=".999"><rect y="-40" width="40" height="40" fill="#0f0"/></g></svg>`;
    const rows = '<tr style="break-inside: avoid"><td style="height: 200pt">row</td></tr>'.repeat(3);
    const html = `${paper} @page { margin: 0 } @page :right { margin-top: 50pt } td, th { padding: 0 }</style>
      <table style="border-spacing: 0"><thead><tr><th>${icon}</th></tr></thead>${rows}</table>`;
    expect(await coloursOf(html, 3, [[15, 35]])).toEqual(['#00ff00']);
  });

  test('are repeated over each page, in one box that continues on the next page', async () => {
    const html = `${paper} body { background: linear-gradient(#00ff00 50%, #0000ff 50%) } div { height: 50pt } p { break-before: page }</style><div></div><p style="height:100pt"></p>`;
    // The box has the 200 pt of the first page and 100 pt of the second one.
    const places: [number, number][] = [
      [150, 190],
      [150, 210],
      [150, 140],
      [150, 160],
    ];
    expect(await coloursOf(html, 1, places)).toEqual(['#00ff00', '#0000ff', '#00ff00', '#00ff00']);
    expect(await coloursOf(html, 2, places)).toEqual(['#00ff00', '#00ff00', '#0000ff', '#00ff00']);
  });

  test('are on pages that what overflows the root reaches', async () => {
    const html = `${paper} html, body { height: 100% } body { background: #ffff00 ${sized('right bottom')} } div { height: 300pt }</style><div></div>x`;
    const places: [number, number][] = [
      [240, 240],
      [60, 240],
    ];
    expect(await coloursOf(html, 1, places)).toEqual(['#00ff00', '#ffff00']);
    expect(await coloursOf(html, 2, places)).toEqual(['#ffff00', '#ffff00']);
  });

  test('need no page for a margin at the end of the content', async () => {
    const html = `${paper} body { background: #ffff00 } div { height: 190pt; margin-bottom: 50pt }</style><div></div>`;
    expect(infoOf(await pdfOf(html))['Pages']).toBe('1');
  });

  test('with background-attachment: fixed are those of the page, and have a warning behind another box', async () => {
    const problemsIn = async (html: string): Promise<string[]> => {
      const seen: string[] = [];
      await pdfOf(`${paper}</style>${html}`, 'A4', ({ problem }) => seen.push(problem));
      return seen;
    };
    const box = (style: string): string => `<div style="height: 20pt; ${style}"></div>`;
    const warning = 'a fixed background-attachment is ignored, so the image behind a box is placed in the box: page 1';
    expect(await problemsIn(box(`background: ${square} fixed`))).toEqual([warning]);
    expect(await problemsIn(box(`background: ${square}; background-attachment: fixed`))).toEqual([warning]);
    expect(await problemsIn(box(`background: ${square} fixed; background-attachment: scroll`))).toEqual([]);
    expect(await problemsIn(box('background: #ffff00 fixed'))).toEqual([]);
    expect(await problemsIn(`<style>body { background: ${square} fixed }</style>text`)).toEqual([]);
  });
});
