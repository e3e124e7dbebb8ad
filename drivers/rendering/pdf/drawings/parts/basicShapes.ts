import { closingBracket, layersOf, wordsOf } from '../../../../../domain/documents/css/cssPatterns.ts';
import type { Area } from '../../layout/canvas.ts';
import { moving } from '../../transforms/matrix.ts';
import type { Clipping, Segment } from './path.ts';
import { readPath } from './pathData.ts';
import { ellipse, polygon, QUARTER, rectangle } from './shapes.ts';
import { diagonalOf, readUnits } from './svgLengths.ts';
import { transformed } from './transformed.ts';

/**
 * Reads a `clip-path` of CSS, such as `circle(20px at 50% 50%)`; undefined for other values.
 *
 * @param boxOf returns the box of a name, such as `padding-box`, that the shape is placed in; undefined where that is not known
 */
export function readBasicShape(
  value: string,
  boxOf: (name: string) => Area | undefined,
  em: number,
): Clipping | undefined {
  const text = value.trim();
  const start = text.indexOf('(');
  const end = start < 0 ? -1 : closingBracket(text, start + 1);
  const [, before = '', name = ''] =
    /^(?:([\w-]+)\s+)?([\w-]*)$/.exec(end < 0 ? `${text} ` : text.slice(0, start)) ?? [];
  const kind = before || text.slice(end + 1).trim() || 'border-box';
  const box = boxOf(kind.toLowerCase());
  if (!box) return undefined;
  if (end < 0) return before === '' ? undefined : { path: rectangle(box), isEvenOdd: false };
  return shapeIn(name.toLowerCase(), text.slice(start + 1, end), box, em);
}

function shapeIn(name: string, text: string, box: Area, em: number): Clipping | undefined {
  if (name === 'path' || name === 'polygon') {
    const [, rule = 'nonzero', rest = ''] = /^\s*(?:(nonzero|evenodd)\s*,)?([\s\S]*)$/i.exec(text) ?? [];
    const path = name === 'path' ? quotedPath(rest, box) : polygonIn(rest, box, em);
    return path && { path, isEvenOdd: rule.toLowerCase() === 'evenodd' };
  }
  const path =
    name === 'circle' || name === 'ellipse'
      ? roundIn(name, text, box, em)
      : name === 'inset' || name === 'rect' || name === 'xywh'
        ? cornersIn(name, text, box, em)
        : undefined;
  return path && { path, isEvenOdd: false };
}

