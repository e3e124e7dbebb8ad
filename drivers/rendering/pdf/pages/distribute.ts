import { type Canvas, EPSILON, type RepeatedRows } from '../layout/canvas.ts';
import type { Mark, RectMark } from '../layout/mark.ts';
import { type Curves, curvesOf, curvesOfPart } from '../style/values/corners.ts';
import { pagination } from '../tags/tag.ts';
import { retagged } from '../transforms/groups.ts';
import type { Slice } from './slicer.ts';

/** Returns the index of the first slice that a position is in. */
function sliceAt(slices: readonly Slice[], y: number): number {
  let low = 0;
  let high = slices.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const slice = slices[middle];
    if (slice && slice.to > y + EPSILON) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface MarkedPage {
  readonly slice: Slice;
  readonly marks: Mark[];
}

/** Distributes the marks to pages, each positioned from the top of its page. */
export function distribute(canvas: Canvas, slices: readonly Slice[]): Mark[][] {
  const pages = slices.map((slice): MarkedPage => ({ slice, marks: [] }));
  for (const page of pages) {
    const { heads, headHeight, feet, from, to } = page.slice;
    addRepeated(page, canvas.marks, heads, 0);
    addRepeated(page, canvas.marks, feet, headHeight + to - from);
  }
  for (const mark of canvas.marks) {
    const page = sliceAt(slices, mark.y);
    if (mark.kind === 'rect' || mark.kind === 'frame' || (mark.kind === 'line' && mark.height > 0))
      addParts(pages, page, mark);
    else if (mark.kind === 'float') addFloat(pages[page], mark);
    else addWhole(pages, page, mark);
  }
  return pages.map(({ marks }) => marks);
}

/** Adds copies of heads or feet of tables, one below the other. */
function addRepeated(
  { marks }: MarkedPage,
  all: readonly Mark[],
  repeated: readonly RepeatedRows[],
  from: number,
): void {
  let top = from;
  for (const rows of repeated) {
    for (const mark of all.slice(rows.first, rows.end)) {
      if (mark.kind === 'bookmark' || mark.kind === 'anchor' || mark.kind === 'problem') continue;
      const copy = { ...mark, y: mark.y - rows.top + top };
      // Readers read the rows once, where they are in the table.
      if (copy.kind === 'group') marks.push(retagged(copy, pagination));
      else marks.push('tag' in copy ? { ...copy, tag: copy.tag && pagination } : copy);
    }
    top += rows.height;
  }
}

type CutMark = Extract<Mark, { kind: 'rect' | 'frame' | 'line' }>;

/** The part of a mark that a page shows. */
interface Part {
  readonly y: number;
  readonly height: number;
  /** How much further it reaches than the content of the page, where the page cuts it; else undefined. */
  readonly beyond: number | undefined;
}

function partOn({ from, to, limit, heads, feet }: Slice, mark: CutMark): Part {
  const bottom = mark.y + mark.height;
  // What is around a table is beside the rows that pages repeat, too.
  const above = heightOf(heads.filter((head) => mark.y < head.from - EPSILON));
  const y = mark.y < from - EPSILON ? from - above : mark.y;
  if (bottom <= to + EPSILON) return { y, height: Math.min(to, bottom) - y, beyond: undefined };
  const below = heightOf(feet.filter((foot) => bottom > foot.top + EPSILON));
  // Where the page ends between two rows, the lines beside them end with the first.
  const end = mark.kind === 'line' && hasJointAt(mark, to) ? to : limit + below;
  return { y, height: end - y, beyond: end - to };
}

/** Adds the visible part of a mark, which pages may cut, to each page that it reaches, from page `index` on. */
function addParts(pages: readonly MarkedPage[], index: number, mark: CutMark): void {
  const bottom = mark.y + mark.height;
  for (let i = index, page = pages[i]; page; page = pages[++i]) {
    if (page.slice.from >= bottom - EPSILON) break;
    const { y, height, beyond } = partOn(page.slice, mark);
    if (height <= 0) continue;
    if (mark.kind === 'frame') {
      const part = { left: 0, top: y - mark.y, width: mark.width, height, curves: undefined };
      const isWhole = y === mark.y && beyond === undefined;
      // Its lower edge is on a later page, however short the part there is.
      const frame = { ...mark, height: mark.height + (beyond ?? 0) };
      put(page, isWhole ? frame : { ...frame, clips: [...(mark.clips ?? []), part] });
      continue;
    }
    const cut = mark.kind === 'rect' && (mark.style || mark.shadows) ? { above: y - mark.y, whole: mark.height } : {};
    const clips = mark.clips?.map((clip) => ({ ...clip, top: clip.top + mark.y - y }));
    const end = beyond === undefined ? bottom : page.slice.to;
    const corners = mark.kind === 'rect' && mark.corners && cornersOfPart(mark, y, end);
    put(page, { ...mark, y, height, ...cut, ...(clips && { clips }), ...(corners && { corners }) });
  }
}

const heightOf = (rows: readonly RepeatedRows[]): number => rows.reduce((sum, { height }) => sum + height, 0);

function hasJointAt({ y, joints = [] }: Extract<Mark, { kind: 'line' }>, to: number): boolean {
  let [low, high] = [0, joints.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (y + (joints[middle] ?? 0) < to - EPSILON) low = middle + 1;
    else high = middle;
  }
  return y + (joints[low] ?? Number.POSITIVE_INFINITY) <= to + EPSILON;
}

/** Returns the corners of a part of a rectangle, which are square where a page cuts it. */
function cornersOfPart(mark: RectMark, from: number, to: number): Curves | undefined {
  const isCutAbove = from > mark.y + EPSILON;
  const isCutBelow = to < mark.y + mark.height - EPSILON;
  return curvesOfPart(curvesOf(mark.corners, mark), { isCutAbove, isCutBelow });
}

function addFloat(page: MarkedPage | undefined, { x, y, marks }: Extract<Mark, { kind: 'float' }>): void {
  for (const mark of marks) {
    const own = { ...mark, y: mark.y + y };
    if ('x' in own) own.x += x;
    if (own.kind === 'float') addFloat(page, own);
    else if (page) put(page, own);
  }
}

function addWhole(pages: readonly MarkedPage[], index: number, mark: Mark): void {
  const page = pages[index];
  if (!page) return;
  const { slice } = page;
  const above = pages[index - 1];
  // A border on the cut closes the page above it and opens the one below.
  if (mark.kind === 'line' && above && Math.abs(slice.from - mark.y) < EPSILON) put(above, { ...mark });
  const isCut = 'height' in mark && mark.y + mark.height > slice.to + EPSILON;
  const next = pages[index + 1];
  put(isCut && next && next.slice.from <= mark.y + EPSILON ? next : page, mark);
}

function put({ slice, marks }: MarkedPage, mark: Mark): void {
  mark.y += slice.headHeight - slice.from;
  marks.push(mark);
}
