import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { treatmentOf } from '../../../domain/documents/warnings/cssSupport.ts';
import { pdfOf, popplerMissing } from '../../helpers/pdf.ts';
import { bare, colourAt, picturedPage } from '../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

describe.skipIf(popplerMissing !== undefined)(
  `gradients in a PDF${popplerMissing ? `: ${popplerMissing}` : ''}`,
  () => {
    test('are in the PDF once, however many boxes of one size have them', async () => {
      const html = `<style>p { margin: 0; background: repeating-linear-gradient(45deg, red 0 1px, blue 1px 2px) }</style>${'<p>x'.repeat(2_000)}`;
      const raw = Buffer.from(await pdfOf(html)).toString('latin1');
      expect(raw.match(/\/ShadingType/g)?.length ?? 0).toBeLessThan(3);
    });

    test('that mix their colours in a space and repeat often are no larger than others', async () => {
      const sizeOf = async (space: string): Promise<number> => {
        const background = `repeating-linear-gradient(90deg ${space}, red, blue 0.25%)`;
        const boxes = Array.from({ length: 5 }, (_, i) => `<div style="width:${100 + i}pt">x</div>`).join('');
        return (await pdfOf(`<style>div { background: ${background} }</style>${boxes}`)).length;
      };
      expect(await sizeOf('in oklch longer hue')).toBeLessThan(1.1 * (await sizeOf('')));
    });

    test('have stops, directions, shapes and repetitions', async () => {
      const box = (top: number, background: string, more = ''): string =>
        `<div style="position:absolute;left:0;top:${top}pt;width:100pt;height:40pt;background:${background};${more}"></div>`;
      const page = picturedPage(
        await pdfOf(
          bare +
            box(0, 'linear-gradient(90deg, #f00 50%, #00f 50%)') +
            box(50, 'linear-gradient(to top left, #0f0 20%, #f00 21%, #f00)') +
            box(100, 'radial-gradient(20pt 10pt at 50% 50%, #0f0 99%, #00f 100%)') +
            box(150, 'repeating-linear-gradient(0deg, #f00 0 10pt, #0f0 10pt 20pt)') +
            box(200, 'linear-gradient(90deg, #f00 10pt, transparent 10pt) 0 0 / 20pt 100%, #00f') +
            box(250, 'linear-gradient(#f00, #f00)', 'opacity: 0.5') +
            box(300, 'linear-gradient(90deg, rgba(255, 0, 0, 1), rgba(255, 0, 0, 0))') +
            box(350, 'linear-gradient(90deg, #f00, 80%, #00f)') +
            box(400, 'linear-gradient(45deg, #f00, #00f)', 'transform: rotate(90deg) scale(0.4, 1)'),
        ),
      );
      const seen = [
        [25, 20],
        [75, 20],
        [95, 85],
        [10, 55],
        [68, 120],
        [50, 132],
        [50, 185],
        [50, 175],
        [65, 220],
        [75, 220],
        [50, 270],
      ].map(([x = 0, y = 0]) => colourAt(page, x, y));
      const twice = ['#ff0000', '#0000ff'];
      expect(seen.slice(0, 4)).toEqual([...twice, '#00ff00', '#ff0000']);
      expect(seen.slice(4, 8)).toEqual(['#00ff00', '#0000ff', '#ff0000', '#00ff00']);
      expect(seen.slice(8)).toEqual([...twice, '#ff7f7f']);
      const [faded, hinted] = [colourAt(page, 50, 320), colourAt(page, 50, 370)];
      expect(faded).toMatch(/^#ff(?:7[c-f]|8[0-3])/);
      expect(Number.parseInt(hinted.slice(1, 3), 16)).toBeGreaterThan(200);
      // Turned by a quarter: from the left above to the right below.
      expect([colourAt(page, 35, 405), colourAt(page, 65, 435)].map((one) => one.slice(1, 3) > one.slice(5))).toEqual([
        true,
        false,
      ]);
    });

    test('have calculated places, angles and radii', async () => {
      const html = (top: number, background: string): string =>
        `<div style="--p:75;position:absolute;left:0;top:${top}pt;width:100pt;height:40pt;background:${background}"></div>`;
      const page = picturedPage(
        await pdfOf(
          bare +
            html(0, 'conic-gradient(#f00 calc(var(--p) * 1%), #00f 0)') +
            html(50, 'conic-gradient(from calc(1turn / 4), #f00 calc(.5 * 360deg - 25%), #00f calc(90deg + 0%))') +
            html(100, 'linear-gradient(calc(45deg * 2), #f00 calc(100% - 20pt), #00f 0)') +
            html(150, 'linear-gradient(90deg, #f00 min(50%, 30pt), #00f 0)') +
            html(200, 'radial-gradient(circle calc(10pt + 5pt), #f00 99%, #00f)') +
            html(250, 'linear-gradient(90deg, #f00 calc(25% * 2), #00f 0) 0 0/calc(40%) 10pt no-repeat') +
            html(
              300,
              'linear-gradient(#f00, #f00) right min(10pt, 50%) top/calc(10% + 10pt) calc(100% - 20pt) no-repeat',
            ),
        ),
      );
      const at = (...places: [number, number][]): string[] => places.map(([x, y]) => colourAt(page, x, y));
      const [red, blue, white] = ['#ff0000', '#0000ff', '#ffffff'];
      expect(at([75, 10], [25, 30], [25, 10])).toEqual([red, red, blue]);
      expect(at([75, 85], [25, 85], [25, 60])).toEqual([red, blue, blue]);
      expect(at([78, 120], [82, 120])).toEqual([red, blue]);
      expect(at([28, 170], [32, 170])).toEqual([red, blue]);
      expect(at([63, 220], [67, 220])).toEqual([red, blue]);
      expect(at([18, 255], [22, 255], [42, 255], [18, 265])).toEqual([red, blue, white, white]);
      expect(at([68, 310], [72, 310], [88, 310], [92, 310], [80, 325])).toEqual([white, red, red, white, white]);
    });

    test('around a centre have sectors, an angle to begin at, repetitions and opacities', async () => {
      const box = (top: number, background: string): string =>
        `<div style="position:absolute;left:0;top:${top}pt;width:100pt;height:40pt;background:${background}"></div>`;
      const page = picturedPage(
        await pdfOf(
          bare +
            box(0, 'conic-gradient(#f00 0 25%, #00f 25% 50%, #0f0 0)') +
            box(50, 'conic-gradient(from 90deg at 20% 50%, #f00 90deg, #00f 0 0.5turn, #0f0 0)') +
            box(100, 'repeating-conic-gradient(#f00 0 45deg, #00f 0 90deg)') +
            box(150, 'conic-gradient(#f00 180deg, transparent 0), #00f') +
            box(200, 'conic-gradient(#000, #fff)') +
            box(250, 'conic-gradient(rgb(255, 0, 0) 50%, rgb(0, 0, 255) 0)') +
            box(300, 'radial-gradient(#f00 40%, transparent 40%), conic-gradient(#0f0 50%, #00f 0)'),
        ),
      );
      const at = (...places: [number, number][]): string[] => places.map(([x, y]) => colourAt(page, x, y));
      const [red, blue, green] = ['#ff0000', '#0000ff', '#00ff00'];
      expect(at([75, 10], [75, 30], [25, 10], [25, 30])).toEqual([red, blue, green, green]);
      expect(at([75, 80], [10, 80], [10, 60], [75, 60])).toEqual([red, blue, green, green]);
      expect(at([52, 105], [90, 115], [90, 125], [52, 135])).toEqual([red, blue, red, blue]);
      expect(at([75, 170], [25, 170])).toEqual([red, blue]);
      const grey = at([90, 220], [50, 235], [10, 220]).map((one) => Number.parseInt(one.slice(1, 3), 16));
      expect(grey[0]).toBeWithin(59, 70);
      expect(grey[1]).toBeWithin(122, 134);
      expect(grey[2]).toBeWithin(186, 197);
      expect(at([75, 270], [25, 270])).toEqual([red, blue]);
      // A ring: the first part of a gradient around a centre may be a colour with a place.
      expect(at([55, 320], [95, 320], [5, 320])).toEqual([red, green, blue]);
    });

    test('mix their colours in the space that they name', async () => {
      const box = (top: number, background: string): string =>
        `<div style="position:absolute;left:0;top:${top}pt;width:100pt;height:40pt;background:${background}"></div>`;
      const page = picturedPage(
        await pdfOf(
          bare +
            box(0, 'linear-gradient(to right in oklab, red, blue)') +
            box(50, 'linear-gradient(in oklch longer hue to right, red, blue)') +
            box(100, 'linear-gradient(in hsl, red, red 50%, lime)') +
            box(150, 'radial-gradient(circle in srgb-linear, red, lime)') +
            box(200, 'linear-gradient(in nowhere, red, lime)'),
        ),
      );
      const channels = (x: number, y: number): number[] =>
        [1, 3, 5].map((at) => Number.parseInt(colourAt(page, x, y).slice(at, at + 2), 16));
      const isNear = (found: number[], ...others: number[]): boolean =>
        others.every((one, at) => Math.abs(one - (found[at] ?? -99)) < 8);
      expect(isNear(channels(50, 20), 140, 83, 162)).toBe(true);
      expect(isNear(channels(50, 70), 0, 147, 0)).toBe(true);
      expect([isNear(channels(50, 110), 255, 0, 0), isNear(channels(50, 130), 255, 255, 0)]).toEqual([true, true]);
      expect(isNear(channels(77, 170), 188, 188, 0)).toBe(true);
      // A space that nobody knows.
      expect(channels(50, 220)).toEqual([255, 0, 0]);
    });

    test('may have one colour between two places, and images may be inherited without their sizes', async () => {
      const box = 'width: 40pt; height: 20pt';
      const html = `<div style="${box}; background: linear-gradient(#f00 0 0) no-repeat left / 50% 100%"></div>
        <div style="background: linear-gradient(#00f 0 0) no-repeat left / 25% 100%">
        <p style="margin: 0; ${box}; background-image: inherit; background-repeat: no-repeat"></p></div>`;
      const seen = picturedPage(await pdfOf(`<!DOCTYPE html>${bare}${html}`));
      expect([10, 30].map((x) => colourAt(seen, x, 10))).toEqual(['#ff0000', '#ffffff']);
      expect([10, 35].map((x) => colourAt(seen, x, 30))).toEqual(['#0000ff', '#0000ff']);
      const value = 'linear-gradient(#f00 0 0), conic-gradient(#f00 0 50%)';
      expect(treatmentOf('background-image', value)).toBeUndefined();
      expect(treatmentOf('background-image', 'linear-gradient(#f00 0)')).toBeDefined();
    });
  },
);
