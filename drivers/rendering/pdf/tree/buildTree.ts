import { type Element, isTag, isText } from 'domhandler';
import type { BlockBox, Box, ImageBox, Inline, Picture } from '../boxes/boxes.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import { initialStyle, type Style } from '../style/style.ts';
import { cascade, StyleResolver } from '../style/styleResolver.ts';
import { resolved } from '../style/values.ts';
import { blockOf } from './blockContent.ts';
import { linkTarget } from './links.ts';
import { markerOf } from './markers.ts';
import { SiblingViews, type TreeElement } from './siblingViews.ts';
import { type Survey, textOf } from './survey.ts';
import { type BlockBuilder, buildTable } from './tableBoxes.ts';

/** A document as boxes. */
export interface Tree {
  readonly body: BlockBox;
  readonly header: BlockBox | undefined;
  readonly footer: BlockBox | undefined;
  /** Declarations of `@page`. */
  readonly page: ReadonlyMap<string, string>;
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

/** Builds the boxes of a surveyed document. Throws PdfProblem if the document has no <html> element. */
export function buildTree(found: Survey, pictures: ReadonlyMap<string, Picture>): Tree {
  if (!found.root) throw new PdfProblem('The document has no <html> element.');
  const builder = new TreeBuilder(found, pictures);
  const body = builder.root(found.root);
  const { title, language, meta } = found;
  const page = cascade(found.sheets.map((sheet) => sheet.page));
  return { body, header: builder.header, footer: builder.footer, page, title, language, meta };
}

class TreeBuilder implements BlockBuilder {
  header: BlockBox | undefined;
  footer: BlockBox | undefined;
  readonly #styles: StyleResolver;
  readonly #pictures: ReadonlyMap<string, Picture>;

  constructor({ sheets }: Survey, pictures: ReadonlyMap<string, Picture>) {
    this.#styles = new StyleResolver(sheets);
    this.#pictures = pictures;
  }

  root(element: Element): BlockBox {
    const view = new SiblingViews(undefined, [element]).next(element);
    return this.block(view, { style: this.styleOf(view, initialStyle) }, 0);
  }

  styleOf(view: TreeElement, parent: Style): Style {
    return this.#styles.styleOf(view, parent);
  }

  block(view: TreeElement, around: LineContext, number: number): BlockBox {
    const { element } = view;
    const level = /^h([1-6])$/.exec(element.name)?.[1];
    const title = level ? textOf(element).replace(/\s+/g, ' ').trim() : '';
    const marker = element.name === 'li' ? markerOf(around.style.listType, number) : '';
    return {
      ...blockOf(this.#contentOf(view, around), around.style),
      ...(marker && { marker }),
      ...(title && { bookmark: { title, level: Number(level) } }),
      ...(element.attribs['id'] && { anchor: element.attribs['id'] }),
    };
  }

  /** Returns the blocks and line items of an element, in document order. */
  #contentOf(view: TreeElement, around: LineContext): Content {
    const content: Content = [];
    let views: SiblingViews | undefined;
    let number = integerOf(view.element.attribs['start']) || 1;
    for (const child of view.element.children) {
      if (isText(child)) content.push(textItem(child.data, around));
      else if (isTag(child)) {
        views ??= new SiblingViews(view);
        const isListItem = child.name === 'li';
        if (isListItem) number = integerOf(child.attribs['value']) || number;
        this.#addElement(content, views.next(child), around, number);
        if (isListItem) number++;
      }
    }
    return content;
  }

  #addElement(content: Content, view: TreeElement, around: LineContext, number: number): void {
    const style = this.styleOf(view, around.style);
    if (style.display === 'none') return;
    const field = pageFieldOf(view.element);
    if (field) {
      content.push({ kind: 'text', text: textOf(view.element), style, field });
      return;
    }
    switch (view.tag) {
      case 'br':
        content.push({ kind: 'break', style });
        break;
      case 'wbr':
        content.push({ kind: 'text', text: '\u200b', style: around.style });
        break;
      case 'img':
        this.#addImage(content, view.element, style, around.link);
        break;
      default:
        if (style.display === 'inline' || style.display === 'contents') this.#addInline(content, view, style, around);
        else this.#addBlock(content, view, { ...around, style }, number);
    }
  }

  /** `around` has the element's own style. */
  #addBlock(content: Content, view: TreeElement, around: LineContext, number: number): void {
    const { style, link } = around;
    if ('data-page' in view.attributes && (view.tag === 'header' || view.tag === 'footer')) {
      const box = this.block(view, { style }, number);
      this[view.tag] ??= box;
    } else if (style.display === 'table' || style.display === 'inline-table')
      content.push(buildTable(this, view, style));
    else if (style.display === 'inline-block' || style.display === 'inline-flex')
      content.push({ kind: 'box', box: this.block(view, around, number) });
    else content.push(this.block(view, { style, link }, number));
  }

  #addInline(content: Content, view: TreeElement, style: Style, around: LineContext): void {
    const link = view.tag === 'a' ? (linkTarget(view.element) ?? around.link) : around.link;
    const background = style.background ? style : around.background;
    addEdge(content, 'left', style, background);
    content.push(...this.#contentOf(view, { style, link, background }));
    addEdge(content, 'right', style, background);
  }

  #addImage(content: Content, element: Element, style: Style, link: string | undefined): void {
    const picture = this.#pictures.get(element.attribs['src'] ?? '');
    if (picture) {
      const box: ImageBox = { kind: 'image', style, picture, ...(link && { link }) };
      content.push(style.display === 'block' ? box : { kind: 'box', box });
    } else if (element.attribs['alt']) content.push({ kind: 'text', text: element.attribs['alt'], style });
  }
}

function textItem(text: string, { style, link, background }: LineContext): Inline {
  return { kind: 'text', text, style, ...(link && { link }), ...(background && { background }) };
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
