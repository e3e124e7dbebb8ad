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

  test('fills the parts of a box with its background that are declared', async () => {
    const box = (background: string): string =>
      `<div style="width:100pt;height:80pt;padding:10pt;border:10pt solid transparent;${background}"></div>`;
    const picture = 'linear-gradient(#0000ff,#0000ff)';
    const html = [
      'background:#ff0000 content-box',
      'background:#ff0000;background-clip:padding-box',
      `background:${picture} no-repeat content-box 0 0 / 10pt 10pt, #ff0000`,
      `background:${picture} 0 0 / 30pt 15pt space`,
      `background:${picture} 0 0 / 50pt 20pt no-repeat;background-origin:border-box`,
    ].map(box);
    const seen = await coloursOf(html.join(''), [
      [15, 15],
      [25, 25],
      [15, 95],
      [5, 95],
      [25, 185],
      [35, 185],
      [15, 255],
      [50, 255],
      [75, 255],
      [5, 325],
    ]);
    expect(seen.slice(0, 4)).toEqual(['#ffffff', '#ff0000', '#ff0000', '#ffffff']);
    expect(seen.slice(4)).toEqual(['#0000ff', '#ff0000', '#0000ff', '#ffffff', '#0000ff', '#0000ff']);
  });

  test('has its content above its borders and the backgrounds of other cells', async () => {
    const wide = '<div style="width:60pt;height:10pt;background:#00ff00"></div>';
    const html = `<div style="width:40pt;height:20pt;border:5pt solid #ff0000">${wide}</div>
      <table style="border-spacing:0;table-layout:fixed;width:80pt"><td style="padding:0;border:5pt solid #ff0000;background:#ffff00">${wide}
      <td style="padding:0;background:#0000ff"></table>
      <fieldset style="margin:0;border:10pt solid #ff0000;border-radius:20pt;width:200pt;padding:0 20pt 20pt"><legend style="padding:0;height:10pt;width:50pt"></legend></fieldset>
      <ul style="margin:0;padding-left:40pt;font-size:40pt;line-height:40pt"><li style="overflow:hidden;color:#0000ff">&nbsp;</ul>`;
    const seen = await coloursOf(html, [
      [42, 8],
      [30, 18],
      [37, 28],
      [50, 28],
      [60, 38],
      [2, 42],
      [100, 45],
      [45, 45],
      [12, 105],
    ]);
    expect(seen.slice(0, 4)).toEqual(['#00ff00', '#ff0000', '#00ff00', '#00ff00']);
    expect(seen.slice(4)).toEqual(['#0000ff', '#ffffff', '#ff0000', '#ffffff', '#ffffff']);
  });

  test('that is dashed has dashes that end at its corners, as browsers fit them in', async () => {
    const html = `<div style="width:100pt;height:40pt;border-top:10pt dashed #ff0000"></div>
      <div style="width:100pt;height:40pt;border-top:10pt dotted #ff0000"></div>`;
    const [red, white] = ['#ff0000', '#ffffff'];
    const seen = await coloursOf(html, [
      [5, 5],
      [15, 5],
      [23, 5],
      [97, 5],
      [5, 45],
      [15, 45],
    ]);
    expect(seen).toEqual([red, red, white, red, red, white]);
  });

  test('that is dotted has a dot at each corner where its sides are two dots long', async () => {
    const html = '<div style="width:0;height:0;border:10pt dotted #ff0000"></div>';
    const seen = await coloursOf(html, [
      [5, 5],
      [15, 5],
      [5, 15],
      [15, 15],
      [10, 10],
    ]);
    expect(seen).toEqual(['#ff0000', '#ff0000', '#ff0000', '#ff0000', '#ffffff']);
  });
});

test.skipIf(popplerMissing !== undefined)(
  'the corners of an element in lines are round where it begins and ends',
  async () => {
    const look = 'background:#ff0000;border-radius:16pt;font:28pt/40pt sans-serif';
    const whole = await coloursOf(`<div><b style="${look}">MMMM</b></div>`, [
      [1, 3],
      [20, 3],
      [1, 36],
    ]);
    expect(whole).toEqual(['#ffffff', '#ff0000', '#ffffff']);
    const broken = await coloursOf(`<div style="width:90pt"><span style="${look}">MMM<br>MMM</span></div>`, [
      [1, 3],
      [60, 3],
      [1, 43],
    ]);
    expect(broken).toEqual(['#ffffff', '#ff0000', '#ff0000']);
  },
);
