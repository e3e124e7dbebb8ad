import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import type { BlockBox, Box, ImageBox, Inline, Picture } from '../boxes/boxes.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import { resolved } from '../style/lengths.ts';
import { anonymous, isContainer, isOutOfFlow, type Style } from '../style/style.ts';
import { type GeneratedStyle, StyleResolver } from '../style/styleResolver.ts';
import { blockOf } from './blockContent.ts';
import { Counters } from './counters.ts';
import { type Generated, generatedContent } from './generatedContent.ts';
import { linkTarget } from './links.ts';
import { markerOf } from './markers.ts';
import { SiblingViews, type TreeElement } from './siblingViews.ts';
import { type Survey, textOf } from './survey.ts';
import { type BlockBuilder, buildTable, isTablePart, looseTable } from './tableBoxes.ts';

/** A document as boxes. */
export interface Tree {
  readonly body: BlockBox;
  readonly header: BlockBox | undefined;
  readonly footer: BlockBox | undefined;
  readonly title: string | undefined;
  readonly language: string | undefined;
  readonly meta: ReadonlyMap<string, string>;
}

/** What an element's content inherits from the line that it is in. */
interface LineContext {
  readonly style: Style;
  readonly link?: string | undefined;
  readonly background?: Style | undefined;
}

type Content = (Box | Inline)[];

/** Maximum nesting of flex and grid containers: each level takes a part of Yoga's stack of 64 KB. */
const MAX_CONTAINER_DEPTH = 50;

/**
 * Builds the boxes of a surveyed document. Throws PdfProblem if the document has no <html> element.
 *
 * @param initial what the root element inherits
 */
export function buildTree(found: Survey, pictures: ReadonlyMap<string, Picture>, initial: Style): Tree {
  if (!found.root) throw new PdfProblem('The document has no <html> element.');
  const builder = new TreeBuilder(found, pictures, initial);
  const body = builder.root(found.root);
  const { title, language, meta } = found;
  return { body, header: builder.header, footer: builder.footer, title, language, meta };
}

class TreeBuilder implements BlockBuilder {
  header: BlockBox | undefined;
  footer: BlockBox | undefined;
  readonly #styles: StyleResolver;
  readonly #pictures: ReadonlyMap<string, Picture>;
  readonly #initial: Style;
  readonly #counters = new Counters();
  #openContainers = 0;

  constructor({ sheets }: Survey, pictures: ReadonlyMap<string, Picture>, initial: Style) {
    this.#styles = new StyleResolver(sheets, initial.units);
    this.#pictures = pictures;
    this.#initial = initial;
  }

