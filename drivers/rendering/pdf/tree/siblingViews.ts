import { type Element, isTag } from 'domhandler';
import type { ElementView } from '../style/selectors.ts';

/** An element, with its position as selectors see it. */
export interface TreeElement extends ElementView {
  readonly element: Element;
}

/** Counts the children of one element: `next` is called with each of them, in document order. */
export class SiblingViews {
  readonly #parent: TreeElement | undefined;
  readonly #countOfType = new Map<string, number>();
  readonly #seenOfType = new Map<string, number>();
  readonly #count: number;
  #index = 0;
  #previous: TreeElement | undefined;

  constructor(
    parent: TreeElement | undefined,
    children: readonly Element[] = parent?.element.children.filter(isTag) ?? [],
  ) {
    this.#parent = parent;
    this.#count = children.length;
    for (const { name } of children) this.#countOfType.set(name, (this.#countOfType.get(name) ?? 0) + 1);
  }

  next(element: Element): TreeElement {
    const { name, attribs } = element;
    const indexOfType = (this.#seenOfType.get(name) ?? 0) + 1;
    this.#seenOfType.set(name, indexOfType);
    this.#index++;
    this.#previous = {
      element,
      tag: name,
      attributes: attribs,
      id: attribs['id'],
      classes: attribs['class']?.split(/\s+/) ?? [],
      parent: this.#parent,
      previous: this.#previous,
      index: this.#index,
      fromEnd: this.#count - this.#index + 1,
      indexOfType,
      fromEndOfType: (this.#countOfType.get(name) ?? 0) - indexOfType + 1,
      empty: element.children.length === 0,
    };
    return this.#previous;
  }
}
