import type { Element } from 'domhandler';
import { moving, multiplied } from '../transforms/matrix.ts';
import { type GroupPart, groupOf } from './parts/drawing.ts';
import { rectangle } from './parts/shapes.ts';
import { fitted, type Measure, readUnits } from './parts/svgLengths.ts';
import { isOverflowSeen, type SvgStyle } from './svgStyles.ts';

/** Returns the size of a PNG or JPEG in pixels; undefined for other bytes, and for a damaged file. */
export type SizeOfImage = (bytes: Uint8Array) => { readonly width: number; readonly height: number } | undefined;

interface Raster {
  readonly bytes: Uint8Array;
  readonly size: { readonly width: number; readonly height: number };
}

/** Pictures by their elements, which may be used many times; null for one that cannot be drawn. */
const rasters = new WeakMap<Element, Raster | null>();

function rasterOf(element: Element, sizeOf: SizeOfImage): Raster | null {
  let raster = rasters.get(element);
  if (raster === undefined) {
    const source = element.attribs['href'] ?? '';
    const bytes = Buffer.from(source.slice(source.indexOf(',') + 1), 'base64');
    const size = sizeOf(bytes);
    raster = size ? { bytes, size } : null;
    rasters.set(element, raster);
  }
  return raster;
}

/** Whether an element only describes the drawing, so that none of its content is drawn. */
export const isDescriptive = ({ name }: Element): boolean => /^(?:title|desc|metadata|style)$/.test(name);

/** Reads a `<foreignObject>`; nothing for one without a size. `index`: how many precede it in the drawing. */
export function readForeignObject(
  { attribs }: Element,
  { own }: SvgStyle,
  measure: Measure,
  index: number,
): GroupPart[] {
  const [width, height] = (['width', 'height'] as const).map((side) =>
    readUnits(own.get(side), measure[side], measure.em),
  );
  if (!width || !height || width < 0 || height < 0) return [];
  const x = readUnits(own.get('x') ?? attribs['x'], measure.width, measure.em) ?? 0;
  const y = readUnits(own.get('y') ?? attribs['y'], measure.height, measure.em) ?? 0;
  const frame = { x, y, width, height };
  const clips = isOverflowSeen(own) ? [] : [{ path: rectangle(frame), isEvenOdd: false }];
  return [groupOf([groupOf([{ kind: 'html', index, width, height }], { matrix: moving(x, y) })], { clips, frame })];
}

/** Reads an `<image>`; undefined for one that is not seen. */
export function readImage(
  element: Element,
  { own, inherited }: SvgStyle,
  measure: Measure,
  sizeOf: SizeOfImage,
): GroupPart | undefined {
  if (/^(?:hidden|collapse)$/.test(inherited['visibility'] ?? '')) return undefined;
  const raster = rasterOf(element, sizeOf);
  if (!raster) return undefined;
  const { attribs } = element;
  const { bytes, size } = raster;
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
  const frame = { x, y, width, height };
  return groupOf([inner], { clips: [{ path: rectangle(frame), isEvenOdd: false }], frame });
}
