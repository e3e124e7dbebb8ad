import type { ImageBox } from '../boxes/boxes.ts';
import { drawBorders, insetsOf } from './borders.ts';
import { requestedWidth } from './boxGeometry.ts';
import { type Area, type Canvas, pushRect } from './canvas.ts';

/** Draws an image, and its link. `area`: its border box. `whole`: the width of its container. */
export function drawImage(canvas: Canvas, box: ImageBox, area: Area, whole: number): void {
  const { style, picture, link, tag } = box;
  canvas.extend(area.x + area.width);
  if (area.width <= 0 || area.height <= 0 || style.hidden || style.opacity === 0) return;
  const { top, right, bottom, left } = insetsOf(style, whole);
  pushRect(canvas, style, area);
  const size = { width: area.width - left - right, height: area.height - top - bottom };
  if (size.width > 0 && size.height > 0) {
    const place = { x: area.x + left, y: area.y + top };
    const radius = Math.max(0, style.radius - Math.max(top, right, bottom, left));
    canvas.marks.push({ kind: 'image', ...place, ...size, picture, opacity: style.opacity, radius, tag });
    reportShrunk(canvas, box, area, whole);
  }
  drawBorders(canvas, style, area);
  if (link) canvas.marks.push({ kind: 'link', ...area, target: link, tag });
}

/** Reports an image that is drawn smaller than browsers draw it, because its container is narrower. */
function reportShrunk(canvas: Canvas, box: ImageBox, { y, width }: Area, whole: number): void {
  const requested = requestedWidth(box, whole);
  if (box.isField || requested <= whole + 1 || width >= requested - 1) return;
  const pixels = (length: number): number => Math.round(length / 0.75);
  const problem = `an image of ${pixels(requested)} px is wider than its container, so it is drawn ${pixels(width)} px wide`;
  canvas.marks.push({ kind: 'problem', y, problem, text: '' });
}
