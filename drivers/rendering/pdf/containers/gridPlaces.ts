import type { Box } from '../boxes/boxes.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import type { ContainerStyle, GridLine, Track } from '../style/containerStyle.ts';

/** Maximum number of tracks in one direction. */
const MAX_TRACKS = 2000;
/** Maximum number of cells of a grid. */
const MAX_CELLS = 1_000_000;

/** An item with its cells, counted from 0. */
export interface GridItem {
  readonly box: Box;
  readonly column: number;
  readonly columns: number;
  readonly row: number;
  readonly rows: number;
}

export interface PlacedGrid {
  readonly items: readonly GridItem[];
  readonly columns: readonly Track[];
  readonly rows: readonly Track[];
}

/** Where an item is in one direction; `start` is undefined where it takes the next free place. */
interface Range {
  readonly start: number | undefined;
  readonly span: number;
}

/** The cells that items take. */
class Cells {
  readonly #rows: Set<number>[] = [];
  #count = 0;

  isFree(row: number, column: number, rows: number, columns: number): boolean {
    for (let r = row; r < row + rows; r++) {
      const taken = this.#rows[r];
      if (taken) for (let c = column; c < column + columns; c++) if (taken.has(c)) return false;
    }
    return true;
  }

  take(row: number, column: number, rows: number, columns: number): void {
    this.#count += rows * columns;
    if (this.#count > MAX_CELLS || row + rows > MAX_CELLS)
      throw new PdfProblem(`A grid has more than ${MAX_CELLS} cells.`);
    for (let r = row; r < row + rows; r++) {
      this.#rows[r] ??= new Set();
      for (let c = column; c < column + columns; c++) this.#rows[r]?.add(c);
    }
  }
}

/** Assigns cells to the items of a grid: first those with a place, then the others, row by row or column by column. */
export function placeItems(
  items: readonly Box[],
  container: ContainerStyle,
  columns: readonly Track[],
  rows: readonly Track[],
): PlacedGrid {
  const byColumn = container.flow === 'column';
  const lines = {
    column: new Lines(columns, areaLines(container.areas, 'column'), container.areas[0]?.length ?? 0),
    row: new Lines(rows, areaLines(container.areas, 'row'), container.areas.length),
  };
  const ranges = items.map(({ style: { item } }) => ({
    column: lines.column.rangeOf(item.columnStart, item.columnEnd),
    row: lines.row.rangeOf(item.rowStart, item.rowEnd),
  }));
  // As if rows were filled; with the flow `column` the axes are swapped.
  const turned = ranges.map(({ column, row }) =>
    byColumn ? { main: row, cross: column } : { main: column, cross: row },
  );
  const wide = turned.reduce((upper, { main }) => Math.max(upper, (main.start ?? 0) + main.span), 1);
  const count = Math.max(wide, (byColumn ? lines.row : lines.column).count);
  const placed = autoPlaced(turned, count);
  const result = items.map((box, at): GridItem => {
    const { main, cross } = placed[at] ?? { main: 0, cross: 0 };
    const [column, row] = byColumn ? [cross, main] : [main, cross];
    return { box, column, row, columns: ranges[at]?.column.span ?? 1, rows: ranges[at]?.row.span ?? 1 };
  });
  const all = (explicit: readonly Track[], auto: Track, least: number, end: (item: GridItem) => number): Track[] => {
    const total = result.reduce((upper, item) => Math.max(upper, end(item)), Math.max(least, explicit.length));
    return Array.from({ length: total }, (_, at) => explicit[at] ?? auto);
  };
  return {
    items: result,
    columns: all(columns, container.autoColumns, lines.column.count, (item) => item.column + item.columns),
    rows: all(rows, container.autoRows, lines.row.count, (item) => item.row + item.rows),
  };
}

/** `count`: number of tracks in the direction that is filled first. */
function autoPlaced(
  ranges: readonly { readonly main: Range; readonly cross: Range }[],
  count: number,
): { main: number; cross: number }[] {
  const cells = new Cells();
  const places: { main: number; cross: number }[] = [];
  const put = (at: number, main: number, cross: number): void => {
    const range = ranges[at];
    cells.take(cross, main, range?.cross.span ?? 1, range?.main.span ?? 1);
    places[at] = { main, cross };
  };
  ranges.forEach(({ main, cross }, at) => {
    if (main.start !== undefined && cross.start !== undefined) put(at, main.start, cross.start);
  });
  ranges.forEach(({ main, cross }, at) => {
    if (main.start !== undefined || cross.start === undefined) return;
    let column = 0;
    while (!cells.isFree(cross.start, column, cross.span, main.span)) column++;
    put(at, column, cross.start);
  });
  let [row, column] = [0, 0];
  ranges.forEach(({ main, cross }, at) => {
    if (cross.start !== undefined) return;
    if (main.start !== undefined) {
      if (main.start < column) row++;
      column = main.start;
      while (!cells.isFree(row, column, cross.span, main.span)) row++;
    } else {
      while (column + main.span > count || !cells.isFree(row, column, cross.span, main.span)) {
        column++;
        if (column + main.span > count) [row, column] = [row + 1, 0];
      }
    }
    put(at, column, row);
    column += main.span;
  });
  return places;
}

/** The lines of a grid in one direction, by number and by name. */
class Lines {
  readonly count: number;
  readonly #names = new Map<string, number>();

  constructor(tracks: readonly Track[], areas: ReadonlyMap<string, number>, areaCount: number) {
    this.count = Math.max(tracks.length, areaCount);
    for (const [area, line] of areas) this.#names.set(area, line);
    const name = (names: readonly string[], line: number): void => {
      for (const one of names) if (!this.#names.has(one)) this.#names.set(one, line);
    };
    tracks.forEach(({ names, namesAfter = [] }, at) => {
      name(names, at);
      name(namesAfter, at + 1);
    });
  }

  rangeOf(from: GridLine, to: GridLine): Range {
    const start = this.#lineOf(from, 'start');
    const end = this.#lineOf(to, 'end');
    const span = from && 'span' in from ? from.span : to && 'span' in to ? to.span : 1;
    if (start !== undefined && end !== undefined) {
      const [first, last] = [Math.min(start, end), Math.max(start, end)];
      return { start: bounded(first), span: Math.max(1, bounded(last) - bounded(first)) };
    }
    if (start !== undefined) return { start: bounded(start), span: bounded(span) };
    if (end !== undefined) return { start: bounded(end - span), span: bounded(span) };
    return { start: undefined, span: bounded(span) };
  }

  #lineOf(line: GridLine, side: 'start' | 'end'): number | undefined {
    if (!line || 'span' in line) return undefined;
    if ('line' in line) return line.line < 0 ? this.count + 1 + line.line : line.line - 1;
    return this.#names.get(`${line.name}-${side}`) ?? this.#names.get(line.name);
  }
}

const bounded = (position: number): number => Math.max(0, Math.min(MAX_TRACKS, position));

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
