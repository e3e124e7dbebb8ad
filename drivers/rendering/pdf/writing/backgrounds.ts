import { composedTilings } from '../images/composeTiles.ts';
import type { Picture } from '../images/picture.ts';
import type { Area } from '../layout/canvas.ts';
import type { Mark } from '../layout/mark.ts';
import { ungrouped } from '../transforms/groups.ts';
import type { Sheet } from './sheet.ts';

type ImageMark = Extract<Mark, { kind: 'image' }>;

/** An image behind a box, as often as it is seen. */
interface Background {
  readonly clip: Area;
  readonly tiles: readonly ImageMark[];
}

/** The images behind boxes, from the lowest to the topmost, by the marks of the boxes. */
export type Backgrounds = ReadonlyMap<Mark, readonly Background[]>;

export async function backgroundsOf(sheets: readonly Sheet[]): Promise<Backgrounds> {
  const found = new Map<Mark, Background[]>();
  const known = new Map<string, Picture | undefined>();
  for (const { marks } of sheets) {
    for (const mark of ungrouped(marks)) {
      if (mark.kind !== 'rect' || !mark.style) continue;
      const { opacity } = mark.style;
      const backgrounds: Background[] = [];
      for (const { picture, tile, clip } of await composedTilings(mark, known)) {
        const tiles: ImageMark[] = [];
        for (let y = tile.y; y < clip.y + clip.height; y += tile.height) {
          for (let x = tile.x; x < clip.x + clip.width; x += tile.width)
            tiles.push({ kind: 'image', ...tile, x, y, picture, opacity });
        }
        backgrounds.push({ clip, tiles });
      }
      found.set(mark, backgrounds);
    }
  }
  return found;
}
