import { expect } from 'bun:test';
import { pdfOf, svg, wordsOf } from '../pdf.ts';
import { colourAt, picturedPage } from '../templatePictures.ts';

/** The beginning of a page without margins, in which drawings are blocks. */
export const plain =
  '<!DOCTYPE html><style>@page { margin: 0 } body { margin: 0; font: 12px sans-serif; color: #008000 } svg, img { display: block }</style>';
const SIZE = 'xmlns="http://www.w3.org/2000/svg" width="400" height="400"';
export const drawing = (content: string, attributes = ''): string => `<svg ${SIZE} ${attributes}>${content}</svg>`;
export const image = (content: string): string => `<img src="${svg(drawing(content))}">`;

/** Returns the colours of a page at places in CSS pixels. */
export async function coloursOf(html: string, places: readonly (readonly [number, number])[]): Promise<string[]> {
  const page = picturedPage(await pdfOf(plain + html));
  return places.map(([x, y]) => colourAt(page, Math.round(x * 0.75), Math.round(y * 0.75)));
}

export type Places = readonly (readonly [number, number])[];

/** Compares colours of a drawing in the page, and of one as an image; both have their texts as letters. */
export async function expectColours(
  content: string,
  places: Places,
  expected: readonly (string | undefined)[],
): Promise<void> {
  const whole = `${content}<text y="390">letters</text>`;
  for (const html of [drawing(whole), image(whole)]) {
    const seen = await coloursOf(html, places);
    // Filters round colours.
    expect(seen.map((one) => one.replaceAll('01', '00').replace('fe', 'ff'))).toEqual([...expected] as string[]);
    expect(wordsOf(await pdfOf(plain + html)).map(({ text }) => text)).toContain('letters');
  }
}
