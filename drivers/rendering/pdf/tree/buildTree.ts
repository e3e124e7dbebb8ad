import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import type { BlockBox, Box, Cell, ImageBox, Inline, Picture, Row, TableBox } from '../boxes/boxes.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import { builtIn } from '../style/builtIn.css.ts';
import { presentational } from '../style/presentational.ts';
import type { Placed } from '../style/selectors.ts';
import { anonymous, computeStyle, initialStyle, type Style } from '../style/style.ts';
import { type Declarations, matching, parseInline, parseStylesheet, type Stylesheet } from '../style/stylesheet.ts';
import { resolved } from '../style/values.ts';
import { markerOf } from './markers.ts';

/** Elements within each other, and tables within each other, at most: what is laid out goes down once for each. */
const DEPTH = 500;
const TABLES_DEPTH = 100;

/** A document as boxes. */
export interface Tree {
  readonly body: BlockBox;
  readonly header: BlockBox | undefined;
  readonly footer: BlockBox | undefined;
  /** Of `@page`. */
  readonly page: ReadonlyMap<string, string>;
  readonly title: string | undefined;
  readonly language: string | undefined;
  readonly meta: ReadonlyMap<string, string>;
}

/** What is looked for before boxes are made: sources of images, stylesheets, what the document says of itself. */
export interface Survey {
  readonly sheets: Stylesheet[];
  readonly images: Set<string>;
  readonly meta: Map<string, string>;
  title?: string;
  language?: string;
  root?: Element;
}

/** Goes through the whole document without recursion, and throws where it is nested too deeply. */
export function survey(document: Document): Survey {
  const found: Survey = { sheets: [builtIn], images: new Set(), meta: new Map() };
  const stack: { node: ChildNode; depth: number; tables: number }[] = [];
  const push = (nodes: readonly ChildNode[], depth: number, tables: number): void => {
    for (let i = nodes.length - 1; i >= 0; i--) stack.push({ node: nodes[i] as ChildNode, depth, tables });
  };
  push(document.children, 1, 0);
  for (let one = stack.pop(); one; one = stack.pop()) {
    const { node, depth } = one;
    if (!isTag(node)) continue;
    const tables = one.tables + (node.name === 'table' ? 1 : 0);
    if (tables > TABLES_DEPTH) throw new PdfProblem(`Tables are nested more than ${TABLES_DEPTH} deep.`);
    if (depth > DEPTH) throw new PdfProblem(`Elements are nested more than ${DEPTH} deep.`);
    note(found, node);
    push(node.children, depth + 1, tables);
  }
  return found;
}

function note(found: Survey, element: Element): void {
  const { name, attribs } = element;
  if (name === 'html') {
    found.root ??= element;
    if (attribs['lang']) found.language ??= attribs['lang'];
  } else if (name === 'style') found.sheets.push(parseStylesheet(textOf(element), true));
  else if (name === 'title') found.title ??= textOf(element).replace(/\s+/g, ' ').trim();
  else if (name === 'meta' && attribs['name']) found.meta.set(attribs['name'].toLowerCase(), attribs['content'] ?? '');
  else if (name === 'img' && attribs['src']) found.images.add(attribs['src']);
}

function textOf(element: Element): string {
  let text = '';
  const stack: ChildNode[] = [...element.children].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isText(node)) text += node.data;
    else if (isTag(node)) stack.push(...[...node.children].reverse());
  }
  return text;
}

/** What surrounds an element's content within a line. */
interface Surroundings {
  readonly style: Style;
  readonly link?: string | undefined;
  readonly background?: Style | undefined;
}

