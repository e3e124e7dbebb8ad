import type { BlockBox, Box, Inline } from '../boxes/boxes.ts';
import { type Canvas, type CanvasPosition, EPSILON, type HeightOf, type Stretch } from '../layout/canvas.ts';
import { isContent, isPiece, type Mark } from '../layout/mark.ts';
import { endPages, PageEnds } from '../pages/pageEnds.ts';
import { cutParts, partHeights } from '../pages/paginate.ts';
import { isContainer } from '../style/style.ts';
import { alignedBy, type OpenCell } from './openCell.ts';

/** A row, or rows that cells span together. */
export interface ConnectedRows {
  readonly top: number;
  /** The number of the first one. */
  readonly first: number;
  readonly heights: readonly number[];
  readonly spacing: number;
}

export interface RowExtent {
  readonly top: number;
  readonly bottom: number;
}

/** The content of a cell on a canvas of its own, from the top of its row. */
export interface RedrawnCell {
  readonly own: Canvas;
  readonly contentHeight: number;
}

/** Draws the content of a cell again, where pages have these heights. */
type Redraw = (cell: OpenCell, heights: HeightOf) => RedrawnCell;

/**
 * Breaks each cell by itself where pages end in a row or in rows that cells span together, as in browsers, and returns the
 * places of the rows. Returns undefined where no page ends in them, or where they are on the next page as a whole.
 *
 * @param redraw for cells with floats, which other text may be beside where a page ends, and for those with rows of several
 * boxes, which break by themselves
 */
export function breakCells(
  canvas: Canvas,
  cells: readonly OpenCell[],
  rows: ConnectedRows,
  redraw: Redraw,
): RowExtent[] | undefined {
  const { top, heights, spacing } = rows;
  const whole = heights.reduce((sum, height) => sum + height + spacing, -spacing);
  const fits = (pages: PageEnds): boolean => top + whole <= pages.endOf(top) + EPSILON;
  const pages = new PageEnds(canvas, top);
  if (fits(pages)) return undefined;
  const isRedrawn = ({ placed: { cell }, contentHeight }: OpenCell): boolean =>
    heights.length === 1 &&
    (hasWithin(cell.content, isFloat) ||
      (top + contentHeight > pages.endOf(top) + EPSILON && hasWithin(cell.content, isBesideOthers)));
  const drawn = new Map(cells.filter((cell) => !isRedrawn(cell)).map((cell) => [cell, ownCanvasOf(canvas, cell)]));
  const partsOn = (on: PageEnds): ConnectedPart[] =>
    cells.map((cell) => {
      const first = cell.placed.row - rows.first;
      const place = { first, end: first + cell.placed.rows };
      const own = drawn.get(cell);
      if (own) return { own, cell, ...place };
      const { contentHeight, own: redrawn } = redraw(cell, on.heightsFrom(top));
      return { own: redrawn, cell: { ...cell, contentHeight }, ...place };
    });
  let broken = new BrokenRows(rows, partsOn(pages), pages);
  if (!pages.isStart(top) && broken.isNext(0, top)) {
    if (whole <= canvas.pageHeight) {
      for (const [cell, own] of drawn) own.move(start, own.position(), cell.area.y);
      canvas.keep(top, top + whole);
      return undefined;
    }
    canvas.breakBefore(top);
    const next = new PageEnds(canvas, top);
    broken = new BrokenRows(rows, partsOn(next), next);
  }
  const places = broken.places();
  const { bottom = top } = places.at(-1) ?? {};
  replace(canvas, broken.placed, broken.pages);
  endPages(canvas, broken.pages, top, bottom);
  canvas.grown += bottom - top - whole;
  return places;
}

const isFloat = ({ style }: Box): boolean => style.float !== 'none';

/** Whether a box has rows of several boxes. */
const isBesideOthers = (box: Box): boolean =>
  box.kind === 'table'
    ? box.body.some(({ cells }) => cells.length > 1)
    : box.kind === 'block' && isContainer(box.style) && box.children.length > 1;

