import type { Picture } from './boxes.ts';
import { PdfProblem } from './problem.ts';

/** Pixels of a picture at most: they are unpacked in memory. */
const PIXELS = 25_000_000;
const PT = 0.75;

/** Reads how large a picture is; undefined where it is none that can be drawn. */
export function pictureOf(bytes: Uint8Array): Picture | undefined {
  const size = pngSize(bytes) ?? jpegSize(bytes) ?? svgSize(bytes);
  if (!size || !(size.width > 0) || !(size.height > 0)) return undefined;
  if (size.width * size.height > PIXELS) {
    throw new PdfProblem(
      `An image has ${size.width} × ${size.height} pixels; ${PIXELS} are the most that one may have.`,
    );
  }
  return {
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    width: size.width * PT,
    height: size.height * PT,
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function pngSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 33 || bytes[0] !== 0x89 || bytes[1] !== 0x50 || bytes[2] !== 0x4e || bytes[3] !== 0x47)
    return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function jpegSize(bytes: Uint8Array): Size | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] as number;
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Only what draws on its own: nothing that names another file. */
function svgSize(bytes: Uint8Array): Size | undefined {
  const text = new TextDecoder().decode(bytes);
  const open = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(<svg\b[^>]*>)/i.exec(text)?.[1];
  if (!open) return undefined;
  if (
    /<(image|foreignObject|script|style|!DOCTYPE|!ENTITY)\b/i.test(text) ||
    /href\s*=\s*["'](?!#)/i.test(text) ||
    /url\(\s*["']?(?!#)/i.test(text)
  ) {
    return undefined;
  }
  const length = (name: string): number | undefined => {
    const value = new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)(?:px)?\\s*["']`, 'i').exec(open)?.[1];
    return value === undefined ? undefined : Number(value);
  };
  const box = /\sviewBox\s*=\s*["']([^"']+)["']/i
    .exec(open)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  return { width: length('width') ?? box?.[2] ?? 300, height: length('height') ?? box?.[3] ?? 150 };
}
