import { expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';
import { bare } from '../../../helpers/templatePictures.ts';
import { renderPage } from '../fidelityPages.ts';

setDefaultTimeout(60_000);

test.skipIf(popplerMissing !== undefined)(
  'an image without a source and a text has its declared sides alone, also without a DOCTYPE',
  async () => {
    const placesOf = async (image: string, doctype: string): Promise<number[]> => {
      const words = wordsOf(
        await pdfOf(`${doctype}${bare}<p style="margin: 0; font: 10pt/12pt Arial">${image}after</p>below`),
      );
      return [Math.round(word(words, 'after').left), Math.round(word(words, 'below').top - word(words, 'after').top)];
    };
    for (const doctype of ['<!DOCTYPE html>', '']) {
      const [, line = 0] = await placesOf('', doctype);
      const placed = (image: string): Promise<number[]> => placesOf(image, doctype);
      expect(await placed('<img>')).toEqual([0, line]);
      expect(await placed('<img alt="">')).toEqual([0, line]);
      expect(await placed('<img width=40>')).toEqual([30, line]);
      expect(await placed('<img data-src="later.png" style="width: 40pt; height: 50pt">')).toEqual([40, line]);
      expect(await placed('<img style="display: block; width: 40pt">')).toEqual([0, line]);
      expect(await placed('<img style="display: block; height: 40pt">')).toEqual([0, line]);
    }
  },
);

test.skipIf(popplerMissing !== undefined)(
  'an image with an empty source is as wide in a container as it declares',
  async () => {
    const row = '<!DOCTYPE html><div style="display: flex"><img src="" style="width: 40pt">after</div>';
    expect(word(wordsOf(await pdfOf(bare + row)), 'after').left).toBeCloseTo(40, 0);
  },
);

test.skipIf(popplerMissing !== undefined)('an image whose file is missing leaves the space of its sign', async () => {
  const leftOf = async (image: string): Promise<number> => {
    const page = `<!DOCTYPE html>${bare}<p style="margin: 0; font: 10pt/12pt Arial">${image}after</p>`;
    return Math.round(word(wordsOf(await renderPage(page)), 'after').left);
  };
  for (const source of ['images/not.png', 'https://elsewhere.example/logo.png', '//elsewhere.example/x.png'])
    expect(await leftOf(`<img src="${source}">`)).toBe(12);
  expect(await leftOf('<img>')).toBe(0);
  expect(await leftOf('<img src="images/not.png" alt="">')).toBe(0);
});

test.skipIf(popplerMissing !== undefined)(
  'the text of a missing image stays within the width of its block: below the sign where it is too narrow',
  async () => {
    const belowOf = async (image: string): Promise<number> => {
      const page = `<!DOCTYPE html>${bare}<div style="font: 12pt/16pt Arial">${image}<p style="margin: 0">below</p></div>`;
      return Math.round(word(wordsOf(await pdfOf(page)), 'below').top);
    };
    const text = await belowOf('');
    const image = (width: number): string =>
      `<img src="no.png" alt="Company" style="display: block; width: ${width}pt">`;
    expect(await belowOf(image(200))).toBe(text + 16);
    expect(await belowOf(image(40))).toBe(text + 12 + 16);
    const row = `<table><tr><td>${image(20)}</td><td>next</td></tr></table>`;
    const words = wordsOf(await pdfOf(`<!DOCTYPE html>${bare}${row}`));
    expect(words.some(({ text: seen }) => seen === 'Company')).toBe(false);
  },
);
