import type { Element } from 'domhandler';
import { moving, multiplied } from '../transforms/matrix.ts';
import { type GroupPart, groupOf } from './drawing.ts';
import { rectangle } from './shapes.ts';
import { fitted, type Measure, readUnits } from './svgLengths.ts';
import type { SvgStyle } from './svgStyles.ts';

/** Returns the size of a PNG or JPEG in pixels; undefined for other bytes, and for a damaged file. */
export type SizeOfImage = (bytes: Uint8Array) => { readonly width: number; readonly height: number } | undefined;

/** Reads an `<image>`: undefined for one that is not seen, null for one that is neither a PNG nor a JPEG. */
export function readImage(
  { attribs }: Element,
  { own, inherited }: SvgStyle,
  measure: Measure,
  sizeOf: SizeOfImage,
): GroupPart | undefined | null {
  const source = attribs['href'] ?? '';
  if (source.trim() === '' || /^(?:hidden|collapse)$/.test(inherited['visibility'] ?? '')) return undefined;
  const data = /^\s*data:image\/(?:png|jpe?g);base64,/i.exec(source);
  if (!data) return null;
  const bytes = Buffer.from(source.slice(data[0].length), 'base64');
  const size = sizeOf(bytes);
  if (!size) return undefined;
  const length = (name: 'width' | 'height'): number | undefined => readUnits(own.get(name), measure[name], measure.em);
  const [declaredWidth, declaredHeight] = [length('width'), length('height')];
  const width = declaredWidth ?? (declaredHeight ?? size.height) * (size.width / size.height);
  const height = declaredHeight ?? width * (size.height / size.width);
  if (!(width > 0 && height > 0)) return undefined;
  const x = readUnits(attribs['x'], measure.width, measure.em) ?? 0;
  const y = readUnits(attribs['y'], measure.height, measure.em) ?? 0;
  const fit = attribs['preserveAspectRatio'];
  const matrix = multiplied(moving(x, y), fitted([0, 0, size.width, size.height], { width, height }, fit));
  const inner = groupOf([{ kind: 'image', bytes, ...size }], { matrix });
  if (!/\bslice\b/.test(fit ?? '')) return inner;
  return groupOf([inner], { clips: [{ path: rectangle({ x, y, width, height }), isEvenOdd: false }] });
}
