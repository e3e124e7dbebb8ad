import type { TableBox } from '../boxes/boxes.ts';
import type { Insets } from '../layout/borders.ts';
import { type Edges, sides } from '../style/style.ts';
import type { Grid, PlacedCell } from './tableGrid.ts';

const none: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** The borders of a table that neighbours share: each line is as thick as the thickest border on it. Lengths in pt. */
export interface CollapsedBorders {
  /** Half of the lines around a cell, which it gives its place to. */
  insetsOf(cell: PlacedCell): Insets;
  /** Half of the lines around the table. */
  readonly outer: Insets;
}

export function collapsedBorders(table: TableBox, grid: Grid): CollapsedBorders {
  return hasBorders(table) ? new SharedLines(table, grid) : { insetsOf: () => none, outer: none };
}

function hasBorders({ style, columns, head, body, foot }: TableBox): boolean {
  const isDrawn = ({ border }: { readonly border: Edges<{ readonly width: number }> }): boolean =>
    sides.some((side) => border[side].width > 0);
  return (
    isDrawn(style) ||
    columns.some(isDrawn) ||
    [head, body, foot].some((rows) =>
      rows.some((row) => row.around || isDrawn(row.style) || row.cells.some((cell) => isDrawn(cell.style))),
    )
  );
}

class SharedLines implements CollapsedBorders {
  /** The thickness of the lines above each row and below the last, by column. */
  readonly #across: Float64Array[];
  /** The thickness of the lines before each column and behind the last, by row. */
  readonly #down: Float64Array[];

  constructor({ style }: TableBox, grid: Grid) {
    const { rows, columns } = grid;
    this.#across = Array.from({ length: rows.length + 1 }, () => new Float64Array(columns));
    this.#down = Array.from({ length: rows.length }, () => new Float64Array(columns + 1));
    this.#add({ top: 0, bottom: rows.length, left: 0, right: columns }, style.border);
    rows.forEach(({ row, cells }, index) => {
      const whole = { top: index, bottom: index + 1, left: 0, right: columns };
      this.#add(whole, row.style.border);
      if (row.around) this.#add(whole, row.around);
      for (const placed of cells) this.#add(areaOf(placed), placed.cell.style.border);
    });
    grid.styles.forEach((column, index) => {
      if (column) this.#add({ top: 0, bottom: rows.length, left: index, right: index + 1 }, column.border);
    });
  }

  insetsOf(cell: PlacedCell): Insets {
    const { top, right, bottom, left } = areaOf(cell);
    return {
      top: greatest(this.#across[top], left, right) / 2,
      bottom: greatest(this.#across[bottom], left, right) / 2,
      left: this.#thickest(left, top, bottom) / 2,
      right: this.#thickest(right, top, bottom) / 2,
    };
  }

  /** As in browsers, the first row decides at the sides. */
  get outer(): Insets {
    const columns = this.#across[0]?.length ?? 0;
    return {
      top: greatest(this.#across[0], 0, columns) / 2,
      bottom: greatest(this.#across.at(-1), 0, columns) / 2,
      left: this.#thickest(0, 0, 1) / 2,
      right: this.#thickest(columns, 0, 1) / 2,
    };
  }

  #add({ top, right, bottom, left }: Insets, border: Edges<{ readonly width: number }>): void {
    thicken(this.#across[top], left, right, border.top.width);
    thicken(this.#across[bottom], left, right, border.bottom.width);
    if (border.left.width === 0 && border.right.width === 0) return;
    for (let row = top; row < bottom; row++) {
      thicken(this.#down[row], left, left + 1, border.left.width);
      thicken(this.#down[row], right, right + 1, border.right.width);
    }
  }

  #thickest(column: number, from: number, to: number): number {
    let thickness = 0;
    for (let row = from; row < to; row++) thickness = Math.max(thickness, this.#down[row]?.[column] ?? 0);
    return thickness;
  }
}

/** The lines around a cell, by their indexes. */
function areaOf({ row, rows, from, to }: PlacedCell): Insets {
  return { top: row, bottom: row + rows, left: from, right: to };
}

function thicken(line: Float64Array | undefined, from: number, to: number, width: number): void {
  if (line && width > 0) for (let at = from; at < to; at++) line[at] = Math.max(line[at] ?? 0, width);
}

function greatest(line: Float64Array | undefined, from: number, to: number): number {
  let width = 0;
  for (let at = from; at < to; at++) width = Math.max(width, line?.[at] ?? 0);
  return width;
}
