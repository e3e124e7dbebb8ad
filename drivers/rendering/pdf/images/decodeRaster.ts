import { MAX_PIXELS } from '../../../../domain/documents/warnings/sources/imageData.ts';
import { pixelProblem } from './rasterSize.ts';

/**
 * Returns the first frame of a GIF, a JPEG or a WebP image as a PNG; undefined where it is damaged.
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
