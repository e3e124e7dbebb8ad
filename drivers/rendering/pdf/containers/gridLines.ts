import type { ContainerStyle, GridLine, Track } from '../style/containerStyle.ts';

/** Maximum number of tracks before and behind the first line. */
const MAX_TRACKS = 1000;

/** Where an item is in one direction; `start` is undefined where it takes the next free place. */
export interface Range {
  readonly start: number | undefined;
  readonly span: number;
}

/** Two lines of a grid; undefined for the padding edge of the container. */
export type LineEdges = readonly [start: number | undefined, end: number | undefined];

/** The lines of a grid in one direction, by number and by name. Lines are counted from 0; those before the first are negative. */
export class GridLines {
  /** The number of declared tracks. */
  readonly count: number;
  readonly #byName = new Map<string, number[]>();
  readonly #namesAt = new Map<number, string[]>();

  constructor(tracks: readonly Track[], areas: ContainerStyle['areas'], direction: 'row' | 'column') {
    const areaCount = direction === 'row' ? areas.length : (areas[0]?.length ?? 0);
    this.count = Math.max(tracks.length, areaCount);
    tracks.forEach(({ names, namesAfter = [] }, at) => {
      for (const name of names) this.#add(name, at);
      for (const name of namesAfter) this.#add(name, at + 1);
    });
    for (const [name, line] of areaLines(areas, direction)) this.#add(name, line);
    for (const lines of this.#byName.values()) lines.sort((one, other) => one - other);
  }

  #add(name: string, line: number): void {
    const lines = this.#byName.get(name) ?? [];
    if (lines.includes(line)) return;
    this.#byName.set(name, [...lines, line]);
    this.#namesAt.set(line, [...(this.#namesAt.get(line) ?? []), name]);
  }

  namesAt(line: number): readonly string[] {
    return this.#namesAt.get(line) ?? [];
  }

  /** Returns the tracks of an item between two lines that it declares. */
  rangeOf(from: GridLine, to: GridLine): Range {
    const start = this.#lineOf(from, 'start');
    const end = this.#lineOf(to, 'end');
    if (start !== undefined && end !== undefined) {
      const [first, last] = [Math.min(start, end), Math.max(start, end)];
      return rangeBetween(first, first === last ? first + 1 : last);
    }
    if (start !== undefined) return rangeBetween(start, this.#after(start, to));
    if (end !== undefined) return rangeBetween(this.#before(end, from), end);
    const [span] = [from, to].map(plainSpan).filter((one) => one !== undefined);
    return { start: undefined, span: span ?? 1 };
  }

  /** Returns the lines between which a positioned box has its containing block; undefined for those that it does not declare. */
  edgesOf(from: GridLine, to: GridLine): LineEdges {
    const start = this.#lineOf(from, 'start');
    const end = this.#lineOf(to, 'end');
    if (start !== undefined && end !== undefined)
      return start === end ? [start, undefined] : [Math.min(start, end), Math.max(start, end)];
    if (start !== undefined) return [start, to && this.#after(start, to)];
    return [end === undefined ? undefined : from && this.#before(end, from), end];
  }

  #lineOf(line: GridLine, side: 'start' | 'end'): number | undefined {
    if (!line || 'span' in line) return undefined;
    if (!('line' in line)) {
      const [own] = this.#byName.get(`${line.name}-${side}`) ?? [];
      return own ?? this.#nth(line.name, 1);
    }
    if (line.name !== undefined) return this.#nth(line.name, line.line);
    return line.line < 0 ? this.count + 1 + line.line : line.line - 1;
  }

  /** The line with this number among those of a name. All lines beyond the declared ones have all names. */
  #nth(name: string, number: number): number {
    const lines = this.#byName.get(name) ?? [];
    const missing = Math.abs(number) - lines.length;
    if (number < 0) return missing > 0 ? -missing : (lines.at(number) ?? 0);
    return missing > 0 ? this.count + missing : (lines[number - 1] ?? 0);
  }

  #after(start: number, to: GridLine): number {
    if (!to || !('span' in to)) return start + 1;
    if (to.name === undefined) return start + to.span;
    const lines = (this.#byName.get(to.name) ?? []).filter((line) => line > start);
    return lines[to.span - 1] ?? Math.max(this.count, start) + to.span - lines.length;
  }

  #before(end: number, from: GridLine): number {
    if (!from || !('span' in from)) return end - 1;
    if (from.name === undefined) return end - from.span;
    const lines = (this.#byName.get(from.name) ?? []).filter((line) => line < end);
    return lines.at(-from.span) ?? Math.min(0, end) - (from.span - lines.length);
  }
}

/** The tracks of an item without a line; those up to a line of a name are one. */
const plainSpan = (line: GridLine): number | undefined =>
  line && 'span' in line ? (line.name === undefined ? line.span : 1) : undefined;

function rangeBetween(from: number, to: number): Range {
  const start = Math.max(-MAX_TRACKS, Math.min(MAX_TRACKS, from));
  return { start, span: Math.max(1, Math.min(MAX_TRACKS + 1, to) - start) };
}

/** The lines around named areas: `total-start` and `total-end`. */
function areaLines(areas: ContainerStyle['areas'], direction: 'row' | 'column'): Map<string, number> {
  const lines = new Map<string, number>();
  areas.forEach((names, row) => {
    names.forEach((name, column) => {
      if (/^\.+$/.test(name)) return;
      const at = direction === 'row' ? row : column;
      lines.set(`${name}-start`, Math.min(lines.get(`${name}-start`) ?? at, at));
      lines.set(`${name}-end`, Math.max(lines.get(`${name}-end`) ?? 0, at + 1));
    });
  });
  return lines;
}
