import type { ImageBox } from '../boxes/boxes.ts';
import { horizontalPlace, type ImageSize, marginOf } from '../layout/boxGeometry.ts';
import type { Canvas } from '../layout/canvas.ts';
import { drawImage } from '../layout/drawImage.ts';
import type { GivenSize } from '../layout/layout.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { transformSince } from '../transforms/groups.ts';

interface ImageOwner {
  readonly canvas: Canvas;
  readonly isOnPages: boolean;
  imageSize(box: ImageBox, whole: number, forced: GivenSize): ImageSize;
}

/** Draws an image that stands between blocks, and returns where it ends. */
export function layImage(
  flow: ImageOwner,
  box: ImageBox,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
  forced: GivenSize,
): number {
  const { canvas } = flow;
  const { style } = box;
  const { requested, ...size } = flow.imageSize(box, width, forced);
  const place = horizontalPlace({ ...style, width: size.width, borderBox: true }, x, width);
  const left = forced.width === undefined ? place.x : x + marginOf(style.margin.left, width);
  const [before, { right }] = [canvas.position(), canvas];
  const area = { x: left, y, ...size };
  drawImage(canvas, box, area, width);
  if (requested > size.height + 1 && forced.height === undefined && !style.hidden) {
    const problem = `an image of ${Math.round(requested / PIXEL)} px is higher than the page, so it is drawn smaller: declare a height that fits (browsers continue it on the next page)`;
    canvas.marks.push({ kind: 'problem', y, problem, text: '' });
  }
  canvas.right = area.x + area.width;
  transformSince(canvas, style, area, { before, inFlow: canvas.right, isOnPages: flow.isOnPages });
  canvas.extend(right);
  canvas.followed(y + size.height);
  return y + size.height;
}
