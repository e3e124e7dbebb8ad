import { type DefaultTreeAdapterTypes, html as names, parse, serialize } from 'parse5';
import { inheritedBy, withOneFont } from './pageFonts.ts';
import { readCell } from './sheetCells.ts';
import { rowsOf } from './sheetRows.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
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
const PX: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 };
const CM: Readonly<Record<string, number>> = { cm: 1, mm: 0.1, in: 2.54, pt: 2.54 / 72, px: 2.54 / 96 };

/** Rewrites a page for a text document in the HTML that LibreOffice itself writes. */
export function prepareText(html: string): string {
  let rootStyle = '';
  return prepared(html, (element) => {
    if (element.tagName === 'html') rootStyle = attribute(element, 'style') ?? '';
    if (element.tagName === 'body') set(element, 'style', inheritedBy(attribute(element, 'style') ?? '', rootStyle));
    const style = attribute(element, 'style');
    if (style !== undefined) set(element, 'style', withOneFont(style));
    pageField(element);
    if (attribute(element, 'data-page') !== undefined) pageEdge(element);
    if (element.tagName === 'table') width(element);
    if (element.tagName === 'img') proportions(element);
  });
}

/** Rewrites a page for a sheet in the HTML that LibreOffice itself writes: each cell states its type. */
export function prepareSheet(html: string, format: string): string {
  const classes = new Map<string, string>();
  const page = prepared(
    html,
    (element) => {
      // A sheet counts as one page: its reader decides about the paper.
      if (isPageField(element)) element.childNodes = [textNode('1', element)];
      if (element.tagName !== 'td' && element.tagName !== 'th') return;
      // A CSV file has plain numbers and dates, without the format of the page.
      const cellAttribute = (name: string) =>
        format === 'csv' && name === 'data-format' ? undefined : attribute(element, name);
      const cell = readCell(cellAttribute, textOf(element).trim());
      for (const name of ['sdval', 'sdnum']) remove(element, name);
      // Without a type, LibreOffice would guess one: leading zeros would be lost, formulas would run.
      if (cell.kind === 'text') set(element, 'sdnum', '1033;1033;@');
      else {
        set(element, 'sdval', String(cell.value));
        set(element, 'sdnum', '1033;');
        // `sdnum` accepts only formats that LibreOffice has already; Excel's `mso-number-format` accepts all.
        const name = classes.get(cell.shown) ?? `shown${classes.size}`;
        classes.set(cell.shown, name);
        set(element, 'class', name);
      }
    },
    rowsOf,
  );
  const rules = [...classes].map(([shown, name]) => `.${name}{mso-number-format:'${cssString(shown)}'}`);
  return page.replace('</head>', () => `<style>${rules.join('\n')}</style></head>`);
}

/** Escapes a format for a CSS string in single quotes. LibreOffice reads no escaped single quote. */
const cssString = (format: string): string =>
  format
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll("'", '’')
    .replaceAll(/[^\p{L}\p{N}"]/gu, (letter) => `\\${letter}`);

function prepared(html: string, each: (element: Element) => void, inPlaceOf = (node: Node): Node[] => [node]): string {
  const page = parse(html);
  // Without recursion, because the nesting of the page has no limit.
  const pending: Parent[] = [page];
  for (let parent = pending.pop(); parent; parent = pending.pop()) {
    parent.childNodes = parent.childNodes.filter(isAllowed).flatMap(inPlaceOf);
    for (const child of parent.childNodes) {
      if (!('tagName' in child)) continue;
      clean(child);
      each(child);
      pending.push(child);
    }
  }
  return serialize(page);
}

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

/** Turns `<header data-page>` and `<footer data-page>` into LibreOffice's page header and footer. */
function pageEdge(element: Element): void {
  if (element.tagName !== 'header' && element.tagName !== 'footer') return;
  const title = element.tagName;
  rename(element, 'div');
  element.attrs = [{ name: 'title', value: title }];
}

/** Whether an element is a `<span data-page-number>` or a `<span data-page-count>`. */
const isPageField = (element: Element): boolean =>
  attribute(element, 'data-page-number') !== undefined || attribute(element, 'data-page-count') !== undefined;

function pageField(element: Element): void {
  if (!isPageField(element)) return;
  const number = attribute(element, 'data-page-number') !== undefined;
  rename(element, 'sdfield');
  element.childNodes = [];
  element.attrs = number
    ? [
        { name: 'type', value: 'PAGE' },
        { name: 'subtype', value: 'RANDOM' },
        { name: 'format', value: 'ARABIC' },
      ]
    : [
        { name: 'type', value: 'DOCSTAT' },
        { name: 'subtype', value: 'PAGE' },
      ];
}

function width(table: Element): void {
  const [, declared] = /(?:^|;)\s*width\s*:\s*([\d.]+(?:%|px)?)/i.exec(attribute(table, 'style') ?? '') ?? [];
  if (declared !== undefined && attribute(table, 'width') === undefined)
    set(table, 'width', declared.replace('px', ''));
}

/** Computes the other side of a picture that declares one: LibreOffice would use the original length. */
function proportions(image: Element): void {
  const style = attribute(image, 'style') ?? '';
  const declaredSide = (side: string): number | undefined => {
    const [, number, unit = 'px'] =
      new RegExp(`(?:^|;)\\s*${side}\\s*:\\s*([\\d.]+)(px|pt|mm|cm|in)`, 'i').exec(style) ?? [];
    const pixels =
      number === undefined ? Number(attribute(image, side)) : Number(number) * (PX[unit.toLowerCase()] ?? 1);
    return pixels > 0 ? pixels : undefined;
  };
  const [across, down] = [declaredSide('width'), declaredSide('height')];
  const natural = pngSize(attribute(image, 'src') ?? '');
  if (!natural || (across === undefined) === (down === undefined)) return;
  const ratio = natural.width / natural.height;
  const width = across ?? (down ?? 0) * ratio;
  set(image, 'width', String(Math.max(1, Math.round(width))));
  set(image, 'height', String(Math.max(1, Math.round(down ?? width / ratio))));
  set(image, 'style', style.replace(/(^|;)\s*(?:width|height)\s*:[^;]*/gi, '$1'));
}

function pngSize(source: string): { width: number; height: number } | undefined {
  const [, data] = /^\s*data:image\/png;base64,([\w+/]{44})/.exec(source) ?? [];
  if (data === undefined) return undefined;
  const bytes = Buffer.from(data, 'base64');
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  return size.width > 0 && size.height > 0 ? size : undefined;
}

function rename(element: Element, name: string): void {
  element.tagName = name;
  element.nodeName = name;
  element.namespaceURI = names.NS.HTML;
}

function textOf(element: Element): string {
  let text = '';
  const pending: Node[] = [...element.childNodes].reverse();
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value;
    if ('childNodes' in node) pending.push(...[...node.childNodes].reverse());
  }
  return text;
}

const textNode = (value: string, parentNode: Element): Node => ({ nodeName: '#text', value, parentNode });

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
}

function set(element: Element, name: string, value: string): void {
  remove(element, name);
  element.attrs.push({ name, value });
}

function remove(element: Element, name: string): void {
  element.attrs = element.attrs.filter((one) => one.name !== name);
}