  root(element: Element): BlockBox {
    const view = new SiblingViews(undefined, [element]).next(element);
    const style = this.styleOf(view, this.#initial);
    this.#count(view);
    return this.block(view, { style }, 0);
  }

  styleOf(view: TreeElement, parent: Style): Style {
    return this.#styles.styleOf(view, parent);
  }

  block(view: TreeElement, around: LineContext, number: number): BlockBox {
    const { element } = view;
    const { style } = around;
    const level = /^h([1-6])$/.exec(element.name)?.[1];
    const title = level ? textOf(element).replace(/\s+/g, ' ').trim() : '';
    const marker = style.display === 'list-item' ? markerOf(style.listType, number) : '';
    return {
      ...this.#blockOf(view, around),
      ...(marker && { marker }),
      ...(title && { bookmark: { title, level: Number(level) } }),
      ...(element.attribs['id'] && { anchor: element.attribs['id'] }),
    };
  }

  /** Builds a block of nodes that no element of their own stands around. */
  anonymous(nodes: readonly (ChildNode | TreeElement)[], style: Style): BlockBox {
    const content: Content = [];
    for (const node of nodes) {
      if ('tag' in node) this.#addElement(content, node, { style }, { own: this.styleOf(node, style), number: 1 });
      else if (isText(node)) content.push(textItem(node.data, { style }));
    }
    return blockOf(content, style);
  }

  #blockOf(view: TreeElement, around: LineContext): BlockBox {
    const { style } = around;
    if (!isContainer(style)) return blockOf(this.#contentOf(view, around), style);
    if (++this.#openContainers > MAX_CONTAINER_DEPTH)
      throw new PdfProblem(`Flex and grid containers are nested more than ${MAX_CONTAINER_DEPTH} deep.`);
    // Boxes in lines are items themselves.
    const content = this.#contentOf(view, around).map((item) => (item.kind === 'box' ? item.box : item));
    this.#openContainers--;
    const { children, inline } = blockOf(content, style);
    const line = inline?.some((item) => item.kind !== 'text' || /\S/.test(item.text));
    return { kind: 'block', style, children: line && inline ? [blockOf(inline, anonymous(style, 'block'))] : children };
  }

  /** Returns the blocks and line items of an element, in document order. */
  #contentOf(view: TreeElement, around: LineContext): Content {
    const content: Content = [];
    const loose: TreeElement[] = [];
    let views: SiblingViews | undefined;
    let number = integerOf(view.element.attribs['start']) || 1;
    this.#counters.enter();
    const canGenerate = this.#styles.canGenerate(view);
    if (canGenerate) this.#addPseudo(content, view, around, 'before');
    for (const child of view.element.children) {
      if (isText(child)) {
        if (loose.length > 0 && !/\S/.test(child.data)) continue;
        this.#endTable(content, loose, around.style);
        content.push(textItem(child.data, around));
      } else if (isTag(child)) {
        views ??= new SiblingViews(view);
        const own = views.next(child);
        const style = this.styleOf(own, around.style);
        if (isTablePart(style)) {
          loose.push(own);
          continue;
        }
        this.#endTable(content, loose, around.style);
        const isListItem = child.name === 'li';
        if (isListItem) number = integerOf(child.attribs['value']) || number;
        this.#addElement(content, own, around, { own: style, number });
        if (isListItem) number++;
      }
    }
    this.#endTable(content, loose, around.style);
    if (canGenerate) this.#addPseudo(content, view, around, 'after');
    this.#counters.leave();
    return content;
  }

  /** Puts rows and cells that no table contains into one. */
  #endTable(content: Content, loose: TreeElement[], style: Style): void {
    if (loose.length > 0) content.push(looseTable(this, loose.splice(0), style));
  }

