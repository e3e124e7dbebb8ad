import type { RectMark } from '../layout/mark.ts';
import { type Tiling, tilingsOf } from './backgroundTiles.ts';
import type { Picture } from './picture.ts';
import { pictureOf } from './pictures.ts';
import { svgToPng } from './svgToPng.ts';

/** A background with more tiles is drawn as one image, without the HTML in them. */
export const MAX_TILES = 12;
/** CSS pixels of a pt. */
const PX = 4 / 3;

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
      const png = await svgToPng(Buffer.from(svg), clip.width * PX);
      known.set(key, png && pictureOf(png.bytes));
    }
    const picture = known.get(key);
    if (picture) tilings.push({ ...tiling, image: picture, tile: clip, gap: { across: 0, down: 0 }, count: 1 });
  }
  return tilings;
}

function patternOf({ bytes, drawn, isStretched = false }: Picture, { tile, gap, clip }: Tiling): string {
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
