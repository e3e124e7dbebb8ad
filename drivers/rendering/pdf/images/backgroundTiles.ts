import { insetsOf } from '../layout/borders.ts';
import type { Area } from '../layout/canvas.ts';
import type { RectMark } from '../layout/mark.ts';
import type { BackgroundSize } from '../style/backgroundImages.ts';
import { type Style, sides } from '../style/style.ts';
import { resolved } from '../style/values/lengths.ts';
import { type Shading, shadingOf } from './gradientGeometry.ts';
import type { Picture } from './picture.ts';

/** A smaller image would not be seen; pt. */
const MIN_TILE = 0.1;
/** A smaller share of an image is not seen: positions are not exact. */
const NEAR = 0.001;

/** An image or a gradient behind a box. Positions are on the page. */
export interface Tiling {
  readonly image: Picture | Shading;
  /** The first tile. */
  readonly tile: Area;
  /** The part of the box that shows tiles. */
  readonly clip: Area;
  readonly count: number;
}

/** Returns the images behind a box, from the lowest to the topmost. */
export function tilingsOf(mark: RectMark): Tiling[] {
  const { scale } = mark;
  if (scale === undefined) return unscaledTilings(mark);
  return unscaledTilings(scaledMark(mark, 1 / scale)).map((tiling) => ({
    ...tiling,
    tile: scaledArea(tiling.tile, scale),
    clip: scaledArea(tiling.clip, scale),
  }));
}

function scaledArea({ x, y, width, height }: Area, by: number): Area {
  return { x: x * by, y: y * by, width: width * by, height: height * by };
}

function scaledMark(mark: RectMark, by: number): RectMark {
  const { above, whole } = mark;
  return {
    ...mark,
    ...scaledArea(mark, by),
    ...(above !== undefined && { above: above * by }),
    ...(whole !== undefined && { whole: whole * by }),
  };
}

function unscaledTilings(mark: RectMark): Tiling[] {
  const { style } = mark;
  if (!style || style.images.layers.length === 0) return [];
  const whole = paddingArea(style, mark);
  const seen = isCovered(style) ? overlap(mark, whole) : mark;
  const { layers, sizes, positions, repeats } = style.images;
  const found: Tiling[] = [];
  layers.forEach((layer, i) => {
    if (!layer || whole.width <= 0 || whole.height <= 0) return;
    const [size, position, repeat] = [of(sizes, i), of(positions, i), of(repeats, i)];
    if (!size || !position || !repeat) return;
    const { width, height } = 'kind' in layer ? sizeOfGradient(size, whole) : sizeOf(layer, size, whole);
    if (width < MIN_TILE || height < MIN_TILE) return;
    const across = spanOf(
      whole.x + resolved(position.x, whole.width - width),
      width,
      seen.x,
      seen.width,
      repeat.across,
    );
    const down = spanOf(
      whole.y + resolved(position.y, whole.height - height),
      height,
      seen.y,
      seen.height,
      repeat.down,
    );
    const count = across.count * down.count;
    if (count === 0) return;
    const tile = { x: across.start, y: down.start, width, height };
    const clip = { x: across.from, y: down.from, width: across.length, height: down.length };
    found.unshift({ image: 'kind' in layer ? shadingOf(layer, width, height) : layer, tile, clip, count });
  });
  return found;
}

const of = <Value>(list: readonly Value[], i: number): Value | undefined => list[i % list.length];

/** The padding box of the whole box, of which pages may show a part. */
function paddingArea(style: Style, { x, y, width, height, above = 0, whole = height }: RectMark): Area {
  const none = { top: 0, right: 0, bottom: 0, left: 0 };
  const { top, right, bottom, left } = insetsOf({ ...style, padding: none }, width);
  return { x: x + left, y: y - above + top, width: width - left - right, height: whole - top - bottom };
}

/** Whether borders hide what is below them: it would be seen as a fringe beside them. */
const isCovered = ({ border }: Style): boolean =>
  sides.every(
    (side) => border[side].width === 0 || (border[side].style === 'solid' && border[side].colour?.opacity === 1),
  );

function overlap(one: Area, other: Area): Area {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const [right, bottom] = [
    Math.min(one.x + one.width, other.x + other.width),
    Math.min(one.y + one.height, other.y + other.height),
  ];
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

/** A gradient fills its box, as far as no length is declared. */
function sizeOfGradient(size: BackgroundSize, whole: Area): { width: number; height: number } {
  const declared = typeof size === 'string' ? undefined : size;
  const { width, height } = declared ?? {};
  return {
    width: width === undefined ? whole.width : resolved(width, whole.width),
    height: height === undefined ? whole.height : resolved(height, whole.height),
  };
}

function sizeOf(picture: Picture, size: BackgroundSize, whole: Area): { width: number; height: number } {
  const ratio = picture.width / picture.height;
  if (size === 'cover' || size === 'contain') {
    const isWide = whole.width / whole.height > ratio;
    const byWidth = size === 'cover' ? isWide : !isWide;
    return byWidth
      ? { width: whole.width, height: whole.width / ratio }
      : { width: whole.height * ratio, height: whole.height };
  }
  const width = size.width === undefined ? undefined : resolved(size.width, whole.width);
  const height = size.height === undefined ? undefined : resolved(size.height, whole.height);
  return {
    width: width ?? (height === undefined ? picture.width : height * ratio),
    height: height ?? (width === undefined ? picture.height : width / ratio),
  };
}

/** The tiles that are seen along one axis, and where they are seen. */
function spanOf(
  place: number,
  tile: number,
  from: number,
  length: number,
  repeats: boolean,
): { readonly start: number; readonly count: number; readonly from: number; readonly length: number } {
  const to = from + length;
  if (repeats) {
    const start = place - Math.ceil((place - from) / tile - NEAR) * tile;
    return { start, count: Math.ceil((to - start) / tile - NEAR), from, length };
  }
  const [first, last] = [Math.max(from, place), Math.min(to, place + tile)];
  return { start: place, count: last > first ? 1 : 0, from: first, length: Math.max(0, last - first) };
}
