import type { Element } from 'domhandler';
import type { SvgDrawing, WholePicture } from '../drawings/parts/drawing.ts';
import { readDrawing } from '../drawings/readDrawing.ts';
import { noFonts } from '../fonts/fontSet.ts';
import type { FontChoice } from '../fonts/fonts.ts';
import { plainVariants } from '../style/values/fontVariants.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import type { Picture } from './picture.ts';
import { rasterSize } from './rasterSize.ts';
import { readSvg, sizeOfSvg } from './svg.ts';
import { withoutFilters } from './withoutFilters.ts';

/** What texts are set in that declare nothing, as in browsers. */
const plainFont: FontChoice = {
  fonts: noFonts,
  families: [],
  family: 'serif',
  weight: 400,
  italic: false,
  variants: plainVariants,
};

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The roots of SVGs, by their bytes. */
const roots = new WeakMap<Uint8Array, Element | null>();
/** Drawings by their pictures and by the proportions or sizes of their boxes. */
const drawings = new WeakMap<Picture, Map<string, SvgDrawing | WholePicture>>();

/** Pictures of which parts are drawn in pixels. */
const sized = new WeakSet<Picture>();

/** Returns the root of an SVG; undefined where it cannot be read. */
export function svgRootOf(bytes: Uint8Array): Element | undefined {
  let root = roots.get(bytes);
  if (root === undefined) {
    root = readSvg(bytes) ?? null;
    roots.set(bytes, root);
  }
  return root ?? undefined;
}

/**
 * Returns an SVG as it is drawn in a box.
 *
 * @param box its size in pt; that of the picture if absent
 */
export function drawingOrWhole(picture: Picture, box: Size = picture): SvgDrawing | WholePicture {
  // An image without a view box is drawn in the size that it declares, and stretched.
  const { isStretched = false, lacks } = picture;
  const width = isStretched && !lacks?.width ? picture.width : box.width;
  const height = isStretched && !lacks?.height ? picture.height : box.height;
  const known = drawings.get(picture) ?? new Map<string, SvgDrawing | WholePicture>();
  drawings.set(picture, known);
  let drawing = known.get(keyOf(picture, width, height));
  if (drawing === undefined) {
    const root = svgRootOf(picture.bytes);
    const { font = plainFont } = picture;
    const { language = font.fonts.language ?? 'en' } = picture;
    const size = { width: width / PIXEL, height: height / PIXEL };
    const mayOverflow = picture.font !== undefined;
    drawing = root ? readDrawing(root, { ...size, font, mayOverflow, sizeOfImage: rasterSize, language }) : noRoot;
    if (!('unsupported' in drawing) && drawing.flattened) sized.add(picture);
    known.set(keyOf(picture, width, height), drawing);
  }
  return drawing;
}

/**
 * Returns the SVG as resvg is to draw it: without its filters if they compute too much. Returns undefined if it cannot be read.
 *
 * @param shown the width at which the picture is shown; its own if it is not a positive number
 * @throws PdfProblem for one beyond the limits of drawings
 */
export function limitedSvg(svg: Uint8Array, shown: number): Uint8Array | undefined {
  const root = readSvg(svg);
  const size = root && sizeOfSvg(root);
  if (!size || !(size.width > 0) || !(size.height > 0)) return undefined;
  const options = { font: plainFont, mayOverflow: false, sizeOfImage: rasterSize, language: 'en' };
  const { problems } = readDrawing(root, { ...size, ...options, wholeScale: shown > 0 ? shown / size.width : 1 });
  return problems.length > 0 ? withoutFilters(root) : svg;
}

const noRoot: WholePicture = { unsupported: 'no root', problems: [] };

/** With a view box, all boxes of the same proportion have the same drawing, unless pixels of it depend on the size. */
const keyOf = (picture: Picture, width: number, height: number): string =>
  picture.hasViewBox && !sized.has(picture) ? (width / height).toFixed(4) : `${width.toFixed(2)} ${height.toFixed(2)}`;

/** As drawingOrWhole; null for one that becomes a picture as a whole. */
export function drawingOf(picture: Picture, box: Size = picture): SvgDrawing | null {
  const drawing = drawingOrWhole(picture, box);
  return 'unsupported' in drawing ? null : drawing;
}