/** Makes the boxes of a document that was surveyed. */
export function buildTree(found: Survey, pictures: ReadonlyMap<string, Picture>): Tree {
  const styles = new WeakMap<Style, Map<string, Style>>();
  let header: BlockBox | undefined;
  let footer: BlockBox | undefined;

  function styleOf(placed: Placed, parent: Style): Style {
    const rules = matching(found.sheets, placed);
    const own = placed.attributes['style'];
    const given = presentational(placed);
    let key = given ? given.map((pair) => pair.join(':')).join(';') : '';
    for (const rule of rules) key += `,${rule.id}`;
    if (own !== undefined) key += `|${own}`;
    let known = styles.get(parent);
    if (!known) {
      known = new Map();
      styles.set(parent, known);
    }
    let style = known.get(key);
    if (!style) {
      const lists = rules.map(({ declarations }) => declarations);
      // The attributes of old weigh less than any stylesheet, and more than what is built in.
      if (given) lists.splice(rules.findIndex(({ rank }) => rank >= 1e15) >>> 0, 0, given);
      if (own !== undefined) lists.push(parseInline(own));
      style = computeStyle(parent, cascade(lists));
      known.set(key, style);
    }
    return style;
  }

  /** Blocks and what stands in lines, as they come. */
  function contentOf(element: Element, placed: Placed, around: Surroundings): (Box | Inline)[] {
    const content: (Box | Inline)[] = [];
    let placing: ReturnType<typeof place> | undefined;
    let number = Number.parseInt(element.attribs['start'] ?? '1', 10) || 1;
    for (const child of element.children) {
      if (isText(child)) {
        const { style, link, background } = around;
        content.push({
          kind: 'text',
          text: child.data,
          style,
          ...(link && { link }),
          ...(background && { background }),
        });
      } else if (isTag(child)) {
        placing ??= place(element, placed);
        const inner = placing.next(child);
        if (child.name === 'li' && child.attribs['value'])
          number = Number.parseInt(child.attribs['value'], 10) || number;
        elementInto(content, child, inner, around, number);
        if (child.name === 'li') number++;
      }
    }
    return content;
  }

  function elementInto(
    content: (Box | Inline)[],
    element: Element,
    placed: Placed,
    around: Surroundings,
    number: number,
  ): void {
    const style = styleOf(placed, around.style);
    if (style.display === 'none') return;
    const { attribs } = element;
    const field = 'data-page-number' in attribs ? 'number' : 'data-page-count' in attribs ? 'count' : undefined;
    if (field) {
      content.push({ kind: 'text', text: textOf(element), style, field });
      return;
    }
    if (element.name === 'br') content.push({ kind: 'break', style });
    else if (element.name === 'wbr') content.push({ kind: 'text', text: '\u200b', style: around.style });
    else if (element.name === 'img') image(content, element, style, around);
    else if (style.display === 'inline' || style.display === 'contents') {
      inlineInto(content, element, placed, style, around);
    } else if ('data-page' in attribs && (element.name === 'header' || element.name === 'footer')) {
      const box = block(element, placed, { style }, number);
      if (element.name === 'header') header ??= box;
      else footer ??= box;
    } else if (style.display === 'table' || style.display === 'inline-table')
      content.push(table(element, placed, style));
    else if (style.display === 'inline-block' || style.display === 'inline-flex') {
      content.push({ kind: 'box', box: block(element, placed, { ...around, style }, number) });
    } else content.push(block(element, placed, { style, link: around.link }, number));
  }

  function inlineInto(
    content: (Box | Inline)[],
    element: Element,
    placed: Placed,
    style: Style,
    around: Surroundings,
  ): void {
    const link = element.name === 'a' ? (linkOf(element) ?? around.link) : around.link;
    const background = style.background ? style : around.background;
    const edge = (side: 'left' | 'right'): void => {
      const margin = style.margin[side];
      const width = resolved(style.padding[side], 0) + style.border[side].width;
      if (width > 0) content.push({ kind: 'space', width, style, ...(background && { background }) });
      if (typeof margin === 'number' && margin !== 0) content.push({ kind: 'space', width: margin, style });
    };
    edge('left');
    content.push(...contentOf(element, placed, { style, link, background }));
    edge('right');
  }

  function image(content: (Box | Inline)[], element: Element, style: Style, around: Surroundings): void {
    const picture = pictures.get(element.attribs['src'] ?? '');
    const { link } = around;
    if (picture) {
      const box: ImageBox = { kind: 'image', style, picture, ...(link && { link }) };
      content.push(style.display === 'block' ? box : { kind: 'box', box });
    } else if (element.attribs['alt']) content.push({ kind: 'text', text: element.attribs['alt'], style });
  }

  function block(element: Element, placed: Placed, around: Surroundings, number: number): BlockBox {
    const { style } = around;
    const level = /^h([1-6])$/.exec(element.name)?.[1];
    const title = level ? textOf(element).replace(/\s+/g, ' ').trim() : '';
    const marker = element.name === 'li' ? markerOf(style.listType, number) : '';
    return {
      ...blockOf(contentOf(element, placed, around), style),
      ...(marker && { marker }),
      ...(title && { bookmark: { title, level: Number(level) } }),
      ...(element.attribs['id'] && { anchor: element.attribs['id'] }),
    };
  }

  function table(element: Element, placed: Placed, style: Style): TableBox {
    const columns: Style[] = [];
    const parts: Record<'head' | 'body' | 'foot', Row[]> = { head: [], body: [], foot: [] };
    let caption: BlockBox | undefined;
    const rows = (into: Row[], parent: Element, parentPlaced: Placed, parentStyle: Style): void => {
      const placing = place(parent, parentPlaced);
      for (const child of parent.children) {
        if (!isTag(child)) continue;
        const inner = placing.next(child);
        if (child.name !== 'tr') continue;
        const rowStyle = styleOf(inner, parentStyle);
        if (rowStyle.display !== 'none') into.push({ style: rowStyle, cells: cells(child, inner, rowStyle) });
      }
    };
    const placing = place(element, placed);
    for (const child of element.children) {
      if (!isTag(child)) continue;
      const inner = placing.next(child);
      const own = styleOf(inner, style);
      if (child.name === 'colgroup') columnsInto(columns, child, inner, style);
      if (own.display === 'none') continue;
      if (child.name === 'caption') caption = block(child, inner, { style: own }, 0);
      else if (child.name === 'thead') rows(parts.head, child, inner, own);
      else if (child.name === 'tfoot') rows(parts.foot, child, inner, own);
      else if (child.name === 'tbody') rows(parts.body, child, inner, own);
    }
    const anchor = element.attribs['id'];
    return { kind: 'table', style, columns, ...parts, ...(caption && { caption }), ...(anchor && { anchor }) };
  }

  function columnsInto(columns: Style[], group: Element, placed: Placed, style: Style): void {
    const placing = place(group, placed);
    const add = (element: Element, own: Style): void => {
      const span = spanOf(element.attribs['span'], 1000);
      for (let i = 0; i < span && columns.length < 1000; i++) columns.push(own);
    };
    const inner = group.children.filter(isTag).filter(({ name }) => name === 'col');
    if (inner.length === 0) add(group, styleOf(placed, style));
    for (const child of inner) add(child, styleOf(placing.next(child), style));
  }

  function cells(row: Element, placed: Placed, style: Style): Cell[] {
    const found: Cell[] = [];
    const placing = place(row, placed);
    for (const child of row.children) {
      if (!isTag(child)) continue;
      const inner = placing.next(child);
      if (child.name !== 'td' && child.name !== 'th') continue;
      const own = styleOf(inner, style);
      if (own.display === 'none') continue;
      found.push({
        style: own,
        content: block(child, inner, { style: own }, 0),
        colspan: spanOf(child.attribs['colspan'], 1000),
        // 0: to the end of the section.
        rowspan: child.attribs['rowspan']?.trim() === '0' ? 65_534 : spanOf(child.attribs['rowspan'], 65_534),
      });
    }
    return found;
  }

  const root = found.root;
  if (!root) throw new PdfProblem('There is no document: an <html> element is missing.');
  const rootPlaced: Placed = { ...place(undefined, undefined, [root]).next(root) };
  const rootStyle = styleOf(rootPlaced, initialStyle);
  const body = block(root, rootPlaced, { style: rootStyle }, 0);
  return {
    body,
    header,
    footer,
    page: cascade(found.sheets.map(({ page }) => page)),
    title: found.title,
    language: found.language,
    meta: found.meta,
  };
}

