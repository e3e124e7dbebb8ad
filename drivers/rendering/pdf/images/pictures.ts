import { MAX_PIXELS, tooManyPixels } from '../../../../domain/documents/warnings/sources/imageData.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { drawingOf, svgRootOf } from './knownDrawings.ts';
import type { Picture } from './picture.ts';
import { isWholePng } from './png.ts';
import { sizeOfSvg } from './svg.ts';
import { svgToPng } from './svgToPng.ts';

/** Reads a picture. Returns undefined where it cannot be drawn. */
export async function readPicture(bytes: Uint8Array): Promise<Picture | undefined> {
  const drawable = isGif(bytes) || isWebp(bytes) ? await pngOf(bytes) : bytes;
  const picture = drawable && pictureOf(drawable);
  return picture && (await finishDrawing(picture)) ? picture : undefined;
}

/** Replaces an SVG with effects that lines and letters cannot show by a PNG. Returns false where none can be made. */
export async function finishDrawing(picture: Picture): Promise<boolean> {
  if (!picture.drawn || drawingOf(picture)) return true;
  const png = await svgToPng(picture.bytes, picture.width / PIXEL);
  if (!png) return false;
  const fit = svgRootOf(picture.bytes)?.attribs['preserveAspectRatio'] ?? '';
  picture.bytes = Buffer.from(png.bytes);
  picture.drawn = false;
  picture.isStretched = picture.isStretched || /^\s*none\b/.test(fit);
  return true;
}

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  [...text].every((letter, i) => bytes[at + i] === letter.charCodeAt(0));
const isGif = (bytes: Uint8Array): boolean => startsWith(bytes, 'GIF8');
const isWebp = (bytes: Uint8Array): boolean => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8);

/**
 * Returns the first frame of a GIF or a WebP image as a PNG; undefined where it is damaged.
 *
 * @throws PdfProblem for an image with too many pixels
 */
export async function pngOf(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    return await new Bun.Image(bytes, { maxPixels: MAX_PIXELS }).png({ compressionLevel: 1 }).bytes();
  } catch (error) {
    const { code }: { readonly code?: unknown } = error ?? {};
    if (code === 'ERR_IMAGE_TOO_MANY_PIXELS') throw pixelProblem(undefined);
    if (typeof code === 'string' && code.startsWith('ERR_IMAGE_')) return undefined;
    throw error;
  }
}

/** Texts of PDF problems are sentences. */
const pixelProblem = (count: number | undefined): PdfProblem =>
  new PdfProblem(`${tooManyPixels(count).replace('an', 'An')}.`);

/** Reads the size of a PNG, a JPEG or an SVG. Returns undefined where it cannot be drawn. */
export function pictureOf(bytes: Uint8Array): Picture | undefined {
  const raster = pngSize(bytes) ?? jpegSize(bytes);
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const root = raster ? undefined : svgRootOf(content);
  const drawing = root && sizeOfSvg(root);
  const found = raster ?? drawing;
  if (!found || !(found.width > 0) || !(found.height > 0)) return undefined;
  const { width, height } = found;
  if (raster && width * height > MAX_PIXELS) throw pixelProblem(width * height);
  if (bytes[0] === 0x89 && !isKnownWhole(bytes)) return undefined;
  const own = { bytes: content, width: width * PIXEL, height: height * PIXEL };
  if (!drawing) return { ...own, drawn: false };
  const { hasViewBox, lacks } = drawing;
  return { ...own, drawn: true, hasViewBox, lacks, isStretched: !hasViewBox };
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
  if (bytes.length < 33 || pngSignature.some((byte, i) => bytes[i] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function jpegSize(bytes: Uint8Array): Size | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
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
