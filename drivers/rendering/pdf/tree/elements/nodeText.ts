import { type ChildNode, type Element, isTag, isText } from 'domhandler';

/** Returns the text of an element and of all elements in it. */
export function textOf(element: Element): string {
  let text = '';
  const stack: ChildNode[] = [...element.children].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isText(node)) text += node.data;
    else if (isTag(node)) for (const child of node.children.toReversed()) stack.push(child);
  }
  return text;
}
