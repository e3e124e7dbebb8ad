import { type DefaultTreeAdapterTypes, html as names, parse } from 'parse5';

export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;
type Parent = DefaultTreeAdapterTypes.ParentNode;

/** Elements that would be followed, run or fetched: they are removed. */
const DROPPED = new Set([
  'script',
  'noscript',
  'iframe',
  'frame',
  'object',
  'embed',
  'applet',
  'link',
  'base',
  'template',
  'svg',
  'math',
]);

const SIZES: Readonly<Record<string, readonly [number, number]>> = {
  a3: [29.7, 42],
  a4: [21, 29.7],
  a5: [14.8, 21],
  b5: [17.6, 25],
  letter: [21.59, 27.94],
  legal: [21.59, 35.56],
};
const CM: Readonly<Record<string, number>> = { cm: 1, mm: 0.1, in: 2.54, pt: 2.54 / 72, px: 2.54 / 96 };

type Page = DefaultTreeAdapterTypes.Document;

/**
 * Parses a page, removes what would be fetched or run, and has `each` rewrite every element. Parents come before their
 * children.
 */
export function preparedTree(
  html: string,
  each: (element: Element) => void,
  inPlaceOf = (node: Node): Node[] => [node],
): Page {
  const page = parse(html);
  // Without recursion, because the nesting of the page has no limit.
  const pending: Parent[] = [page];
  for (let parent = pending.pop(); parent; parent = pending.pop()) {
    parent.childNodes = parent.childNodes.filter(isAllowed).flatMap(inPlaceOf);
    if (parent.nodeName === 'table') placeFooters(parent);
    for (const child of parent.childNodes) {
      if (!('tagName' in child)) continue;
      clean(child);
      each(child);
      pending.push(child);
    }
  }
  return page;
}

/** Moves the first `<tfoot>` of a table to its end, and makes all of them bodies: a sheet would lose their rows. Browsers show further ones in place. */
function placeFooters(table: Parent): void {
  const footers = childElements(table).filter(({ tagName }) => tagName === 'tfoot');
  const [first] = footers;
  if (!first) return;
  table.childNodes = [...table.childNodes.filter((node) => node !== first), first];
  for (const footer of footers) rename(footer, 'tbody');
}

/** Returns the elements in a node in the order of the page, without those in an element that `entered` excludes. */
export function* elementsIn(parent: Parent, entered: (element: Element) => boolean = () => true): Generator<Element> {
  const pending = childElements(parent).reverse();
  for (let element = pending.pop(); element; element = pending.pop()) {
    yield element;
    if (entered(element)) pending.push(...childElements(element).reverse());
  }
}

const childElements = (parent: Parent): Element[] => parent.childNodes.filter((node) => 'tagName' in node);

function isAllowed(node: Node): boolean {
  if (node.nodeName === '#comment') return false;
  if (!('tagName' in node)) return true;
  if (DROPPED.has(node.tagName)) return false;
  if (node.tagName === 'meta') return attribute(node, 'http-equiv') === undefined;
  return node.tagName !== 'img' || isData(attribute(node, 'src') ?? '');
}

/** Removes all sources but data URIs, so that nothing is fetched, here or where the document is opened. */
function clean(element: Element): void {
  element.attrs = element.attrs.filter(
    ({ name, value }) =>
      !name.startsWith('on') &&
      !['background', 'srcset', 'longdesc', 'lowsrc', 'dynsrc', 'action', 'formaction', 'poster', 'data'].includes(
        name,
      ) &&
      (name !== 'src' || isData(value)) &&
      (name !== 'href' || /^\s*(https?:|mailto:|tel:|#)/i.test(value)),
  );
  const style = attribute(element, 'style');
  if (style !== undefined) set(element, 'style', cleanStyle(style));
  if (element.tagName === 'style') {
    for (const child of element.childNodes) if ('value' in child) child.value = pageSizes(cleanStyle(child.value));
  }
}

function isData(address: string): boolean {
  return /^\s*data:image\//i.test(address);
}

function cleanStyle(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?(\*\/|$)/g, '')
    .replace(/@import[^;]*;?/gi, '')
    .replace(/\\/g, '')
    .replace(/url\s*\((?!\s*["']?\s*data:)[^)]*\)?/gi, 'none');
}

export function rename(element: Element, name: string): void {
  element.tagName = name;
  element.nodeName = name;
  element.namespaceURI = names.NS.HTML;
}

export function wholeText(element: Element): string {
  let text = '';
  const pending: Node[] = [...element.childNodes].reverse();
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value;
    if ('childNodes' in node) pending.push(...[...node.childNodes].reverse());
  }
  return text;
}

export const textNode = (value: string, parentNode: Element): Node => ({ nodeName: '#text', value, parentNode });

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
}

export function set(element: Element, name: string, value: string): void {
  remove(element, name);
  element.attrs.push({ name, value });
}

export function remove(element: Element, name: string): void {
  element.attrs = element.attrs.filter((one) => one.name !== name);
}

/** Whether an element is a `<span data-page-number>` or a `<span data-page-count>`. */
export const isPageField = (element: Element): boolean =>
  attribute(element, 'data-page-number') !== undefined || attribute(element, 'data-page-count') !== undefined;

/** Replaces page sizes such as `A4 landscape` by two lengths, which LibreOffice reads. */
function pageSizes(css: string): string {
  return css.replace(/(@page[^{]*\{[^}]*?\bsize\s*:\s*)([^;}]+)/gi, (whole, before: string, size: string) => {
    const words = size.trim().toLowerCase().split(/\s+/);
    const isLandscape = words.includes('landscape');
    const lengths = words.map((word) => {
      const [, number, unit = ''] = /^([\d.]+)([a-z]+)$/.exec(word) ?? [];
      return number === undefined ? Number.NaN : Number(number) * (CM[unit] ?? Number.NaN);
    });
    const [first, second = first] = lengths.filter((length) => length > 0);
    const named = words.map((word) => SIZES[word]).find((one) => one !== undefined);
    const [across, down] = first !== undefined && second !== undefined ? [first, second] : (named ?? SIZES.a4 ?? []);
    if (across === undefined || down === undefined) return whole;
    const [width, height] = isLandscape && across < down ? [down, across] : [across, down];
    return `${before}${width.toFixed(2)}cm ${height.toFixed(2)}cm`;
  });
}
