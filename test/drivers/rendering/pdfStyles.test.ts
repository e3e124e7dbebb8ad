import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, word, wordsOf } from '../../helpers/pdf.ts';

setDefaultTimeout(60_000);

describe.skipIf(popplerMissing !== undefined)(`PDF${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('hidden elements and sheets for screens have no effect, and no shorthand loses its line height', async () => {
    const words = wordsOf(
      await pdfOf(`<style media="screen">p { display: none }</style><style media="print">i { display: none }</style>
        <p hidden>gone</p><i>gone</i><p style='margin: 0; font:16px/3"Arial"'>one<br>two</p>`),
    );
    expect(words.map(({ text }) => text)).toEqual(['one', 'two']);
    expect(word(words, 'two').top - word(words, 'one').top).toBeCloseTo(36, 1);
  });

  test('a gradient is drawn in its first colour, so that light text on it can be read', async () => {
    const seen: string[] = [];
    const gradient = 'linear-gradient(to right, #123456 0%, rgba(0, 0, 0, 0.5))';
    const html = `<p style="color: white; background: ${gradient}">light</p><p style="color: white">lost</p>`;
    await pdfOf(html, 'A4', ({ problem }) => seen.push(problem));
    expect(seen).toEqual(['"lost" on page 1 is #ffffff on #ffffff, which nobody can read']);
  });

  test('a list item without content has the line of its marker', async () => {
    const words = wordsOf(
      await pdfOf('<ol style="margin: 0"><li></li><li> <img src="none.png"></li></ol><p>after</p>'),
    );
    const [one, two, after] = ['1.', '2.', 'after'].map((text) => word(words, text).top);
    expect((two ?? 0) - (one ?? 0)).toBeGreaterThan(12);
    expect((after ?? 0) - (two ?? 0)).toBeGreaterThan(24);
  });

  test('the boxes in the margins inherit from the pages, and these from the root element', async () => {
    const page =
      '@page { margin: 60pt; letter-spacing: 20pt; @top-left { content: "ab" } @bottom-left { content: "cd" } }';
    const words = wordsOf(await pdfOf(`<style>html { font-size: 30pt } ${page}</style><p>text</p>`));
    expect(word(words, 'a').bottom - word(words, 'a').top).toBeCloseTo(
      word(words, 'text').bottom - word(words, 'text').top,
      1,
    );
    expect(word(words, 'd').left - word(words, 'c').left).toBeGreaterThan(20);
  });

  test('bold text within light text is as bold as browsers draw it', async () => {
    const lines = '<span>mmmmmm</span><br><b>mmmmmm</b>';
    const words = wordsOf(await pdfOf(`<p style="font-weight: 300">${lines}</p><p>${lines}</p>`));
    const [light, inLight, normal, bold] = words.map(({ left, right }) => Math.round(right - left));
    expect([light, inLight]).toEqual([normal, normal]);
    expect(bold).toBeGreaterThan(normal ?? 0);
  });
});
