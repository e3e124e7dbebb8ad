import { isBoundless, ratioOf } from '../boxes/pictureSizes.ts';
import { insetsOf } from '../layout/borders.ts';
import type { Area } from '../layout/canvas.ts';
import type { RectMark } from '../layout/mark.ts';
import type { BackgroundBox, BackgroundSize, RepeatMode } from '../style/backgroundImages.ts';
import { type Style, sides } from '../style/style.ts';
import { resolved } from '../style/values/lengths.ts';
import { overlap } from '../transforms/matrix.ts';
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
  /** Between the tiles. */
  readonly gap: Gap;
  /** The part of the box that it is seen in. */
  readonly box: BackgroundBox;
  /** The part of the box that shows tiles. */
  readonly clip: Area;
  readonly count: number;
}

interface Gap {
  readonly across: number;
  readonly down: number;
}

/** Returns the images behind a box, from the lowest to the topmost. */
export function tilingsOf(mark: RectMark): Tiling[] {
  const { scale } = mark;
  if (scale === undefined) return unscaledTilings(mark);
  return unscaledTilings(scaledMark(mark, 1 / scale)).map((tiling) => ({
    ...tiling,
    tile: scaledArea(tiling.tile, scale),
    gap: { across: tiling.gap.across * scale, down: tiling.gap.down * scale },
    clip: scaledArea(tiling.clip, scale),
  }));
}

function scaledArea({ x, y, width, height }: Area, by: number): Area {
  return { x: x * by, y: y * by, width: width * by, height: height * by };
}

function scaledMark(mark: RectMark, by: number): RectMark {
  const { above, whole, root } = mark;
  return {
    ...mark,
    ...scaledArea(mark, by),
    ...(above !== undefined && { above: above * by }),
    ...(whole !== undefined && { whole: whole * by }),
    ...(root && { root: scaledArea(root, by) }),
  };
}

function unscaledTilings(mark: RectMark): Tiling[] {
  const { style } = mark;
  if (!style || style.images.layers.length === 0) return [];
  const { layers, sizes, positions, repeats, origins, clips } = style.images;
  const found: Tiling[] = [];
  layers.forEach((layer, i) => {
    const [size, position, repeat] = [of(sizes, i), of(positions, i), of(repeats, i)];
    const [origin, box] = [of(origins, i), of(clips, i)];
    if (!layer || !size || !position || !repeat || !origin || !box) return;
    const whole = partOfBox(style, mark, origin);
    const isInBorder = box === 'border-box' && isCovered(style);
    const seen = mark.root ? mark : overlap(mark, partOfBox(style, mark, isInBorder ? 'padding-box' : box));
    if (whole.width <= 0 || (whole.height <= 0 && !mark.root)) return;
    const own = 'kind' in layer ? sizeOfGradient(size, whole) : sizeOf(layer, size, whole);
    const { width, height } = rounded(own, repeat, whole, { size, isRatioKept: !('kind' in layer) });
    if (width < MIN_TILE || height < MIN_TILE) return;
    const place = {
      x: whole.x + resolved(position.x, whole.width - width),
      y: whole.y + resolved(position.y, whole.height - height),
    };
    const alongX = { place: place.x, tile: width, start: whole.x, room: whole.width };
    const alongY = { place: place.y, tile: height, start: whole.y, room: whole.height };
    const across = spanOf(alongX, seen.x, seen.width, repeat.across);
    const down = spanOf(alongY, seen.y, seen.height, repeat.down);
    const count = across.count * down.count;
    if (count === 0) return;
    const tile = { x: across.start, y: down.start, width, height };
    const clip = { x: across.from, y: down.from, width: across.length, height: down.length };
    const gap = { across: across.gap, down: down.gap };
    const image = 'kind' in layer ? shadingOf(layer, width, height) : layer;
    found.unshift({ image, tile, gap, box, clip, count });
  });
  return found;
}

const of = <Value>(list: readonly Value[], i: number): Value | undefined => list[i % list.length];

