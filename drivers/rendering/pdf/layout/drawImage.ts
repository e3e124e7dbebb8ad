import type { ImageBox } from '../boxes/boxes.ts';
import { isBoundless, ratioOf } from '../boxes/pictureSizes.ts';
import type { Picture } from '../images/picture.ts';
import { isPositioned, type Style } from '../style/style.ts';
import { curvesOf, curvesWithin } from '../style/values/corners.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { resolved } from '../style/values/lengths.ts';
import { drawBorders, insetsOf } from './borders.ts';
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
    const curves = curvesWithin(curvesOf(style.corners, area), { top, right, bottom, left });
    const drawn = fittedArea(style, picture, size);
    const clips = (curves || drawn) && { clips: [{ left: 0, top: 0, ...size, curves }] };
    const look = {
      picture,
      opacity: style.opacity,
      isPositioned: isPositioned(style),
      ...(drawn && { drawn }),
      ...clips,
    };
    canvas.marks.push({ kind: 'image', ...place, ...size, ...look, tag });
    reportWide(canvas, box, area);
  }
  drawBorders(canvas, style, area);
  if (link) canvas.marks.push({ kind: 'link', ...area, target: link, tag });
}

/** Reports an image that makes all pages smaller, because the page is narrower. */
function reportWide(canvas: Canvas, { isField, style, picture }: ImageBox, { x, y, width }: Area): void {
  // One with a width in percent follows its container.
  const isRelative = typeof style.width === 'object' || typeof style.maxWidth === 'object';
  if (isField || isRelative || x + width <= canvas.pageWidth + 1) return;
  const problem = `an image of ${Math.round(width / PIXEL)} px is wider than the page, so all pages are smaller`;
  canvas.marks.push({ kind: 'problem', y, problem, text: '', wide: picture });
}

/** Returns where `object-fit` draws a picture in a box of this size; undefined where it fills the box. */
function fittedArea(
  { objectFit, objectPosition, units }: Style,
  picture: Picture,
  { width, height }: { readonly width: number; readonly height: number },
): Area | undefined {
  if (objectFit === 'fill' || picture.width <= 0 || picture.height <= 0) return undefined;
  if (ratioOf(picture) === undefined) return undefined;
  const { zoom = 1 } = units;
  const [across, down] = [width / picture.width, height / picture.height];
  const contained = Math.min(across, down);
  const by = {
    contain: contained,
    cover: Math.max(across, down),
    none: isBoundless(picture) ? contained : zoom,
    'scale-down': Math.min(zoom, contained),
  }[objectFit];
  const drawn = { width: picture.width * by, height: picture.height * by };
  const { x, y } = objectPosition;
  return { x: resolved(x, width - drawn.width), y: resolved(y, height - drawn.height), ...drawn };
}
