import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';

setDefaultTimeout(60_000);

describe.skipIf(popplerMissing !== undefined)(`a page end${popplerMissing ? `: ${popplerMissing}` : ''}`, () => {
  test('is between the lines of a cell, also where lines of a <br> alone are above or below it', async () => {
    const pagesOf = async (above: number): Promise<number[]> => {
      const words = wordsOf(
        await pdfOf(`<!DOCTYPE html><style>@page { size: 300pt 200pt; margin: 20pt } body { margin: 0; font: 10pt/20pt sans-serif }
          table { border-spacing: 0 } td { padding: 1pt }</style><div style="height: ${above}pt"></div>
          <table><tr><td><br><br>one<br>two<br>three<br><br></td></tr></table>`),
      );
      return ['one', 'two', 'three'].map((text) => word(words, text).page);
    };
    // Two, three and five lines have space; the last two lines stay together.
    expect(await pagesOf(115)).toEqual([2, 2, 2]);
    expect(await pagesOf(95)).toEqual([1, 2, 2]);
    expect(await pagesOf(55)).toEqual([1, 1, 2]);
  });
});
