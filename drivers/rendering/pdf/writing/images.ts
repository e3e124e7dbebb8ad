import type { Area } from '../layout/canvas.ts';
import { drawnArea, type ImageMark } from '../layout/mark.ts';
import { ungrouped } from '../transforms/groups.ts';
import type { Backgrounds } from './backgrounds.ts';
import type { Paper } from './paper.ts';
import type { Sheet } from './sheet.ts';
import type { VectorImages } from './vectorImages.ts';

/** Draws the images of a document. Each is in the PDF once. */
export class Images {
  readonly #paper: Paper;
  readonly #vectors: VectorImages | undefined;
  readonly #opened = new Map<Uint8Array, object>();

  private constructor(paper: Paper, vectors: VectorImages | undefined) {
    this.#paper = paper;
    this.#vectors = vectors;
  }

  static async read(paper: Paper, sheets: readonly Sheet[], backgrounds: Backgrounds): Promise<Images> {
    const vectors = sheets.flatMap(({ marks }) =>
      ungrouped(marks).filter((mark): mark is ImageMark => mark.kind === 'image' && mark.picture.drawn),
    );
    for (const background of [...backgrounds.values()].flat())
      if ('tiles' in background) for (const tile of background.tiles) if (tile.picture.drawn) vectors.push(tile);
    if (vectors.length === 0) return new Images(paper, undefined);
    // Imported on first use: most documents have no SVG.
    const { VectorImages } = await import('./vectorImages.ts');
    return new Images(paper, await VectorImages.read(vectors));
  }

  draw(mark: ImageMark): void {
    const { picture, opacity = 1 } = mark;
    const { x, y, width, height } = contained(drawnArea(mark), picture);
    // Images are not drawn in the colours of the text before them.
    const paper = this.#paper.save().fillColor('#000000', 1).strokeColor('#000000', 1).lineWidth(1);
    if (opacity < 1) paper.opacity(opacity);
    if (picture.drawn) this.#vectors?.draw(paper, mark);
    else paper.image(this.#open(picture.bytes), x, y, { width, height });
    paper.restore();
  }

  #open(bytes: Uint8Array): object {
    const image = this.#opened.get(bytes) ?? this.#paper.openImage(bytes);
    this.#opened.set(bytes, image);
    return image;
  }
}

/** Returns the part of an area that a picture fills: all of it, or for an SVG the middle of it in the proportion of that. */
function contained(area: Area, { isStretched = true, width, height }: ImageMark['picture']): Area {
  const by = Math.min(area.width / width, area.height / height);
  if (isStretched || !(by > 0)) return area;
  const own = { width: width * by, height: height * by };
  return { x: area.x + (area.width - own.width) / 2, y: area.y + (area.height - own.height) / 2, ...own };
}
