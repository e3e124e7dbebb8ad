import { type Canvas, type Keep, type Mark, type RepeatedHead, tooLong } from './canvas.ts';

const EPSILON = 0.05;
/** pt of edges and padding that may stand above a picture as high as the page: they are in its margin, not on a page alone. */
const EDGES = 40;

interface Slice {
  /** Of the canvas. */
  readonly from: number;
  to: number;
  readonly heads: readonly RepeatedHead[];
  /** What the heads take. */
  readonly headHeight: number;
}

/**
 * Cuts the canvas into pages of a height, between lines and rows wherever that can be. Throws PdfProblem where there
 * are more than `most` of them.
 */
export function paginate(canvas: Canvas, height: number, most: number): Mark[][] {
  return distribute(canvas, slicesOf(canvas, height, most));
}

function slicesOf(canvas: Canvas, height: number, most: number): Slice[] {
  const end = endOf(canvas.marks);
  const breaks = [...canvas.breaks].sort((one, other) => one - other);
  const keeps = merged(canvas.keeps.filter(({ from, to }) => to - from <= height));
  const slices: Slice[] = [];
  let uncut: Uncut | undefined;
  let from = 0;
  let nextKeep = 0;
  let nextBreak = 0;
  do {
    const heads =
      from === 0 ? [] : canvas.heads.filter((head) => head.from < from - EPSILON && from + EPSILON < head.to);
    const headHeight = heads.reduce((sum, head) => sum + head.height, 0);
    const fits = headHeight < height / 2;
    const limit = from + height - (fits ? headHeight : 0);
    while (nextBreak < breaks.length && (breaks[nextBreak] as number) <= from + EPSILON) nextBreak++;
    const forced = breaks[nextBreak] ?? Number.POSITIVE_INFINITY;
    let to: number;
    let next: number | undefined;
    if (forced <= limit + EPSILON) to = forced;
    else if (end <= limit + EPSILON) to = end;
    else {
      while (nextKeep < keeps.length && (keeps[nextKeep] as Keep).to <= limit + EPSILON) nextKeep++;
      const keep = keeps[nextKeep];
      to = keep && keep.from < limit - EPSILON ? keep.from : limit;
      uncut ??= new Uncut(canvas.marks, height);
      ({ to, next } = uncut.below(from, to <= from + EPSILON ? limit : to));
      if (to - from < EDGES && uncut.isBlank(from, to)) {
        from = to;
        continue;
      }
    }
    if (slices.length === most) throw tooLong(most);
    slices.push({ from, to, heads: fits ? heads : [], headHeight: fits ? headHeight : 0 });
    from = next ?? to;
  } while (from < end - EPSILON);
  return slices;
}

function endOf(marks: readonly Mark[]): number {
  let end = 0;
  for (const mark of marks) if ('height' in mark) end = Math.max(end, mark.y + mark.height);
  return end;
}

/** Stretches that touch become one. */
function merged(keeps: Keep[]): Keep[] {
  const sorted = keeps.sort((one, other) => one.from - other.from);
  const found: Keep[] = [];
  for (const { from, to } of sorted) {
    const last = found.at(-1);
    if (last && from < last.to - EPSILON) last.to = Math.max(last.to, to);
    else found.push({ from, to });
  }
  return found;
}

/** Where lines of text and pictures are, sorted: what must not be cut. */
class Uncut {
  private readonly pieces: { readonly from: number; readonly to: number }[] = [];
  private tallest = 0;

  constructor(marks: readonly Mark[], pageHeight: number) {
    for (const mark of marks) {
      // What is taller than a page will be cut anyway.
      if ((mark.kind !== 'text' && mark.kind !== 'image') || mark.height > pageHeight) continue;
      this.pieces.push({ from: mark.y, to: mark.y + mark.height });
      this.tallest = Math.max(this.tallest, mark.height);
    }
    this.pieces.sort((one, other) => one.from - other.from);
  }

  /**
   * The lowest place between `from` and `limit` that cuts nothing. Where there is none, as between columns of letters
   * of two sizes, the page ends at the limit, and the next one begins with the highest of what would be cut.
   */
  below(from: number, limit: number): { to: number; next: number } {
    let to = limit;
    for (;;) {
      let lower = to;
      for (let i = this.firstFrom(to - this.tallest - 1); i < this.pieces.length; i++) {
        const piece = this.pieces[i] as Keep;
        if (piece.from >= to - EPSILON) break;
        if (piece.to > to + EPSILON) lower = Math.min(lower, piece.from);
      }
      if (lower === to) return { to, next: to };
      if (lower <= from + EPSILON) return { to: limit, next: this.highestCut(from, limit) };
      to = lower;
    }
  }

  /** Whether neither letters nor pictures begin there. */
  isBlank(from: number, to: number): boolean {
    const first = this.pieces[this.firstFrom(from - EPSILON)];
    return first === undefined || first.from >= to - EPSILON;
  }

  private highestCut(from: number, limit: number): number {
    for (let i = this.firstFrom(limit - this.tallest - 1); i < this.pieces.length; i++) {
      const piece = this.pieces[i] as Keep;
      if (piece.from >= limit) break;
      if (piece.from > from + EPSILON && piece.to > limit + EPSILON) return piece.from;
    }
    return limit;
  }

  private firstFrom(y: number): number {
    let low = 0;
    let high = this.pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.pieces[middle] as Keep).from < y) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The first slice that a place is in. */
function sliceAt(slices: readonly Slice[], y: number): number {
  let low = 0;
  let high = slices.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((slices[middle] as Slice).to > y + EPSILON) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Gives each page what is on it, measured from its top. */
function distribute(canvas: Canvas, slices: readonly Slice[]): Mark[][] {
  const pages = slices.map(({ heads }) => {
    const marks: Mark[] = [];
    let top = 0;
    for (const head of heads) {
      for (const mark of canvas.marks.slice(head.first, head.end)) {
        if (mark.kind !== 'bookmark' && mark.kind !== 'anchor') marks.push({ ...mark, y: mark.y - head.top + top });
      }
      top += head.height;
    }
    return marks;
  });
  const put = (page: number, mark: Mark): void => {
    const { from, headHeight } = slices[page] as Slice;
    mark.y += headHeight - from;
    (pages[page] as Mark[]).push(mark);
  };
  for (const mark of canvas.marks) {
    const page = sliceAt(slices, mark.y);
    if (mark.kind === 'rect' || mark.kind === 'frame' || (mark.kind === 'line' && mark.height > 0)) {
      const bottom = mark.y + mark.height;
      for (let i = page; i < slices.length && (slices[i] as Slice).from < bottom - EPSILON; i++) {
        const { from, to } = slices[i] as Slice;
        const y = Math.max(from, mark.y);
        const height = Math.min(to, bottom) - y;
        if (height > 0) put(i, { ...mark, y, height });
      }
      continue;
    }
    // A border on the cut closes the page above it, and opens the one below.
    const onCut = mark.kind === 'line' && page > 0 && Math.abs((slices[page] as Slice).from - mark.y) < EPSILON;
    if (onCut) put(page - 1, { ...mark });
    const isCut = 'height' in mark && mark.y + mark.height > (slices[page] as Slice).to + EPSILON;
    const next = slices[page + 1];
    put(isCut && next && next.from <= mark.y + EPSILON ? page + 1 : page, mark);
  }
  return pages;
}