function cascade(lists: readonly Declarations[]): Map<string, string> {
  const won = new Map<string, string>();
  for (const importance of [false, true]) {
    for (const list of lists) {
      for (const [property, value, important] of list) {
        if (important !== importance) continue;
        // The last one that was said is read last: `border-top` after `border-top-color`.
        won.delete(property);
        won.set(property, value);
      }
    }
  }
  return won;
}

/** Lines among blocks get blocks of their own. */
function blockOf(content: readonly (Box | Inline)[], style: Style): BlockBox {
  const isInline = (one: Box | Inline): one is Inline =>
    one.kind === 'text' || one.kind === 'break' || one.kind === 'space' || one.kind === 'box';
  if (content.every(isInline)) {
    return { kind: 'block', style, children: [], ...(content.length > 0 && { inline: content }) };
  }
  const children: Box[] = [];
  let lines: Inline[] = [];
  const end = (): void => {
    if (lines.some((one) => one.kind !== 'text' || one.field !== undefined || /\S/.test(one.text))) {
      children.push({ kind: 'block', style: anonymous(style, 'block'), children: [], inline: lines });
    }
    lines = [];
  };
  for (const one of content) {
    if (isInline(one)) lines.push(one);
    else {
      end();
      children.push(one);
    }
  }
  end();
  return { kind: 'block', style, children };
}

