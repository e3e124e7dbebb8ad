import type { Box } from '../boxes/boxes.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import type { ContainerStyle, ItemStyle, Track } from '../style/containerStyle.ts';
import { GridLines, type LineEdges, type Range } from './gridLines.ts';

/** Maximum number of cells of a grid. */
const MAX_CELLS = 1_000_000;
/** Maximum number of cells that are looked at for free ones; some seconds. */
const MAX_PROBES = 50_000_000;

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
  /** The names of a line of the grid, counted from 0. */
  readonly columnNames: (line: number) => readonly string[];
  readonly rowNames: (line: number) => readonly string[];
  /** The lines that a positioned box declares, as far as the grid has them. */
  readonly columnEdges: (item: ItemStyle) => LineEdges;
  readonly rowEdges: (item: ItemStyle) => LineEdges;
}

/** The tracks that a grid declares in one direction, and those that items make. */
interface DeclaredTracks {
  readonly explicit: readonly Track[];
  readonly auto: readonly Track[];
  /** Whether items make no tracks, as in a subgrid. */
  readonly isClosed: boolean;
}

interface Ranges {
  readonly main: Range;
  readonly cross: Range;
}

interface Place {
  readonly main: number;
  readonly cross: number;
}

/** Assigns cells to the items of a grid: first those with a place, then the others, row by row or column by column. */
export function placeItems(
  boxes: readonly Box[],
  { areas, flow }: Pick<ContainerStyle, 'areas' | 'flow'>,
  columns: DeclaredTracks,
  rows: DeclaredTracks,
): PlacedGrid {
  const lines = {
    column: new GridLines(columns.explicit, areas, 'column'),
    row: new GridLines(rows.explicit, areas, 'row'),
  };
  const declared = boxes.map(({ style: { item } }) => ({
    column: within(lines.column.rangeOf(item.columnStart, item.columnEnd), columns, lines.column.count),
    row: within(lines.row.rangeOf(item.rowStart, item.rowEnd), rows, lines.row.count),
  }));
  const before = {
    column: tracksBefore(declared.map(({ column }) => column)),
    row: tracksBefore(declared.map(({ row }) => row)),
  };
  // As if rows were filled; with the flow `column` the axes are swapped.
  const ranges = declared.map(({ column, row }): Ranges => {
    const [across, down] = [moved(column, before.column), moved(row, before.row)];
    return flow.byColumn ? { main: down, cross: across } : { main: across, cross: down };
  });
  const wide = ranges.reduce((upper, { main }) => Math.max(upper, (main.start ?? 0) + main.span), 1);
  const own = flow.byColumn ? before.row + lines.row.count : before.column + lines.column.count;
  const placed = autoPlaced(ranges, Math.max(wide, own), flow.isDense);
  const items = boxes.map((box, at): GridItem => {
    const { main, cross } = placed[at] ?? { main: 0, cross: 0 };
    const [column, row] = flow.byColumn ? [cross, main] : [main, cross];
    const spans = { columns: declared[at]?.column.span ?? 1, rows: declared[at]?.row.span ?? 1 };
    return {
      box,
      column: columns.isClosed ? Math.max(0, Math.min(column, lines.column.count - spans.columns)) : column,
      row: rows.isClosed ? Math.max(0, Math.min(row, lines.row.count - spans.rows)) : row,
      ...spans,
    };
  });
  const ends = {
    column: items.reduce((upper, { column, columns: span }) => Math.max(upper, column + span), 0),
    row: items.reduce((upper, { row, rows: span }) => Math.max(upper, row + span), 0),
  };
  const tracks = {
    columns: allTracks(columns, before.column, Math.max(ends.column, before.column + lines.column.count)),
    rows: allTracks(rows, before.row, Math.max(ends.row, before.row + lines.row.count)),
  };
  return withoutEmpty({
    items,
    ...tracks,
    columnNames: (line) => lines.column.namesAt(line - before.column),
    rowNames: (line) => lines.row.namesAt(line - before.row),
    columnEdges: ({ columnStart, columnEnd }) =>
      linesWithin(lines.column.edgesOf(columnStart, columnEnd), before.column, tracks.columns.length),
    rowEdges: ({ rowStart, rowEnd }) =>
      linesWithin(lines.row.edgesOf(rowStart, rowEnd), before.row, tracks.rows.length),
  });
}

