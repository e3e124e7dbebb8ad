import type { BlockBox, Box } from '../boxes/boxes.ts';
import { insetsOf } from '../layout/borders.ts';
import { startsWithBreak } from '../layout/declaredBreaks.ts';
import type { Layout } from '../layout/layout.ts';
import type { Measures } from '../layout/lines.ts';
import type { Alignment } from '../style/containerStyle.ts';
import type { Edges } from '../style/style.ts';
import { baselineSpaces, type LineItem } from './baselines.ts';
import { baselineItem, layRows } from './brokenRows.ts';
import { layConnectedRows, type SpanningItem } from './connectedRows.ts';
import type { ContainerArea } from './containerArea.ts';
import { itemsOf } from './containerItems.ts';
import { alignmentOf, heightIn, itemIn, offsetOf, widthIn, widthNeed } from './gridItems.ts';
import type { LineEdges } from './gridLines.ts';
import { type GridItem, type PlacedGrid, placeItems } from './gridPlaces.ts';
import { type ItemNeed, sizesOf, tracksOf } from './gridTracks.ts';
import { assignTracks, isSubgrid, needsAround, subgridSizes, subgridTracks, trackGap } from './subgrids.ts';

/** A grid that is drawn. */
interface DrawnGrid {
  readonly end: number;
  /** Returns the grid area of a positioned box in the grid. */
  readonly areaOf: (box: Box) => Edges<number | undefined>;
}

/** Draws the items of a grid container. */
export function layGrid(layout: Layout, box: BlockBox, boxes: readonly Box[], area: ContainerArea): DrawnGrid {
  const { container, rightToLeft } = box.style;
  const grid = columnsOf(layout, box, boxes, area);
  const { needs, spaces } = rowNeeds(layout, box, grid);
  const gap = trackGap(box, 'row', area.height ?? 0);
  const { heights, space } = rowsIn(box, grid, needs, { area, gap });
  const rows = startsOf(heights, gap, space, container.alignContent);
  assignTracks(box, grid, 'row', {
    gap: gapBetween(rows, gap),
    sizes: heights,
    wholeOf: (item) => acrossOf(grid, item).size,
  });
  const items = grid.items.map((item, at): GridRowItem => {
    const across = acrossOf(grid, item);
    const down = spanOf(rows, item.row, item.rows);
    const justify = alignmentOf(item.box, container.justifyItems, 'justifySelf');
    const align = alignmentOf(item.box, container.alignItems, 'alignSelf');
    // Columns of a grid from right to left begin on the right.
    const x = rightToLeft ? area.x + area.width - across.start - across.size : area.x + across.start;
    const cell = { x, width: across.size, height: down.size, rightToLeft };
    return {
      ...itemIn(layout, item.box, cell, { justify, align, space: spaces[at] ?? 0 }),
      row: item.row,
      extent: down.size,
      spansRows: item.rows > 1,
    };
  });
  const first = itemOfBaseline(items, container.alignItems);
  const drawn = items.map((item) => ({ ...item, setsBaseline: item === first }));
  const grown = placeRows(layout, drawn, rows, area.y);
  const last = rows.at(-1);
  const end = last ? last.start + last.size : 0;
  return {
    end: area.y + Math.max(end, area.height ?? area.minHeight) + grown,
    areaOf: ({ style }) => {
      const [start, finish] = edgesIn(grid.tracks, grid.columnEdges(style.item));
      const [first, last] = edgesIn(rows, grid.rowEdges(style.item));
      const down = (at: number | undefined): number | undefined => (at === undefined ? undefined : area.y + at);
      const [top, bottom] = [down(first), down(last)];
      const across = (at: number | undefined): number | undefined =>
        at === undefined ? undefined : rightToLeft ? area.x + area.width - at : area.x + at;
      const [left, right] = rightToLeft ? [across(finish), across(start)] : [across(start), across(finish)];
      return { top, right, bottom, left };
    },
  };
}

/** Returns where lines are: the first one behind the gap at it, the second one before that. */
function edgesIn(tracks: readonly Stretch[], [start, end]: LineEdges): LineEdges {
  const endOf = (track: Stretch | undefined): number | undefined => track && track.start + track.size;
  return [
    start === undefined ? undefined : (tracks[start]?.start ?? endOf(tracks.at(-1))),
    end === undefined ? undefined : (endOf(tracks[end - 1]) ?? tracks[0]?.start),
  ];
}

/** A grid whose columns have their sizes. */
interface SizedColumns extends PlacedGrid {
  readonly tracks: readonly Stretch[];
}

const acrossOf = (grid: SizedColumns, { column, columns }: GridItem): Stretch => spanOf(grid.tracks, column, columns);