function linkOf(element: Element): string | undefined {
  const href = element.attribs['href']?.trim();
  if (!href || !/^(https?:|mailto:|tel:|#.)/i.test(href)) return undefined;
  // A PDF knows addresses of ASCII alone; places within the document are named as they are.
  return href.startsWith('#') || /^[\x21-\x7e]*$/.test(href) ? href : asciiOf(href);
}

/** As browsers ask for it: the host as IDNA has it, the rest percent-encoded. */
function asciiOf(href: string): string {
  const encoded = href.toWellFormed().replaceAll(/[^\x21-\x7e]+/g, (letters) => encodeURIComponent(letters));
  return /^https?:/i.test(href) ? (URL.parse(href)?.href ?? encoded) : encoded;
}

function spanOf(text: string | undefined, most: number): number {
  const number = Number.parseInt(text ?? '1', 10);
  return number >= 1 ? Math.min(number, most) : 1;
}

/** Gives the elements of a parent, one after the other, their places among each other. */
function place(
  parent: Element | undefined,
  parentPlaced: Placed | undefined,
  children: readonly Element[] = parent?.children.filter(isTag) ?? [],
): { next(element: Element): Placed } {
  const ofType = new Map<string, number>();
  for (const { name } of children) ofType.set(name, (ofType.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  let index = 0;
  let previous: Placed | undefined;
  return {
    next({ name, attribs, children: inner }) {
      const indexOfType = (seen.get(name) ?? 0) + 1;
      seen.set(name, indexOfType);
      index++;
      previous = {
        tag: name,
        attributes: attribs,
        id: attribs['id'],
        classes: attribs['class']?.split(/\s+/) ?? [],
        parent: parentPlaced,
        previous,
        index,
        fromEnd: children.length - index + 1,
        indexOfType,
        fromEndOfType: (ofType.get(name) ?? 0) - indexOfType + 1,
        empty: inner.length === 0,
      };
      return previous;
    },
  };
}