/** Counts lines from the first one of all tracks. A line that the grid does not have is none. */
function linesWithin(edges: LineEdges, before: number, count: number): LineEdges {
  const own = (line: number | undefined): number | undefined =>
    line !== undefined && line + before >= 0 && line + before <= count ? line + before : undefined;
  return [own(edges[0]), own(edges[1])];
}

/** Moves what a subgrid has no tracks for into its last ones. */
function within(range: Range, { isClosed }: DeclaredTracks, count: number): Range {
  if (!isClosed) return range;
  const span = Math.min(range.span, Math.max(1, count));
  if (range.start === undefined) return { start: undefined, span };
  return { start: Math.max(0, Math.min(range.start, count - span)), span };
}

/** The number of tracks before the first declared one. */
const tracksBefore = (ranges: readonly Range[]): number =>
  ranges.reduce((upper, { start = 0 }) => Math.max(upper, -start), 0);

const moved = ({ start, span }: Range, by: number): Range => ({
  start: start === undefined ? start : start + by,
  span,
});

/** The declared tracks, with those that items make before and behind them, which repeat the sizes of `auto`. */
function allTracks({ explicit, auto }: DeclaredTracks, before: number, total: number): Track[] {
  const autoAt = (at: number): Track[] => auto.slice(((at % auto.length) + auto.length) % auto.length).slice(0, 1);
  return Array.from({ length: total }, (_, index) => {
    const at = index - before;
    const own = at < 0 ? undefined : explicit[at];
    return own ? [own] : autoAt(at < 0 ? at : at - explicit.length);
  }).flat();
}

/** Takes away the tracks of `auto-fit` that no item is in, with the gaps between them. */
function withoutEmpty(grid: PlacedGrid): PlacedGrid {
  const columns = keptTracks(grid.columns, grid.items, ({ column, columns: span }) => [column, span]);
  const rows = keptTracks(grid.rows, grid.items, ({ row, rows: span }) => [row, span]);
  if (columns.length === grid.columns.length && rows.length === grid.rows.length) return grid;
  const places = (remaining: readonly number[]): Map<number, number> =>
    new Map(remaining.map((track, at) => [track, at]));
  const [columnPlaces, rowPlaces] = [places(columns), places(rows)];
  return {
    items: grid.items.map((item) => ({
      ...item,
      column: columnPlaces.get(item.column) ?? 0,
      row: rowPlaces.get(item.row) ?? 0,
    })),
    columns: grid.columns.filter((_, at) => columnPlaces.has(at)),
    rows: grid.rows.filter((_, at) => rowPlaces.has(at)),
    columnNames: (line) => grid.columnNames(columns[line] ?? line),
    rowNames: (line) => grid.rowNames(rows[line] ?? line),
    columnEdges: (item) => remainingLines(grid.columnEdges(item), columns),
    rowEdges: (item) => remainingLines(grid.rowEdges(item), rows),
  };
}

/** Counts lines by the tracks that remain before them. */
function remainingLines([start, end]: LineEdges, remaining: readonly number[]): LineEdges {
  const own = (line: number | undefined): number | undefined =>
    line === undefined ? undefined : remaining.filter((track) => track < line).length;
  return [own(start), own(end)];
}

function keptTracks(
  tracks: readonly Track[],
  items: readonly GridItem[],
  placeOf: (item: GridItem) => readonly [at: number, span: number],
): number[] {
  const all = tracks.map((_, at) => at);
  if (!tracks.some(({ collapses }) => collapses)) return all;
  const taken = new Set<number>();
  for (const [at, span] of items.map(placeOf)) for (let track = at; track < at + span; track++) taken.add(track);
  return all.filter((at) => !tracks[at]?.collapses || taken.has(at));
}

