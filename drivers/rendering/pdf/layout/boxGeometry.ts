import type { ImageBox } from '../boxes/boxes.ts';
import { ratioOf } from '../boxes/pictureSizes.ts';
import { type Edges, isContainer, type Style } from '../style/style.ts';
import { marginInUnits } from '../style/values/layoutUnits.ts';
import { type Length, resolved } from '../style/values/lengths.ts';
import { insetsOf } from './borders.ts';
import { type Area, EPSILON, type Stretch } from './canvas.ts';

/** Returns the one margin that adjoining ones make: the largest, plus the most negative. */
export function collapsed(...margins: readonly number[]): number {
  return Math.max(0, ...margins) + Math.min(0, ...margins);
}

/** Adjoining margins, of which only these two count. */
export type Margins = readonly [largest: number, smallest: number];

export const noMargins: Margins = [0, 0];

/** Returns what counts of adjoining margins. */
export const adjoin = (...margins: readonly number[]): Margins => [Math.max(0, ...margins), Math.min(0, ...margins)];

/** Returns how far adjoining margins move what is below them down. */
export const gapBelow = (margins: Margins): number => Math.max(0, collapsed(...margins));

/** Returns a margin in pt; `auto` is 0. */
export function marginOf(margin: Length | 'auto', whole: number): number {
  return margin === 'auto' ? 0 : marginInUnits(resolved(margin, whole));
}

/** Returns the sum of the left and the right margin. */
export function sideMargins({ margin }: Style, whole: number): number {
  return marginOf(margin.left, whole) + marginOf(margin.right, whole);
}

/** Returns the position and width of a block's border box, which may be wider than its container. */
export function horizontalPlace(style: Style, x: number, whole: number): { x: number; width: number } {
  const { margin } = style;
  const left = marginOf(margin.left, whole);
  const right = marginOf(margin.right, whole);
  const available = Math.max(1, whole - left - right);
  const insets = insetsOf(style, whole);
  const around = style.borderBox ? 0 : insets.left + insets.right;
  const declared = (length: Length | undefined): number | undefined =>
    length === undefined ? undefined : resolved(length, whole) + around;
  let width = declared(style.width) ?? available;
  width = Math.min(width, declared(style.maxWidth) ?? width);
  width = Math.max(width, declared(style.minWidth) ?? width, insets.left + insets.right);
  const free = Math.max(0, available - width);
  if (margin.left !== 'auto') return { x: x + left + (margin.right === 'auto' ? 0 : style.freeBefore * free), width };
  return { x: x + (margin.right === 'auto' ? free / 2 : free), width };
}

/** What is declared about the height of a border box. */
export interface DeclaredHeight {
  readonly fixed: number | undefined;
  readonly min: number;
  readonly max: number;
}

/** `whole`: the height of the containing block; if it depends on its content, percentages count for nothing. */
export function declaredHeight(style: Style, insets: number, whole: number | undefined): DeclaredHeight {
  const around = style.borderBox ? 0 : insets;
  const read = (length: Length | undefined): number | undefined => {
    if (length === undefined || (typeof length === 'object' && whole === undefined)) return undefined;
    return Math.max(insets, resolved(length, whole ?? 0) + around);
  };
  return {
    fixed: read(style.height),
    min: read(style.minHeight) ?? 0,
    max: read(style.maxHeight) ?? Number.POSITIVE_INFINITY,
  };
}

/** Returns what is declared about the height of a border box of this width, where `aspect-ratio` counts too. */
export function heightByRatio(
  style: Style,
  width: number,
  whole: number | undefined,
  insets: Edges<number>,
): DeclaredHeight {
  const around = insets.top + insets.bottom;
  const declared = declaredHeight(style, around, whole);
  if (style.ratio === undefined || declared.fixed !== undefined) return declared;
  const sides = style.borderBox ? 0 : insets.left + insets.right;
  const height = Math.max(around, (width - sides) / style.ratio + (style.borderBox ? 0 : around));
  // The items of a container are placed in this height; other content may make the box higher.
  return isContainer(style) ? { ...declared, fixed: height } : { ...declared, min: Math.max(declared.min, height) };
}

