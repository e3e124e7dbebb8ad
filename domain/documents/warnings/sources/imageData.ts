import { readTemplateFile } from '../../templates/templateFiles.ts';
import { svgText } from './svgSupport.ts';

const raster = /^data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/]+)={0,2}$/i;
const drawing = /^\s*data:image\/svg\+xml(?:;charset=utf-8|;utf8)?(;base64)?,/i;
/** What PNG, JPEG, GIF and WebP images begin with, in base64. */
const signatures = /^(?:iVBORw0KGg|\/9j\/|R0lGOD|UklGR)/;
/** Number of bytes that show what an image begins with. */
const SIGNATURE = 24;
/** Number of bytes in which an XML file declares its encoding. */
const DECLARATION = 200;

/** Maximum number of pixels of an image, which is unpacked in memory: a small file can have very many. */
export const MAX_PIXELS = 25_000_000;

/** The problem of an image with more pixels than that. `count`: undefined if it is not known. */
export const tooManyPixels = (count: number | undefined): string =>
  `an image has ${count ?? 'too many'} pixels; the maximum is ${MAX_PIXELS}: make it smaller`;

/** Whether a `src` is meant to be a data URI of an image. */
export const isMeantAsImageData = (source: string): boolean => /^\s*data:image\/(?:png|jpe?g|gif|webp);/i.test(source);

/** Whether a `src` is a data URI of an image that is drawn. A picture that is damaged inside shows only when it is read. */
export function isImageData(source: string): boolean {
  if (drawing.test(source)) return drawingText(source) !== undefined;
  return signatures.test(raster.exec(source.replace(/\s+/g, ''))?.[1] ?? '');
}

/** Whether a `src` names a file under `templates/` with an image that is drawn. */
export function isImageFile(source: string, folder: string): boolean {
  if (source.endsWith('.svg')) return drawingText(source, folder) !== undefined;
  const bytes = readTemplateFile(source, folder);
  return bytes !== undefined && signatures.test(Buffer.from(bytes.subarray(0, SIGNATURE)).toString('base64'));
}

/** Returns the text of the SVG that a `src` names, without its prolog; undefined for other images. */
export function drawingText(source: string, folder?: string): string | undefined {
  const file = source.trim();
  const bytes = folder !== undefined && file.endsWith('.svg') ? readTemplateFile(file, folder) : undefined;
  const svg = bytes ? xmlText(bytes) : svgOfData(source);
  return svg === undefined ? undefined : svgText(svg);
}

/** Returns the text of an SVG in a data URI; undefined if the source is none, or damaged. */
export function svgOfData(source: string): string | undefined {
  const found = drawing.exec(source);
  if (!found) return undefined;
  const data = source.slice(found[0].length);
  if (found[1] !== undefined) return xmlText(Buffer.from(data, 'base64'));
  try {
    // As browsers do, a sign that begins no reference stands for itself.
    return decodeURIComponent(data.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Decodes an XML file by its declaration; UTF-8 without one. */
export function xmlText(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, DECLARATION)).toString('latin1');
  // A declaration that is read byte by byte is not in UTF-16, whatever it says.
  const [, encoding = 'utf-8'] = /^[^<]*<\?xml[^>]*\sencoding\s*=\s*["'](?!utf-?16)([\w.:-]+)["']/i.exec(start) ?? [];
  try {
    return new TextDecoder(encoding as Bun.Encoding).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder().decode(bytes);
    throw error;
  }
}
