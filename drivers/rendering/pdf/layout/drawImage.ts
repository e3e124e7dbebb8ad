import type { ImageBox } from '../boxes/boxes.ts';
import { drawBorders } from './borders.ts';
import type { Area, Canvas } from './canvas.ts';

/** Draws an image, and its link. */
export function drawImage(canvas: Canvas, { style, picture, link, tag }: ImageBox, area: Area): void {
  canvas.extend(area.x + area.width);
  if (area.width <= 0 || area.height <= 0 || style.hidden || style.opacity === 0) return;
  canvas.marks.push({ kind: 'image', ...area, picture, opacity: style.opacity, tag });
  drawBorders(canvas, style, area);
  if (link) canvas.marks.push({ kind: 'link', ...area, target: link, tag });
}