/** Whether one of the boxes in a box is of a kind. */
function hasWithin(box: BlockBox, isOne: (box: Box) => boolean): boolean {
  const isInLine = (item: Inline): boolean => item.kind === 'out' && isOne(item.box);
  const isOrHas = (child: Box): boolean =>
    isOne(child) || contentsOf(child).some((content) => hasWithin(content, isOne));
  return (box.inline?.some(isInLine) ?? false) || box.children.some(isOrHas);
}

/** Returns the blocks that the content of a box is in. */
function contentsOf(box: Box): readonly BlockBox[] {
  if (box.kind === 'table') return box.body.flatMap(({ cells }) => cells.map(({ content }) => content));
  return box.kind === 'block' ? [box] : [];
}

interface ConnectedPart {
  readonly own: Canvas;
  readonly cell: OpenCell;
  /** Its first row, counted from the first of the connected ones, and the row below its last. */
  readonly first: number;
  readonly end: number;
}

class BrokenRows {
  readonly placed: CutCell[] = [];
  readonly pages: PageEnds;
  readonly #rows: ConnectedRows;
  readonly #starting: ReadonlyMap<number, readonly ConnectedPart[]>;

  constructor(rows: ConnectedRows, parts: readonly ConnectedPart[], pages: PageEnds) {
    this.#rows = rows;
    this.#starting = Map.groupBy(parts, ({ first }) => first);
    this.pages = pages;
  }

  /** Whether a row begins on the next page, because of what is in it. */
  isNext(row: number, y: number): boolean {
    const { pages } = this;
    const crossing = (this.#starting.get(row) ?? []).flatMap(({ own, cell, end }) => {
      const whole = this.#height(row, end);
      const isCrossing = y + whole > pages.endOf(y) + EPSILON;
      // Below the padding of a cell that spans rows may be space in which a page may end.
      const isFilled = whole <= cell.contentHeight + EPSILON;
      return isCrossing ? [{ own, cell, top: y, isOnly: this.#isOnly(row, end), isFilled }] : [];
    });
    const pageEnd = pages.endOf(y) - y;
    const isInPadding = (one: CutCell): boolean => endsInPadding(one, pageEnd);
    return crossing.some((one) => hasNoFirst(one, pages) || ((one.isOnly || one.isFilled) && isInPadding(one)));
  }

  /** Places the cells, and returns the places of the rows. */
  places(): RowExtent[] {
    const { pages } = this;
    const { top, heights, spacing } = this.#rows;
    let y = top;
    return heights.map((height, row) => {
      if (row > 0 && !pages.isStart(y) && this.isNext(row, y)) y = pages.endOf(y);
      const from = y;
      let bottom = y + height;
      for (const { own, cell, end } of this.#starting.get(row) ?? []) {
        const whole = this.#height(row, end);
        // A cell that a page ends in is not aligned.
        if (y + whole <= pages.endOf(y) + EPSILON) own.move(start, own.position(), alignedBy(cell, whole));
        const part = { own, cell, top: y };
        // As in browsers, cells that span rows do not make these higher: what page breaks take more is drawn over what is below.
        if (this.#isOnly(row, end)) bottom = Math.max(bottom, bottomOf(part, pages));
        this.placed.push(part);
      }
      y = bottom + spacing;
      return { top: from, bottom };
    });
  }

  /** Whether a cell takes the height of its first row alone. */
  #isOnly(first: number, end: number): boolean {
    return end === first + 1 || this.#height(first, end) <= (this.#rows.heights[first] ?? 0);
  }

  #height(first: number, end: number): number {
    const { heights, spacing } = this.#rows;
    return heights.slice(first, end).reduce((sum, height) => sum + height + spacing, -spacing);
  }
}

const start: CanvasPosition = [0, 0, 0, 0, 0, 0];

