import { EPSILON } from '../layout/canvas.ts';
import { isPiece, type Mark } from '../layout/mark.ts';

/** The extents of lines of text and pictures, which must not be cut, sorted by their tops. */
export class UncutPieces {
  private readonly pieces: { readonly from: number; readonly to: number }[] = [];
  private tallest = 0;

  constructor(marks: readonly Mark[], pageHeight: number) {
    for (const mark of marks) {
      // A piece taller than a page is cut anyway.
      if (!isPiece(mark) || mark.height > pageHeight + EPSILON) continue;
      this.pieces.push({ from: mark.y, to: mark.y + mark.height });
      this.tallest = Math.max(this.tallest, mark.height);
    }
    this.pieces.sort((one, other) => one.from - other.from);
  }

  /**
   * Returns the lowest position between `from` and `limit` that cuts no piece. Where there is none, as between columns
   * of text in two sizes, the page ends at the limit, and the next one begins at the highest piece that would be cut.
   */
  below(from: number, limit: number): { to: number; next: number } {
    let to = limit;
    for (;;) {
      let lower = to;
      let i = this.firstFrom(to - this.tallest - 1);
      for (let piece = this.pieces[i]; piece; piece = this.pieces[++i]) {
        if (piece.from >= to - EPSILON) break;
        if (piece.to > to + EPSILON) lower = Math.min(lower, piece.from);
      }
      if (lower === to) return { to, next: to };
      if (lower <= from + EPSILON) return { to: limit, next: this.highestCut(from, limit) };
      to = lower;
    }
  }

  /** As `below`, where a page that has no space for the first piece shows the edges above it alone. */
  belowEdges(from: number, limit: number): { to: number; next: number } {
    const first = this.pieces[this.firstFrom(from - EPSILON)];
    if (!first || first.to <= limit + EPSILON) return this.below(from, limit);
    return { to: Math.min(first.from, limit), next: first.from };
  }

  isEmpty(): boolean {
    return this.pieces.length === 0;
  }

  /** Whether a whole piece is in this range. */
  hasWhole(from: number, to: number): boolean {
    let i = this.firstFrom(from - EPSILON);
    for (let piece = this.pieces[i]; piece && piece.from < to; piece = this.pieces[++i]) {
      if (piece.to <= to + EPSILON) return true;
    }
    return false;
  }

  /** Whether no piece begins in this range. */
  isBlank(from: number, to: number): boolean {
    const first = this.pieces[this.firstFrom(from - EPSILON)];
    return first === undefined || first.from >= to - EPSILON;
  }

  private highestCut(from: number, limit: number): number {
    let i = this.firstFrom(limit - this.tallest - 1);
    for (let piece = this.pieces[i]; piece; piece = this.pieces[++i]) {
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
      const piece = this.pieces[middle];
      if (piece && piece.from < y) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
