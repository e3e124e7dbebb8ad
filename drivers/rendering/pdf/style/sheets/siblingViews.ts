import { type Element, isTag } from 'domhandler';
import type { ElementView } from './elementView.ts';

/** An element, with its position as selectors see it. */
export interface TreeElement extends ElementView {
  readonly element: Element;
  readonly parent: TreeElement | undefined;
  /** Whether the names of classes and ids have no case, as in quirks mode. */
  readonly foldsCase: boolean;
  children(): readonly TreeElement[];
}

/** The elements in each element that a selector has asked about. */
const known = new WeakMap<TreeElement, readonly TreeElement[]>();

function childrenOf(parent: TreeElement): readonly TreeElement[] {
  let children = known.get(parent);
  if (!children) {
    const views = new SiblingViews(parent);
    children = parent.element.children.filter(isTag).map((child) => views.next(child));
    known.set(parent, children);
  }
  return children;
}

/** Counts the children of one element: `next` is called with each of them, in document order. */
export class SiblingViews {
  readonly #parent: TreeElement | undefined;
  readonly #foldsCase: boolean;
  readonly #countOfType = new Map<string, number>();
  readonly #seenOfType = new Map<string, number>();
  readonly #count: number;
  #index = 0;
  #previous: TreeElement | undefined;

  constructor(
    parent: TreeElement | undefined,
    children: readonly Element[] = parent?.element.children.filter(isTag) ?? [],
    foldsCase = parent?.foldsCase ?? false,
  ) {
    this.#parent = parent;
    this.#foldsCase = foldsCase;
    this.#count = children.length;
    for (const { name } of children) this.#countOfType.set(name, (this.#countOfType.get(name) ?? 0) + 1);
  }

  next(element: Element): TreeElement {
    const { name, attribs } = element;
    const indexOfType = (this.#seenOfType.get(name) ?? 0) + 1;
    this.#seenOfType.set(name, indexOfType);
    const made = this.#parent && known.get(this.#parent)?.[this.#index];
    this.#index++;
    if (made?.element === element) {
      this.#previous = made;
      return made;
    }
    const named = (text: string | undefined): string | undefined => (this.#foldsCase ? text?.toLowerCase() : text);
    const view: TreeElement = {
      element,
      foldsCase: this.#foldsCase,
      tag: name,
      attributes: attribs,
      id: named(attribs['id']),
      classes: named(attribs['class'])?.split(/\s+/) ?? [],
      parent: this.#parent,
      previous: this.#previous,
      index: this.#index,
      fromEnd: this.#count - this.#index + 1,
      indexOfType,
      fromEndOfType: (this.#countOfType.get(name) ?? 0) - indexOfType + 1,
      empty: element.children.length === 0,
      children: () => childrenOf(view),
    };
    this.#previous = view;
    return view;
  }
}
