import type { BlockBox, Box } from '../boxes/boxes.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import { linesWithoutPageBreaks, withoutPageBreaks } from '../boxes/withoutPageBreaks.ts';
import { seamOf } from '../layout/borders.ts';
import { collapsed, gapBelow, marginOf, noMargins } from '../layout/boxGeometry.ts';
import type { Area, Canvas } from '../layout/canvas.ts';
import type { Ended, PendingBox } from '../layout/layout.ts';
import { isPiece, type Mark } from '../layout/mark.ts';
import { pageAt } from '../pages/pageAt.ts';
import { paginate, startsOfPages } from '../pages/paginate.ts';
import { anonymous, type Style } from '../style/style.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import { resolved } from '../style/values/lengths.ts';
import type { KnownSizes } from './knownSizes.ts';

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
  readonly known: Pick<KnownSizes, 'spanParts'>;
  /** Whether the canvas is that of the pages, and how many elements with columns it has. */
  readonly isOnPages: boolean;
  /** Whether the canvas is that of columns. */
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
    const from = y + gapBelow(margin);
    const left = height === undefined ? undefined : Math.max(0, area.y + height - from);
    y = layRun(flow, { ...box, children: run }, { x, y: from, width, height: left });
    [run, margin] = [[], noMargins];
  };
  if (box.inline) return layRun(flow, box, area);
  for (const child of box.children.flatMap((one) => flow.known.spanParts.of(one))) {
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
  if (end <= 0) {
    for (const mark of scratch.canvas.marks) if (mark.kind === 'anchor') flow.canvas.marks.push({ ...mark, y });
    return y;
  }
  const demand = { count: columns.count, y, end, fills: style.columns.fills };
  const { heightOf, sets } =
    height === undefined ? openSets(flow, scratch.canvas, demand) : declaredSets(flow, scratch.canvas, demand, height);
  const { canvas } = flow;
  let top = y;
  let bottom = y;
  const parts = paginate(scratch.canvas, heightOf, canvas.pages);
  parts.forEach((marks, i) => {
    const column = i - columns.count * Math.min(sets - 1, Math.floor(i / columns.count));
    const own = heightOf(i);
    if (i > 0 && column === 0) {
      top = bottom;
      canvas.breaks.push(top);
    }
    if (column === 0) {
      bottom = top + own;
      canvas.keep(top, bottom);
      canvas.reached(bottom);
      if (flow.isInColumns && columns.count > 1 && own > linesKept(style))
        canvas.marks.push({ kind: 'problem', y: top, problem: undivided, text: 'column', columns: own });
    }
    const place = style.rightToLeft ? columns.count - 1 - column : column;
    const left = x + place * (columns.width + columns.gap);
    if (marks.length > 0) canvas.extend(left + columns.width);
    const ends = { height: own, isFirst: i === 0, isLast: i === parts.length - 1, count: columns.count };
    for (const mark of marks) {
      if (isOfWholeColumns(mark, parts.length, ends)) continue;
      mark.y += top;
      if ('x' in mark) mark.x += left;
      canvas.marks.push(mark);
    }
    const rule = style.rightToLeft ? left + columns.width + columns.gap / 2 : left - columns.gap / 2;
    if (column > 0) drawRule(canvas, style, { x: rule, y: top, width: 0, height: own });
  });
  return bottom;
}

const undivided = 'columns within columns are whole in one of these, where browsers divide them between several';

/** The height of lines that columns within columns are not divided in. */
const linesKept = ({ orphans, widows, size }: Style): number => (orphans + widows) * size;

interface ColumnPlace {
  readonly height: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** How many columns are beside each other. */
  readonly count: number;
}

/** Whether a mark reports columns within one of `used` columns that are whole in browsers, too: none of these ends or begins with them. */
function isOfWholeColumns(mark: Mark, used: number, { height, isFirst, isLast, count }: ColumnPlace): boolean {
  if (mark.kind !== 'problem' || mark.columns === undefined || used < count) return false;
  const begins = !isFirst && mark.y < 2 * PRECISION;
  return !begins && (isLast || mark.y + mark.columns < height - 2 * PRECISION);
}

