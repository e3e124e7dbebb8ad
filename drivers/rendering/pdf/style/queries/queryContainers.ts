import type { Style } from '../style.ts';
import { readLength, resolved } from '../values/lengths.ts';
import type { QuerySize } from './queryContainer.ts';

/** Differences of a size that make no other; pt. */
const EPSILON = 0.01;

/** The containers of a document, with the sizes that they had when it was laid out last. */
export class QueryContainers {
  #sizes = new Map<object, QuerySize>();
  #measured = new Map<object, QuerySize>();
  readonly #styles = new WeakMap<object, { readonly base: Style; readonly own: Style }>();

  /** Returns the style of an element, which is its own if it is a container: elements in it find it by this style. */
  styleOf(element: object, base: Style): Style {
    const { query } = base.container;
    if (!query?.isQueried) return base;
    const known = this.#styles.get(element);
    if (known?.base === base) return known.own;
    const { units } = base;
    const lengthOf = (text: string): number | undefined => {
      const length = readLength(text, base.size, units);
      return length === undefined ? undefined : resolved(length, 0);
    };
    const container = { ...query, size: this.#sizes.get(element), lengthOf };
    const own: Style = {
      ...base,
      container: { ...base.container, measured: (size) => this.#measured.set(element, size) },
      units: { ...units, containers: [container, ...(units.containers ?? [])] },
    };
    this.#styles.set(element, { base, own });
    return own;
  }

  /** Whether a container has another size than the styles in it were computed with. They are computed with it then. */
  haveChanged(): boolean {
    const hasChanged = [...this.#measured].some(([element, { width, height }]) => {
      const known = this.#sizes.get(element);
      return (
        !known || Math.abs(known.width - width) > EPSILON || Math.abs((known.height ?? 0) - (height ?? 0)) > EPSILON
      );
    });
    [this.#sizes, this.#measured] = [this.#measured, new Map()];
    return hasChanged;
  }
}
