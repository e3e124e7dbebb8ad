import type { ImageBox } from '../boxes/boxes.ts';
import { drawBorders, insetsOf } from './borders.ts';
import { type Area, type Canvas, pushRect } from './canvas.ts';

/** Draws an image, and its link. `area`: its border box. `whole`: the width of its container. */
export function drawImage(canvas: Canvas, { style, picture, link, tag }: ImageBox, area: Area, whole: number): void {
  canvas.extend(area.x + area.width);
  if (area.width <= 0 || area.height <= 0 || style.hidden || style.opacity === 0) return;
  const { top, right, bottom, left } = insetsOf(style, whole);
  pushRect(canvas, style, area);
  const size = { width: area.width - left - right, height: area.height - top - bottom };
  if (size.width > 0 && size.height > 0) {
    const place = { x: area.x + left, y: area.y + top };
    canvas.marks.push({ kind: 'image', ...place, ...size, picture, opacity: style.opacity, tag });
  }
  drawBorders(canvas, style, area);
  if (link) canvas.marks.push({ kind: 'link', ...area, target: link, tag });
}
