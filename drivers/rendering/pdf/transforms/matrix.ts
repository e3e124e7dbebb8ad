/** A map of the plane, as CSS and PDF write it: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

export const moving = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];

/** Returns the map that rotates clockwise by an angle in radians about a point. */
export function rotating(angle: number, x = 0, y = 0): Matrix {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
}

/** Returns the map that applies `inner` first. */
export function multiplied(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [ia, ib, ic, id, ie, jf] = inner;
  return [a * ia + c * ib, b * ia + d * ib, a * ic + c * id, b * ic + d * id, a * ie + c * jf + e, b * ie + d * jf + f];
}

export function mapped([a, b, c, d, e, f]: Matrix, x: number, y: number): { readonly x: number; readonly y: number } {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

export const determinant = ([a, b, c, d]: Matrix): number => a * d - b * c;

/** Returns the map back. The determinant of the matrix must not be 0. */
export function inverse(matrix: Matrix): Matrix {
  if (matrix === identity) return identity;
  const [a, b, c, d, e, f] = matrix;
  const by = 1 / determinant(matrix);
  return [d * by, -b * by, -c * by, a * by, (c * f - d * e) * by, (b * e - a * f) * by];
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the smallest upright area around a mapped one. */
export function boundsOf(matrix: Matrix, { x, y, width, height }: Area): Area {
  const corners = [
    mapped(matrix, x, y),
    mapped(matrix, x + width, y),
    mapped(matrix, x, y + height),
    mapped(matrix, x + width, y + height),
  ];
  const [left, right] = [Math.min(...corners.map((one) => one.x)), Math.max(...corners.map((one) => one.x))];
  const [top, bottom] = [Math.min(...corners.map((one) => one.y)), Math.max(...corners.map((one) => one.y))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the smallest upright area around two areas. */
export function union(one: Area, other: Area): Area {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const [right, bottom] = [
    Math.max(one.x + one.width, other.x + other.width),
    Math.max(one.y + one.height, other.y + other.height),
  ];
  return { x, y, width: right - x, height: bottom - y };
}

/** Returns an area that is larger by a distance on each side. */
export const widened = ({ x, y, width, height }: Area, across: number, down = across): Area => ({
  x: x - across,
  y: y - down,
  width: width + 2 * across,
  height: height + 2 * down,
});

/** Returns the area that two areas share. */
export function overlap(one: Area, other: Area): Area {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const [right, bottom] = [
    Math.min(one.x + one.width, other.x + other.width),
    Math.min(one.y + one.height, other.y + other.height),
  ];
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}
