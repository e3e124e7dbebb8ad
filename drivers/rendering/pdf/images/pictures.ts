import type { Picture } from '../boxes/boxes.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import { isWholePng } from './png.ts';
import { readSvg } from './svg.ts';

/** Maximum number of pixels of a picture, which is unpacked in memory. */
const MAX_PIXELS = 25_000_000;
const PT = 0.75;

/** Reads the size of a picture. Returns undefined where it cannot be drawn. */
export function pictureOf(bytes: Uint8Array): Picture | undefined {
  const raster = pngSize(bytes) ?? jpegSize(bytes);
  const found = raster ? { ...raster, bytes } : readSvg(bytes);
  if (!found || !(found.width > 0) || !(found.height > 0)) return undefined;
  const { width, height } = found;
  if (raster && width * height > MAX_PIXELS) {
    throw new PdfProblem(`An image has ${width} × ${height} pixels; the maximum is ${MAX_PIXELS}.`);
  }
  if (bytes[0] === 0x89 && !isKnownWhole(bytes)) return undefined;
  const { buffer, byteOffset, byteLength } = found.bytes;
  return { bytes: Buffer.from(buffer, byteOffset, byteLength), drawn: !raster, width: width * PT, height: height * PT };
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