function drawRule(canvas: Canvas, { columns: { rule }, colour, hidden }: Style, area: Area): void {
  const own = rule.colour ?? colour;
  if (rule.width === 0 || rule.style === 'none' || rule.style === 'hidden' || !own || hidden) return;
  canvas.marks.push({ kind: 'line', ...area, thickness: rule.width, style: seamOf(rule).style, colour: own });
}

interface ColumnDemand {
  /** How many columns are beside each other. */
  readonly count: number;
  /** Where they begin. */
  readonly y: number;
  /** Where their content ends in one column. */
  readonly end: number;
  readonly fills: boolean;
}

interface ColumnSets {
  readonly heightOf: (i: number) => number;
  /** How many times columns begin below each other. Those for which the last one has no space stand beside it. */
  readonly sets: number;
}

/** Returns the height of each column: of one height where they end, as high as the page where they continue. */
function openSets(flow: ColumnOwner, content: Canvas, { count, y, end, fills }: ColumnDemand): ColumnSets {
  const sets = Number.POSITIVE_INFINITY;
  if (!flow.isOnPages) {
    const one = balanced(content, { count, highest: end });
    if (one <= flow.canvas.pageHeight) return { heightOf: () => one, sets };
  }
  const { pageHeight } = flow.canvas;
  const room = roomOn(flow, y);
  const full = (i: number): number => (i < count ? room : pageHeight);
  const columns = startsOfPages(content, full).length;
  const first = (Math.ceil(columns / count) - 1) * count;
  const lastSet = { first, full, highest: full(first) };
  // Filled columns end with the page, but for a single one.
  if (fills && columns - first > 1) return { heightOf: full, sets };
  const last = balanced(content, { count: fills ? 1 : count, ...lastSet });
  return { heightOf: (i) => (i < first ? full(i) : last), sets };
}

/** Returns the height of each column of an element whose height is declared, which continues on the next page only down to its end. */
function declaredSets(
  flow: ColumnOwner,
  content: Canvas,
  { count, y, fills }: ColumnDemand,
  height: number,
): ColumnSets {
  const { pageHeight } = flow.canvas;
  const room = flow.isOnPages ? Math.min(height, roomOn(flow, y)) : height;
  const sets = 1 + Math.max(0, Math.ceil((height - room - PRECISION) / pageHeight));
  const first = (sets - 1) * count;
  const full = (i: number): number => (i < count ? room : pageHeight);
  const rest = Math.max(PIXEL, height - (sets > 1 ? room + (sets - 2) * pageHeight : 0));
  const last = fills ? rest : balanced(content, { count, first, full, highest: rest });
  return { heightOf: (i) => (i < first ? full(i) : last), sets };
}

/** Returns the height that columns have from a position on. */
function roomOn({ canvas, isOnPages }: ColumnOwner, y: number): number {
  const page = isOnPages ? pageAt(canvas, y) : undefined;
  const left = page ? page.from + canvas.heightOf(page.page) - y : canvas.pageHeight;
  return left < MIN_ROOM ? canvas.pageHeight : left;
}

const largest = <Part>(parts: readonly Part[], heightOf: (part: Part) => number): number =>
  parts.reduce((height, part) => Math.max(height, heightOf(part)), 0);

/** Returns the least height with which the content from a column on has at most so many columns, and that of what stays together. */
function balanced(
  content: Canvas,
  {
    count,
    highest,
    first = 0,
    full = () => highest,
  }: {
    readonly count: number;
    readonly highest: number;
    readonly first?: number;
    readonly full?: (i: number) => number;
  },
): number {
  const heightsWith =
    (height: number) =>
    (i: number): number =>
      i < first ? full(i) : height;
  const from = first === 0 ? 0 : (startsOfPages(content, heightsWith(highest))[first] ?? 0);
  const keeps = content.keeps.filter((keep) => keep.from >= from - PRECISION && keep.since === undefined);
  const pieces = content.marks.filter(isPiece).filter(({ y }) => y >= from - PRECISION);
  const least = Math.max(
    largest(keeps, ({ from, to }) => to - from),
    largest(pieces, ({ height }) => height),
  );
  const isEnough = (height: number): boolean => startsOfPages(content, heightsWith(height)).length <= first + count;
  let [low, high] = [Math.min(least, highest), highest];
  if (low > 1 && isEnough(low)) return low;
  while (high - low > PRECISION) {
    const middle = (low + high) / 2;
    if (middle > 1 && isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
