import { exifOrientation, isOnSide } from './exifOrientation.ts';

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

export const isPng = (bytes: Uint8Array): boolean => pngSignature.every((byte, i) => bytes[i] === byte);
export const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8;

/**
 * Returns the size that a PNG or a JPEG declares, in pixels; undefined for other bytes, and where none is found. A photograph that
 * was taken with the camera on its side has the size that it is shown in.
 */
export function declaredSize(bytes: Uint8Array): PixelSize | undefined {
  if (isPng(bytes)) return pngSize(bytes);
  return isJpeg(bytes) ? jpegSize(bytes) : undefined;
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function pngSize(bytes: Uint8Array): PixelSize | undefined {
  if (bytes.length < 33) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** The segment of a JPEG that has Exif. */
const APP1 = 0xe1;

function jpegSize(bytes: Uint8Array): PixelSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let orientation: number | undefined;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const length = view.getUint16(at + 2);
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      const size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
      return isOnSide(orientation) ? { width: size.height, height: size.width } : size;
    }
    if (marker === APP1) orientation ??= exifOrientation(bytes.subarray(at + 4, at + 2 + length));
    at += 2 + length;
  }
  return undefined;
}
