import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, poppler, popplerMissing, textOf, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

const PIXEL = 0.75;

/** The text of a PDF in the order in which it is read, without the marks of the text direction. */
const read = (pdf: Uint8Array): string => textOf(pdf).replace(/[\u202a-\u202e]/g, '');

describe.skipIf(popplerMissing !== undefined)(`fonts of scripts${popplerMissing ? ` (${popplerMissing})` : ''}`, () => {
  test('letters that share a glyph without its dots are each copied as they are', async () => {
    // Each group has a letter whose glyph without dots another one has used before.
    const texts = ['ضريبة المصرف', 'تاريخ الخزانة', 'ثلاثين يوم', 'بنت'];
    const text = read(await pdfOf(texts.map((one) => `<p dir="rtl">${one}</p>`).join('')));
    for (const one of texts) expect(text.replaceAll(/ +/g, '')).toContain(one.replaceAll(' ', ''));
  });

  test('letters that a font lacks are each copied as they are, whatever documents came before', async () => {
    const texts = ['\ue123\ue124', '\ue124\ue123', '\ue125', '\ue123\ue125'];
    for (const text of texts) expect(read(await pdfOf(`<p>${text}</p>`)).trim()).toBe(text);
  });

  test('numbers in Arabic and Persian digits are read from left to right', async () => {
    const pdf = await pdfOf('<p dir="rtl">سنة ٢٠٢٥</p><p dir="rtl">سال ۱۴۰۳</p>');
    // As they are drawn, not as a reader of the text reorders them.
    const drawn = poppler(pdf, 'pdftotext', '-bbox', '{}', '-');
    expect(drawn).toContain('>٢٠٢٥<');
    expect(drawn).toContain('>۱۴۰۳<');
  });

  test('signs are text or emoji, as Unicode and their selectors say', async () => {
    const fontsOf = async (text: string): Promise<string[]> =>
      [...poppler(await pdfOf(`<p>${text}</p>`), 'pdffonts', '{}').matchAll(/\+(NotoSans\w*|NotoEmoji)/g)]
        .flatMap(([, name = '']) => name)
        .sort();
    expect(await fontsOf('☑ ♥ ✔ \u263a\ufe0e')).not.toContain('NotoEmoji');
    expect(await fontsOf('↔')).not.toContain('NotoEmoji');
    for (const emoji of ['☑\ufe0f', '↔\ufe0f', '😀', '⚡', '👩‍⚕'])
      expect([emoji, await fontsOf(emoji)]).toEqual([emoji, ['NotoEmoji']]);
    // A digit in a key is one sign; without its frame it is a digit.
    expect(await fontsOf('1\ufe0f\u20e3')).toEqual(['NotoEmoji']);
    expect(await fontsOf('1 #')).toEqual(['NotoSans']);
  });

  /** How far each of the letters advances; px. */
  const advanceOf = async (style: string): Promise<number> => {
    const words = wordsOf(
      await pdfOf([20, 40].map((count) => `<p style="${style}">${'ט'.repeat(count)}</p>`).join('')),
    );
    const [short = 0, long = 0] = words.map(({ left, right }) => right - left);
    return (long - short) / 20 / PIXEL;
  };

  test('letters advance by whole pixels in a font that the page does not name, bold ones as regular ones', async () => {
    expect(await advanceOf('font: 13.5px serif')).toBeCloseTo(9, 2);
    expect(await advanceOf('font: bold 13.5px serif')).toBeCloseTo(9, 2);
    const advance = 0.614;
    expect(await advanceOf("font: 13.5px 'Noto Sans Hebrew', serif")).toBeCloseTo(13.5 * advance, 2);
    expect(await advanceOf("font: bold 13.5px 'Noto Sans Hebrew', serif")).toBeGreaterThan(13.5 * advance + 0.2);
  });

  test('columns of a grid from right to left begin on the right', async () => {
    const words = wordsOf(
      await pdfOf(`<div dir="rtl" style="display: grid; grid-template-columns: 100px 1fr 60px; justify-items: start">
          <div>first</div><div>second</div><div>third</div><div style="grid-column: span 2; justify-self: end">wide</div></div>`),
    );
    const [first, second, third, wide] = ['first', 'second', 'third', 'wide'].map((text) => word(words, text));
    expect(first?.right).toBeWithin(540, 546);
    expect(second?.right).toBeWithin((first?.right ?? 0) - 100 * PIXEL - 1, (first?.right ?? 0) - 100 * PIXEL + 1);
    expect(third?.left).toBeGreaterThan(51);
    expect(third?.right).toBeWithin(51 + 60 * PIXEL - 2, 51 + 60 * PIXEL + 2);
    expect(wide?.left).toBeWithin(51 + 60 * PIXEL - 2, 51 + 60 * PIXEL + 2);
  });
});
