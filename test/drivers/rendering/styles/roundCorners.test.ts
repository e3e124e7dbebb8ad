import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, poppler, popplerMissing } from '../../../helpers/pdf.ts';
import { colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

const sheet = '<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0 } div { box-sizing: border-box }</style>';

/** The colours of a page at these points; pt. */
async function coloursOf(html: string, points: readonly (readonly [number, number])[]): Promise<string[]> {
  const page = picturedPage(await pdfOf(`${sheet}${html}`));
  return points.map(([x, y]) => colourAt(page, x, y));
}

describe.skipIf(popplerMissing !== undefined)('a box of a PDF', () => {
  test('has the radius of each corner', async () => {
    const html = `<div style="width:100pt;height:60pt;background:#ff0000;border-radius:20pt 0 0 50%/20pt 0 0 10pt"></div>
      <div style="width:100pt;height:60pt;border:20pt solid #0000ff;border-top-color:#00ff00;border-bottom-width:0;border-end-end-radius:30pt"></div>
      <div style="width:0;height:0;border:20pt solid transparent;border-bottom-color:#ff0000"></div>`;
    const seen = await coloursOf(html, [
      [3, 3],
      [97, 3],
      [97, 57],
      [4, 57],
      [45, 57],
      [50, 65],
      [3, 66],
      [95, 115],
      [50, 115],
      [20, 155],
      [6, 140],
    ]);
    expect(seen.slice(0, 5)).toEqual(['#ffffff', '#ff0000', '#ff0000', '#ffffff', '#ff0000']);
    expect(seen.slice(5)).toEqual(['#00ff00', '#0000ff', '#ffffff', '#ffffff', '#ff0000', '#ffffff']);
  });

  test('is not round where a page cuts it', async () => {
    const html = `<div style="height:800pt"></div><div style="background:#ff0000;border-radius:30pt">${'<p>text</p>'.repeat(20)}</div>`;
    expect(
      await coloursOf(html, [
        [2, 802],
        [2, 838],
      ]),
    ).toEqual(['#ffffff', '#ff0000']);
  });

  test('with overflow hides what crosses its edges', async () => {
    const black = '<span style="font-size:40pt;line-height:40pt;background:#ff0000;color:#ff0000">XXXXXX</span>';
    const html = `<div style="overflow:hidden;width:60pt;height:40pt;margin-bottom:20pt;border:5pt solid #0000ff;position:relative">${black}${black}
        <div style="position:absolute;left:20pt;top:-20pt;width:10pt;height:100pt;background:#00ff00"></div></div>
      <table style="table-layout:fixed;width:60pt;border-spacing:0"><td style="overflow:hidden;padding:0">${black}</table>`;
    const seen = await coloursOf(html, [
      [10, 33],
      [10, 43],
      [62, 25],
      [30, 2],
      [30, 30],
      [30, 50],
      [30, 80],
      [65, 80],
    ]);
    expect(seen).toEqual(['#ff0000', '#ffffff', '#ffffff', '#0000ff', '#00ff00', '#ffffff', '#ff0000', '#ffffff']);
  });

  test('with overflow and round corners hides the corners of its content', async () => {
    const clipsOf = async (css: string): Promise<number> => {
      const html = `<!DOCTYPE html><style>.card { width: 200pt; ${css} } .head { background: #246 } td { background: #dfd }</style>
      <div class="card"><div class="head">one</div><p>two</p></div><table class="card"><tr><td>three<tr><td>four<tr><td>five</table>`;
      return (
        poppler(await pdfOf(html), 'pdftocairo', '-svg', '{}', '-').match(/<clipPath id=[^>]*>\s*<path [^>]* C /g)
          ?.length ?? 0
      );
    };
    expect(await clipsOf('border-radius: 8pt')).toBe(0);
    // The head with its text, and the cells of the first and the last row.
    expect(await clipsOf('border-radius: 8pt 8pt 4pt 4pt; overflow: hidden; border-spacing: 0')).toBeGreaterThanOrEqual(
      3,
    );
  });
});
