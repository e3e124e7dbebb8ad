import type { ConnectedRows, RowExtent } from './brokenCells.ts';
import type { PlacedRow } from './tableGrid.ts';

/** A row of a table before the cells that span it have space. */
export interface SpannedRow {
  height: number;
  /** Whether the row, or a cell in it alone, declares a height. */
  readonly isFixed: boolean;
  /** Whether a cell begins in it that spans more rows. */
  readonly beginsSpan: boolean;
}

/** A cell that spans rows. */
export interface Span {
  readonly first: number;
  /** The row below its last. */
  readonly end: number;
  readonly height: number;
}

/** Returns how many rows from `index` on are connected by cells that span them. */
export function connectedRows(rows: readonly PlacedRow[], index: number): number {
  let end = index + 1;
  for (let at = index; at < end; at++)
    for (const { row, rows: count } of rows[at]?.cells ?? []) end = Math.max(end, row + count);
  return end - index;
}

/**
 * Makes rows higher until the cells that span them have space, as in browsers: the rows in which further spanning cells begin
 * share what is missing, or else those without a declared height in proportion to their heights, or else all.
 *
 * @param spacing between two rows
 */
export function growSpanned(rows: readonly SpannedRow[], spans: Span[], spacing: number): void {
  for (const { first, end, height } of spans.sort(bySize)) {
    const spanned = rows.slice(first, end);
    const missing = height - spacing * (spanned.length - 1) - sumOf(spanned);
    if (missing > 0) grow(spanned, missing);
  }
}

/** A cell within the rows of another precedes it, and the higher of two in the same rows. */
function bySize(one: Span, other: Span): number {
  if (one.first === other.first && one.end === other.end) return other.height - one.height;
  if (one.first >= other.first && one.end <= other.end) return -1;
  if (other.first >= one.first && other.end <= one.end) return 1;
  return one.first - other.first;
}

function grow(spanned: readonly SpannedRow[], missing: number): void {
  const starting = spanned.slice(1).filter(({ beginsSpan }) => beginsSpan);
  for (const row of starting) row.height += missing / starting.length;
  if (starting.length > 0) return;
  const filled = spanned.filter(({ height }) => height > 0);
  const open = filled.filter(({ isFixed }) => !isFixed);
  const chosen = open.length > 0 ? open : filled;
  const total = sumOf(chosen);
  for (const row of chosen) row.height += (missing * row.height) / total;
  const last = spanned.at(-1);
  if (chosen.length === 0 && last) last.height += missing;
}

const sumOf = (rows: readonly SpannedRow[]): number => rows.reduce((sum, { height }) => sum + height, 0);

/** Returns the places of rows that no page ends in. */
export function stacked({ top, heights, spacing }: ConnectedRows): RowExtent[] {
  let next = top;
  return heights.map((height) => {
    const start = next;
    next += height + spacing;
    return { top: start, bottom: start + height };
  });
}
