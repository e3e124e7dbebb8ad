import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { PNG } from 'pngjs';
import { pdfOf, popplerMissing, textOf, word, wordsOf } from '../../helpers/pdf.ts';
import { pagePicture } from '../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

const sheet = '<style>@page { size: 200pt 200pt; margin: 0 } body { margin: 0; font-size: 10pt }</style>';

/** Returns the colours of a page, of one pixel for each pt, at positions. */
function coloursAt(pdf: Uint8Array, places: readonly (readonly [number, number])[]): string[] {
  const { data, width } = PNG.sync.read(pagePicture(pdf, 1, 72));
  return places.map(([x, y]) => `#${data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3).toString('hex')}`);
}

describe.skipIf(popplerMissing !== undefined)(
  `transforms in a PDF${popplerMissing ? `: ${popplerMissing}` : ''}`,
  () => {
    test('move a box up without taking its text to another page, or off it', async () => {
      const centred = '<div style="position:absolute;top:50%;height:80pt;transform:translateY(-50%)">seen</div>';
      const box = `<div style="position:relative;height:100pt">${centred}</div>`;
      const words = wordsOf(await pdfOf(`${sheet}<p style="height:90pt;margin:0">first</p>${box}<p>last</p>`));
      expect(words.map(({ text, page }) => `${text} ${page}`).sort()).toEqual(['first 1', 'last 2', 'seen 1']);
    });

    test('count for the width of the page with what is in the box, but not with positioned boxes in it', async () => {
      const scaleOf = async (html: string): Promise<number> => {
        const { left, right } = word(wordsOf(await pdfOf(`<!DOCTYPE html>${sheet}<p>first</p>${html}`)), 'first');
        return right - left;
      };
      const whole = await scaleOf('');
      const moved = (style: string, inner: string): string =>
        `<div style="${style}; transform: translateX(-50pt)"><div style="${inner}; width: 150pt">in</div></div>`;
      expect(await scaleOf(moved('width: 100pt', 'margin-left: 100pt'))).toBeCloseTo(whole, 1);
      expect(await scaleOf(moved('width: 100pt', 'position: absolute; left: 100pt'))).toBeCloseTo(whole * 0.8, 1);
      expect(await scaleOf(moved('position: relative; left: 50pt; width: 140pt', ''))).toBeCloseTo(whole, 1);
      expect(await scaleOf(moved('width: 100pt', 'margin-left: 125pt'))).toBeCloseTo((whole * 200) / 225, 1);
    });

    test('turn, move and enlarge a box about its origin, and leave its place in the flow', async () => {
      const box = 'position: absolute; width: 20pt; height: 10pt; background: #ff0000;';
      const pdf = await pdfOf(`${sheet}
      <div style="${box} left: 50pt; top: 50pt; transform: rotate(90deg); transform-origin: 0 0"></div>
      <div style="${box} left: 100pt; top: 50pt; transform: translate(100%, 50%) scale(2)"></div>
      <div style="${box} left: 20pt; top: 150pt; rotate: 0.25turn; translate: 0 -10pt; scale: 1 2"></div>
      <div style="${box} left: 100pt; top: 150pt; transform: scale(0)"></div>
      <p style="margin: 0; width: 60pt; transform: translateX(30pt)">moved</p><p style="margin: 0">below</p>`);
      const places = [
        [45, 65],
        [55, 55],
        [105, 52],
        [135, 63],
        [112, 80],
        [30, 140],
        [30, 158],
        [110, 155],
      ] as const;
      const [red, white] = ['#ff0000', '#ffffff'];
      expect(coloursAt(pdf, places)).toEqual([red, white, white, red, white, red, white, white]);
      const words = wordsOf(pdf);
      expect(word(words, 'moved').left - word(words, 'below').left).toBeCloseTo(30, 1);
      expect(word(words, 'below').top - word(words, 'moved').top).toBeGreaterThan(10);
    });

    test('have calculated angles and factors, in HTML and in drawings', async () => {
      const half = 'transform: rotate(calc(45deg * 2)) scale(calc(1 / 2), 1)';
      const box = `<div style="position:absolute;left:0;top:40pt;width:80pt;height:20pt;background:#f00;${half}"></div>`;
      const rect = `<rect width="40" height="10" fill="#f00" style="--n: 3; transform: rotate(calc(30deg * var(--n)))"/>`;
      const svg = `<svg style="position:absolute;left:100pt;top:0" width="60" height="60" viewBox="-20 0 60 60">${rect}</svg>`;
      const seen = coloursAt(await pdfOf(`<!DOCTYPE html>${sheet}${box}${svg}`), [
        [40, 35],
        [40, 65],
        [25, 50],
        [111, 25],
        [125, 4],
      ]);
      expect(seen).toEqual(['#ff0000', '#ff0000', '#ffffff', '#ff0000', '#ffffff']);
    });

    test('turn the content of a cell, and are reported where the border of the cell or a row is not transformed', async () => {
      const seen: string[] = [];
      const html = `${sheet}<table><tr><th style="height: 60pt; transform: rotate(-90deg)">Head</th><td>x</td></tr>
        <tr style="transform: scale(2)"><td style="border: 1px solid; transform: translateX(5pt)">y</td></tr></table>`;
      const head = word(wordsOf(await pdfOf(html, 'A4', ({ problem }) => seen.push(problem))), 'Head');
      expect(head.bottom - head.top).toBeGreaterThan(head.right - head.left);
      expect(seen).toEqual([
        'a row of a table is not transformed: put its content into a block: page 1',
        'a cell of a table is transformed without its border and background: page 1',
      ]);
    });

    test('map the links of a box, and its places for positioned boxes', async () => {
      const pdf =
        await pdfOf(`${sheet}<div style="margin: 50pt 0 0 50pt; width: 40pt; height: 20pt; transform: rotate(90deg); transform-origin: 0 0">
      <a href="https://example.org/">go</a><b style="position: absolute; left: 0; top: 0">at</b></div>`);
      const [, ...rect] =
        /\/Rect \[([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)\]/.exec(Buffer.from(pdf).toString('latin1')) ?? [];
      const [left = 0, bottom = 0, right = 0, top = 0] = rect.map(Number);
      expect([right - left < 20, right <= 50.1, Math.round(Math.max(top, bottom))]).toEqual([true, true, 150]);
      const { left: x, top: y } = word(wordsOf(pdf), 'at');
      expect([x > 30 && x < 50, Math.abs(y - 50) < 1]).toEqual([true, true]);
    });

    test('by position: relative move part of a line, and leave the line as it is', async () => {
      const pdfWith = (css: string): Promise<Uint8Array> =>
        pdfOf(`${sheet}<p style="margin: 0; background: #ffff00">one <i style="background: #00ff00">
          <b style="${css}"><a href="https://example.org/">two</a> <u style="display: inline-block; background: #ff0000">box</u></b>
          <b style="background: #0000ff; ${css}">far</b></i> three</p><p>below</p>`);
      const [still, moved] = [await pdfWith(''), await pdfWith('position: relative; top: 50pt; right: -20%')];
      const by = (text: string): number[] => {
        const [from, to] = [word(wordsOf(still), text), word(wordsOf(moved), text)];
        return [Math.round(to.left - from.left), Math.round(to.top - from.top)];
      };
      expect(['one', 'two', 'box', 'far', 'three', 'below'].map(by)).toEqual([
        [0, 0],
        [40, 50],
        [40, 50],
        [40, 50],
        [0, 0],
        [0, 0],
      ]);
      const linkOf = (pdf: Uint8Array): number[] =>
        (/\/Rect \[([\d. ]+)\]/.exec(Buffer.from(pdf).toString('latin1'))?.[1] ?? '').split(' ').map(Number);
      const [before, after] = [linkOf(still), linkOf(moved)];
      expect(after.map((side, at) => Math.round(side - (before[at] ?? 0)))).toEqual([40, -50, 40, -50]);
      // The background around a moved element stays, and its own moves with it.
      const corner = (text: string): [number, number] => {
        const { left, top } = word(wordsOf(moved), text);
        return [Math.round(left) + 1, Math.round(top) + 1];
      };
      const { left, top } = word(wordsOf(still), 'two');
      const places = [[Math.round(left) + 5, Math.round(top) + 1] as [number, number], corner('far')];
      expect(coloursAt(moved, places)).toEqual(['#00ff00', '#0000ff']);
    });

    test('leave a box whole at the end of a page, and map the parts of one that is longer than its page', async () => {
      const tall = Array.from({ length: 30 }, (_, i) => `<p style="margin: 0">line${i}</p>`).join('');
      const html = `${sheet}<div style="height: 180pt"></div><div style="transform: rotate(1deg)"><p style="margin: 0">a</p><p style="margin: 0">b</p></div>
      <div style="transform: scale(.5); transform-origin: 100% 0">${tall}</div>`;
      const pdf = await pdfOf(html);
      const words = wordsOf(pdf);
      expect([word(words, 'a').page, word(words, 'b').page]).toEqual([2, 2]);
      const [first, next] = [words.find(({ page }) => page === 3), words.filter(({ page }) => page === 3)[1]];
      const [above, below] = [word(words, 'line1'), word(words, 'line2')];
      const { page, left } = word(words, 'line29');
      expect(page).toBeGreaterThan(3);
      expect([first?.left, left]).toEqual([above.left, above.left]);
      expect(left).toBeGreaterThan(above.right - above.left);
      expect((next?.top ?? 0) - (first?.top ?? 0)).toBeCloseTo(below.top - above.top, 1);
    });

    test('are hidden beyond a box with overflow: hidden, and shown where they move its content into it', async () => {
      const box = (content: string): string =>
        `<div style="overflow: hidden; height: 50pt; width: 100pt">${content}</div>`;
      const high = '<div style="width: 20pt; height: 150pt; background: #ff0000"></div>';
      // Turned about its upper left corner, the content that leaves the turned box is beyond the right side of the other one.
      const turned = `<div style="height: 20pt; margin-top: 20pt; transform: rotate(-90deg); transform-origin: 0 0">${high}</div>`;
      const lifted = `<div style="height: 60pt"></div><div style="height: 10pt; transform: translateY(-40pt) scale(1.001)">${high}</div>`;
      const pdf = await pdfOf(`${sheet}${box(turned)}${box(lifted)}`);
      const places = [
        [95, 10],
        [105, 10],
        [10, 65],
        [10, 80],
        [10, 105],
      ] as const;
      const [red, white] = ['#ff0000', '#ffffff'];
      expect(coloursAt(pdf, places)).toEqual([red, white, white, red, white]);
    });

    test('are read for warnings about text that nobody can read or that leaves its page', async () => {
      const seen: string[] = [];
      const html = `${sheet}<div style="position: absolute; left: 100pt; top: 100pt; background: #000000; color: #ffffff; transform: rotate(90deg)">light</div>
      <div style="color: #ffffff; transform: rotate(2deg)">lost</div>
      <div style="overflow: hidden"><div style="width: 50pt; transform: translateX(190pt)">departed</div></div>`;
      await pdfOf(html, 'A4', ({ problem }) => seen.push(problem));
      expect(seen).toEqual([
        '"lost" on page 1 is #ffffff on #ffffff, which nobody can read',
        '"departed" on page 1 is cut at the edge of the page',
      ]);
    });

    test('of absurd size or number end', async () => {
      const nested = '<div style="transform: rotate(3deg) scale(1000) translate(100%, 1e30px)">'.repeat(100);
      const many = `<div style="transform: ${'scale(999) matrix(1e300, 0, 0, 1e300, 1e300, 0) '.repeat(2000)}">x</div>`;
      const pdf = await pdfOf(`${sheet}<p>here</p>${nested}deep${'</div>'.repeat(100)}${many}`);
      expect(textOf(pdf)).toContain('here');
    });
  },
);

describe.skipIf(popplerMissing !== undefined)(
  `vertical text in a PDF${popplerMissing ? `: ${popplerMissing}` : ''}`,
  () => {
    /** Returns the boxes of words, of a page of 200 × 200 pt. */
    const boxesOf = async (html: string, names: readonly string[]) => {
      const words = wordsOf(await pdfOf(sheet + html));
      return names.map((name) => word(words, name));
    };
    const ab = 'a <br>b <br>c';

    test('is turned to the right, with its first line on the right or on the left', async () => {
      const place = 'position: absolute; left: 50pt; top: 20pt; height: 60pt; line-height: 20pt';
      const [first, second, third] = await boxesOf(`<div style="writing-mode: vertical-rl; ${place}">${ab}</div>`, [
        'a',
        'b',
        'c',
      ]);
      expect([first, second, third].map((one) => Math.floor(((one?.left ?? 0) - 50) / 20))).toEqual([2, 1, 0]);
      expect([first, second, third].every((one) => Math.abs((one?.top ?? 0) - 20) < 1)).toBe(true);
      const mirrored = await boxesOf(`<div style="writing-mode: vertical-lr; ${place}">${ab}</div>`, ['a', 'b', 'c']);
      expect(mirrored.map(({ left }) => Math.floor((left - 50) / 20))).toEqual([0, 1, 2]);
    });

    test('is turned to the left, from the bottom', async () => {
      const style =
        'writing-mode: sideways-lr; position: absolute; left: 50pt; top: 20pt; height: 60pt; line-height: 20pt';
      const boxes = await boxesOf(`<div style="${style}">${ab}</div>`, ['a', 'b', 'c']);
      expect(boxes.map(({ left }) => Math.floor((left - 50) / 20))).toEqual([0, 1, 2]);
      expect(boxes.every(({ bottom }) => Math.abs(bottom - 80) < 1)).toBe(true);
    });

    test('makes cells as wide as their lines are high, and horizontal text within it stands upright', async () => {
      const [label, cell, inner] = await boxesOf(
        `<table><tr style="writing-mode: vertical-rl"><th>Turned label</th></tr><tr><td>x</td></tr></table>
       <div style="writing-mode: vertical-rl"><p style="writing-mode: horizontal-tb; margin: 0">upright</p></div>`,
        ['label', 'x', 'upright'],
      );
      expect((label?.right ?? 0) - (label?.left ?? 0)).toBeLessThan((label?.bottom ?? 0) - (label?.top ?? 0));
      expect((cell?.right ?? 0) < 30 && (cell?.top ?? 0) > (label?.bottom ?? 0)).toBe(true);
      expect((inner?.right ?? 0) - (inner?.left ?? 0)).toBeGreaterThan((inner?.bottom ?? 0) - (inner?.top ?? 0));
    });

    test('of a table or in letters that stand upright has a warning, and any nesting ends', async () => {
      const seen: string[] = [];
      const nested = '<div style="writing-mode: vertical-lr"><div style="writing-mode: horizontal-tb">'.repeat(40);
      const html = `<table style="writing-mode: vertical-rl"><tr><td>a</td></tr></table><p style="writing-mode: vertical-rl">日本 日本</p>`;
      const pdf = await pdfOf(`${sheet}${html}${nested}deep`, 'A4', ({ problem }) => seen.push(problem));
      expect(seen.filter((one) => !one.startsWith('no font'))).toEqual([
        'a table with a writing mode has its rows from top to bottom, and only its cells have vertical lines: page 1',
        'East Asian letters are turned in vertical text, where browsers have them upright: page 1',
      ]);
      expect(textOf(pdf)).toContain('deep');
    });
  },
);