  /** `number`: of a list item. */
  #addElement(
    content: Content,
    view: TreeElement,
    around: LineContext,
    { own: style, number }: { readonly own: Style; readonly number: number },
  ): void {
    if (style.display === 'none') return;
    this.#count(view);
    const field = pageFieldOf(view.element);
    if (field) {
      content.push({ kind: 'text', text: textOf(view.element), style, field });
      return;
    }
    if (isOutOfFlow(style)) {
      const box = this.#boxOf(view, { style, link: around.link }, number);
      if (box) content.push({ kind: 'out', box });
      return;
    }
    switch (view.tag) {
      case 'br':
        content.push({ kind: 'break', style, ...(style.clear !== 'none' && { clear: style.clear }) });
        break;
      case 'wbr':
        content.push({ kind: 'text', text: '\u200b', style: around.style });
        break;
      case 'img':
        this.#addImage(content, view.element, style, around);
        break;
      default:
        if ((style.display === 'inline' || style.display === 'contents') && !isContainer(around.style))
          this.#addInline(content, view, style, around);
        else this.#addBlock(content, view, { ...around, style }, number);
    }
  }

  #count(view: TreeElement): void {
    const declarations = this.#styles.countersOf(view);
    if (declarations) this.#counters.apply(declarations);
  }

  /** `around` has the element's own style. */
  #addBlock(content: Content, view: TreeElement, around: LineContext, number: number): void {
    const { style, link } = around;
    if ('data-page' in view.attributes && (view.tag === 'header' || view.tag === 'footer')) {
      const box = this.block(view, { style }, number);
      this[view.tag] ??= box;
      return;
    }
    const box = this.#boxOf(view, { style, link }, number);
    if (!box) return;
    content.push(style.display.startsWith('inline-') ? { kind: 'box', box } : box);
  }

  #boxOf(view: TreeElement, around: LineContext, number: number): Box | undefined {
    const { style, link } = around;
    if (view.tag === 'img') return this.#imageOf(view.element, style, link);
    if (style.display === 'table' || style.display === 'inline-table') return buildTable(this, view, style);
    return this.block(view, around, number);
  }

  #addInline(content: Content, view: TreeElement, style: Style, around: LineContext): void {
    const link = view.tag === 'a' ? (linkTarget(view.element) ?? around.link) : around.link;
    const background = style.background ? style : around.background;
    addEdge(content, 'left', style, background);
    content.push(...this.#contentOf(view, { style, link, background }));
    addEdge(content, 'right', style, background);
  }

  #addPseudo(content: Content, view: TreeElement, around: LineContext, pseudo: 'before' | 'after'): void {
    const found = this.#styles.pseudoOf(view, around.style, pseudo);
    if (!found || found.style.display === 'none') return;
    this.#counters.apply(found.declarations);
    const items = this.#itemsOf(found, view, around);
    if (!items) return;
    const { style } = found;
    const box = blockOf(items, style);
    if (isOutOfFlow(style)) content.push({ kind: 'out', box });
    else if (style.display.startsWith('inline-')) content.push({ kind: 'box', box });
    else if (style.display !== 'inline' || isContainer(around.style)) content.push(box);
    else {
      addEdge(content, 'left', style, around.background);
      content.push(...items);
      addEdge(content, 'right', style, around.background);
    }
  }

  #itemsOf({ style, content }: GeneratedStyle, view: TreeElement, { link }: LineContext): Inline[] | undefined {
    const generated = generatedContent(content, this.#counters, view.attributes);
    const background = style.background && style.display === 'inline' ? style : undefined;
    return generated?.map((part) => generatedItem(part, { style, link, background }));
  }

  #addImage(content: Content, element: Element, style: Style, around: LineContext): void {
    const box = this.#imageOf(element, style, around.link);
    if (box && (style.display === 'block' || isContainer(around.style))) content.push(box);
    else if (box) content.push({ kind: 'box', box });
    else if (element.attribs['alt']) content.push({ kind: 'text', text: element.attribs['alt'], style });
  }

  #imageOf(element: Element, style: Style, link: string | undefined): ImageBox | undefined {
    const picture = this.#pictures.get(element.attribs['src'] ?? '');
    return picture && { kind: 'image', style, picture, ...(link && { link }) };
  }
}

function textItem(text: string, { style, link, background }: LineContext): Inline {
  return { kind: 'text', text, style, ...(link && { link }), ...(background && { background }) };
}

/** Returns a part of generated content as an item of a line. */
export function generatedItem(part: Generated, context: LineContext): Inline {
  if ('field' in part) return { kind: 'text', text: '', style: context.style, field: part.field };
  return textItem(part.text, context);
}

/** Adds the padding, border and margin that an inline element has at one of its ends. */
function addEdge(content: Content, side: 'left' | 'right', style: Style, background: Style | undefined): void {
  const margin = style.margin[side];
  const width = resolved(style.padding[side], 0) + style.border[side].width;
  if (width > 0) content.push({ kind: 'space', width, style, ...(background && { background }) });
  if (typeof margin === 'number' && margin !== 0) content.push({ kind: 'space', width: margin, style });
}

function pageFieldOf({ attribs }: Element): 'number' | 'count' | undefined {
  if ('data-page-number' in attribs) return 'number';
  return 'data-page-count' in attribs ? 'count' : undefined;
}

function integerOf(text: string | undefined): number {
  return Number.parseInt(text ?? '', 10);
}
