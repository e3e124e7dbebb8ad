import { MAX_PIXELS, tooManyPixels } from '../../../../domain/documents/warnings/sources/imageData.ts';
import {
  declaredSize,
  isJpeg,
  isPng,
  type PixelSize,
} from '../../../../domain/documents/warnings/sources/pixelSizes.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import { isWholePng } from './png.ts';

/** Texts of PDF problems are sentences. */
export const pixelProblem = (count: number | undefined): PdfProblem =>
  new PdfProblem(`${tooManyPixels(count).replace('an', 'An')}.`);

/** Whether the bytes begin as those of a PNG or of a JPEG. */
export const isRasterImage = (bytes: Uint8Array): boolean => isPng(bytes) || isJpeg(bytes);

/**
 * Returns the size of a PNG or a JPEG in pixels; undefined for other bytes, and for a damaged file.
 *
 * @throws PdfProblem for an image with too many pixels
 */
export function rasterSize(bytes: Uint8Array): PixelSize | undefined {
  const size = declaredSize(bytes);
  if (!size || !(size.width > 0) || !(size.height > 0)) return undefined;
  if (size.width * size.height > MAX_PIXELS) throw pixelProblem(size.width * size.height);
  return isPng(bytes) && !isKnownWhole(bytes) ? undefined : size;
}

/** Results by hash: a letterhead, which every document has, is unpacked once. */
const whole = new Map<bigint | number, boolean>();

function isKnownWhole(bytes: Uint8Array): boolean {
  const hash = Bun.hash(bytes);
  let known = whole.get(hash);
  if (known === undefined) {
    known = isWholePng(bytes);
    if (whole.size >= 1000) whole.clear();
    whole.set(hash, known);
  }
  return known;
}
