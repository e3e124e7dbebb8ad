import type { ImageBox } from '../boxes/boxes.ts';
import { clipToShape } from '../drawings/boxClips.ts';
import { horizontalPlace, type ImageSize, marginOf, sideMargins } from '../layout/boxGeometry.ts';
import { type Canvas, startOfLong } from '../layout/canvas.ts';
import { drawImage } from '../layout/drawImage.ts';
import type { Floats } from '../layout/floats.ts';
import type { GivenSize } from '../layout/layout.ts';
import { isOutOfFlow } from '../style/style.ts';
import { transformSince } from '../transforms/groups.ts';
import { roomBeside } from './besideFloats.ts';

interface ImageOwner {
  readonly canvas: Canvas;
  readonly floats: Floats;
  readonly isOnPages: boolean;
  readonly mayBreak: boolean;
  imageSize(box: ImageBox, whole: number, forced: GivenSize): ImageSize;
}

/**
 * Draws an image that stands between blocks, and returns where it ends. It is beside the floats around it, or below those
 * that leave it no space. One that is longer than a page begins one.
 */
export function layImage(
  flow: ImageOwner,
  box: ImageBox,
  at: { readonly x: number; readonly y: number; readonly width: number },
  forced: GivenSize,
): number {
  const { canvas } = flow;
  const { style } = box;
  const { x, width } = at;
  const size = flow.imageSize(box, width, forced);
  const isInFlow = forced.width === undefined && !isOutOfFlow(style);
  const needed = size.width + sideMargins(style, width);
  const beside = isInFlow ? roomBeside(flow.floats, at, () => needed) : { left: x, top: at.y, room: width };
  const y = beside.top;
  const place = horizontalPlace({ ...style, width: size.width, borderBox: true }, beside.left, beside.room);
  const left = forced.width === undefined ? place.x : x + marginOf(style.margin.left, width);
  const [before, { right }] = [canvas.position(), canvas];
  const area = { x: left, y, ...size };
  drawImage(canvas, box, area, width);
  canvas.right = area.x + area.width;
  clipToShape(canvas, style, area, before[0]);
  transformSince(canvas, style, area, { before, inFlow: canvas.right, isOnPages: flow.isOnPages });
  canvas.extend(right);
  // A line begins a page with all that is in it. As in browsers, an item of a container does not leave the edges of this.
  const isItem = forced.width !== undefined;
  if ((flow.mayBreak || !isItem) && !isOutOfFlow(style)) canvas.keepWhole(y, y + size.height, isItem ? 'item' : 'line');
  canvas.followed(startOfLong(canvas, y, y + size.height));
  return y + size.height;
}