/** The border box of an image. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the border box of an image: in proportion where one side is declared. `height`: of the container, where it does not
 * depend on its content.
 */
function imageSize(box: ImageBox, whole: number, containerHeight: number | undefined): ImageSize {
  const { width, height, across, along } = requestedSize(box, whole, containerHeight);
  return { width: Math.max(0, width) + across, height: Math.max(0, height) + along };
}

/** Returns the same for an image whose container gives it sides. */
export function fitImage(
  box: ImageBox,
  whole: number,
  containerHeight: number | undefined,
  forced: Partial<ImageSize>,
): ImageSize {
  const own = imageSize(box, whole, containerHeight);
  if (forced.height !== undefined) return { width: forced.width ?? own.width, height: forced.height };
  // A width that is its own already is no reason to fit it once more, with the height that it asks for.
  if (forced.width === undefined || Math.abs(forced.width - own.width) < 0.01) return own;
  const style = { ...box.style, width: forced.width, borderBox: true };
  return imageSize({ ...box, style }, whole, containerHeight);
}

interface RequestedSize {
  readonly width: number;
  readonly height: number;
  /** Padding and borders. */
  readonly across: number;
  readonly along: number;
}

function requestedSize(
  { style, picture }: ImageBox,
  whole: number,
  containerHeight: number | undefined,
): RequestedSize {
  const ratio = style.ratio ?? ratioOf(picture);
  const finite = Number.isFinite(whole);
  const insets = insetsOf(style, finite ? whole : 0);
  const [across, along] = [insets.left + insets.right, insets.top + insets.bottom];
  const declared = (length: Length | undefined): number | undefined =>
    length === undefined || (typeof length !== 'number' && !finite)
      ? undefined
      : resolved(length, whole) - (style.borderBox ? across : 0);
  const height = declaredHeight(style, along, containerHeight);
  const ownHeight = height.fixed === undefined ? undefined : height.fixed - along;
  const ownWidth = declared(style.width);
  const { zoom = 1 } = style.units;
  let width = ownWidth ?? (ownHeight === undefined || ratio === undefined ? picture.width * zoom : ownHeight * ratio);
  const upper = declared(style.maxWidth);
  if (upper !== undefined && width > upper) width = upper;
  width = Math.max(width, declared(style.minWidth) ?? 0);
  let high = ownHeight ?? (ratio === undefined ? picture.height * zoom : width / ratio);
  if (high > height.max - along) {
    high = height.max - along;
    if (ownWidth === undefined && ratio !== undefined) width = Math.min(width, high * ratio);
  }
  if (high < height.min - along) {
    high = height.min - along;
    if (ownWidth === undefined && ratio !== undefined)
      width = Math.max(width, Math.min(high * ratio, upper ?? high * ratio));
  }
  return { width, height: high, across, along };
}

/** Returns how much of what ends at a position is the margin of a last child. */
export function marginTo({ lastMargin }: { readonly lastMargin?: Readonly<Stretch> | undefined }, y: number): number {
  return lastMargin && Math.abs(lastMargin.to - y) < EPSILON ? lastMargin.to - lastMargin.from : 0;
}

/** How far something is moved; pt. */
export interface Offset {
  readonly down: number;
  readonly aside: number;
}

/** Returns how far `position: relative` moves a box. */
export function relativeOffset({ inset: { top, right, bottom, left } }: Style, width: number, height: number): Offset {
  return {
    down: top === undefined ? -marginOf(bottom ?? 0, height) : marginOf(top, height),
    aside: left === undefined ? -marginOf(right ?? 0, width) : marginOf(left, width),
  };
}

/** Returns the padding box within a border box. */
export function paddingBox(
  { border: { top, right, bottom, left } }: Pick<Style, 'border'>,
  { x, y, width, height }: Area,
): Area {
  return {
    x: x + left.width,
    y: y + top.width,
    width: width - left.width - right.width,
    height: height - top.width - bottom.width,
  };
}
