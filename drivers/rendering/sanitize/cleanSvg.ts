import { type ChildNode, Element, isTag, isText, Text } from 'domhandler';
import { parseFragment, serializeOuter } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';
import {
  MAX_SVG,
  removedFromSvg,
  removedSvgAttribute,
  svgText,
} from '../../../domain/documents/warnings/sources/svgSupport.ts';
import { type Allowed, cleanDeclarations, cleanSheet } from './cleanCss.ts';
import { uriInDrawing } from './rasterUri.ts';
import { setChildren } from './setChildren.ts';

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
/** Names of SVG. The parser has taken the prefixes from those that have one, such as `xlink:href`. */
const named = /^(?!(?:xmlns|xlink)$)[a-z_][\w.-]*$/i;
/** Maximum nesting, which the serializer recurses over. */
const MAX_DEPTH = 200;

/** Cleans what is in a `<foreignObject>`. `depth`: how many elements of its drawing are around that. */
export type CleanHtml = (foreignObject: Element, depth: number) => void;

/** Nothing that is fetched: the file of a drawing is shown without the sheets, fonts and pictures that it refers to. */
const nothing: Allowed = { imageOf: () => undefined };

/**
 * Cleans an `<svg>` of a page: it stays in a document that is laid out, and becomes an `<img>` in any other. Returns
 * undefined for one that is too long.
 *
 * @param cleanHtml of a document that is laid out
 * @throws TemplateFault if its elements are nested too deeply
 */
export function cleanSvg(element: Element, cleanHtml: CleanHtml | undefined, allowed: Allowed): Element | undefined {
  const deferred: { foreign: Element; depth: number; children: ChildNode[] }[] = [];
  const defer: CleanHtml = (foreign, depth) => {
    deferred.push({ foreign, depth, children: foreign.children });
    foreign.children = [];
  };
  const title = titleOf(element);
  cleanDrawing(element, allowed, cleanHtml && defer);
  declareNamespaces(element);
  // The HTML in it is no part of its length: it is cleaned later, and may have further drawings.
  const uri = uriOf(element);
  if (uri === undefined) return undefined;
  if (cleanHtml) {
    for (const { foreign, depth, children } of deferred) {
      foreign.children = children;
      cleanHtml(foreign, depth);
    }
    return element;
  }
  const { class: names, id, style, width, height } = element.attribs;
  const alt = element.attribs['aria-label'] ?? title;
  const attributes = Object.entries({ src: uri, class: names, id, style, width, height, alt });
  const image = new Element(
    'img',
    Object.fromEntries(attributes.flatMap(([name, value]) => (value ? [[name, value]] : []))),
  );
  image.namespace = HTML;
  return image;
}

/** Returns the title of a drawing, which browsers say in place of it. */
function titleOf(drawing: Element): string | undefined {
  const title = drawing.children.filter(isTag).find((child) => child.name === 'title');
  const text = title?.children.map((child) => (isText(child) ? child.data : '')).join('');
  return text?.trim();
}

/** Data URIs of files by their text, undefined for those that are none: all documents of a template have the same pictures. */
const known = { withHtml: new Map<string, string | undefined>(), plain: new Map<string, string | undefined>() };
/** Maximum length of all files and URIs that are known, in characters. */
const MAX_KNOWN = 4_000_000;
let knownLength = 0;

/**
 * Returns the file of an SVG as a data URI, without what runs or is fetched; undefined if it is none, or too long.
 *
 * @param cleanHtml of a document that is laid out; in others, a drawing has no HTML
 * @throws TemplateFault if its elements are nested too deeply
 */
export function svgUri(file: string, cleanHtml?: CleanHtml): string | undefined {
  if (file.length > MAX_SVG) return undefined;
  const uris = cleanHtml ? known.withHtml : known.plain;
  if (uris.has(file)) return uris.get(file);
  const uri = cleanedUri(file, cleanHtml);
  const length = file.length + (uri?.length ?? 0);
  knownLength += length;
  if (knownLength > MAX_KNOWN) {
    for (const all of Object.values(known)) all.clear();
    knownLength = length;
  }
  uris.set(file, uri);
  return uri;
}

function cleanedUri(file: string, cleanHtml: CleanHtml | undefined): string | undefined {
  const text = svgText(file);
  const root = text === undefined ? undefined : parseFragment(text, { treeAdapter: adapter }).children.find(isTag);
  if (root?.name !== 'svg' || root.namespace !== SVG) return undefined;
  cleanDrawing(root, nothing, cleanHtml);
  declareNamespaces(root);
  return uriOf(root);
}

function declareNamespaces(root: Element): void {
  root.attribs = { ...root.attribs, xmlns: SVG, 'xmlns:xlink': XLINK };
}

function uriOf(root: Element): string | undefined {
  // An XML file has no such entity.
  const text = serializeOuter(root, { treeAdapter: adapter }).replaceAll('&nbsp;', '&#160;');
  return text.length > MAX_SVG ? undefined : `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;
}

/** Removes from a drawing what runs, moves, is fetched or is not SVG. */
function cleanDrawing(root: Element, allowed: Allowed, cleanHtml: CleanHtml | undefined): void {
  const todo: { element: Element; depth: number }[] = [{ element: root, depth: 1 }];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { element, depth } = next;
    if (depth > MAX_DEPTH) throw new TemplateFault(`a drawing has elements nested more than ${MAX_DEPTH} deep`);
    // The parser does not know it yet, and writes it in small letters.
    if (element.name === 'fedropshadow') element.name = 'feDropShadow';
    element.attribs = Object.fromEntries(cleanedAttributes(element));
    if (element.name === 'style') {
      const css = element.children.map((child) => ('data' in child ? String(child.data) : '')).join('');
      setChildren(element, [new Text(cleanSheet(css, allowed))]);
      continue;
    }
    if (element.name === 'foreignObject' && cleanHtml) {
      cleanHtml(element, depth);
      continue;
    }
    setChildren(
      element,
      element.children.filter((child) => staysInDrawing(child, cleanHtml !== undefined)),
    );
    for (const child of element.children) if (isTag(child)) todo.push({ element: child, depth: depth + 1 });
  }
}

/** Declarations without functions and escapes, which fetch nothing. */
const isPlainStyle = /^[^\\(@]*$/;

function* cleanedAttributes({ name: element, attribs }: Element): Generator<[string, string]> {
  for (const [name, value] of Object.entries(attribs)) {
    if (!named.test(name)) continue;
    let cleaned: string | undefined = value;
    if (name === 'style' && !isPlainStyle.test(value)) cleaned = cleanDeclarations(value, nothing.imageOf) || undefined;
    else if (removedSvgAttribute(element, name, value) !== undefined) cleaned = undefined;
    else if (name === 'href' && element === 'image' && !value.trim().startsWith('#')) cleaned = uriInDrawing(value);
    if (cleaned !== undefined) yield [name, cleaned];
  }
}

const staysInDrawing = (child: ChildNode, mayHaveHtml: boolean): boolean =>
  isTag(child)
    ? child.namespace === SVG && named.test(child.name) && removedFromSvg(child.name, mayHaveHtml) === undefined
    : isText(child);
