import { type ChildNode, Element, isTag, Text } from 'domhandler';
import { serializeOuter } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import type { Allowed } from './cleanCss.ts';
import { cleanSheet } from './cleanCss.ts';
import { asSvgUri } from './imageSources.ts';

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';
/** Maximum nesting, which the serializer recurses over. */
const MAX_DEPTH = 50;

/**
 * Cleans an `<svg>` of a page: it stays in a document that is laid out, and becomes an `<img>` in any other. Returns
 * undefined for one with a script or a reference to something outside of it.
 */
export function cleanSvg(element: Element, isLaidOut: boolean, allowed: Allowed): Element | undefined {
  if (!cleanSheets(element, allowed)) return undefined;
  element.attribs = { xmlns: SVG, ...element.attribs };
  const uri = asSvgUri(serializeOuter(element, { treeAdapter: adapter }));
  if (uri === undefined || isLaidOut) return uri === undefined ? undefined : element;
  const { class: names, id, style, width, height } = element.attribs;
  const alt = element.attribs['aria-label'];
  const attributes = Object.entries({ src: uri, class: names, id, style, width, height, alt });
  const image = new Element(
    'img',
    Object.fromEntries(attributes.flatMap(([name, value]) => (value ? [[name, value]] : []))),
  );
  image.namespace = HTML;
  return image;
}

/** Cleans the sheets in a drawing. Returns false where it is nested too deeply. */
function cleanSheets(root: Element, allowed: Allowed): boolean {
  const todo: { node: ChildNode; depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { node, depth } = next;
    if (!isTag(node)) continue;
    if (depth > MAX_DEPTH) return false;
    if (node.name === 'style') {
      const css = node.children.map((child) => ('data' in child ? String(child.data) : '')).join('');
      const text = new Text(cleanSheet(css, allowed));
      text.parent = node;
      node.children = [text];
    } else for (const child of node.children) todo.push({ node: child, depth: depth + 1 });
  }
  return true;
}
