import { type Element, isTag, isText } from 'domhandler';
import { isJpeg } from '../../../../domain/documents/warnings/sources/pixelSizes.ts';
import { foreignBoxesOf } from '../boxes/foreignBoxes.ts';
import { svgOfEffect } from '../drawings/parts/drawing.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { lacksEndMark, withEndMark } from './cutJpeg.ts';
import { pngOf } from './decodeRaster.ts';
import { drawingOrWhole, svgRootOf } from './knownDrawings.ts';
import type { Picture } from './picture.ts';
import { isRasterImage, rasterSize } from './rasterSize.ts';
import { sizeOfSvg } from './svg.ts';
import { isValidSvg, startEngine, svgToPng } from './svgToPng.ts';
import { bytesOfSvg, withoutFilters } from './withoutFilters.ts';

/** Reads a picture in a document of a language. Returns undefined where it cannot be drawn. */
export async function readPicture(bytes: Uint8Array, language: string | undefined): Promise<Picture | undefined> {
  const read = await readSize(bytes);
  const picture = read && { ...read, language };
  return picture && (await finishDrawing(picture)) ? picture : undefined;
}

/**
 * Reads the size of a picture, of which an SVG is not drawn yet. Returns undefined for a damaged one, and for other bytes.
 *
 * @throws PdfProblem for an image with too many pixels
 */
export async function readSize(bytes: Uint8Array): Promise<Picture | undefined> {
  const isOpen = isJpeg(bytes) && lacksEndMark(bytes);
  const drawable = isOpen || isGif(bytes) || isWebp(bytes) ? await pngOf(bytes) : bytes;
  const whole = isOpen && drawable ? await withEndMark(bytes, drawable) : undefined;
  const picture = drawable && pictureOf(whole ?? drawable);
  return picture && isOpen && !whole ? { ...picture, problems: [{ problem: endsEarly, text: '' }] } : picture;
}

const endsEarly = 'an image ends early, so a part of it is missing';

/** The problem of an image that cannot be shown, with the start of its `src`, by which it is found in the template. */
export const damagedImage = (src: string): { readonly problem: string; readonly text: string } => ({
  problem: 'an image is damaged or of a kind that is not supported, so it is replaced by its alt text',
  text: src.slice(0, MAX_SOURCE),
});

/** Length of the start of a data URI by which an image is found in the template. */
export const MAX_SOURCE = 200;

/**
 * Collects the problems of an SVG, and replaces one that lines and letters cannot show by a PNG. Returns false for a drawing, or a filtered
 * element, that resvg cannot draw.
 */
export async function finishDrawing(picture: Picture): Promise<boolean> {
  const drawing = picture.drawn ? drawingOrWhole(picture) : undefined;
  if (drawing === undefined) return true;
  const { problems } = drawing;
  if (problems.length > 0) picture.problems = problems;
  if (!('unsupported' in drawing)) {
    const { flattened } = drawing;
    if (!flattened) return true;
    await startEngine();
    const { text, hasHtml, effects } = flattened;
    const why = 'because an element with a filter becomes a picture';
    if (text !== '' || hasHtml) picture.flattened = { why, text, hasHtml };
    return effects.every((one) => isValidSvg(svgOfEffect(one).text));
  }
  const { unsupported } = drawing;
  const root = svgRootOf(picture.bytes);
  const png = await svgToPng(root ? drawable(root, picture) : picture.bytes, picture.width / PIXEL);
  if (!png) return false;
  const fit = root?.attribs['preserveAspectRatio'] ?? '';
  const text = root ? textsIn(root).trim().replace(/\s+/g, ' ') : '';
  const hasHtml = foreignBoxesOf(picture).length > 0;
  if (text !== '' || hasHtml)
    picture.flattened = { why: `because a drawing with ${unsupported} becomes a picture`, text, hasHtml };
  picture.bytes = Buffer.from(png.bytes);
  picture.drawn = false;
  picture.isStretched = picture.isStretched || /^\s*none\b/.test(fit);
  return true;
}

/** Returns the SVG for resvg: with width and height, without which it is drawn in another proportion, and without filters that compute too much. */
function drawable(root: Element, { bytes, width, height, lacks, problems = [] }: Picture): Uint8Array {
  const isOpen = lacks?.width || lacks?.height;
  if (isOpen) Object.assign(root.attribs, { width: String(width / PIXEL), height: String(height / PIXEL) });
  if (problems.length > 0) return withoutFilters(root);
  return isOpen ? bytesOfSvg(root) : bytes;
}

/** Returns the texts of the `<text>` elements in an element. */
function textsIn(element: Element, isInText = false): string {
  let texts = '';
  for (const child of element.children)
    if (isTag(child)) texts += `${textsIn(child, isInText || child.name === 'text')} `;
    else if (isInText && isText(child)) texts += child.data;
  return texts;
}

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  [...text].every((letter, i) => bytes[at + i] === letter.charCodeAt(0));
const isGif = (bytes: Uint8Array): boolean => startsWith(bytes, 'GIF8');
const isWebp = (bytes: Uint8Array): boolean => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8);

/** Reads the size of a PNG, a JPEG or an SVG. Returns undefined where it cannot be drawn. */
export function pictureOf(bytes: Uint8Array): Picture | undefined {
  const isRaster = isRasterImage(bytes);
  const raster = isRaster ? rasterSize(bytes) : undefined;
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const root = isRaster ? undefined : svgRootOf(content);
  const drawing = root && sizeOfSvg(root);
  const found = raster ?? drawing;
  if (!found || !(found.width > 0) || !(found.height > 0)) return undefined;
  const { width, height } = found;
  const own = { bytes: content, width: width * PIXEL, height: height * PIXEL };
  if (!drawing) return { ...own, drawn: false };
  const { hasViewBox, lacks } = drawing;
  return { ...own, drawn: true, hasViewBox, lacks, isStretched: !hasViewBox };
}