/** Assigns cells to items. The size of the content box is undefined where the content decides. */
function placedIn(box: BlockBox, boxes: readonly Box[], width: number | undefined, height: number | undefined) {
  const { container } = box.style;
  const [assigned, assignedRows] = [subgridTracks(box, 'column'), subgridTracks(box, 'row')];
  const columns = assigned ?? tracksOf(container.columns, width, trackGap(box, 'column', width ?? 0));
  const rows = assignedRows ?? tracksOf(container.rows, height, trackGap(box, 'row', height ?? 0));
  return placeItems(
    boxes,
    container,
    { explicit: columns, auto: container.autoColumns, isClosed: assigned !== undefined },
    { explicit: rows, auto: container.autoRows, isClosed: assignedRows !== undefined },
  );
}

function columnsOf(
  layout: Layout,
  box: BlockBox,
  boxes: readonly Box[],
  { width, height }: { readonly width: number; readonly height: number | undefined },
): SizedColumns {
  const grid = placedIn(box, boxes, width, height);
  const { justifyContent } = box.style.container;
  const gap = trackGap(box, 'column', width);
  const known = subgridSizes(box, 'column');
  const needs = known ? [] : columnNeeds(layout, box, grid, { gap, whole: width });
  const sizes = known
    ? grid.columns.map((_, at) => known[at] ?? 0)
    : sizesOf(grid.columns, needs, { space: width, gap, stretch: justifyContent === 'stretch' });
  const tracks = startsOf(sizes, gap, width, known ? 'start' : justifyContent);
  const sized = { ...grid, tracks };
  assignTracks(box, grid, 'column', {
    gap: gapBetween(tracks, gap),
    sizes,
    wholeOf: (item) => acrossOf(sized, item).size,
  });
  return sized;
}

/** What items need of the columns, with those of subgrids. `whole`: the width of the grid. */
function columnNeeds(
  layout: Layout,
  around: BlockBox,
  grid: PlacedGrid,
  { gap, whole }: { readonly gap: number; readonly whole: number },
): ItemNeed[] {
  assignTracks(around, grid, 'column', { gap, wholeOf: () => whole });
  return grid.items.flatMap((item) => {
    const { box } = item;
    if (!isSubgrid(box, 'column')) return [widthNeed(layout, item)];
    const inner = placedIn(box, itemsOf(box), undefined, undefined);
    const needs = columnNeeds(layout, box, inner, { gap: trackGap(box, 'column', 0), whole: 0 });
    return needsAround({ ...item, box }, 'column', needs, { gap, whole });
  });
}

/** What items need of the rows, with those of subgrids, and the space for the baseline of each item. */
function rowNeeds(layout: Layout, box: BlockBox, grid: SizedColumns): { needs: ItemNeed[]; spaces: number[] } {
  const { container } = box.style;
  const gap = trackGap(box, 'row', 0);
  assignTracks(box, grid, 'row', { gap, wholeOf: (item) => acrossOf(grid, item).size });
  const justified = (item: Box): Alignment => alignmentOf(item, container.justifyItems, 'justifySelf');
  const aligned = grid.items.map((item): LineItem => {
    const align = alignmentOf(item.box, container.alignItems, 'alignSelf');
    const whole = acrossOf(grid, item).size;
    const width = widthIn(layout, item.box, whole, justified(item.box));
    const line = align === 'baseline' ? item.row : item.row + item.rows - 1;
    return { box: item.box, width, whole, align, line };
  });
  const spaces = baselineSpaces(layout, aligned);
  const needs = grid.items.flatMap((item, at): ItemNeed[] => {
    const whole = acrossOf(grid, item).size;
    if (isSubgrid(item.box, 'row')) return rowNeedsOfSubgrid(layout, { ...item, box: item.box }, whole, gap);
    const height = heightIn(layout, item.box, whole, justified(item.box)) + (spaces[at] ?? 0);
    return [{ at: item.row, span: item.rows, min: height, max: height }];
  });
  return { needs, spaces };
}

function rowNeedsOfSubgrid(
  layout: Layout,
  item: GridItem & { readonly box: BlockBox },
  whole: number,
  gap: number,
): ItemNeed[] {
  const { left, right } = insetsOf(item.box.style, whole);
  const width = Math.max(0, widthIn(layout, item.box, whole, 'stretch') - left - right);
  const inner = columnsOf(layout, item.box, itemsOf(item.box), { width, height: undefined });
  return needsAround(item, 'row', rowNeeds(layout, item.box, inner).needs, { gap, whole });
}

