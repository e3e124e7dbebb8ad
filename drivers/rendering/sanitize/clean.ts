import {
  type ChildNode,
  Comment,
  type Document,
  Element,
  isComment,
  isTag,
  isText,
  type ParentNode,
  Text,
} from 'domhandler';
import { parse, serialize } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';
import {
  allowedElements,
  droppedElements,
  fieldElements,
  isUnknownElement,
} from '../../../domain/documents/warnings/htmlSupport.ts';
import { type AttributeOptions, cleanAttribute, cleanMeta } from './cleanAttributes.ts';
import { type Allowed, cleanSheet } from './cleanCss.ts';
import { type CleanHtml, cleanSvg } from './cleanSvg.ts';
import { cleanComment, ENDS_OTHERS, startsOthers } from './conditionalComments.ts';
import type { FontFaceRule } from './fontFaces.ts';
import { makeImages } from './imageSources.ts';
import { uriInDrawing } from './rasterUri.ts';
import { setChildren } from './setChildren.ts';

/** Maximum nesting of elements. The layout recurses once for each level. */
const MAX_DEPTH = 400;

export interface CleanOptions {
  /** The folder that picture names refer to. */
  readonly folder: string;
  /** The document is an e-mail: conditional comments for Outlook are cleaned and stay. */
  readonly email?: EmailOptions | undefined;
  /** Receives the `@font-face` rules, which are removed from the sheets. */
  readonly fontFaces?: FontFaceRule[];
  /** The document is laid out here: its drawings, form fields and custom elements stay. */
  readonly isLaidOut?: boolean;
  /** The fields of forms stay. `isLaidOut` implies it. */
  readonly hasFields?: boolean;
  /** Links that lead nowhere retain their `href`: what is made of the tree must not follow them. */
  readonly inertLinks?: boolean;
}

export interface EmailOptions {
  /** Whether images may be `https:` addresses, which mail programs fetch. */
  readonly remoteImages: boolean;
}

/**
 * Parses HTML and removes everything that is not on a list of allowed elements and attributes: nothing in the result
 * runs or is fetched. It works on the tree that is laid out; a library would have to serialize and parse it again.
 *
 * @throws TemplateFault if the elements are nested too deeply
 */
export function cleanTree(
  html: string,
  { folder, email, fontFaces, isLaidOut = false, hasFields = isLaidOut, inertLinks = false }: CleanOptions,
): Document {
  // A mark of byte order before the DOCTYPE would be text, and the document in quirks mode.
  const document = parse(html.replace(/^\uFEFF/, ''), { treeAdapter: adapter, scriptingEnabled: false });
  const shared = { email: email !== undefined, isLaidOut, hasFields, inertLinks };
  const imageOf = makeImages(folder, email, isLaidOut ? cleanHtmlOfFile : undefined);
  cleanContent(document, 0, { ...shared, imageOf, ...(fontFaces && { fontFaces }) });
  if (email) removeUnpaired(document);
  return document;
}

/** Cleans the HTML in the file of a drawing, which is the same in all documents. */
const cleanHtmlOfFile: CleanHtml = (element, depth) =>
  cleanContent(element, depth, {
    email: false,
    isLaidOut: true,
    hasFields: true,
    inertLinks: true,
    imageOf: uriInDrawing,
  });

/** Cleans all that is in an element, which stands so deep in its document. */
function cleanContent(root: ParentNode, depthOfRoot: number, options: ElementOptions): void {
  const todo: { parent: ParentNode; depth: number }[] = [{ parent: root, depth: depthOfRoot }];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { parent, depth } = next;
    if (depth > MAX_DEPTH) throw new TemplateFault(`the document has elements nested more than ${MAX_DEPTH} deep`);
    // The HTML in a drawing is cleaned with the HTML around it: each level would be a recursion.
    const cleanHtml: CleanHtml = (element, within) => todo.push({ parent: element, depth: depth + within + 1 });
    const children = allowedChildren(parent, { ...options, ...(options.isLaidOut && { cleanHtml }) });
    setChildren(parent, children);
    for (const child of children)
      if (isTag(child) && child.children.length > 0 && child.name !== 'svg')
        todo.push({ parent: child, depth: depth + 1 });
  }
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

