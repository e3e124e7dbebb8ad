import type { ImageBox } from '../boxes/boxes.ts';
import type { Style } from '../style/style.ts';
import { type Length, resolved } from '../style/values.ts';
import { insetsOf } from './borders.ts';
import type { Reach } from './drawLine.ts';

/** Returns the one margin that two adjoining ones make: the largest, plus the most negative. */
export function collapsed(one: number, other: number): number {
  return Math.max(one, other, 0) + Math.min(one, other, 0);
}

/** Returns a margin in pt; `auto` is 0. */
export function marginOf(margin: Length | 'auto', whole: number): number {
  return margin === 'auto' ? 0 : resolved(margin, whole);
}

/** Returns the sum of the left and the right margin. */
export function sideMargins({ margin }: Style, whole: number): number {
  return marginOf(margin.left, whole) + marginOf(margin.right, whole);
}

/** Returns the extent of a box in a line. `baseline`: of its last line, from its top. */
export function reachOfBox({ verticalAlign, size }: Style, height: number, baseline = height): Reach {
  if (verticalAlign !== 'middle') return { above: baseline, below: height - baseline };
  const above = height / 2 + size * 0.25;
  return { above, below: height - above };
}

/** Returns the position and width of a block's border box, which is never wider than its container. */
export function horizontalPlace(style: Style, x: number, whole: number): { x: number; width: number } {
  const { margin } = style;
  const left = marginOf(margin.left, whole);
  const right = marginOf(margin.right, whole);
  const available = Math.max(1, whole - left - right);
  const insets = insetsOf(style, whole);
  const around = style.borderBox ? 0 : insets.left + insets.right;
  const declared = (length: Length | undefined): number | undefined =>
    length === undefined ? undefined : resolved(length, whole) + around;
  let width = Math.min(available, declared(style.width) ?? available);
  width = Math.min(width, declared(style.maxWidth) ?? width);
  width = Math.min(available, Math.max(width, declared(style.minWidth) ?? width));
  const free = available - width;
  if (margin.left !== 'auto') return { x: x + left, width };
  return { x: x + (margin.right === 'auto' ? free / 2 : free), width };
}

/** Returns the declared height of a border box; 0 where there is none. */
export function declaredHeight(style: Style, insets: number, pageHeight: number): number {
  const around = style.borderBox ? 0 : insets;
  const height = style.height === undefined ? 0 : resolved(style.height, pageHeight) + around;
  return Math.max(height, style.minHeight === undefined ? 0 : resolved(style.minHeight, pageHeight) + around);
}

/** Returns the size of an image: in proportion where one side is declared, and within its container and a page. */
export function imageSize(
  { style, picture }: ImageBox,
  whole: number,
  pageHeight: number,
): { width: number; height: number } {
  const ratio = picture.width / picture.height;
  const finite = Number.isFinite(whole);
  const declared = (length: Length | undefined): number | undefined =>
    length === undefined || (typeof length !== 'number' && !finite) ? undefined : resolved(length, whole);
  const ownHeight = style.height === undefined ? undefined : resolved(style.height, pageHeight);
  let width = declared(style.width) ?? (ownHeight === undefined ? picture.width : ownHeight * ratio);
  let height = ownHeight ?? width / ratio;
  const maxWidth = Math.min(declared(style.maxWidth) ?? whole, whole);
  const shrink = Math.min(1, maxWidth / width, pageHeight / height);
  if (Number.isFinite(shrink) && shrink < 1) {
    width *= shrink;
    height *= shrink;
  }
  return { width: Math.max(0, width), height: Math.max(0, height) };
}
