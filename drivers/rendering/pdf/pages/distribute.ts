import { type Canvas, EPSILON, type RepeatedRows } from '../layout/canvas.ts';
import { drawnArea, type ImageMark, type Mark, type RectMark } from '../layout/mark.ts';
import { type Curves, curvesOf, curvesOfPart } from '../style/values/corners.ts';
import { pagination } from '../tags/tag.ts';
import { asOneGroup, retagged } from '../transforms/groups.ts';
import { matrixOf } from '../transforms/transformMatrix.ts';
import { endOfMark, type Slice } from './slicer.ts';

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

type TransformedBox = Extract<Mark, { kind: 'transformed' }>;

interface MarkedPage {
  readonly slice: Slice;
  /** Above this, boxes are not drawn. */
  readonly top: number;
  readonly marks: Mark[];
  /** For each mark in one: the outermost box that is transformed on each page by itself. */
  readonly transformed: Map<Mark, TransformedBox>;
  /** Its index in all pages. */
  readonly at: number;
  readonly all: readonly MarkedPage[];
}

/**
 * Distributes the marks to pages, each positioned from the top of its page. `isOpen`: whether marks that a transform or an offset moves
 * above the first page are drawn on it.
 */
export function distribute(canvas: Canvas, slices: readonly Slice[], { isOpen = false } = {}): Mark[][] {
  const topOf = (slice: Slice, at: number): number => (isOpen && at === 0 ? Number.NEGATIVE_INFINITY : slice.from);
  const pages: MarkedPage[] = [];
  for (const [at, slice] of slices.entries())
    pages.push({ slice, top: topOf(slice, at), marks: [], transformed: new Map(), at, all: pages });
  const boxes = transformedBoxes(canvas.marks);
  // Copied before the marks of the rows are positioned on their own page.
  const copies = pages.flatMap((page) => copiesOn(page, canvas.marks, boxes)).sort((one, other) => one.end - other.end);
  let added = 0;
  // Copies are painted above what is around their table, as the rows themselves are.
  const addCopies = (end: number): void => {
    for (let copy = copies[added]; copy && copy.end <= end; copy = copies[++added])
      for (const mark of copy.marks) copy.page.marks.push(mark);
  };
  for (const [at, mark] of canvas.marks.entries()) {
    addCopies(at);
    if (mark.kind === 'transformed') continue;
    // The text of a line that is longer than a page is on one of the next pages.
    const isLow = mark.kind === 'text' && mark.height > canvas.pageHeight;
    const page = sliceAt(slices, isLow ? mark.y + mark.baseline : mark.y);
    const box = boxes.get(mark);
    if (mark.kind === 'rect' || mark.kind === 'frame' || (mark.kind === 'line' && mark.height > 0))
      addParts(pages, page, mark, box);
    else if (mark.kind === 'float') addFloat(pages[page], mark, box);
    else addWhole(pages, page, mark, box);
  }
  addCopies(Number.POSITIVE_INFINITY);
  return pages.map(transformBoxes);
}

/** Returns, for each mark in one, the outermost box that is transformed on each page by itself. */
function transformedBoxes(marks: readonly Mark[]): ReadonlyMap<Mark, TransformedBox> {
  const boxes = new Map<Mark, TransformedBox>();
  for (let at = marks.length - 1; at >= 0; at--) {
    const box = marks[at];
    if (box?.kind !== 'transformed') continue;
    for (const first = Math.max(0, at - box.count); at > first; ) {
      const mark = marks[--at];
      if (mark) boxes.set(mark, box);
    }
  }
  return boxes;
}

/** Returns the marks of a page. As in browsers, a transform refers to the part of its box that is on the page. */
function transformBoxes(page: MarkedPage): Mark[] {
  const { slice, marks, transformed } = page;
  if (transformed.size === 0) return marks;
  const parts = Map.groupBy(transformed.keys(), (mark) => transformed.get(mark));
  return marks.flatMap((mark) => {
    const box = transformed.get(mark);
    if (!box) return [mark];
    const inBox = parts.get(box);
    if (!inBox) return [];
    parts.delete(box);
    const { y, height } = partOn(page, box);
    // On pages below the box, which only its overflow reaches, its part has a negative height.
    const area = { x: box.x, y: y + slice.headHeight - slice.from, width: box.width, height: Math.max(0, height) };
    return asOneGroup(inBox, area, matrixOf(box.transform, area));
  });
}