type ElementOptions = AttributeOptions &
  Allowed & { readonly isLaidOut: boolean; readonly hasFields: boolean; readonly cleanHtml?: CleanHtml };

/** Returns the allowed children, cleaned. The children of an element that is not allowed replace it. */
function allowedChildren(parent: ParentNode, options: ElementOptions): ChildNode[] {
  const allowed: ChildNode[] = [];
  const todo = [...parent.children].reverse();
  for (let child = todo.pop(); child; child = todo.pop()) {
    if (isText(child)) allowed.push(child);
    else if (isComment(child)) allowed.push(...allowedComment(child, options));
    else if (isTag(child)) {
      const result = keptElement(child, options);
      if (result === 'content') for (const inner of child.children.toReversed()) todo.push(inner);
      else if (result) allowed.push(result);
    }
  }
  return allowed;
}

/** Returns an element, cleaned; `content` where its children replace it, and undefined where it is removed. */
function keptElement(element: Element, options: ElementOptions): Element | 'content' | undefined {
  const name = element.name.toLowerCase();
  if (name === 'svg' && element.namespace === SVG) {
    const drawing = cleanSvg(element, options.cleanHtml, options);
    return drawing && (drawing === element || cleanElement(drawing, drawing.name, options)) ? drawing : undefined;
  }
  const isField = options.hasFields && fieldElements.has(name);
  if ((droppedElements.has(name) && !isField) || (element.namespace ?? HTML) !== HTML) return undefined;
  // Without the attributes that are not allowed, nothing gives it a meaning.
  const isLaidOut = isField || (options.isLaidOut && isUnknownElement(name));
  if (!allowedElements.has(name) && !isLaidOut) return 'content';
  return cleanElement(element, name, options) ? element : undefined;
}

function allowedComment({ data }: Comment, options: AttributeOptions): Comment[] {
  const cleaned = options.email ? cleanComment(data, options) : undefined;
  return cleaned === undefined ? [] : [new Comment(cleaned)];
}

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';

/** Removes attributes that are not allowed. Returns false if the element has no purpose without them. */
function cleanElement(element: Element, name: string, options: ElementOptions): boolean {
  const original = element.attribs;
  element.attribs = {};
  delete element['x-attribsNamespace'];
  delete element['x-attribsPrefix'];
  for (const [attribute, value] of Object.entries(original)) {
    const cleaned = cleanAttribute(name, attribute.toLowerCase(), value, options);
    if (cleaned !== undefined) element.attribs[attribute.toLowerCase()] = cleaned;
  }
  if (name === 'style') {
    const css = element.children.map((child) => (isText(child) ? child.data : '')).join('');
    setChildren(element, [new Text(cleanSheet(css, options))]);
  }
  if (name !== 'meta') return true;
  const meta = cleanMeta(original);
  if (meta) element.attribs = meta;
  return meta !== undefined;
}

/** Removes each comment that starts content for others than Outlook without an end, which would hide the rest, or ends none. */
function removeUnpaired(document: Document): void {
  const open: Comment[] = [];
  const unpaired: Comment[] = [];
  const todo: ChildNode[] = [...document.children].reverse();
  for (let node = todo.pop(); node; node = todo.pop()) {
    if (isTag(node)) for (const child of node.children.toReversed()) todo.push(child);
    if (!isComment(node)) continue;
    if (node.data === ENDS_OTHERS) {
      if (!open.pop()) unpaired.push(node);
    } else if (startsOthers(node.data)) open.push(node);
  }
  const removed: ReadonlySet<ChildNode> = new Set([...open, ...unpaired]);
  for (const parent of new Set([...removed].map((comment) => comment.parent))) {
    const children = parent?.children.filter((child) => !removed.has(child));
    if (parent && children) setChildren(parent, children);
  }
}
