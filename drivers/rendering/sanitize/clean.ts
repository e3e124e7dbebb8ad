import { type ChildNode, type Document, Element, isTag, isText, type ParentNode, Text } from 'domhandler';
import { parse, serialize } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';
import { allowedElements, droppedElements } from '../../../domain/documents/warnings/htmlSupport.ts';
import { cleanDeclarations, cleanSheet, type ImageOf } from './cleanCss.ts';
import { makeImages } from './imageSources.ts';

/** Maximum nesting of elements. The layout recurses once for each level. */
const MAX_DEPTH = 400;

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Allowed attributes, besides `data-` and `aria-` attributes. */
const attributes = words(`class id style title lang dir align valign width height colspan rowspan span bgcolor border
  cellpadding cellspacing color face size start type value name alt scope headers abbr role datetime reversed nowrap rules
  clear char summary hidden`);
/** Allowed names of metadata. */
const metaNames = words('author description keywords subject generator language date viewport color-scheme');

export interface CleanOptions {
  /** The folder that picture names refer to. */
  readonly folder: string;
}

/**
 * Parses HTML and removes everything that is not on a list of allowed elements and attributes: nothing in the result
 * runs or is fetched. It works on the tree that is laid out; a library would have to serialize and parse it again.
 *
 * @throws TemplateFault if the elements are nested too deeply
 */
export function cleanTree(html: string, { folder }: CleanOptions): Document {
  const document = parse(html, { treeAdapter: adapter, scriptingEnabled: false });
  const imageOf = makeImages(folder);
  const todo: { parent: ParentNode; depth: number }[] = [{ parent: document, depth: 0 }];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { parent, depth } = next;
    if (depth > MAX_DEPTH) throw new TemplateFault(`the document has elements nested more than ${MAX_DEPTH} deep`);
    const children = allowedChildren(parent, imageOf);
    setChildren(parent, children);
    for (const child of children)
      if (isTag(child) && child.children.length > 0) todo.push({ parent: child, depth: depth + 1 });
  }
  return document;
}

/** Serializes a document, with a declaration of its encoding. */
export function toHtml(document: Document): string {
  const root = document.children.find(isTag);
  const head = root?.children.find((child) => isTag(child) && child.name === 'head');
  if (head && isTag(head) && !head.children.some((child) => isTag(child) && child.attribs['charset'])) {
    const meta = new Element('meta', { charset: 'utf-8' });
    meta.namespace = HTML;
    setChildren(head, [meta, ...head.children]);
  }
  return `<!DOCTYPE html>${root ? serialize(document, { treeAdapter: adapter }) : ''}`;
}

/** Returns the allowed children, cleaned. The children of an element that is not allowed replace it. */
function allowedChildren(parent: ParentNode, imageOf: ImageOf): ChildNode[] {
  const allowed: ChildNode[] = [];
  const todo = [...parent.children].reverse();
  for (let child = todo.pop(); child; child = todo.pop()) {
    if (isText(child)) allowed.push(child);
    else if (isTag(child)) {
      const name = child.name.toLowerCase();
      if (droppedElements.has(name) || (child.namespace ?? HTML) !== HTML) continue;
      if (!allowedElements.has(name)) for (const inner of child.children.toReversed()) todo.push(inner);
      else if (cleanElement(child, name, imageOf)) allowed.push(child);
    }
  }
  return allowed;
}

const HTML = 'http://www.w3.org/1999/xhtml';

function setChildren(parent: ParentNode, children: ChildNode[]): void {
  parent.children = children;
  children.forEach((child, at) => {
    child.parent = parent;
    child.prev = children[at - 1] ?? null;
    child.next = children[at + 1] ?? null;
  });
}

/** Removes attributes that are not allowed. Returns false if the element has no purpose without them. */
function cleanElement(element: Element, name: string, imageOf: ImageOf): boolean {
  const original = element.attribs;
  element.attribs = {};
  delete element['x-attribsNamespace'];
  delete element['x-attribsPrefix'];
  for (const [attribute, value] of Object.entries(original)) {
    const cleaned = cleanAttribute(name, attribute.toLowerCase(), value, imageOf);
    if (cleaned !== undefined) element.attribs[attribute.toLowerCase()] = cleaned;
  }
  if (name === 'style') {
    const css = element.children.map((child) => (isText(child) ? child.data : '')).join('');
    setChildren(element, [new Text(cleanSheet(css, imageOf))]);
  }
  if (name === 'meta') return cleanMeta(element, original);
  return true;
}

function cleanMeta(element: Element, { charset, name, content }: Record<string, string>): boolean {
  if (charset !== undefined) element.attribs = { charset: 'utf-8' };
  else if (name && content !== undefined && metaNames.has(name.toLowerCase())) element.attribs = { name, content };
  else return false;
  return true;
}

function cleanAttribute(element: string, name: string, value: string, imageOf: ImageOf): string | undefined {
  if (name === 'style') return cleanDeclarations(value, imageOf) || undefined;
  if (name === 'src') return element === 'img' ? imageOf(value) : undefined;
  if (name === 'media') return element === 'style' ? value : undefined;
  if (name === 'href') return element === 'a' ? linkOf(value) : undefined;
  if (attributes.has(name) || /^(?:data|aria)-[a-z0-9-]+$/.test(name)) return value;
  return undefined;
}

/** Returns an allowed link target: a place in the document, a web, mail or telephone address. Otherwise undefined. */
export function linkOf(value: string): string | undefined {
  // Browsers drop control characters before they read the scheme.
  const link = value
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .replaceAll(' ', '%20');
  return /^(?:https?:\/\/|mailto:|tel:|#)/i.test(link) ? link : undefined;
}
