import type { ChildNode, ParentNode } from 'domhandler';

/** Replaces the children of a node at once: removing 100,000 children one by one would move each of them as many times. */
export function setChildren(parent: ParentNode, children: ChildNode[]): void {
  parent.children = children;
  for (const [index, child] of children.entries()) {
    child.parent = parent;
    child.prev = children[index - 1] ?? null;
    child.next = children[index + 1] ?? null;
  }
}