/** Returns a part of the whole box, of which pages may show a part. */
function partOfBox(
  style: Style,
  { x, y, width: seenWidth, height, above = 0, whole = height, root }: RectMark,
  part: BackgroundBox,
): Area {
  const box = root ? { ...root, x: x + root.x, y: y + root.y } : { x, y: y - above, width: seenWidth, height: whole };
  const { width } = box;
  if (part === 'border-box') return box;
  const none = { top: 0, right: 0, bottom: 0, left: 0 };
  const { top, right, bottom, left } = insetsOf(part === 'padding-box' ? { ...style, padding: none } : style, width);
  return { x: box.x + left, y: box.y + top, width: width - left - right, height: box.height - top - bottom };
}

/** Returns a part of the whole box of a mark, as it is drawn. */
export function partOfMark(mark: RectMark, part: BackgroundBox): Area {
  const { style, scale = 1 } = mark;
  return style ? scaledArea(partOfBox(style, scaledMark(mark, 1 / scale), part), scale) : mark;
}

/** Whether borders hide what is below them: it would be seen as a fringe beside them. */
const isCovered = ({ border }: Style): boolean =>
  sides.every(
    (side) => border[side].width === 0 || (border[side].style === 'solid' && border[side].colour?.opacity === 1),
  );

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
  const ratio = ratioOf(picture);
  const isAuto = typeof size !== 'string' && size.width === undefined && size.height === undefined;
  if (typeof size === 'string' || (isAuto && isBoundless(picture))) {
    if (ratio === undefined) return { width: whole.width, height: whole.height };
    const isWide = whole.width / whole.height > ratio;
    const byWidth = size === 'cover' ? isWide : !isWide;
    return byWidth
      ? { width: whole.width, height: whole.width / ratio }
      : { width: whole.height * ratio, height: whole.height };
  }
  const width = size.width === undefined ? undefined : resolved(size.width, whole.width);
  const height = size.height === undefined ? undefined : resolved(size.height, whole.height);
  const own = {
    width: ratio === undefined && picture.lacks?.width ? whole.width : picture.width,
    height: ratio === undefined && picture.lacks?.height ? whole.height : picture.height,
  };
  return {
    width: width ?? (height === undefined || ratio === undefined ? own.width : height * ratio),
    height: height ?? (width === undefined || ratio === undefined ? own.height : width / ratio),
  };
}

/** Returns the size of tiles of which a whole number fills the area along each axis that rounds it. */
function rounded(
  { width, height }: { readonly width: number; readonly height: number },
  { across, down }: { readonly across: RepeatMode; readonly down: RepeatMode },
  whole: Area,
  { size, isRatioKept }: { readonly size: BackgroundSize; readonly isRatioKept: boolean },
): { width: number; height: number } {
  const fitted = (tile: number, room: number): number => room / Math.max(1, Math.round(room / tile));
  const own = {
    width: across === 'round' ? fitted(width, whole.width) : width,
    height: down === 'round' ? fitted(height, whole.height) : height,
  };
  const isOpen = (side: 'width' | 'height'): boolean => typeof size !== 'string' && size[side] === undefined;
  if (!isRatioKept || (across === 'round') === (down === 'round')) return own;
  if (across === 'round' && isOpen('height')) return { ...own, height: (height * own.width) / width };
  return down === 'round' && isOpen('width') ? { ...own, width: (width * own.height) / height } : own;
}

/** Where tiles are placed along one axis, and in which area. */
interface Axis {
  readonly place: number;
  readonly tile: number;
  readonly start: number;
  readonly room: number;
}

/** The tiles that are seen along one axis, and where they are seen. */
interface Span {
  readonly start: number;
  readonly count: number;
  readonly gap: number;
  readonly from: number;
  readonly length: number;
}

function spanOf({ place, tile, start: origin, room }: Axis, from: number, length: number, mode: RepeatMode): Span {
  const to = from + length;
  const spaced = mode === 'space' ? Math.floor(room / tile + NEAR) : 0;
  if (mode === 'no-repeat' || (mode === 'space' && spaced < 2)) {
    const [first, last] = [Math.max(from, place), Math.min(to, place + tile)];
    return { start: place, count: last > first ? 1 : 0, gap: 0, from: first, length: Math.max(0, last - first) };
  }
  const gap = mode === 'space' ? (room - spaced * tile) / (spaced - 1) : 0;
  const period = tile + gap;
  const first = mode === 'space' ? origin : place;
  const start = first - Math.ceil((first - from) / period - NEAR) * period;
  return { start, count: Math.ceil((to - start) / period - NEAR), gap, from, length };
}
