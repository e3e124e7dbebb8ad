import { type Element, isTag } from 'domhandler';
import type { TreeElement } from '../../style/sheets/siblingViews.ts';
import type { Style } from '../../style/style.ts';
import { pairs } from './counters.ts';

/** Returns the declarations that change counters at an element. `around`: the style around it. */
type CountersOf = (view: TreeElement, around: Style) => ReadonlyMap<string, string> | undefined;

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

  /** Returns the number of a child, and counts it if it is an item. `around`: the style around it. */
  of(view: TreeElement, { display }: Style, around: Style): number {
    const { attribs } = view.element;
    if (display !== 'list-item') return this.#next;
    const declarations = this.#countersOf(view, around);
    const declared = (property: string, standard: number): number | undefined =>
      pairs(declarations?.get(property), standard).find(([counter]) => counter === 'list-item')?.[1];
    const by = declared('counter-increment', 1) ?? this.#step;
    const number = declared('counter-set', 0) ?? integerOf(attribs['value']) ?? this.#next - this.#step + by;
    this.#next = number + this.#step;
    return number;
  }
}

/** The lists that are open while a document is read from its start to its end. */
export class OpenLists {
  readonly #countersOf: CountersOf;
  /** For each open element: the numbers of the list that it is in. */
  readonly #lists: (ItemNumbers | undefined)[] = [];

  constructor(countersOf: CountersOf) {
    this.#countersOf = countersOf;
  }

  /** Enters the content of an element, and returns the numbers of the items in it: of its list, or its own ones without a list. */
  enter(view: TreeElement): ItemNumbers {
    const around = this.#lists.at(-1);
    const begins = isList(view.element);
    const numbers = around && !begins ? around : new ItemNumbers(view, this.#countersOf);
    this.#lists.push(begins ? numbers : around);
    return numbers;
  }

  leave(): void {
    this.#lists.pop();
  }
}

/** Returns the number of an attribute; undefined where it is none, or beyond the range of browsers, which ignore it then. */
function integerOf(text: string | undefined): number | undefined {
  const number = Number.parseInt(text ?? '', 10);
  return number >= -MAX_NUMBER - 1 && number <= MAX_NUMBER ? number : undefined;
}
const MAX_NUMBER = 2 ** 31 - 1;

/** The elements whose items are counted together, also those in other elements in them. */
const lists = /^(?:ol|ul|menu)$/;

const isList = ({ name }: Element): boolean => lists.test(name);

/** Returns the number of items of a list, without those of lists in it. */
function itemsIn(list: Element): number {
  let count = 0;
  const open: Element[] = [list];
  for (let around = open.pop(); around; around = open.pop())
    for (const child of around.children) {
      if (!isTag(child)) continue;
      if (child.name === 'li') count++;
      if (!isList(child)) open.push(child);
    }
  return count;
}
