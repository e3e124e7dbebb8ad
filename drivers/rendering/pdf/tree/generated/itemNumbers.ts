import { type Element, isTag } from 'domhandler';
import type { TreeElement } from '../../style/sheets/siblingViews.ts';
import type { Style } from '../../style/style.ts';
import { pairs } from './counters.ts';

/** Returns the declarations that change counters at an element. */
type CountersOf = (view: TreeElement) => ReadonlyMap<string, string> | undefined;

/** Numbers the items of a list, which the counter `list-item` counts. */
export class ItemNumbers {
  readonly #step: number;
  readonly #countersOf: CountersOf;
  #next: number;

  constructor({ element }: TreeElement, countersOf: CountersOf) {
    const { attribs } = element;
    this.#step = element.name === 'ol' && 'reversed' in attribs ? -1 : 1;
    this.#next = integerOf(attribs['start']) ?? (this.#step < 0 ? itemsIn(element) : 1);
    this.#countersOf = countersOf;
  }

  /** Returns the number of a child, and counts it if it is an item. */
  of(view: TreeElement, { display }: Style): number {
    const { attribs } = view.element;
    if (display !== 'list-item') return this.#next;
    const declarations = this.#countersOf(view);
    const declared = (property: string, standard: number): number | undefined =>
      pairs(declarations?.get(property), standard).find(([counter]) => counter === 'list-item')?.[1];
    const by = declared('counter-increment', 1) ?? this.#step;
    const number = declared('counter-set', 0) ?? integerOf(attribs['value']) ?? this.#next - this.#step + by;
    this.#next = number + this.#step;
    return number;
  }
}

/** Returns the number of an attribute; undefined where it is none, or beyond the range of browsers, which ignore it then. */
function integerOf(text: string | undefined): number | undefined {
  const number = Number.parseInt(text ?? '', 10);
  return number >= -MAX_NUMBER - 1 && number <= MAX_NUMBER ? number : undefined;
}
const MAX_NUMBER = 2 ** 31 - 1;

const itemsIn = ({ children }: Element): number =>
  children.filter((child) => isTag(child) && child.name === 'li').length;