/** A copy of a head or a foot of a table. */
interface Copy {
  readonly page: MarkedPage;
  readonly marks: readonly Mark[];
  /** Where the rows end in the document. */
  readonly end: number;
}

/** Returns the copies of heads and feet on a page, one below the other. */
function copiesOn(page: MarkedPage, all: readonly Mark[], boxes: ReadonlyMap<Mark, TransformedBox>): Copy[] {
  const { heads, headHeight, feet, from, to } = page.slice;
  const stacked = (repeated: readonly RepeatedRows[], start: number): Copy[] =>
    repeated.map((rows, at) => {
      const top = start + heightOf(repeated.slice(0, at));
      return { page, marks: repeatedMarks(page, rows, { all, boxes, top }), end: rows.end };
    });
  return [...stacked(heads, 0), ...stacked(feet, headHeight + to - from)];
}

function repeatedMarks(
  { transformed }: MarkedPage,
  rows: RepeatedRows,
  {
    all,
    boxes,
    top,
  }: { readonly all: readonly Mark[]; readonly boxes: ReadonlyMap<Mark, TransformedBox>; readonly top: number },
): Mark[] {
  const marks: Mark[] = [];
  for (const mark of all.slice(rows.first, rows.end)) {
    if (mark.kind === 'bookmark' || mark.kind === 'anchor' || mark.kind === 'problem' || mark.kind === 'transformed')
      continue;
    const moved = { ...mark, y: mark.y - rows.top + top };
    // Readers read the rows once, where they are in the table.
    const untagged = 'tag' in moved ? { ...moved, tag: moved.tag && pagination } : moved;
    const copy = moved.kind === 'group' ? retagged(moved, pagination) : untagged;
    const box = boxes.get(mark);
    if (box) transformed.set(copy, box);
    marks.push(copy);
  }
  return marks;
}

type CutMark = Extract<Mark, { kind: 'rect' | 'frame' | 'line' }>;

/** The part of a mark that a page shows. */
interface Part {
  readonly y: number;
  readonly height: number;
  /** How much further it reaches than the content of the page, where the page cuts it; else undefined. */
  readonly beyond: number | undefined;
}

function partOn({ slice: { from, to, limit, heads, feet }, top }: MarkedPage, mark: CutMark | TransformedBox): Part {
  const bottom = mark.y + mark.height;
  // What is around a table is beside the rows that pages repeat, too.
  const above = heightOf(heads.filter((head) => mark.y < head.from - EPSILON));
  const y = mark.y < top - EPSILON ? from - above : mark.y;
  if (bottom <= to + EPSILON) return { y, height: Math.min(to, bottom) - y, beyond: undefined };
  const below = heightOf(feet.filter((foot) => bottom > foot.top + EPSILON));
  // Where the page ends between two rows, the lines beside them end with the first.
  const end = mark.kind === 'line' && hasJointAt(mark, to) ? to : limit + below;
  return { y, height: end - y, beyond: end - to };
}

