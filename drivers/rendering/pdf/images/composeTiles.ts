import { foreignBoxesOf } from '../boxes/foreignBoxes.ts';
import { problemsOfWhole } from '../drawings/effects.ts';
import { type DrawingProblem, groupOf } from '../drawings/parts/drawing.ts';
import type { Area } from '../layout/canvas.ts';
import type { RectMark } from '../layout/mark.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { type Tiling, tilingsOf } from './backgroundTiles.ts';
import { drawingOf } from './knownDrawings.ts';
import type { Picture } from './picture.ts';
import { pictureOf } from './pictures.ts';
import { readSvg } from './svg.ts';
import { svgToPng } from './svgToPng.ts';
import { withoutFilters } from './withoutFilters.ts';

/** A background with more tiles is drawn as one image, without the HTML in them. */
export const MAX_TILES = 12;

const repeatedHtml = `the HTML in a drawing is not drawn, because the background repeats the drawing more than ${MAX_TILES} times: write <text>, or make the background larger`;

/** Returns what of the tiles of an image is not drawn as in browsers, where these are drawn as one image. */
export function problemsOfTiles(image: Picture, tile: Area): DrawingProblem[] {
  if (!image.drawn) return [];
  const html = foreignBoxesOf(image).length > 0 ? [{ problem: repeatedHtml, text: 'background' }] : [];
  return [...html, ...ignoredFilters(image, tile).map((one) => ({ ...one, text: image.source ?? one.text }))];
}

/** Returns why the filters in a tile are ignored; nothing if they can be drawn. */
function ignoredFilters(image: Picture, { width, height }: Area): readonly DrawingProblem[] {
  const drawing = drawingOf(image, { width, height });
  if (!drawing?.flattened) return [];
  return problemsOfWhole(groupOf(drawing.parts), { width: width / PIXEL, height: height / PIXEL }, drawing.ignored);
}

/** Returns the images and gradients behind a box, images with few tiles each. */
export async function composedTilings(mark: RectMark, known: Map<string, Picture | undefined>): Promise<Tiling[]> {
  const tilings: Tiling[] = [];
  for (const tiling of tilingsOf(mark)) {
    const { clip, count, image } = tiling;
    if (count <= MAX_TILES || 'stops' in image) {
      tilings.push(tiling);
      continue;
    }
    const svg = patternOf(image, tiling);
    const key = Bun.hash(svg).toString(36);
    if (!known.has(key)) {
      const png = await svgToPng(Buffer.from(svg), clip.width / PIXEL);
      known.set(key, png && pictureOf(png.bytes));
    }
    const picture = known.get(key);
    if (picture) tilings.push({ ...tiling, image: picture, tile: clip, gap: { across: 0, down: 0 }, count: 1 });
  }
  return tilings;
}

function patternOf(image: Picture, { tile, gap, clip }: Tiling): string {
  const { drawn, isStretched = false } = image;
  const root = drawn && ignoredFilters(image, tile).length > 0 ? readSvg(image.bytes) : undefined;
  const bytes = root ? withoutFilters(root) : image.bytes;
  const type = drawn ? 'svg+xml' : bytes[0] === 0xff ? 'jpeg' : 'png';
  // A drawing with a view box is fitted into its tile.
  const isFitted = drawn && !isStretched;
  const href = `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
  const size = `width="${tile.width}" height="${tile.height}"`;
  const period = `width="${tile.width + gap.across}" height="${tile.height + gap.down}"`;
  const place = `x="${tile.x - clip.x}" y="${tile.y - clip.y}"`;
  const area = `width="${clip.width}" height="${clip.height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${area}><defs><pattern id="tile" patternUnits="userSpaceOnUse" ${place} ${period}><image href="${href}" ${size} preserveAspectRatio="${isFitted ? 'xMidYMid' : 'none'}"/></pattern></defs><rect ${area} fill="url(#tile)"/></svg>`;
}