/** A cell on a canvas of its own, with the place of its row. */
interface CutCell {
  readonly own: Canvas;
  readonly cell: OpenCell;
  readonly top: number;
}

/** Whether a cell has no space for its first line. */
function hasNoFirst({ own, cell, top }: CutCell, pages: PageEnds): boolean {
  return partHeights(own, pages.heightsFrom(top), cell.contentHeight)[0] === 0 && own.marks.some(hasHeight);
}

const hasHeight = (mark: Mark): boolean => isPiece(mark) && mark.height > 0;

/** Whether nothing in a cell is below a page that ends at this height of the cell. */
function hasAllPieces({ own }: CutCell, end: number): boolean {
  return own.marks.every((mark) => !isPiece(mark) || mark.y + mark.height <= end + EPSILON);
}

/**
 * Whether a page that ends at this height of a cell ends below its content, in its padding or the margin above that, or in
 * the padding of its first row.
 */
function endsInPadding(one: CutCell, end: number): boolean {
  const { contentHeight, padding, margin } = one.cell;
  const { keeps, marks } = one.own;
  const isFirst = ({ from }: Stretch): boolean => !marks.some((mark) => isContent(mark) && mark.y < from - EPSILON);
  const isIn = ({ to, since }: Stretch): boolean => since !== undefined && since <= end + EPSILON && to > end + EPSILON;
  if (keeps.some((keep) => isIn(keep) && isFirst(keep))) return true;
  const isBelow = padding > 0 && contentHeight - padding - margin <= end + EPSILON;
  return isBelow && contentHeight > end + EPSILON && hasAllPieces(one, end);
}

/** Returns where a cell ends with the space that page breaks take. */
function bottomOf({ own, cell, top }: CutCell, pages: PageEnds): number {
  const heights = partHeights(own, pages.heightsFrom(top), cell.contentHeight);
  return pages.topOf(top, heights.length - 1) + (heights.at(-1) ?? 0);
}

/** Returns a canvas with what was drawn of a cell, from the top of its row. */
function ownCanvasOf(canvas: Canvas, { before, after, area }: OpenCell): Canvas {
  const own = canvas.blank();
  for (const mark of canvas.marks.slice(before[0], after[0])) own.marks.push(mark);
  for (const keep of canvas.keeps.slice(before[1], after[1])) own.keeps.push(keep);
  for (const y of canvas.breaks.slice(before[3], after[3])) own.breaks.push(y);
  for (const gap of canvas.gaps.slice(before[4], after[4])) own.gaps.push(gap);
  const repeated = [canvas.heads.slice(before[2], after[2]), canvas.feet.slice(before[5], after[5])] as const;
  for (const [at, list] of [own.heads, own.feet].entries())
    for (const rows of repeated[at] ?? [])
      list.push({ ...rows, first: rows.first - before[0], end: rows.end - before[0] });
  own.move(start, own.position(), -area.y);
  return own;
}

/** Replaces what was drawn of the cells by its parts. */
function replace(canvas: Canvas, parts: readonly CutCell[], pages: PageEnds): void {
  const [first] = parts;
  if (!first) return;
  const { before } = first.cell;
  const between = parts.map(({ cell }, at) => {
    const next = parts[at + 1]?.cell.before[0];
    return canvas.marks.slice(cell.after[0], next);
  });
  canvas.marks.length = before[0];
  parts.forEach(({ own, cell, top }, at) => {
    cutParts(own, pages.heightsFrom(top), cell.contentHeight).forEach((marks, part) => {
      for (const mark of marks) {
        mark.y += pages.topOf(top, part);
        canvas.marks.push(mark);
      }
    });
    for (const mark of between[at] ?? []) canvas.marks.push(mark);
  });
  canvas.keeps.length = before[1];
  canvas.heads.length = before[2];
  canvas.breaks.length = before[3];
  canvas.gaps.length = before[4];
  canvas.feet.length = before[5];
}
