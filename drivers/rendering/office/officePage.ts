import { type DefaultTreeAdapterTypes, html as names, parse, serialize } from 'parse5';
import { readCell } from './sheetCells.ts';
import { rowsOf } from './sheetRows.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type Parent = DefaultTreeAdapterTypes.ParentNode;

/** What is followed, run or fetched, and has no business in an office document. */
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

/** The page as LibreOffice's own HTML has it, for a text document. */
export function prepareText(html: string): string {
  return prepared(html, (element) => {
    pageField(element);
    if (attribute(element, 'data-page') !== undefined) pageEdge(element);
    if (element.tagName === 'table') width(element);
    if (element.tagName === 'img') proportions(element);
  });
}

/** The page as LibreOffice's own HTML has it, for a sheet: each cell says what it holds. */
export function prepareSheet(html: string, format: string): string {
  const classes = new Map<string, string>();
  const page = prepared(
    html,
    (element) => {
      // What it is printed on is the reader's affair: a sheet is one page.
      if (isPageField(element)) element.childNodes = [textNode('1', element)];
      if (element.tagName !== 'td' && element.tagName !== 'th') return;
      // What reads a csv wants numbers and dates as they are, however the page would show them.
      const given = (name: string) =>
        format === 'csv' && name === 'data-format' ? undefined : attribute(element, name);
      const cell = readCell(given, textOf(element).trim());
      for (const name of ['sdval', 'sdnum']) remove(element, name);
      // Everything that is not said to be a number would be guessed at: a leading zero lost, a formula run.
      if (cell.kind === 'text') set(element, 'sdnum', '1033;1033;@');
      else {
        set(element, 'sdval', String(cell.value));
        set(element, 'sdnum', '1033;');
        // A format that is named at the cell is heeded only if LibreOffice has it already; Excel's own way works for all.
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

/** Between single quotes, which LibreOffice knows no way to write within. */
const cssString = (format: string): string =>
  format
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll("'", '’')
    .replaceAll(/[^\p{L}\p{N}"]/gu, (letter) => `\\${letter}`);

function prepared(html: string, each: (element: Element) => void, inPlaceOf = (node: Node): Node[] => [node]): string {
  const page = parse(html);
  // Not by recursion: how deep the page is nested is its author's affair.
  const left: Parent[] = [page];
  for (let parent = left.pop(); parent; parent = left.pop()) {
    parent.childNodes = parent.childNodes.filter(stays).flatMap(inPlaceOf);
    for (const child of parent.childNodes) {
      if (!('tagName' in child)) continue;
      clean(child);
      each(child);
      left.push(child);
    }
  }
  return serialize(page);
}

function stays(node: Node): boolean {
  if (node.nodeName === '#comment') return false;
  if (!('tagName' in node)) return true;
  if (DROPPED.has(node.tagName)) return false;
  if (node.tagName === 'meta') return attribute(node, 'http-equiv') === undefined;
  return node.tagName !== 'img' || isData(attribute(node, 'src') ?? '');
}

/** Nothing but data URIs is shown, so that nothing else is ever asked for, here or where the document is opened. */
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

/** `size: A4 landscape` as the two lengths that LibreOffice reads. */
function pageSizes(css: string): string {
  return css.replace(/(@page[^{]*\{[^}]*?\bsize\s*:\s*)([^;}]+)/gi, (whole, before: string, size: string) => {
    const words = size.trim().toLowerCase().split(/\s+/);
    const turned = words.includes('landscape');
    const lengths = words.map((word) => {
      const [, number, unit = ''] = /^([\d.]+)([a-z]+)$/.exec(word) ?? [];
      return number === undefined ? Number.NaN : Number(number) * (CM[unit] ?? Number.NaN);
    });
    const [first, second = first] = lengths.filter((length) => length > 0);
    const named = words.map((word) => SIZES[word]).find((one) => one !== undefined);
    const [across, down] = first !== undefined && second !== undefined ? [first, second] : (named ?? SIZES.a4 ?? []);
    if (across === undefined || down === undefined) return whole;
    const [width, height] = turned && across < down ? [down, across] : [across, down];
    return `${before}${width.toFixed(2)}cm ${height.toFixed(2)}cm`;
  });
}

/** `<header data-page>` and `<footer data-page>` are on every page. */
function pageEdge(element: Element): void {
  if (element.tagName !== 'header' && element.tagName !== 'footer') return;
  const title = element.tagName;
  rename(element, 'div');
  element.attrs = [{ name: 'title', value: title }];
}

/** `<span data-page-number>` and `<span data-page-count>`. */
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
  const [, given] = /(?:^|;)\s*width\s*:\s*([\d.]+(?:%|px)?)/i.exec(attribute(table, 'style') ?? '') ?? [];
  if (given !== undefined && attribute(table, 'width') === undefined) set(table, 'width', given.replace('px', ''));
}

/** A picture that says one side has the other by its pixels: LibreOffice would keep the other one as it is. */
function proportions(image: Element): void {
  const style = attribute(image, 'style') ?? '';
  const said = (side: string): number | undefined => {
    const [, number, unit = 'px'] =
      new RegExp(`(?:^|;)\\s*${side}\\s*:\\s*([\\d.]+)(px|pt|mm|cm|in)`, 'i').exec(style) ?? [];
    const pixels =
      number === undefined ? Number(attribute(image, side)) : Number(number) * (PX[unit.toLowerCase()] ?? 1);
    return pixels > 0 ? pixels : undefined;
  };
  const [across, down] = [said('width'), said('height')];
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
  const left: Node[] = [...element.childNodes].reverse();
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value;
    if ('childNodes' in node) left.push(...[...node.childNodes].reverse());
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