function quotedPath(text: string, { x, y }: Area): Segment[] | undefined {
  const data = /^\s*(["'])([^"']*)\1\s*$/.exec(text)?.[2];
  return data === undefined ? undefined : transformed(readPath(data), moving(x, y));
}

function polygonIn(text: string, { x, y, width, height }: Area, em: number): Segment[] | undefined {
  const numbers: number[] = [];
  for (const corner of layersOf(text)) {
    const [across, down, ...others] = wordsOf(corner);
    const [left, top] = [readUnits(across, width, em), readUnits(down, height, em)];
    if (left === undefined || top === undefined || others.length > 0) return undefined;
    numbers.push(x + left, y + top);
  }
  return polygon(numbers, true);
}

function roundIn(name: 'circle' | 'ellipse', text: string, box: Area, em: number): Segment[] | undefined {
  const [declared = '', at] = text.split(/\bat\b/i);
  const centre = at === undefined ? [box.width / 2, box.height / 2] : placeIn(wordsOf(at), box, em);
  if (!centre) return undefined;
  const [x = 0, y = 0] = centre;
  const words = wordsOf(declared);
  const count = name === 'circle' ? 1 : 2;
  if (words.length !== count && words.length > 0) return undefined;
  const across = [x, box.width - x].map(Math.abs);
  const down = [y, box.height - y].map(Math.abs);
  const radius = (word: string | undefined, whole: number, sides: readonly number[]): number | undefined => {
    if (word === undefined || /^closest-side$/i.test(word)) return Math.min(...sides);
    return /^farthest-side$/i.test(word) ? Math.max(...sides) : readUnits(word, whole, em);
  };
  const [rx, ry] =
    name === 'circle'
      ? Array<number | undefined>(2).fill(radius(words[0], diagonalOf({ ...box, em }), [...across, ...down]))
      : [radius(words[0], box.width, across), radius(words[1], box.height, down)];
  if (rx === undefined || ry === undefined || rx < 0 || ry < 0) return undefined;
  return ellipse(box.x + x, box.y + y, rx, ry);
}

const shares: ReadonlyMap<string, number> = new Map([
  ['left', 0],
  ['top', 0],
  ['center', 0.5],
  ['right', 1],
  ['bottom', 1],
]);

/** Reads a place in a box, from its top left. */
function placeIn(words: readonly string[], { width, height }: Area, em: number): number[] | undefined {
  const named = words.map((word) => word.toLowerCase());
  if (named.length === 4) {
    const [side = '', by, other = '', otherBy] = named;
    if (/^(?:top|bottom)$/.test(side))
      return placeIn([other, otherBy ?? '', side, by ?? ''], { x: 0, y: 0, width, height }, em);
    if (!/^(?:left|right)$/.test(side) || !/^(?:top|bottom)$/.test(other)) return undefined;
    const [across, down] = [readUnits(by, width, em), readUnits(otherBy, height, em)];
    if (across === undefined || down === undefined) return undefined;
    return [side === 'left' ? across : width - across, other === 'top' ? down : height - down];
  }
  if (named.length < 1 || named.length > 2) return undefined;
  const [first = '', second = 'center'] = named;
  const isTurned = /^(?:top|bottom)$/.test(first) || /^(?:left|right)$/.test(second);
  const places = (isTurned ? [second, first] : [first, second]).map((word, axis) => {
    const whole = axis === 0 ? width : height;
    const share = shares.get(word);
    return share === undefined ? readUnits(word, whole, em) : share * whole;
  });
  return places.every((place) => place !== undefined) ? places : undefined;
}

/** Reads a rectangle, whose corners may be round. */
function cornersIn(name: 'inset' | 'rect' | 'xywh', text: string, box: Area, em: number): Segment[] | undefined {
  const [declared = '', round] = text.split(/\bround\b/i);
  const words = wordsOf(declared);
  if (words.length < (name === 'inset' ? 1 : 4) || words.length > 4) return undefined;
  const [top = '', right = top, bottom = top, left = right] = words;
  const { x, y, width, height } = box;
  const isAcross = name === 'xywh' ? [true, false, true, false] : [false, true, false, true];
  const lengths = [top, right, bottom, left].map((word, at) => {
    if (name === 'rect' && /^auto$/i.test(word)) return at === 1 ? width : at === 2 ? height : 0;
    return readUnits(word, isAcross[at] ? width : height, em);
  });
  const [a, b, c, d] = lengths;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  const area =
    name === 'inset'
      ? { x: x + d, y: y + a, width: width - b - d, height: height - a - c }
      : name === 'rect'
        ? { x: x + d, y: y + a, width: b - d, height: c - a }
        : { x: x + a, y: y + b, width: c, height: d };
  if (round === undefined) return rectangle(area);
  const [across = '', down = across] = round.split('/');
  const radii = [radiiOf(across, width, em), radiiOf(down, height, em)];
  return radii[0] && radii[1] && roundRectangle(area, radii[0], radii[1]);
}

/** Reads the radii of the corners, clockwise from the top left. */
function radiiOf(text: string, whole: number, em: number): number[] | undefined {
  const found = wordsOf(text).map((word) => readUnits(word, whole, em));
  const [first, second = first, third = first, fourth = second] = found;
  const radii = [first, second, third, fourth].map((radius) => radius ?? -1);
  return found.length <= 4 && radii.every((radius) => radius >= 0) ? radii : undefined;
}

/** Radii that are together longer than a side are reduced in proportion. */
function roundRectangle(area: Area, across: readonly number[], down: readonly number[]): Segment[] {
  const { x, y, width, height } = area;
  if (!(width > 0 && height > 0)) return [];
  const sum = (radii: readonly number[], one: number, other: number): number => (radii[one] ?? 0) + (radii[other] ?? 0);
  const by = Math.min(
    1,
    ...[sum(across, 0, 1), sum(across, 2, 3)].map((both) => width / both),
    ...[sum(down, 0, 3), sum(down, 1, 2)].map((both) => height / both),
  );
  const [h0 = 0, h1 = 0, h2 = 0, h3 = 0] = across.map((radius) => radius * by);
  const [v0 = 0, v1 = 0, v2 = 0, v3 = 0] = down.map((radius) => radius * by);
  const [right, bottom, rest] = [x + width, y + height, 1 - QUARTER];
  return [
    ['M', x + h0, y],
    ['L', right - h1, y],
    ['C', right - h1 * rest, y, right, y + v1 * rest, right, y + v1],
    ['L', right, bottom - v2],
    ['C', right, bottom - v2 * rest, right - h2 * rest, bottom, right - h2, bottom],
    ['L', x + h3, bottom],
    ['C', x + h3 * rest, bottom, x, bottom - v3 * rest, x, bottom - v3],
    ['L', x, y + v0],
    ['C', x, y + v0 * rest, x + h0 * rest, y, x + h0, y],
    ['Z'],
  ];
}
