import { expect, setDefaultTimeout, test } from 'bun:test';
import { pdfOf, popplerMissing, word, wordsOf } from '../../../helpers/pdf.ts';
import { bare, colourAt, picturedPage } from '../../../helpers/templatePictures.ts';

setDefaultTimeout(60_000);

/** Two pixels beside each other, red and blue. */
const pixels = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4zwAE/wEHAAH/4iOeWQAAAABJRU5ErkJggg==';

/** Returns a photograph of 80 by 40 pixels, red on the left and blue on the right, that says how it is to be shown. */
async function photograph(orientation: number, isLittle: boolean): Promise<string> {
  const plain = Buffer.from(
    await new Bun.Image(Buffer.from(pixels, 'base64'))
      .resize(80, 40, { filter: 'nearest' })
      .jpeg({ quality: 95 })
      .bytes(),
  );
  const exif = Buffer.alloc(26);
  exif.write(isLittle ? 'II' : 'MM');
  const short = (value: number, at: number): unknown =>
    isLittle ? exif.writeUInt16LE(value, at) : exif.writeUInt16BE(value, at);
  const long = (value: number, at: number): unknown =>
    isLittle ? exif.writeUInt32LE(value, at) : exif.writeUInt32BE(value, at);
  short(42, 2);
  long(8, 4);
  short(1, 8);
  short(0x0112, 10);
  short(3, 12);
  long(1, 14);
  short(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0'), exif]);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  return Buffer.concat([plain.subarray(0, 2), head, body, plain.subarray(2)]).toString('base64');
}

test.skipIf(popplerMissing !== undefined).each([
  [1, 60, ['red', 'blue'], ['red', 'red']],
  [3, 60, ['blue', 'red'], ['blue', 'blue']],
  [6, 30, ['red', 'red'], ['red', 'blue']],
  [8, 30, ['blue', 'blue'], ['blue', 'red']],
] as const)(
  'a photograph of orientation %i is shown as the camera was held',
  async (orientation, width, row, column) => {
    for (const isLittle of [false, true]) {
      const source = `data:image/jpeg;base64,${await photograph(orientation, isLittle)}`;
      const page = `<!DOCTYPE html>${bare}<p style="margin: 0; font: 10pt/12pt Arial"><img src="${source}">after</p>`;
      const pdf = await pdfOf(page);
      expect(Math.round(word(wordsOf(pdf), 'after').left)).toBe(width);
      const picture = picturedPage(pdf);
      const height = 90 - width;
      const seen = (x: number, y: number): string => (/^#f/.test(colourAt(picture, x, y)) ? 'red' : 'blue');
      expect([seen(width * 0.1, height / 4), seen(width * 0.9, height / 4)]).toEqual([...row]);
      expect([seen(width / 4, height * 0.1), seen(width / 4, height * 0.9)]).toEqual([...column]);
    }
  },
);
