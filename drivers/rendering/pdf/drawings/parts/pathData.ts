import type { Area } from '../../layout/canvas.ts';
import { arcAsCurves, type Curve } from './arcs.ts';
import type { Path, Point, Segment } from './path.ts';

/** How many numbers each command takes at a time. */
const counts: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

/** Reads the data of a path up to its first error, as browsers do. */
export function readPath(data: string): Segment[] {
  const reader = new PathReader();
  const tokens = new Tokens(data);
  for (let command = tokens.command(); command !== undefined; command = tokens.command()) {
    const count = counts[command.toLowerCase()] ?? 0;
    if (reader.path.length === 0 && command.toLowerCase() !== 'm') break;
    if (count === 0) reader.close();
    else if (!readAll(reader, tokens, command, count)) break;
  }
  return reader.path;
}

/** Returns false at an error. */
function readAll(reader: PathReader, tokens: Tokens, command: string, count: number): boolean {
  let name = command;
  do {
    const numbers: number[] = [];
    for (let i = 0; i < count; i++) {
      const number = count === 7 && (i === 3 || i === 4) ? tokens.flag() : tokens.number();
      if (number === undefined) return false;
      numbers.push(number);
    }
    reader.add(name, numbers);
    // Further places of a move are lines.
    if (name === 'm') name = 'l';
    else if (name === 'M') name = 'L';
  } while (tokens.hasNumber());
  return true;
}

/** Splits data into commands and numbers, which need no spaces between them. */
class Tokens {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found, own] = pattern.exec(this.#text) ?? [];
    if (found !== undefined) this.#at += found.length;
    return own;
  }

  command(): string | undefined {
    return this.#match(/[\s,]*([mlhvcsqtaz])/iy);
  }

  number(): number | undefined {
    const text = this.#match(/[\s,]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)/iy);
    return text === undefined ? undefined : Number(text);
  }

  flag(): number | undefined {
    const text = this.#match(/[\s,]*([01])/y);
    return text === undefined ? undefined : Number(text);
  }

  hasNumber(): boolean {
    const pattern = /[\s,]*[+\-.\d]/y;
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }
}

/** Turns commands into lines and cubic curves with absolute coordinates. */
class PathReader {
  readonly path: Segment[] = [];
  #x = 0;
  #y = 0;
  #start: Point = [0, 0];
  /** The last control point, and the kind of curve that it is of. */
  #control: { readonly kind: 'c' | 'q'; readonly x: number; readonly y: number } | undefined;

  close(): void {
    this.path.push(['Z']);
    [this.#x, this.#y] = this.#start;
    this.#control = undefined;
  }

  add(command: string, numbers: readonly number[]): void {
    const kind = command.toLowerCase();
    const isRelative = command === kind;
    const [dx, dy] = isRelative ? [this.#x, this.#y] : [0, 0];
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = numbers;
    switch (kind) {
      case 'm':
        this.#to('M', a + dx, b + dy);
        this.#start = [this.#x, this.#y];
        break;
      case 'l':
        this.#to('L', a + dx, b + dy);
        break;
      case 'h':
        this.#to('L', a + dx, this.#y);
        break;
      case 'v':
        this.#to('L', this.#x, a + dy);
        break;
      case 'c':
        this.#cubic(a + dx, b + dy, c + dx, d + dy, e + dx, f + dy);
        break;
      case 's': {
        const [x, y] = this.#reflected('c');
        this.#cubic(x, y, a + dx, b + dy, c + dx, d + dy);
        break;
      }
      case 'q':
        this.#quadratic(a + dx, b + dy, c + dx, d + dy);
        break;
      case 't': {
        const [x, y] = this.#reflected('q');
        this.#quadratic(x, y, a + dx, b + dy);
        break;
      }
      default: {
        const curves = arcAsCurves(
          [this.#x, this.#y],
          { rx: a, ry: b, rotation: c, isLarge: d === 1, isClockwise: e === 1 },
          [f + dx, g + dy],
        );
        if (!curves) this.#to('L', f + dx, g + dy);
        else for (const curve of curves) this.#cubic(...curve);
        this.#control = undefined;
      }
    }
  }

  #to(kind: 'M' | 'L', x: number, y: number): void {
    this.path.push([kind, x, y]);
    this.#x = x;
    this.#y = y;
    this.#control = undefined;
  }

  #cubic(...curve: Curve): void {
    const [, , x2, y2, x, y] = curve;
    this.path.push(['C', ...curve]);
    this.#x = x;
    this.#y = y;
    this.#control = { kind: 'c', x: x2, y: y2 };
  }

  #quadratic(cx: number, cy: number, x: number, y: number): void {
    const [fromX, fromY] = [this.#x, this.#y];
    const third = (from: number, to: number): number => from + (2 / 3) * (to - from);
    this.#cubic(third(fromX, cx), third(fromY, cy), third(x, cx), third(y, cy), x, y);
    this.#control = { kind: 'q', x: cx, y: cy };
  }

  #reflected(kind: 'c' | 'q'): Point {
    const control = this.#control;
    return control?.kind === kind ? [2 * this.#x - control.x, 2 * this.#y - control.y] : [this.#x, this.#y];
  }
}

/** Returns the smallest upright area around a path; undefined for one without points. */
export function boundsOfPath(path: Path): Area | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let [x, y] = [0, 0];
  const see = (px: number, py: number): void => {
    left = Math.min(left, px);
    right = Math.max(right, px);
    top = Math.min(top, py);
    bottom = Math.max(bottom, py);
  };
  for (const segment of path) {
    if (segment[0] === 'Z') continue;
    if (segment[0] === 'C') {
      const [, x1, y1, x2, y2, toX, toY] = segment;
      for (const t of extremes(x, x1, x2, toX)) see(pointAt(x, x1, x2, toX, t), y);
      for (const t of extremes(y, y1, y2, toY)) see(x, pointAt(y, y1, y2, toY, t));
      [x, y] = [toX, toY];
    } else [, x, y] = segment;
    see(x, y);
  }
  return left > right ? undefined : { x: left, y: top, width: right - left, height: bottom - top };
}

const pointAt = (a: number, b: number, c: number, d: number, t: number): number =>
  (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d;

/** Returns where a curve turns back along an axis. */
function extremes(a: number, b: number, c: number, d: number): number[] {
  const [p, q, r] = [d - a + 3 * (b - c), 2 * (a - 2 * b + c), b - a];
  if (Math.abs(p) < 1e-12) return Math.abs(q) < 1e-12 ? [] : [-r / q].filter(isWithin);
  const root = Math.sqrt(q * q - 4 * p * r);
  return [(-q + root) / (2 * p), (-q - root) / (2 * p)].filter(isWithin);
}

const isWithin = (t: number): boolean => t > 0 && t < 1;
