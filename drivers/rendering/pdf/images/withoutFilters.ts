import { type Element, isTag, isText } from 'domhandler';
import { serializeOuter } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';

/** Removes the filters of all elements of an SVG, in place, and returns its text. */
export function withoutFilters(root: Element): Uint8Array {
  const todo = [root];
  for (let element = todo.pop(); element; element = todo.pop()) {
    const { attribs } = element;
    delete attribs['filter'];
    if (attribs['style'] !== undefined) attribs['style'] = withoutFilter(attribs['style']);
    for (const child of element.children)
      if (isTag(child)) todo.push(child);
      else if (element.name === 'style' && isText(child)) child.data = withoutFilter(child.data);
  }
  return bytesOfSvg(root);
}

/** Returns the text of an SVG. */
export const bytesOfSvg = (root: Element): Uint8Array =>
  // The parser writes one reference that XML does not know.
  Buffer.from(serializeOuter(root, { treeAdapter: adapter }).replaceAll('&nbsp;', '&#160;'));

/** The program that draws the SVG ignores a hyphen before the name of a property. */
const withoutFilter = (css: string): string =>
  css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<![\w.#]-?)filter(?=\s*:)/gi, 'no-filter');
