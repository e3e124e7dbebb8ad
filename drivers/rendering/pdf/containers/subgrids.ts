import type { BlockBox, Box } from '../boxes/boxes.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import { insetsOf } from '../layout/borders.ts';
import { marginOf } from '../layout/boxGeometry.ts';
import { autoTrack, type Track } from '../style/containerStyle.ts';
import { inLayoutUnits } from '../style/values/layoutUnits.ts';
import { resolved } from '../style/values/lengths.ts';
import { isGrid } from './containerItems.ts';
import type { GridItem, PlacedGrid } from './gridPlaces.ts';
import type { ItemNeed } from './gridTracks.ts';

type Direction = 'column' | 'row';

/** The tracks of a grid that a subgrid in it takes. */
interface AssignedTracks {
  /** The names of each line, one more than tracks. */
  readonly names: readonly (readonly string[])[];
  /** In the content box of the subgrid; undefined until the grid has sized them. */
  readonly sizes: readonly number[] | undefined;
  /** Between them in the grid around it. */
  readonly gap: number;
  /** The number of subgrids that it is in. */
  readonly depth: number;
}

/** Maximum number of subgrids within each other. */
const MAX_DEPTH = 8;

/** The tracks that the grid around a subgrid has for it, by its box. */
const assigned = { column: new WeakMap<Box, AssignedTracks>(), row: new WeakMap<Box, AssignedTracks>() };

/** Whether an item takes the tracks of the grid that it is in. */
export function isSubgrid(box: Box, direction: Direction): box is BlockBox {
  if (box.kind !== 'block' || !isGrid(box)) return false;
  const { columns, rows } = box.style.container;
  return (direction === 'column' ? columns : rows).subgrid !== undefined;
}

/** Returns the tracks of a subgrid, without their sizes; undefined for a grid that has tracks of its own. */
export function subgridTracks(box: BlockBox, direction: Direction): Track[] | undefined {
  const tracks = assigned[direction].get(box);
  const { columns, rows } = box.style.container;
  const own = (direction === 'column' ? columns : rows).subgrid;
  if (!tracks || !own) return undefined;
  const count = tracks.names.length - 1;
  const namesAt = (line: number): string[] => [...(own[line] ?? []), ...(tracks.names[line] ?? [])];
  return Array.from({ length: count }, (_, at) => ({
    ...autoTrack,
    names: namesAt(at),
    ...(at === count - 1 && { namesAfter: namesAt(count) }),
  }));
}

/** The sizes of the tracks of a subgrid, once the grid around it has them. */
export function subgridSizes(box: BlockBox, direction: Direction): readonly number[] | undefined {
  return isSubgrid(box, direction) ? assigned[direction].get(box)?.sizes : undefined;
}

/** The space between the tracks of a grid; pt. `whole`: what percentages are of. */
export function trackGap(box: BlockBox, direction: Direction, whole: number): number {
  const { columnGap, rowGap } = box.style.container;
  const gap = direction === 'column' ? columnGap : rowGap;
  if (gap === 'normal') return isSubgrid(box, direction) ? (assigned[direction].get(box)?.gap ?? 0) : 0;
  return direction === 'column' ? resolved(gap, whole) : inLayoutUnits(resolved(gap, whole));
}

/** Gives each subgrid of a grid (`around`) the names of its lines, and the sizes of its tracks where they are known. */
export function assignTracks(
  around: BlockBox,
  grid: PlacedGrid,
  direction: Direction,
  { gap, sizes, wholeOf }: { gap: number; sizes?: readonly number[]; wholeOf: (item: GridItem) => number },
): void {
  const depth = isSubgrid(around, direction) ? (assigned[direction].get(around)?.depth ?? 0) + 1 : 0;
  if (depth >= MAX_DEPTH && grid.items.some(({ box }) => isSubgrid(box, direction)))
    throw new PdfProblem(`More than ${MAX_DEPTH} subgrids are nested.`);
  for (const item of grid.items) {
    if (!isSubgrid(item.box, direction)) continue;
    const { at, span } = placeOf(item, direction);
    const namesOf = direction === 'column' ? grid.columnNames : grid.rowNames;
    const names = Array.from({ length: span + 1 }, (_, line) => namesOf(at + line));
    const edges = edgesOf(item.box, direction, gap, wholeOf(item));
    const own = sizes?.slice(at, at + span).map((size, track) => {
      const before = track === 0 ? edges.start : edges.inner;
      const after = track === span - 1 ? edges.end : edges.inner;
      return Math.max(0, size - before - after);
    });
    assigned[direction].set(item.box, { names, sizes: own, gap, depth });
  }
}

/** Returns what the items of a subgrid need of the tracks of the grid around it. */
export function needsAround(
  item: GridItem & { readonly box: BlockBox },
  direction: Direction,
  needs: readonly ItemNeed[],
  { gap, whole }: { readonly gap: number; readonly whole: number },
): ItemNeed[] {
  const { at, span } = placeOf(item, direction);
  const edges = edgesOf(item.box, direction, gap, whole);
  return needs.map((need) => {
    const before = need.at === 0 ? edges.start : edges.inner;
    const after = need.at + need.span >= span ? edges.end : edges.inner;
    const added = before + after;
    return { ...need, at: at + need.at, min: need.min + added, max: need.max + added };
  });
}

function placeOf(item: GridItem, direction: Direction): { readonly at: number; readonly span: number } {
  return direction === 'column' ? { at: item.column, span: item.columns } : { at: item.row, span: item.rows };
}

/**
 * The margin, border and padding of a subgrid before its first and behind its last track, and by how much each side of a gap
 * within it is wider than in the grid around it (`gap`).
 */
function edgesOf(box: BlockBox, direction: Direction, gap: number, whole: number) {
  const insets = insetsOf(box.style, whole);
  const { margin, container, rightToLeft } = box.style;
  const [before, behind] = direction === 'column' ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
  // Columns of a grid from right to left begin on the right.
  const [start, end] = direction === 'column' && rightToLeft ? [behind, before] : [before, behind];
  const isNormal = (direction === 'column' ? container.columnGap : container.rowGap) === 'normal';
  return {
    start: marginOf(margin[start], whole) + insets[start],
    end: marginOf(margin[end], whole) + insets[end],
    inner: isNormal ? 0 : (trackGap(box, direction, direction === 'column' ? whole : 0) - gap) / 2,
  };
}
