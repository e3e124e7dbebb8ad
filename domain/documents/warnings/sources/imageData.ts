import { readTemplateFile } from '../../templates/templateFiles.ts';
import { isForeignSvg } from './svgSupport.ts';

const raster = /^data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/]+)={0,2}$/i;
const drawing = /^\s*data:image\/svg\+xml(?:;charset=utf-8|;utf8)?(;base64)?,/i;
/** What PNG, JPEG, GIF and WebP images begin with, in base64. */
const signatures = /^(?:iVBORw0KGg|\/9j\/|R0lGOD|UklGR)/;
/** Number of bytes that show what an image begins with. */
const SIGNATURE = 24;

/** Maximum number of pixels of an image, which is unpacked in memory: a small file can have very many. */
export const MAX_PIXELS = 25_000_000;

/** The problem of an image with more pixels than that. `count`: undefined if it is not known. */
export const tooManyPixels = (count: number | undefined): string =>
  `an image has ${count ?? 'too many'} pixels; the maximum is ${MAX_PIXELS}: make it smaller`;

/** Whether a `src` is meant to be a data URI of an image. */
export const isMeantAsImageData = (source: string): boolean => /^\s*data:image\/(?:png|jpe?g|gif|webp);/i.test(source);

/** Whether a `src` is a data URI of an image that is drawn. A picture that is damaged inside shows only when it is read. */
export function isImageData(source: string): boolean {
  const found = drawing.exec(source);
  if (!found) return signatures.test(raster.exec(source.replace(/\s+/g, ''))?.[1] ?? '');
  const text = source.slice(found[0].length);
  try {
    const svg = found[1] === undefined ? decodeURIComponent(text) : Buffer.from(text, 'base64').toString();
    return isDrawing(svg);
  } catch {
    return false;
  }
}

/** Whether a `src` names a file under `templates/` with an image that is drawn. */
export function isImageFile(source: string, folder: string): boolean {
  const bytes = readTemplateFile(source, folder);
  if (!bytes) return false;
  if (source.endsWith('.svg')) return isDrawing(new TextDecoder().decode(bytes));
  return signatures.test(Buffer.from(bytes.subarray(0, SIGNATURE)).toString('base64'));
}

const isDrawing = (svg: string): boolean => /<svg[\s>]/i.test(svg) && !isForeignSvg(svg);
