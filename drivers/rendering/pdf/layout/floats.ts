import { EPSILON } from './canvas.ts';

/** The margin box of a float. */
interface Placed {
  readonly side: 'left' | 'right';
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The space between floats. */
export interface Room {
  readonly left: number;
  readonly right: number;
}

/** Above this number, floats that end far above are forgotten. */
const MANY = 200;

/** The floats of one block formatting context. */
export class Floats {
  private placed: Placed[] = [];
  /** No float is above an earlier one. */
  private top = Number.NEGATIVE_INFINITY;
  private lowest = Number.NEGATIVE_INFINITY;

  isEmpty(): boolean {
    return this.placed.length === 0;
  }

  /** Where the lowest float ends; -Infinity without one. */
  bottom(side: 'left' | 'right' | 'both' = 'both'): number {
    if (side === 'both') return this.lowest;
    return this.placed.reduce((bottom, one) => (one.side === side ? Math.max(bottom, one.bottom) : bottom), -Infinity);
  }

  /** The space that a line of this height has at `y`. */
  room(y: number, height: number, whole: Room): Room {
    let { left, right } = whole;
    for (const one of this.placed) {
      if (one.top >= y + Math.max(height, EPSILON) || one.bottom <= y + EPSILON) continue;
      if (one.side === 'left') left = Math.max(left, one.right);
      else right = Math.min(right, one.left);
    }
    return { left, right };
  }

  /** Where the first float below `y` ends; undefined without one. */
  nextBottom(y: number): number | undefined {
    let next = Number.POSITIVE_INFINITY;
    for (const { bottom } of this.placed) if (bottom > y + EPSILON && bottom < next) next = bottom;
    return Number.isFinite(next) ? next : undefined;
  }

  /** Finds the highest place, from `y` down, for a box of this width. */
  find(y: number, width: number, height: number, whole: Room): { readonly y: number; readonly room: Room } {
    let at = y;
    for (;;) {
      const room = this.room(at, height, whole);
      const next = width > room.right - room.left + EPSILON ? this.nextBottom(at) : undefined;
      if (next === undefined) return { y: at, room };
      at = next;
    }
  }

  /** Finds the place of a float. `y`: where it would stand. */
  placeFor(y: number, width: number, side: 'left' | 'right', whole: Room): { readonly x: number; readonly y: number } {
    const found = this.find(Math.max(y, this.top), width, 0, whole);
    return { x: side === 'left' ? found.room.left : Math.max(found.room.left, found.room.right - width), y: found.y };
  }

  add(placed: Placed): void {
    this.top = Math.max(this.top, placed.top);
    this.lowest = Math.max(this.lowest, placed.bottom);
    if (this.placed.length > MANY) this.placed = this.placed.filter(({ bottom }) => bottom > placed.top);
    this.placed.push(placed);
  }
}
