import type { BlockBox, Box } from '../boxes/boxes.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import { linesWithoutPageBreaks, withoutPageBreaks } from '../boxes/withoutPageBreaks.ts';
import { seamOf } from '../layout/borders.ts';
import { collapsed, gapBelow, marginOf, noMargins } from '../layout/boxGeometry.ts';
import type { Area, Canvas } from '../layout/canvas.ts';
import type { Ended, PendingBox } from '../layout/layout.ts';
import { pageAt } from '../pages/pageAt.ts';
import { countPages, paginate } from '../pages/paginate.ts';
import { anonymous, type Style } from '../style/style.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { resolved } from '../style/values/lengths.ts';

/** Maximum number of elements with columns: each looks for its place on the pages. */
const MAX_ELEMENTS = 1000;
/** The precision of the height of balanced columns; pt. */
const PRECISION = 0.5;
/** Columns begin on the next page where this one has less space left; pt. */
const MIN_ROOM = 30;

/** What columns need of the flow that they are part of. */
interface ColumnOwner {
  readonly canvas: Canvas;
  readonly fixed: PendingBox[];
  readonly pending: PendingBox[];
  /** Whether the canvas is that of the pages, and how many elements with columns it has. */
  readonly isOnPages: boolean;
  isInColumns: boolean;
  columnElements: number;
  scratch(): ColumnOwner;
  inside(box: BlockBox, x: number, y: number, width: number): number;
  box(box: Box, x: number, y: number, width: number): Ended;
}

interface Columns {
  readonly count: number;
  readonly width: number;
  readonly gap: number;
}

/** Draws the content of an element in columns, and returns where they end. `area.height`: as declared. */
export function layColumns(
  flow: ColumnOwner,
  box: BlockBox,
  area: Omit<Area, 'height'> & { readonly height: number | undefined },
): number {
  if (++flow.columnElements > MAX_ELEMENTS)
    throw new PdfProblem(`More than ${MAX_ELEMENTS} elements have columns of text.`);
  const { x, width, height } = area;
  let y = area.y;
  let margin = noMargins;
  let run: Box[] = [];
  const endRun = (): void => {
    if (run.length === 0) return;
    y = layRun(flow, { ...box, children: run }, { x, y: y + gapBelow(margin), width, height });
    [run, margin] = [[], noMargins];
  };
  if (box.inline) return layRun(flow, box, area);
  for (const child of box.children) {
    if (!child.style.spansColumns) {
      run.push(child);
      continue;
    }
    endRun();
    const ended = flow.box(child, x, y + collapsed(...margin, marginOf(child.style.margin.top, width)), width);
    [y, margin] = [ended.y, ended.margin];
  }
  endRun();
  return y + gapBelow(margin);
}

function columnsOf({ columns, size }: Style, whole: number): Columns {
  const gap = columns.gap === undefined ? size : Math.max(0, resolved(columns.gap, whole));
  const fitting =
    columns.width === undefined ? undefined : Math.max(1, Math.floor((whole + gap) / (columns.width + gap)));
  const count = Math.min(columns.count ?? fitting ?? 1, fitting ?? Number.POSITIVE_INFINITY);
  return { count, gap, width: Math.max(1, (whole - (count - 1) * gap) / count) };
}

function layRun(
  flow: ColumnOwner,
  box: BlockBox,
  { x, y, width: whole, height }: Omit<Area, 'height'> & { readonly height: number | undefined },
): number {
  const { style } = box;
  const columns = columnsOf(style, whole);
  const scratch = flow.scratch();
  scratch.isInColumns = true;
  // As in browsers, page breaks within columns count for nothing.
  const content = {
    ...box,
    style: anonymous(style, 'block'),
    children: withoutPageBreaks(box.children),
    ...(box.inline && { inline: linesWithoutPageBreaks(box.inline) }),
  };
  const end = scratch.inside(content, 0, 0, columns.width);
  for (const fixed of scratch.fixed) flow.fixed.push(fixed);
  for (const pending of scratch.pending) flow.pending.push(pending);
  if (end <= 0) return y;
  const heights =
    height === undefined ? heightsOf(flow, scratch.canvas, columns.count, y, end) : () => Math.max(PIXEL, height);
  const { canvas } = flow;
  let top = y;
  let bottom = y;
  const parts = paginate(scratch.canvas, heights, canvas.pages);
  parts.forEach((marks, i) => {
    const column = i % columns.count;
    const own = heights(i);
    if (i > 0 && column === 0) {
      top = bottom;
      canvas.breaks.push(top);
    }
    if (column === 0) {
      bottom = top + own;
      canvas.keep(top, bottom);
      canvas.reached(bottom);
    }
    const place = style.rightToLeft ? columns.count - 1 - column : column;
    const left = x + place * (columns.width + columns.gap);
    for (const mark of marks) {
      mark.y += top;
      if ('x' in mark) mark.x += left;
      canvas.marks.push(mark);
    }
    const rule = style.rightToLeft ? left + columns.width + columns.gap / 2 : left - columns.gap / 2;
    if (column > 0) drawRule(canvas, style, { x: rule, y: top, width: 0, height: own });
  });
  return bottom;
}

function drawRule(canvas: Canvas, { columns: { rule }, colour, hidden }: Style, area: Area): void {
  const own = rule.colour ?? colour;
  if (rule.width === 0 || rule.style === 'none' || rule.style === 'hidden' || !own || hidden) return;
  canvas.marks.push({ kind: 'line', ...area, thickness: rule.width, style: seamOf(rule).style, colour: own });
}

/** Returns the height of each column: of one height where they end, as high as the page where they continue. */
function heightsOf(flow: ColumnOwner, content: Canvas, count: number, y: number, end: number): (i: number) => number {
  const { canvas, isOnPages } = flow;
  const { pageHeight } = canvas;
  if (!isOnPages) {
    const one = balanced(content, count, end, (height) => () => height);
    if (one <= pageHeight) return () => one;
  }
  const page = isOnPages ? pageAt(canvas, y) : undefined;
  const left = page ? page.from + canvas.heightOf(page.page) - y : pageHeight;
  const room = left < MIN_ROOM ? pageHeight : left;
  const full = (i: number): number => (i < count ? room : pageHeight);
  const lastSet = Math.ceil(countPages(content, full) / count) - 1;
  const first = lastSet * count;
  const last = balanced(content, first + count, full(first), (height) => (i) => (i < first ? full(i) : height));
  return (i) => (i < first ? full(i) : last);
}

/** Returns the least height with which the content has at most so many columns. */
function balanced(
  content: Canvas,
  count: number,
  highest: number,
  heightsWith: (height: number) => (i: number) => number,
): number {
  let [low, high] = [0, highest];
  while (high - low > PRECISION) {
    const middle = (low + high) / 2;
    if (middle > 1 && countPages(content, heightsWith(middle)) <= count) high = middle;
    else low = middle;
  }
  return high;
}