/** The cells that items take. */
class Cells {
  readonly #rows: Set<number>[] = [];
  #count = 0;
  #probes = 0;

  /** Returns the last taken column of a row that an item would be in; undefined if its place is free. */
  takenAt(row: number, column: number, { main, cross }: Ranges): number | undefined {
    for (let r = row; r < row + cross.span; r++) {
      const taken = this.#rows[r];
      if (!taken) continue;
      this.#probes += main.span;
      if (this.#probes > MAX_PROBES) throw new PdfProblem('A grid takes too long to fill: say where its items are.');
      for (let c = column + main.span - 1; c >= column; c--) if (taken.has(c)) return c;
    }
    return undefined;
  }

  take(row: number, column: number, { main, cross }: Ranges): void {
    this.#count += cross.span * main.span;
    if (this.#count > MAX_CELLS || row + cross.span > MAX_CELLS)
      throw new PdfProblem(`A grid has more than ${MAX_CELLS} cells.`);
    for (let r = row; r < row + cross.span; r++) {
      this.#rows[r] ??= new Set();
      for (let c = column; c < column + main.span; c++) this.#rows[r]?.add(c);
    }
  }
}

/** `count`: number of tracks in the direction that is filled first. */
function autoPlaced(ranges: readonly Ranges[], count: number, isDense: boolean): Place[] {
  const cells = new Cells();
  const places: Place[] = [];
  const put = (at: number, range: Ranges, place: Place): void => {
    cells.take(place.cross, place.main, range);
    places[at] = place;
  };
  ranges.forEach((range, at) => {
    const { main, cross } = range;
    if (main.start !== undefined && cross.start !== undefined) put(at, range, { main: main.start, cross: cross.start });
  });
  // Where a search in a row begins: behind what an earlier one of the same kind has found.
  const columns = new Map<string, number>();
  ranges.forEach((range, at) => {
    const { main, cross } = range;
    if (main.start !== undefined || cross.start === undefined) return;
    const key = isDense ? `${cross.start} ${cross.span} ${main.span}` : String(cross.start);
    let column = columns.get(key) ?? 0;
    for (let taken = cells.takenAt(cross.start, column, range); taken !== undefined; ) {
      column = taken + 1;
      taken = cells.takenAt(cross.start, column, range);
    }
    put(at, range, { main: column, cross: cross.start });
    columns.set(key, isDense ? column : column + main.span);
  });
  const ends = places.map((place, at) => place.main + (ranges[at]?.main.span ?? 1));
  const search = new Search(
    cells,
    ends.reduce((upper, end) => Math.max(upper, end), count),
  );
  const found = new Map<string, Place>();
  let last: Place = { main: 0, cross: 0 };
  ranges.forEach((range, at) => {
    const { main, cross } = range;
    if (cross.start !== undefined) return;
    const key = `${main.start} ${main.span} ${cross.span}`;
    const from = isDense ? (found.get(key) ?? { main: 0, cross: 0 }) : last;
    const place = search.next(range, from);
    put(at, range, place);
    if (isDense) found.set(key, place);
    else last = { main: place.main + (main.start === undefined ? main.span : 0), cross: place.cross };
  });
  return places;
}

/** Finds free cells from a place on. */
class Search {
  readonly #cells: Cells;
  readonly #count: number;

  constructor(cells: Cells, count: number) {
    this.#cells = cells;
    this.#count = count;
  }

  next(range: Ranges, from: Place): Place {
    const { main } = range;
    let { main: column, cross: row } = from;
    if (main.start !== undefined) {
      if (main.start < column) row++;
      column = main.start;
      while (this.#cells.takenAt(row, column, range) !== undefined) row++;
      return { main: column, cross: row };
    }
    for (;;) {
      if (column + main.span > this.#count) [row, column] = [row + 1, 0];
      const taken = this.#cells.takenAt(row, column, range);
      if (taken === undefined) return { main: column, cross: row };
      column = taken + 1;
    }
  }
}
