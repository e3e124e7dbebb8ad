import type { BlockBox, Box } from '../boxes/boxes.ts';
import { declaredHeight, marginOf, sideMargins } from '../layout/boxGeometry.ts';
import { startsWithBreak } from '../layout/declaredBreaks.ts';
import type { Layout } from '../layout/layout.ts';
import type { Measures } from '../layout/lines.ts';
import type { Alignment } from '../style/containerStyle.ts';
import { inLayoutUnits } from '../style/values/layoutUnits.ts';
import { resolved } from '../style/values/lengths.ts';
import { baselineSpaces, type LineItem } from './baselines.ts';
import { layRows, type RowItem } from './brokenRows.ts';
import { layConnectedRows, type SpanningItem } from './connectedRows.ts';
import type { ContainerArea } from './containerArea.ts';
import { type GridItem, placeItems } from './gridPlaces.ts';
import { type ItemNeed, sizesOf, tracksOf } from './gridTracks.ts';

/** Draws the items of a grid container, and returns where the grid ends. */
export function layGrid(layout: Layout, { style }: BlockBox, boxes: readonly Box[], area: ContainerArea): number {
  const { container } = style;
  const columnGap = resolved(container.columnGap, area.width);
  const rowGap = inLayoutUnits(resolved(container.rowGap, area.height ?? 0));
  const explicit = tracksOf(container.columns, boxes.length, area.width, columnGap);
  const grid = placeItems(boxes, container, explicit, tracksOf(container.rows, boxes.length, area.height, rowGap));
  const widths = sizesOf(
    grid.columns,
    grid.items.map((item) => widthNeed(layout, item)),
    {
      space: area.width,
      gap: columnGap,
      stretch: container.justifyContent === 'stretch' || container.justifyContent === 'start',
    },
  );
  const columns = startsOf(widths, columnGap, area.width, container.justifyContent);
  const spans = grid.items.map((item) => spanOf(columns, item.column, item.columns));
  const aligned = grid.items.map(({ box, row, rows: count }, at): LineItem => {
    const align = alignmentOf(box, container.alignItems, 'alignSelf');
    const whole = spans[at]?.size ?? 0;
    const width = widthIn(layout, box, whole, alignmentOf(box, container.justifyItems, 'justifySelf'));
    return { box, width, whole, align, line: align === 'baseline' ? row : row + count - 1 };
  });
  const spaces = baselineSpaces(layout, aligned);
  const needs = grid.items.map((item, at): ItemNeed => {
    const height = heightIn(
      layout,
      item.box,
      spans[at]?.size ?? 0,
      alignmentOf(item.box, container.justifyItems, 'justifySelf'),
    );
    const needed = height + (spaces[at] ?? 0);
    return { at: item.row, span: item.rows, min: needed, max: needed };
  });
  const stretch = container.alignContent === 'stretch';
  const heightsIn = (space: number | undefined) => sizesOf(grid.rows, needs, { space, gap: rowGap, stretch });
  const natural = area.height === undefined ? heightsIn(undefined) : [];
  // The rows share a height that is declared, or one that they have at least and would not reach.
  const isLower = natural.reduce((sum, height) => sum + height + rowGap, -rowGap) < area.minHeight;
  const space = area.height ?? (isLower ? area.minHeight : undefined);
  const heights = space === undefined ? natural : heightsIn(space);
  const rows = startsOf(heights, rowGap, space, container.alignContent);
  const items = grid.items.map(({ box, row, rows: count }, at): GridRowItem => {
    const across = spans[at] ?? { start: 0, size: 0 };
    const down = spanOf(rows, row, count);
    const justify = alignmentOf(box, container.justifyItems, 'justifySelf');
    const align = alignmentOf(box, container.alignItems, 'alignSelf');
    // Columns of a grid from right to left begin on the right.
    const x = style.rightToLeft ? area.x + area.width - across.start - across.size : area.x + across.start;
    const cell = { x, width: across.size, height: down.size, rightToLeft: style.rightToLeft };
    return {
      ...itemIn(layout, box, cell, { justify, align, space: spaces[at] ?? 0 }),
      row,
      extent: down.size,
      spansRows: count > 1,
    };
  });
  const grown = placeRows(layout, items, rows, area.y);
  const last = rows.at(-1);
  const end = last ? last.start + last.size : 0;
  return area.y + Math.max(end, area.height ?? area.minHeight) + grown;
}

