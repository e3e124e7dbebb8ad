import { allMarks, marksInDrawing } from '../foreign/foreignMarks.ts';
import type { Tiling } from '../images/backgroundTiles.ts';
import { composedTilings } from '../images/composeTiles.ts';
import type { Shading } from '../images/gradientGeometry.ts';
import type { Picture } from '../images/picture.ts';
import type { Area } from '../layout/canvas.ts';
import type { ImageMark, Mark } from '../layout/mark.ts';
import type { BackgroundBox } from '../style/backgroundImages.ts';
import type { Sheet } from './sheet.ts';

interface Behind {
  readonly clip: Area;
  /** The part of the box that shows it. */
  readonly box: BackgroundBox;
}

/** A gradient behind a box. */
export interface GradientBehind extends Behind {
  readonly shading: Shading;
  /** The area that it fills first. */
  readonly tile: Area;
  /** Whether further areas follow on the right and below, and how far from each other. */
  readonly isRepeated: boolean;
  readonly gap: Tiling['gap'];
  readonly opacity: number;
}

/** An image behind a box, as often as it is seen. */
interface ImagesBehind extends Behind {
  readonly tiles: readonly ImageMark[];
}

/** The images and gradients behind boxes, from the lowest to the topmost, by the marks of the boxes. */
export type Backgrounds = ReadonlyMap<Mark, readonly (ImagesBehind | GradientBehind)[]>;

export async function backgroundsOf(sheets: readonly Sheet[]): Promise<Backgrounds> {
  const found = new Map<Mark, (ImagesBehind | GradientBehind)[]>();
  const known = new Map<string, Picture | undefined>();
  const todo = sheets.flatMap(({ marks }) => allMarks(marks));
  for (let mark = todo.pop(); mark; mark = todo.pop()) {
    if (mark.kind !== 'rect' || !mark.style || found.has(mark)) continue;
    const { opacity } = mark.style;
    const all = (await composedTilings(mark, known)).map((tiling) => behind(tiling, opacity));
    found.set(mark, all);
    for (const one of all)
      if ('tiles' in one) for (const tile of one.tiles) for (const inner of marksInDrawing(tile)) todo.push(inner);
  }
  return found;
}

function behind({ image, tile, gap, box, clip, count }: Tiling, opacity: number): ImagesBehind | GradientBehind {
  if ('stops' in image) return { clip, box, shading: image, tile, gap, isRepeated: count > 1, opacity };
  const tiles: ImageMark[] = [];
  for (let y = tile.y; y < clip.y + clip.height; y += tile.height + gap.down) {
    for (let x = tile.x; x < clip.x + clip.width; x += tile.width + gap.across)
      tiles.push({ kind: 'image', ...tile, x, y, picture: image, opacity });
  }
  return { clip, box, tiles };
}
