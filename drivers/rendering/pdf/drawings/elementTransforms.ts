import type { Area } from '../layout/canvas.ts';
import { identity, type Matrix, moving, multiplied } from '../transforms/matrix.ts';
import { isSet } from './paints.ts';
import { type Measure, readTransform, readUnits } from './parts/svgLengths.ts';
import type { SvgStyle } from './svgStyles.ts';

const places: Readonly<Record<string, string>> = {
  left: '0%',
  top: '0%',
  center: '50%',
  right: '100%',
  bottom: '100%',
};

/**
 * Returns how an element is transformed: undefined for not at all, null for a transform that cannot be drawn here.
 *
 * @param boundsOf of what it draws, in the units of its own
 */
export function elementMatrix(
  { own }: SvgStyle,
  { width, height, em }: Measure,
  boundsOf: () => Area | undefined,
): Matrix | undefined | null {
  const declared = own.get('transform');
  if (declared === undefined) return undefined;
  const matrix = readTransform(declared);
  if (!matrix) return null;
  if (matrix === identity) return undefined;
  const box = own.get('transform-box');
  const ofShape = box === 'fill-box' || box === 'content-box';
  if (isSet(box, 'view-box') && !ofShape) return null;
  const area = ofShape ? boundsOf() : { x: 0, y: 0, width, height };
  if (!area) return null;
  const words = own.get('transform-origin')?.toLowerCase().trim().split(/\s+/) ?? ['0', '0'];
  const [first = '0', second = 'center'] = /^(?:top|bottom)$/.test(words[0] ?? '') ? words.toReversed() : words;
  const x = readUnits(places[first] ?? first, area.width, em);
  const y = readUnits(places[second] ?? second, area.height, em);
  if (x === undefined || y === undefined) return null;
  const [left, top] = [area.x + x, area.y + y];
  return left === 0 && top === 0 ? matrix : multiplied(multiplied(moving(left, top), matrix), moving(-left, -top));
}