interface GridRowItem extends SpanningItem {
  readonly row: number;
  readonly spansRows: boolean;
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

function alignmentOf({ style }: Box, items: Alignment, self: 'alignSelf' | 'justifySelf'): Alignment {
  const own = style.item[self];
  return own === 'auto' ? items : own;
}

function widthNeed(layout: Layout, { box, column, columns }: GridItem): ItemNeed {
  const { min, max } = layout.measure(box);
  return { at: column, span: columns, min: box.style.contains ? 0 : min, max };
}

/** The width of an item's border box in its columns. */
function widthIn(layout: Layout, box: Box, whole: number, justify: Alignment): number {
  const { style } = box;
  const isStretched = justify === 'stretch' && style.width === undefined && box.kind === 'block';
  const hasAuto = style.margin.left === 'auto' || style.margin.right === 'auto';
  const fit = layout.fitWidth(box, whole, whole);
  if (!isStretched || hasAuto) return fit;
  const upper = style.maxWidth === undefined ? Number.POSITIVE_INFINITY : resolved(style.maxWidth, whole);
  return Math.max(0, Math.min(upper, whole - sideMargins(style, whole)));
}

function heightIn(layout: Layout, box: Box, whole: number, justify: Alignment): number {
  return layout.heightOf(box, whole, { width: widthIn(layout, box, whole, justify) });
}

/** Returns the place of an item in its cell. */
function itemIn(
  layout: Layout,
  box: Box,
  cell: { readonly x: number; readonly width: number; readonly height: number; readonly rightToLeft: boolean },
  { justify, align, space }: { readonly justify: Alignment; readonly align: Alignment; readonly space: number },
): RowItem {
  const { style } = box;
  const width = widthIn(layout, box, cell.width, justify);
  const natural = layout.heightOf(box, cell.width, { width });
  const freeAcross = cell.width - width - sideMargins(style, cell.width);
  const freeDown = cell.height - natural;
  const fromStart = offsetOf(justify, freeAcross);
  let x = cell.x + (cell.rightToLeft ? freeAcross - fromStart : fromStart);
  const [left, right] = [style.margin.left === 'auto', style.margin.right === 'auto'];
  if (left || right) x = cell.x + (left ? freeAcross / (right ? 2 : 1) : 0);
  const isFixed = declaredHeight(style, 0, cell.height).fixed !== undefined || box.kind === 'image';
  const margins = marginOf(style.margin.top, cell.width) + marginOf(style.margin.bottom, cell.width);
  const isStretched = align === 'stretch' && !isFixed && freeDown > 0.01;
  const y = isStretched ? 0 : offsetOf(align, freeDown) + (align === 'baseline' ? space : -space);
  const size = { width, ...(isStretched && { height: cell.height - margins }) };
  return { box, x, y, whole: cell.width, size, natural };
}

function offsetOf(alignment: Alignment, free: number): number {
  if (alignment === 'end' || alignment === 'last baseline') return free;
  return alignment === 'center' ? free / 2 : 0;
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

function spanOf(tracks: readonly Stretch[], at: number, count: number): Stretch {
  const [first, last] = [tracks[at], tracks[at + count - 1]];
  return first && last ? { start: first.start, size: last.start + last.size - first.start } : { start: 0, size: 0 };
}

export function measureGrid(layout: Layout, { style }: BlockBox, items: readonly Box[]): Measures {
  const { container } = style;
  const gap = resolved(container.columnGap, 0);
  const grid = placeItems(
    items,
    container,
    tracksOf(container.columns, items.length, undefined, gap),
    tracksOf(container.rows, items.length, undefined, 0),
  );
  const needs = grid.items.map((item) => widthNeed(layout, item));
  const gaps = gap * Math.max(0, grid.columns.length - 1);
  const sum = (all: readonly ItemNeed[], isLeast: boolean): number =>
    sizesOf(grid.columns, all, { space: undefined, gap, stretch: false, isLeast }).reduce(
      (one, two) => one + two,
      gaps,
    );
  const least = needs.map((need) => ({ ...need, max: need.min }));
  return { min: sum(least, true), max: sum(needs, false) };
}
