import type { Area } from '../../layout/canvas.ts';
import type { Path, Segment } from './path.ts';
import { readPath } from './pathData.ts';
import { diagonalOf, type Measure, readNumbers, readUnits } from './svgLengths.ts';

/** Names of attributes that are properties of CSS too. */
export type AttributeOf = (name: string) => string | undefined;

/** The handle of a curve that is a quarter of a circle, as a share of the radius. */
export const QUARTER = (4 / 3) * (Math.SQRT2 - 1);

/** Returns the path of a shape; undefined for an element that is none, and an empty path for one that is not drawn. */
export function pathOfShape(name: string, attribute: AttributeOf, measure: Measure): Path | undefined {
  const { width, height, em } = measure;
  const across = (key: string): number | undefined => readUnits(attribute(key), width, em);
  const down = (key: string): number | undefined => readUnits(attribute(key), height, em);
  switch (name) {
    case 'rect':
      return rectangle(
        { x: across('x') ?? 0, y: down('y') ?? 0, width: across('width') ?? 0, height: down('height') ?? 0 },
        across('rx'),
        down('ry'),
      );
    case 'circle': {
      const radius = readUnits(attribute('r'), diagonalOf(measure), em) ?? 0;
      return ellipse(across('cx') ?? 0, down('cy') ?? 0, radius, radius);
    }
    case 'ellipse': {
      const [rx, ry] = [across('rx'), down('ry')];
      return ellipse(across('cx') ?? 0, down('cy') ?? 0, rx ?? ry ?? 0, ry ?? rx ?? 0);
    }
    case 'line':
      return [
        ['M', across('x1') ?? 0, down('y1') ?? 0],
        ['L', across('x2') ?? 0, down('y2') ?? 0],
      ];
    case 'polyline':
    case 'polygon':
      return polygon(readNumbers(attribute('points') ?? ''), name === 'polygon');
    case 'path':
      return readPath(pathText(attribute('d') ?? ''));
    default:
      return undefined;
  }
}

/** CSS writes a path as `path("M0 0")`. */
const pathText = (value: string): string => /^\s*path\(\s*["']([^"']*)["']\s*\)/.exec(value)?.[1] ?? value;

export function rectangle({ x, y, width, height }: Area, declaredX?: number, declaredY?: number): Segment[] {
  if (!(width > 0 && height > 0)) return [];
  const rx = Math.min(Math.max(0, declaredX ?? declaredY ?? 0), width / 2);
  const ry = Math.min(Math.max(0, declaredY ?? declaredX ?? 0), height / 2);
  const [right, bottom] = [x + width, y + height];
  if (rx === 0 || ry === 0) return [['M', x, y], ['L', right, y], ['L', right, bottom], ['L', x, bottom], ['Z']];
  const [hx, hy] = [rx * (1 - QUARTER), ry * (1 - QUARTER)];
  return [
    ['M', x + rx, y],
    ['L', right - rx, y],
    ['C', right - hx, y, right, y + hy, right, y + ry],
    ['L', right, bottom - ry],
    ['C', right, bottom - hy, right - hx, bottom, right - rx, bottom],
    ['L', x + rx, bottom],
    ['C', x + hx, bottom, x, bottom - hy, x, bottom - ry],
    ['L', x, y + ry],
    ['C', x, y + hy, x + hx, y, x + rx, y],
    ['Z'],
  ];
}

export function ellipse(x: number, y: number, rx: number, ry: number): Segment[] {
  if (!(rx > 0 && ry > 0)) return [];
  const [hx, hy] = [rx * QUARTER, ry * QUARTER];
  return [
    ['M', x + rx, y],
    ['C', x + rx, y + hy, x + hx, y + ry, x, y + ry],
    ['C', x - hx, y + ry, x - rx, y + hy, x - rx, y],
    ['C', x - rx, y - hy, x - hx, y - ry, x, y - ry],
    ['C', x + hx, y - ry, x + rx, y - hy, x + rx, y],
    ['Z'],
  ];
}

export function polygon(numbers: readonly number[], isClosed: boolean): Segment[] {
  const path: Segment[] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2)
    path.push([at === 0 ? 'M' : 'L', numbers[at] ?? 0, numbers[at + 1] ?? 0]);
  if (isClosed && path.length > 0) path.push(['Z']);
  return path;
}
