import { expect, setDefaultTimeout, test } from 'bun:test';
import { problemsOf } from '../../../helpers/pages/htmlProblems.ts';
import { pdfOf, popplerMissing, svg } from '../../../helpers/pdf.ts';
import { bare, colourAt, picturedPage } from '../../../helpers/templatePictures.ts';
import { renderPage } from '../fidelityPages.ts';

setDefaultTimeout(60_000);

test.skipIf(popplerMissing !== undefined)('a PDF has shadows and outlines of boxes, and shadows of texts', async () => {
  const box = (top: number, style: string): string =>
    `<div style="position:absolute;left:20pt;top:${top}pt;width:60pt;height:20pt;${style}"></div>`;
  const html = `<!DOCTYPE html>${bare}${box(20, 'box-shadow: 10pt 5pt 0 #f00, 0 0 0 4pt #00f')}
    ${box(60, 'box-shadow: inset 10pt 0 #f00; border-right: 5pt solid #0f0; background: #ff0')}
    ${box(100, 'outline: 4pt solid #00f; outline-offset: 4pt')}${box(140, 'box-shadow: 0 0 8pt #000')}
    <div style="position:absolute;left:20pt;top:180pt;overflow:hidden;width:64pt"><div style="width:60pt;height:20pt;box-shadow:10pt 0 #f00">&nbsp;</div></div>
    <table style="position:absolute;left:20pt;top:220pt;border-spacing:0"><tr style="background:#0f0"><td style="box-shadow:inset 0 0 0 999px #00f;width:60pt;height:20pt"></table>
    <p style="position:absolute;left:20pt;top:240pt;margin:0;font:40pt/40pt sans-serif;text-shadow:60pt 0 #f00;color:#00f">█</p>`;
  const report: string[] = [];
  const page = picturedPage(await pdfOf(html, 'A4', ({ problem }) => report.push(problem)));
  const at = (x: number, y: number): string => colourAt(page, x, y);
  expect([at(50, 30), at(86, 30), at(18, 25), at(82, 21)]).toEqual(['#ffffff', '#ff0000', '#0000ff', '#0000ff']);
  expect([at(25, 70), at(35, 70), at(83, 70), at(78, 70)]).toEqual(['#ff0000', '#ffff00', '#00ff00', '#ffff00']);
  expect([at(14, 110), at(18, 110), at(50, 110)]).toEqual(['#0000ff', '#ffffff', '#ffffff']);
  const [near, far] = [at(82, 150), at(86, 150)].map((colour) => Number.parseInt(colour.slice(1, 3), 16));
  expect([near !== undefined && near < 210, far !== undefined && far > 190 && far < 255]).toEqual([true, true]);
  expect([at(82, 190), at(86, 190), at(50, 230)]).toEqual(['#ff0000', '#ffffff', '#0000ff']);
  expect([at(30, 265), at(90, 265)]).toEqual(['#0000ff', '#ff0000']);
  expect(report).toEqual([]);
});

test.skipIf(popplerMissing !== undefined)(
  'a PDF has the outlines of letters, with transparent letters as well',
  async () => {
    // The letter of 40pt is a rectangle of about 24pt by 40pt.
    const letter = (top: number, style: string): string =>
      `<p style="position:absolute;left:20pt;top:${top}pt;margin:0;font:40pt/40pt sans-serif;${style}">█</p>`;
    const html = `<!DOCTYPE html>${bare}${letter(20, 'color: transparent; -webkit-text-stroke: 8pt #f00')}
    ${letter(80, 'color: #0f0; -webkit-text-stroke-width: 8pt; -webkit-text-stroke-color: #00f')}
    ${letter(140, 'color: #0f0; -webkit-text-stroke: 0 #f00')}
    ${letter(200, '-webkit-text-fill-color: #0f0; color: #00f; -webkit-text-stroke: 8pt')}`;
    const report: string[] = [];
    const page = picturedPage(await pdfOf(html, 'A4', ({ problem }) => report.push(problem)));
    const at = (y: number): string[] => [17.5, 22, 32].map((x) => colourAt(page, x, y));
    expect([at(40), at(100), at(160), at(220)]).toEqual([
      ['#ff0000', '#ff0000', '#ffffff'],
      ['#0000ff', '#0000ff', '#00ff00'],
      ['#ffffff', '#00ff00', '#00ff00'],
      ['#0000ff', '#0000ff', '#00ff00'],
    ]);
    expect(report).toEqual([]);
  },
);

test.skipIf(popplerMissing !== undefined)('a PDF fits pictures into their boxes', async () => {
  const source = svg(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40" height="20"><rect width="40" height="20" fill="#ff0000"/><rect width="20" height="20" fill="#0000ff"/></svg>',
  );
  const picture = (style: string): string =>
    `<img alt="" style="display: block; width: 40pt; height: 40pt; ${style}" src="${source}">`;
  const html = `<!DOCTYPE html>${bare}${picture('object-fit: cover')}${picture('object-fit: contain; object-position: 0 bottom')}${picture('object-fit: none; object-position: right top')}`;
  const seen = picturedPage(await pdfOf(html));
  const at = (x: number, y: number): string => colourAt(seen, x, y);
  expect([at(5, 5), at(35, 35), at(45, 20)]).toEqual(['#0000ff', '#ff0000', '#ffffff']);
  expect([at(5, 50), at(5, 70), at(35, 70)]).toEqual(['#ffffff', '#0000ff', '#ff0000']);
  expect([at(5, 85), at(13, 85), at(35, 85), at(35, 110)]).toEqual(['#ffffff', '#0000ff', '#ff0000', '#ffffff']);
});

test.skipIf(popplerMissing !== undefined)(
  'colours that follow a length without a unit count, also in shortened sheets',
  async () => {
    const box = 'width: 40pt; height: 20pt; margin: 0 0 20pt';
    const css = `.a { ${box}; box-shadow: 0 10pt 0 #00f } .b { ${box}; background: no-repeat 0 0#00f } .c { ${box}; background: 50% 0 #00f }`;
    const divs = '<div class=a></div><div class=b></div><div class=c></div>';
    const seen = picturedPage(await renderPage(`<!DOCTYPE html>${bare}<style>${css}</style>${divs}`));
    expect([25, 50, 90].map((y) => colourAt(seen, 20, y))).toEqual(['#0000ff', '#0000ff', '#0000ff']);
    expect(problemsOf(`<!DOCTYPE html><style>${css}</style>${divs}`)).toEqual([]);
  },
);
