import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Area } from '../../../../drivers/rendering/pdf/layout/canvas.ts';
import { pdfOf, poppler, popplerMissing, svg, word, wordsOf } from '../../../helpers/pdf.ts';
import { colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

const plain =
  '<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0; font: 12px sans-serif } svg, img { display: block }</style>';
/** A drawing in letters that are 6 pixels wide. */
const drawing = (content: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" font-family="monospace" font-size="10" ${attributes}>${content}</svg>`;

/** Returns a drawing as a part of the page and as an image. */
const bothWays = (content: string, attributes = ''): readonly string[] => {
  const whole = drawing(content, attributes);
  return [whole, `<img src="${svg(whole)}">`];
};

interface Place {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/** Returns the places of words in CSS pixels. */
async function placesOf(html: string): Promise<(text: string) => Place> {
  const words = wordsOf(await pdfOf(plain + html));
  return (text) => {
    const { left, right, top } = word(words, text);
    const [first = 0, last = 0, up = 0] = [left, right, top].map((length) => Math.round(length / 0.75));
    return { left: first, right: last, top: up };
  };
}

/** Whether an area in CSS pixels has another colour than white. */
function isInked(page: ReturnType<typeof picturedPage>, { x, y, width, height }: Area): boolean {
  for (let left = x; left < x + width; left += 0.5)
    for (let top = y; top < y + height; top += 0.5)
      if (colourAt(page, Math.round(left * 0.75), Math.round(top * 0.75)) !== '#ffffff') return true;
  return false;
}

/** Returns a Hebrew word as it is seen from left to right. */
const seen = (word: string): string => [...word].reverse().join('');

describe.skipIf(popplerMissing !== undefined)(`texts in drawings${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('have the case and the capitals that sheets declare', async () => {
    const content = `<style>.up { text-transform: uppercase } .each { text-transform: capitalize } .small { font-variant: small-caps }</style>
      <text class="up" x="10" y="20">straße</text><text class="up" x="10 30 50" y="40">ß</text>
      <text class="each" x="10" y="60">one two-three fo<tspan fill="red">ur</tspan></text>
      <text text-transform="uppercase" x="10" y="80">attribute</text>
      <text class="small" x="100" y="100">pp</text><text font-variant="small-caps" x="100" y="120">pp</text>
      <g class="small"><text x="100" y="140" style="font-variant: normal">pp</text></g>`;
    for (const html of bothWays(content)) {
      const pdf = await pdfOf(plain + html);
      const text = poppler(pdf, 'pdftotext', '-raw', '{}', '-').trim();
      expect(text).toMatch(/^STRASSE\nS S\nOne Two-Three Four\nattribute\n/);
      // Capitals have nothing below the line.
      const page = picturedPage(pdf);
      expect([100, 120, 140].map((y) => isInked(page, { x: 100, y: y + 1, width: 12, height: 2 }))).toEqual([
        false,
        false,
        true,
      ]);
    }
  });

  test('are read from right to left where their letters or `direction` say so', async () => {
    const content = `<text x="10" y="20">abc שלום 123 def</text><text x="10" y="40">abc <tspan dx="20">של</tspan> 45 ghi</text>
      <text x="300" y="60" direction="rtl">(אב) 67 jkl</text><text x="300" y="80" direction="rtl" text-anchor="end">mn, 8</text>`;
    for (const html of bothWays(content)) {
      const at = await placesOf(html);
      const isBefore = (first: string, second: string): boolean => at(first).right <= at(second).left;
      expect(isBefore('abc', '123') && isBefore('123', seen('שלום')) && isBefore(seen('שלום'), 'def')).toBe(true);
      // The shift moves all that is read after it.
      expect(at('45').left).toBe(10 + 4 * 6 + 20);
      expect(isBefore('45', seen('של')) && isBefore(seen('של'), 'ghi')).toBe(true);
      expect(isBefore('jkl', '67')).toBe(true);
      expect(at('67').right).toBeLessThan(300);
      expect([at('mn,').left, at('8').left]).toEqual([300, 300 + 4 * 6]);
    }
  });

  test('take `white-space` and `xml:space` from themselves and the spans in them alone', async () => {
    const content = `<text x="10" y="20">A    a</text><text x="10" y="40" xml:space="preserve">B    b</text>
      <g style="white-space: pre"><text x="10" y="60">C    c</text></g><text x="10" y="80" style="white-space: pre">D    d</text>
      <text x="10" y="100">  E<tspan xml:space="preserve">    e</tspan></text><text x="10" y="120" white-space="pre">F    f</text>
      <text x="10" y="140" xml:space="preserve" style="white-space: nowrap">G    g</text>
      <text x="10" y="160" style="white-space: pre-line">H    h</text>
      <text x="200" y="180" xml:space="preserve" text-anchor="end">I    i  </text>`;
    for (const html of bothWays(content, 'xml:space="preserve"')) {
      const at = await placesOf(html);
      const gaps = [...'abcdefgh'].map((letter) => (at(letter).left - at(letter.toUpperCase()).right) / 6);
      expect(gaps).toEqual([1, 4, 1, 4, 4, 1, 1, 1]);
      expect(at('i').right).toBe(200 - 2 * 6);
    }
  });

  test('take spacing, case and direction from the page around them', async () => {
    const page = `<div dir="rtl" style="width: 400px; letter-spacing: 1px; word-spacing: 10px; text-transform: uppercase">${drawing(
      '<text x="300" y="20">ab cd</text><text x="300" y="40" text-anchor="end">ef</text><text x="10" y="60" direction="ltr" style="text-transform: none">gh</text>',
    )}</div>`;
    const at = await placesOf(page);
    expect([at('AB').left, at('CD').left]).toEqual([300 - 5 * 7 - 10, 300 - 2 * 7]);
    expect([at('EF').left, at('gh').left]).toEqual([300, 10]);
  });

  test('have space between words, and turned letters, as letters', async () => {
    const content = `<text x="10" y="20" word-spacing="10">two words</text><text x="10" y="40" style="word-spacing: 1em">in em</text>
      <text x="100" y="100" rotate="90 0">TL</text><text x="200" y="100" rotate="-90">O<tspan rotate="0">K</tspan></text>`;
    for (const html of bothWays(content)) {
      const pdf = await pdfOf(plain + html);
      expect(poppler(pdf, 'pdffonts', '{}')).toContain('NotoSansMono');
      const at = await placesOf(html);
      expect([at('words').left, at('em').left]).toEqual([10 + 4 * 6 + 10, 10 + 3 * 6 + 10]);
      expect([at('L').left, at('K').left]).toEqual([106, 206]);
      const page = picturedPage(pdf);
      // The foot of the T is on the left, below its position; that of the O on the right, above it.
      const corners = [
        [101, 101],
        [194, 94],
        [201, 101],
      ].map(([x = 0, y = 0]) => isInked(page, { x, y, width: 4, height: 4 }));
      expect(corners).toEqual([true, true, false]);
    }
  });
});

describe.skipIf(popplerMissing !== undefined)('numbers of drawings', () => {
  test('may be calculated, with and without units', async () => {
    const content = `<style>.line { stroke: red; stroke-width: calc(2 * 10); stroke-dasharray: calc(5 * 4), min(100, 40) }</style>
      <line class="line" x2="200" y1="20" y2="20"/><rect style="x: calc(5 * 4); opacity: calc(1 - 1)" y="60" width="20" height="20"/>
      <rect x="calc(10 * 10)" y="60" width="calc(10px * 2)" height="20"/><text x="10" y="140" font-size="calc(10 * 2)">large</text>`;
    for (const html of bothWays(content)) {
      const page = picturedPage(await pdfOf(plain + html));
      const colours = [
        [10, 12],
        [40, 20],
        [70, 28],
        [30, 70],
        [110, 70],
        [130, 70],
      ].map(([x = 0, y = 0]) => colourAt(page, Math.round(x * 0.75), Math.round(y * 0.75)));
      expect(colours).toEqual(['#ff0000', '#ffffff', '#ff0000', '#ffffff', '#000000', '#ffffff']);
      expect((await placesOf(html))('large').right).toBe(10 + 5 * 12);
    }
  });

  test('draw nothing in a view box without width or height', async () => {
    const square = '<rect width="400" height="400"/>';
    const inner = (viewBox: string): string =>
      `<svg y="100" width="100" height="100" viewBox="${viewBox}">${square}</svg>`;
    const html = [
      ...bothWays(square, 'viewBox="0 0 0 0" style="height: 100px; width: 100px"'),
      drawing(inner('0 0 0 100') + inner('5 5 100 0').replace('<svg', '<svg x="100"'), 'style="height: 200px"'),
      drawing(square, 'viewBox="0 0 -1 5" style="height: 100px"'),
    ].join('');
    const page = picturedPage(await pdfOf(plain + html));
    expect(isInked(page, { x: 0, y: 0, width: 400, height: 699 })).toBe(false);
    expect(colourAt(page, 50, Math.round(750 * 0.75))).toBe('#000000');
  });
});