/** Returns the heights of rows, and the space that they share; undefined where they decide. */
function rowsIn(
  box: BlockBox,
  grid: PlacedGrid,
  needs: readonly ItemNeed[],
  { area, gap }: { readonly area: ContainerArea; readonly gap: number },
): { readonly heights: readonly number[]; readonly space: number | undefined } {
  const known = subgridSizes(box, 'row');
  if (known) return { heights: grid.rows.map((_, at) => known[at] ?? 0), space: undefined };
  const stretch = box.style.container.alignContent === 'stretch';
  const heightsIn = (space: number | undefined) => sizesOf(grid.rows, needs, { space, gap, stretch });
  const natural = area.height === undefined ? heightsIn(undefined) : [];
  // The rows share a height that is declared, or one that they have at least and would not reach.
  const isLower = natural.reduce((sum, height) => sum + height + gap, -gap) < area.minHeight;
  const space = area.height ?? (isLower ? area.minHeight : undefined);
  return { heights: space === undefined ? natural : heightsIn(space), space };
}

interface GridRowItem extends SpanningItem {
  readonly row: number;
  readonly spansRows: boolean;
}

/** Returns the item whose baseline is that of its grid: in the first row, the first one on a baseline, or else the first one. */
function itemOfBaseline(items: readonly GridRowItem[], alignItems: Alignment): GridRowItem | undefined {
  const row = items.reduce((least, item) => Math.min(least, item.row), Number.POSITIVE_INFINITY);
  const inRow = items.filter((item) => item.row === row).toSorted((one, other) => one.x - other.x);
  return inRow[baselineItem(inRow.map(({ box }) => alignmentOf(box, alignItems, 'alignSelf')))];
}

/** Draws the items, and returns how much more height page breaks in the rows take. */
function placeRows(layout: Layout, items: readonly GridRowItem[], rows: readonly Stretch[], top: number): number {
  const startOf = ({ row }: GridRowItem): number => rows[row]?.start ?? 0;
  if (items.some(({ spansRows }) => spansRows)) {
    for (const item of items)
      if (item.row > 0 && startsWithBreak(item.box)) layout.canvas.breaks.push(top + startOf(item));
    const last = rows.at(-1);
    const placed = items.map((item) => ({ ...item, y: startOf(item) + item.y }));
    return layConnectedRows(layout, placed, { top, height: last ? last.start + last.size : 0 });
  }
  const byRow = Map.groupBy(items, ({ row }) => row);
  const sorted = [...byRow].sort(([one], [other]) => one - other);
  const placed = sorted.map(([row, own]) => {
    const { start, size } = rows[row] ?? { start: 0, size: 0 };
    return { items: own, top: start, height: size, movesItems: false };
  });
  return layRows(layout, placed, top);
}

interface Stretch {
  readonly start: number;
  readonly size: number;
}

/** Returns where tracks begin. `space`: undefined where their sizes decide. */
function startsOf(sizes: readonly number[], gap: number, space: number | undefined, alignment: Alignment): Stretch[] {
  const total = sizes.reduce((sum, size) => sum + size, gap * Math.max(0, sizes.length - 1));
  const free = Math.max(0, (space ?? total) - total);
  const count = sizes.length;
  let at = offsetOf(alignment, free);
  let between = gap;
  if (alignment === 'space-between' && count > 1) between += free / (count - 1);
  else if (alignment === 'space-around') [at, between] = [free / count / 2, gap + free / count];
  else if (alignment === 'space-evenly') [at, between] = [free / (count + 1), gap + free / (count + 1)];
  return sizes.map((size) => {
    const start = at;
    at += size + between;
    return { start, size };
  });
}

/** The space between tracks, with what their alignment adds to it. */
function gapBetween([first, second]: readonly Stretch[], gap: number): number {
  return first && second ? second.start - first.start - first.size : gap;
}

function spanOf(tracks: readonly Stretch[], at: number, count: number): Stretch {
  const [first, last] = [tracks[at], tracks[at + count - 1]];
  return first && last ? { start: first.start, size: last.start + last.size - first.start } : { start: 0, size: 0 };
}

export function measureGrid(layout: Layout, box: BlockBox, items: readonly Box[]): Measures {
  const grid = placedIn(box, items, undefined, undefined);
  const gap = trackGap(box, 'column', 0);
  const needs = columnNeeds(layout, box, grid, { gap, whole: 0 });
  const gaps = gap * Math.max(0, grid.columns.length - 1);
  const sum = (all: readonly ItemNeed[], isLeast: boolean): number =>
    sizesOf(grid.columns, all, { space: undefined, gap, stretch: false, isLeast }).reduce(
      (one, two) => one + two,
      gaps,
    );
  const least = needs.map((need) => ({ ...need, max: need.min }));
  return { min: sum(least, true), max: sum(needs, false) };
}
