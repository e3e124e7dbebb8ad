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
});