/** Adds the visible part of a mark, which pages may cut, to each page that it reaches, from page `index` on. */
function addParts(pages: readonly MarkedPage[], index: number, mark: CutMark, box: TransformedBox | undefined): void {
  const bottom = mark.y + mark.height;
  const first = pages[index];
  // The background of a root without height, whose content is all positioned, fills the page, too.
  if (first && mark.height <= 0 && mark.kind === 'rect' && mark.style?.images.isOfCanvas) put(first, mark, box);
  for (let i = index, page = first; page; page = pages[++i]) {
    if (page.slice.from >= bottom - EPSILON) break;
    const { y, height, beyond } = partOn(page, mark);
    if (height <= 0) continue;
    if (mark.kind === 'frame') {
      const part = { left: 0, top: y - mark.y, width: mark.width, height, curves: undefined };
      const isWhole = y === mark.y && beyond === undefined;
      // Its lower edge is on a later page, however short the part there is.
      const frame = { ...mark, height: mark.height + (beyond ?? 0) };
      put(page, isWhole ? frame : { ...frame, clips: [...(mark.clips ?? []), part] }, box);
      continue;
    }
    const cut = mark.kind === 'rect' && (mark.style || mark.shadows) ? { above: y - mark.y, whole: mark.height } : {};
    const clips = mark.clips?.map((clip) => ({ ...clip, top: clip.top + mark.y - y }));
    const end = beyond === undefined ? bottom : page.slice.to;
    const corners = mark.kind === 'rect' && mark.corners && cornersOfPart(mark, y, end);
    put(page, { ...mark, y, height, ...cut, ...(clips && { clips }), ...(corners && { corners }) }, box);
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

function addFloat(
  page: MarkedPage | undefined,
  { x, y, marks, down = 0 }: Extract<Mark, { kind: 'float' }>,
  box: TransformedBox | undefined,
): void {
  const own = marks.map((mark) => {
    const moved = { ...mark, y: mark.y + y + down };
    if ('x' in moved) moved.x += x;
    return moved;
  });
  const inner = transformedBoxes(own);
  for (const mark of own) {
    const around = box ?? inner.get(mark);
    if (mark.kind === 'float') addFloat(page, mark, around);
    else if (page && mark.kind !== 'transformed') put(page, mark, around);
  }
}

function addWhole(pages: readonly MarkedPage[], index: number, mark: Mark, box: TransformedBox | undefined): void {
  const page = pages[index];
  if (!page) return;
  const { slice } = page;
  const above = pages[index - 1];
  // A border on the cut closes the page above it and opens the one below.
  if (mark.kind === 'line' && above && Math.abs(slice.from - mark.y) < EPSILON) put(above, { ...mark }, box);
  const isCut = endOfMark(mark) > slice.to + EPSILON;
  const next = pages[index + 1];
  if (isCut && next && next.slice.from <= mark.y + EPSILON) addWhole(pages, index + 1, mark, box);
  else if (isCut && next && (mark.kind === 'image' || mark.kind === 'link')) addSlices(pages, index, mark, box);
  else put(page, mark, box);
}

/** Adds the part of an image, or of its link, to each page that it reaches. */
function addSlices(
  pages: readonly MarkedPage[],
  index: number,
  mark: ImageMark | Extract<Mark, { kind: 'link' }>,
  box: TransformedBox | undefined,
): void {
  const bottom = endOfMark(mark);
  for (let at = index, page = pages[at]; page && page.slice.from < bottom - EPSILON; page = pages[++at]) {
    const { from, to } = page.slice;
    const y = at === index ? mark.y : from;
    const height = (pages[at + 1] ? Math.min(to, bottom) : bottom) - y;
    put(page, mark.kind === 'image' ? partOfImage(mark, y, height) : { ...mark, y, height }, box);
  }
}

/** Returns what an image shows between two positions. */
function partOfImage(mark: ImageMark, y: number, height: number): ImageMark {
  const above = y - mark.y;
  const { x: left, y: top, ...size } = drawnArea(mark);
  const clips = (mark.clips ?? []).map((clip) => ({ ...clip, top: clip.top - above }));
  const part = { left: 0, top: 0, width: mark.width, height, curves: undefined };
  return { ...mark, y, height, drawn: { x: left - mark.x, y: top - y, ...size }, clips: [...clips, part] };
}

function put(page: MarkedPage, mark: Mark, box: TransformedBox | undefined): void {
  const { headHeight, from } = page.slice;
  mark.y += headHeight - from;
  if (box) page.transformed.set(mark, box);
  const shown = mark.down && !box ? lowered(page, mark, mark.down) : page;
  shown.marks.push(mark);
}

/** Moves a mark as `position: relative` declares, and returns the page that most of it is on. */
function lowered(page: MarkedPage, mark: Mark, down: number): MarkedPage {
  mark.down = 0;
  mark.y += down;
  const middle = mark.y + ('height' in mark ? mark.height / 2 : 0);
  const next = page.all[middle < 0 ? page.at - 1 : page.at + 1];
  if (!next || (middle >= 0 && middle <= spaceOn(page))) return page;
  mark.y += middle < 0 ? spaceOn(next) : -spaceOn(page);
  return next;
}

/** Returns the height that a page has for content. */
const spaceOn = ({ slice: { from, limit, headHeight, feet } }: MarkedPage): number =>
  headHeight + limit - from + heightOf(feet);
