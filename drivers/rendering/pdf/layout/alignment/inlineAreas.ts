import type { InlinePlacer } from '../../boxes/boxes.ts';
import { faceOf } from '../../fonts/fonts.ts';
import { fontMetricsOf } from '../../style/lines/lineHeight.ts';
import type { Style } from '../../style/style.ts';
import { resolved } from '../../style/values/lengths.ts';
import type { Offset } from '../boxGeometry.ts';
import type { Area } from '../canvas.ts';
import type { PendingBox } from '../layout.ts';
import type { Word } from '../words.ts';

/** The part of a line that an element is in; pt. */
interface LinePart {
  left: number;
  right: number;
  readonly top: number;
  readonly bottom: number;
  /** Of the line. */
  readonly y: number;
}

interface PlacedElement {
  first?: LinePart;
  last?: LinePart;
  readonly boxes: PendingBox[];
}

/** Where a word stands. */
interface WordPlace {
  readonly x: number;
  readonly width: number;
  /** Of its line. */
  readonly y: number;
  /** Returns where the baseline of a style is. */
  readonly baselineOf: (style: Style) => number;
  readonly offsetOf: (moving: readonly Style[]) => Offset;
}

/** Collects where the elements of a block's lines are that place boxes, and these boxes. */
export class InlineAreas {
  readonly #elements = new Map<InlinePlacer, PlacedElement>();

  /** Adds a word to the elements that it is in. */
  add({ placers = [], moved }: Word, { x, width, y, baselineOf, offsetOf }: WordPlace): void {
    const by = moved?.by ?? [];
    let [passed, left, down] = [0, x, 0];
    for (const placer of placers) {
      const { style } = placer;
      // Both lists are from the outside to the inside.
      const end = by.indexOf(style, passed) + 1;
      const own = offsetOf(by.slice(passed, end));
      [passed, left, down] = [end, left + own.aside, down + own.down];
      const element = this.#elementOf(placer);
      const { last } = element;
      if (last?.y === y) {
        last.left = Math.min(last.left, left);
        last.right = Math.max(last.right, left + width);
        continue;
      }
      const { ascent, descent } = fontMetricsOf(style, faceOf(style));
      const baseline = baselineOf(style) + down;
      const top = baseline - ascent - resolved(style.padding.top, 0);
      const bottom = baseline + descent + resolved(style.padding.bottom, 0);
      element.last = { left, right: left + width, top, bottom, y };
      element.first ??= element.last;
    }
  }

  /** Collects the positioned boxes that are noted in `pending` while something in the elements is drawn. */
  collect<Drawn>(pending: PendingBox[], placers: Word['placers'], draw: () => Drawn): Drawn {
    const first = pending.length;
    const drawn = draw();
    const placer = placers?.at(-1);
    if (placer) for (const box of pending.splice(first)) this.#elementOf(placer).boxes.push(box);
    return drawn;
  }

  /**
   * Returns the boxes of each element, with its padding box: as in browsers, from where the element begins to where it ends.
   * Undefined for an element that is not drawn.
   */
  *placed(): Generator<{ readonly area: Area | undefined; readonly boxes: readonly PendingBox[] }> {
    for (const [{ style }, { first, last, boxes }] of this.#elements) {
      if (boxes.length === 0) continue;
      const x = (first?.left ?? 0) + style.border.left.width;
      const right = (last?.right ?? 0) - style.border.right.width;
      const area = first && last && { x, y: first.top, width: Math.max(0, right - x), height: last.bottom - first.top };
      yield { area, boxes };
    }
  }

  #elementOf(placer: InlinePlacer): PlacedElement {
    const known = this.#elements.get(placer);
    if (known) return known;
    const element: PlacedElement = { boxes: [] };
    this.#elements.set(placer, element);
    return element;
  }
}
