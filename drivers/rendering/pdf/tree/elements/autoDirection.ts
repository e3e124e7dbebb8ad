import { type Element, isTag, isText } from 'domhandler';

/** Maximum number of nodes that are searched for a letter. */
const MAX_NODES = 10_000;
/** Elements whose text says nothing about the direction around them. */
const apart = new Set(['bdi', 'script', 'style', 'textarea']);

const letter = /[\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{Lo}]/u;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;

/** Returns the direction that `dir="auto"` gives to an element: that of its first letter. */
export function autoDirection(element: Element): 'ltr' | 'rtl' {
  const { name, attribs } = element;
  const first = name === 'input' ? letter.exec(attribs['value'] ?? '')?.[0] : firstLetter(element);
  return first !== undefined && rightToLeft.test(first) ? 'rtl' : 'ltr';
}

function firstLetter(element: Element): string | undefined {
  const stack = element.children.slice(0, MAX_NODES).toReversed();
  for (let node = stack.pop(), left = MAX_NODES; node && left > 0; node = stack.pop(), left--) {
    const found = isText(node) ? letter.exec(node.data)?.[0] : undefined;
    if (found !== undefined) return found;
    if (isTag(node) && !apart.has(node.name) && !('dir' in node.attribs))
      for (const child of node.children.toReversed()) stack.push(child);
  }
  return undefined;
}
