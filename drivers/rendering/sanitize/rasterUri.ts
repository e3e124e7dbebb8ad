import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';
import { MAX_PIXELS, tooManyPixels } from '../../../domain/documents/warnings/sources/imageData.ts';
import { declaredSize, type PixelSize } from '../../../domain/documents/warnings/sources/pixelSizes.ts';

/** Image types, each with a check of the first bytes. */
const signatures: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  'image/png': (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) && bytes.length >= 24,
  'image/jpeg': (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  'image/gif': (bytes) => startsWith(bytes, [0x47, 0x49, 0x46, 0x38]),
  'image/webp': (bytes) =>
    startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50]),
};

/** Returns the bytes of a data URI of a picture; undefined for every other source. */
export function rasterBytes(source: string): Buffer | undefined {
  const match = /^\s*data:image\/(?:png|jpe?g|gif|webp);base64,/i.exec(source);
  const text = match ? source.slice(match[0].length).replace(/\s+/g, '') : '';
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/**
 * Returns a PNG or a JPEG within a drawing as a data URI; undefined for other bytes.
 *
 * @throws TemplateFault if it has too many pixels
 */
export function uriInDrawing(source: string): string | undefined {
  const bytes = rasterBytes(source);
  const size = bytes && declaredSize(bytes);
  if (!size) return undefined;
  checkPixels(size);
  return uriOfRaster(bytes);
}

function checkPixels({ width, height }: PixelSize): void {
  if (width * height > MAX_PIXELS) throw new TemplateFault(tooManyPixels(width * height));
}

/** Returns a picture as a data URI. Its first bytes decide about the type. Throws TemplateFault if it has too many pixels. */
export function uriOfRaster(bytes: Uint8Array): string | undefined {
  const type = Object.entries(signatures).find(([, fits]) => fits(bytes))?.[0];
  const size = type === 'image/png' ? declaredSize(bytes) : undefined;
  if (size) checkPixels(size);
  return type && `data:${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')}`;
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => bytes[at] === byte);
}
