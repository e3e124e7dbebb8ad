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

/** Adds the visible part of a mark, which pages may cut, to each page that it reaches, from page `index` on. */
function addParts(
  pages: readonly MarkedPage[],
  index: number,
  mark: Extract<Mark, { kind: 'rect' | 'frame' | 'line' }>,
): void {
  const bottom = mark.y + mark.height;
  for (let i = index, page = pages[i]; page; page = pages[++i]) {
    const { from, to, limit } = page.slice;
    if (from >= bottom - EPSILON) break;
    const y = Math.max(from, mark.y);
    // Where the page ends between two rows, the lines beside them end with the first.
    const end = mark.kind === 'line' && hasJointAt(mark, to) ? to : limit;
    const height = (bottom > to + EPSILON ? end : Math.min(to, bottom)) - y;
    if (height <= 0) continue;
    if (mark.kind === 'frame') {
      const part = { left: 0, top: y - mark.y, width: mark.width, height, curves: undefined };
      put(
        page,
        y === mark.y && height >= mark.height - EPSILON
          ? { ...mark }
          : { ...mark, clips: [...(mark.clips ?? []), part] },
      );
      continue;
    }
    const cut = mark.kind === 'rect' && (mark.style || mark.shadows) ? { above: y - mark.y, whole: mark.height } : {};
    const clips = mark.clips?.map((clip) => ({ ...clip, top: clip.top + mark.y - y }));
    const corners = mark.kind === 'rect' && mark.corners && cornersOfPart(mark, y, y + height);
    put(page, { ...mark, y, height, ...cut, ...(clips && { clips }), ...(corners && { corners }) });
  }
}

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
