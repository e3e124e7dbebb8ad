import { MAX_PIXELS, tooManyPixels } from '../../../../domain/documents/warnings/sources/imageData.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import { isWholePng } from './png.ts';

/** Texts of PDF problems are sentences. */
export const pixelProblem = (count: number | undefined): PdfProblem =>
  new PdfProblem(`${tooManyPixels(count).replace('an', 'An')}.`);

/** Whether the bytes begin as those of a PNG or of a JPEG. */
export const isRasterImage = (bytes: Uint8Array): boolean => isPng(bytes) || isJpeg(bytes);

const isPng = (bytes: Uint8Array): boolean => pngSignature.every((byte, i) => bytes[i] === byte);
const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8;

/**
 * Returns the size of a PNG or a JPEG in pixels; undefined for other bytes, and for a damaged file.
 *
 * @throws PdfProblem for an image with too many pixels
 */
export function rasterSize(bytes: Uint8Array): Size | undefined {
  const size = isPng(bytes) ? pngSize(bytes) : isJpeg(bytes) ? jpegSize(bytes) : undefined;
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

interface Size {
  readonly width: number;
  readonly height: number;
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function pngSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 33 || !isPng(bytes)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function jpegSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
