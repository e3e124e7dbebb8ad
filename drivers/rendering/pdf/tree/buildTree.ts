import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import type { BlockBox, Box, ImageBox, Marker } from '../boxes/boxes.ts';
import { PdfProblem } from '../boxes/pdfProblem.ts';
import { MAX_CONTAINER_DEPTH } from '../containers/containerItems.ts';
import type { Picture } from '../images/picture.ts';
import type { LayoutProblem } from '../layoutProblems.ts';
import { SiblingViews, type TreeElement } from '../style/sheets/siblingViews.ts';
import { anonymous, isContainer, isDecorated, isOutOfFlow, type Style } from '../style/style.ts';
import { StyleResolver } from '../style/styleResolver.ts';
import type { Tag } from '../tags/tag.ts';
import { TagRun } from '../tags/tagRun.ts';
import { blockOf, hasText, withEditableLine, withLine } from './blockContent.ts';
import { withCanvas } from './canvasStyle.ts';
import { DocumentTags } from './documentTags.ts';
import { bookmarkOf } from './elements/bookmarks.ts';
import { buildDrawing } from './elements/drawings.ts';
import { withinContainer } from './elements/inlineSvg.ts';
import { buttonBox, fieldOf, isField } from './fields.ts';
import { splitFirstLetter } from './firstLetter.ts';
import { FirstLine } from './firstLine.ts';
import { Counters } from './generated/counters.ts';
import { generatedContent } from './generated/generatedContent.ts';
import { OpenLists } from './generated/itemNumbers.ts';
import { addGenerated } from './generatedItems.ts';
import { addInsideMarker, itemMarker } from './itemMarkers.ts';
import {
  addEdge,
  addItems,
  alignedAlone,
  breakItem,
  type Content,
  inlineContent,
  type LineContext,
  movedBy,
  pageField,
  textItem,
} from './lineItems.ts';
import { linkWithin } from './links.ts';
import { missingBlock, missingImage } from './missingImage.ts';
import type { BlockBuilder, BoxContext } from './rowCells.ts';
import type { Survey } from './survey.ts';
import { buildTable, isTablePart, looseTable } from './tableBoxes.ts';
import type { Tree } from './tree.ts';

/**
 * Builds the boxes of a surveyed document. Throws PdfProblem if the document has no <html> element.
 *
 * @param initial what the root element inherits
 * @param tag     what the structure of the document is added to; undefined for a PDF that is not tagged
 */
export function buildTree(found: Survey, initial: Style, tag?: Tag): Tree {
  if (!found.root) throw new PdfProblem('The document has no <html> element.');
  const builder = new TreeBuilder(found, initial);
  const body = builder.root(found.root, tag && new TagRun(tag, { holdsText: false }));
  const { title, language, meta } = found;
  const { header, footer, problems, drawings } = builder;
  return { body, header, footer, title, language, meta, problems, drawings };
}

class TreeBuilder implements BlockBuilder {
  header: BlockBox | undefined;
  footer: BlockBox | undefined;
  readonly drawings: Picture[] = [];
  readonly #found: Survey;
  readonly #styles: StyleResolver;
  readonly #initial: Style;
  readonly #counters: Counters;
  readonly #tags = new DocumentTags();
  readonly #problems: LayoutProblem[] = [];
  #openContainers = 0;
  readonly #lists = new OpenLists((child, around) => this.#styles.countersOf(child, around));
  #bodyStyle: Style | undefined;

  constructor(found: Survey, initial: Style) {
    this.#found = found;
    this.#styles = new StyleResolver(found.sheets, initial.units);
    this.#counters = new Counters(this.#styles.counterStyles);
    this.#initial = initial;
  }

  get problems(): readonly LayoutProblem[] {
    return [...this.#tags.problems, ...this.#styles.problems, ...this.#problems];
  }

  root(element: Element, run: TagRun | undefined): BlockBox {
    const view = new SiblingViews(undefined, [element], this.#found.isQuirky).next(element);
    const style = this.styleOf(view, this.#initial);
    this.#count(view, this.#initial);
    return withCanvas(this.block(view, { style, run }, 0), this.#bodyStyle);
  }

  styleOf(view: TreeElement, parent: Style): Style {
    return this.#found.containers.styleOf(view.element, this.#styles.styleOf(view, parent));
  }

  block(view: TreeElement, around: LineContext, number: number): BlockBox {
    const { element } = view;
    const { style } = around;
    const marker = style.display === 'list-item' ? this.#markerOf(view, around, number) : undefined;
    const box = this.#blockOf(view, around, style.listInside ? marker : undefined);
    return {
      ...(marker ? withLine(box) : box),
      ...(marker && !style.listInside && { marker }),
      ...bookmarkOf(element),
      ...(element.attribs['id'] && { anchor: element.attribs['id'] }),
    };
  }

  /** Builds a block of nodes that no element of their own stands around. */
  anonymous(nodes: readonly (ChildNode | TreeElement)[], around: BoxContext): BlockBox {
    const { style } = around;
    const content: Content = [];
    for (const node of nodes) {
      if ('tag' in node) this.#addElement(content, node, around, { own: this.styleOf(node, style), number: 1 });
      else if (isText(node)) content.push(textItem(node.data, around));
    }
    return blockOf(content, style);
  }

  #markerOf(view: TreeElement, { style, run }: LineContext, number: number): Marker | undefined {
    this.#counters.number(number);
    const item = { style, number, counters: this.#counters, attributes: view.attributes, tag: run?.label };
    return itemMarker(item, this.#styles.markerOf(view, style));
  }

  /** `marker`: one that stands in the first line. */
  #blockOf(view: TreeElement, around: LineContext, marker: Marker | undefined): BlockBox {
    const { style } = around;
    if (!isContainer(style)) {
      const content = withEditableLine(view, this.#contentOf(view, around), style);
      const letterStyle = style.display === 'inline' ? undefined : this.#styles.firstLetterOf(view, style);
      if (letterStyle) splitFirstLetter(content, letterStyle);
      if (marker) addInsideMarker(content, marker);
      return blockOf(content, style, this.#problems);
    }
    if (++this.#openContainers > MAX_CONTAINER_DEPTH)
      throw new PdfProblem(`Flex and grid containers are nested more than ${MAX_CONTAINER_DEPTH} deep.`);
    // Boxes in lines are items themselves.
    const content = this.#contentOf(view, around).map((item) => (item.kind === 'box' ? item.box : item));
    this.#openContainers--;
    const { children, inline } = blockOf(content, style);
    const line = inline?.some((item) => item.kind !== 'text' || hasText(item.text)) ? inline : undefined;
    return { kind: 'block', style, children: line ? [blockOf(line, anonymous(style, 'block'))] : children };
  }

  /** Returns the blocks and line items of an element, in document order. */
  #contentOf(view: TreeElement, around: LineContext): Content {
    const content: Content = [];
    const loose: TreeElement[] = [];
    let views: SiblingViews | undefined;
    const numbers = this.#lists.enter(view);
    this.#counters.enter();
    const canGenerate = this.#styles.canGenerate(view);
    if (canGenerate) this.#addPseudo(content, view, around, 'before');
    const lines = new FirstLine(content, around.style);
    for (const child of view.element.children) {
      if (isText(child)) {
        if (loose.length > 0 && !hasText(child.data)) continue;
        this.#endTable(content, loose, around);
        content.push(textItem(child.data, { ...around, style: lines.styleOfLines() }));
      } else if (isTag(child)) {
        views ??= new SiblingViews(view);
        const own = views.next(child);
        const style = lines.styleOfChild((parent) => this.styleOf(own, parent));
        if (isTablePart(style)) {
          loose.push(own);
          continue;
        }
        this.#endTable(content, loose, around);
        this.#addElement(content, own, around, { own: style, number: numbers.of(own, style, around.style) });
      }
    }
    this.#endTable(content, loose, around);
    if (canGenerate) this.#addPseudo(content, view, around, 'after');
    this.#counters.leave();
    this.#lists.leave();
    return content;
  }

  /** Puts rows and cells that no table contains into one. */
  #endTable(content: Content, loose: TreeElement[], around: BoxContext): void {
    if (loose.length > 0) content.push(looseTable(this, loose.splice(0), around));
  }

  /** `number`: of a list item. */
  #addElement(
    content: Content,
    view: TreeElement,
    around: LineContext,
    { own: style, number }: { readonly own: Style; readonly number: number },
  ): void {
    if (style.display === 'none') return;
    this.#count(view, around.style);
    if (view.tag === 'body') this.#bodyStyle = style;
    const field = pageField(view, style, around);
    if (field) {
      content.push(field);
      return;
    }
    if (isOutOfFlow(style)) {
      const box = this.#boxOf(view, { style, link: around.link, run: around.run }, number);
      if (box) content.push({ kind: 'out', box });
      return;
    }
    switch (view.tag) {
      case 'br':
      case 'wbr':
        content.push(breakItem(view, style, around.style));
        break;
      case 'img':
      case 'svg':
        this.#addImage(content, view, style, around);
        break;
      default:
        // The children of an element without a box of its own are items.
        if (style.display === 'contents' && isContainer(around.style))
          addItems(content, this.#contentOf(view, { ...around, style: { ...style, display: around.style.display } }));
        else if (/^(?:inline|contents)$/.test(style.display) && !isContainer(around.style) && !isField(view))
          this.#addInline(content, view, alignedAlone(style, view), around);
        else this.#addBlock(content, view, { ...around, style }, number);
    }
  }

  #count(view: TreeElement, around: Style): void {
    const declarations = this.#styles.countersOf(view, around);
    if (declarations) this.#counters.apply(declarations);
  }

  /** `around` has the element's own style. */
  #addBlock(content: Content, view: TreeElement, around: LineContext, number: number): void {
    const { style } = around;
    if ('data-page' in view.attributes && (view.tag === 'header' || view.tag === 'footer')) {
      // Without a run: what pages repeat is no part of the structure.
      const box = this.block(view, { style }, number);
      this[view.tag] ??= box;
      return;
    }
    const box = this.#boxOf(view, { style, link: around.link, run: around.run }, number);
    if (!box) return;
    const own = view.tag === 'legend' && box.kind === 'block' ? { ...box, isLegend: true } : box;
    content.push(style.display.startsWith('inline') ? { kind: 'box', box: own } : own);
  }

  #boxOf(view: TreeElement, { style, run, link }: LineContext, number: number): Box | undefined {
    const around = { style, run, link: linkWithin(view, link) };
    if (view.tag === 'img' || view.tag === 'svg')
      return this.#imageOf(view, around, run?.block()) ?? missingBlock(view, around, this.#found.isQuirky);
    if (isField(view)) {
      const parts = { placeholderOf: this.#styles.placeholderOf, blockOf: () => this.block(view, { style }, number) };
      return fieldOf(view, style, parts, run?.block());
    }
    if (style.display === 'table' || style.display === 'inline-table') return buildTable(this, view, around);
    const box = this.block(view, { ...around, run: run && this.#tags.block(view, run, style) }, number);
    return view.tag === 'button' ? buttonBox(box) : box;
  }

  #addInline(content: Content, view: TreeElement, style: Style, around: LineContext): void {
    const link = linkWithin(view, around.link);
    const background = isDecorated(style) ? style : around.background;
    const run = around.run && this.#tags.inline(view, around.run, link === around.link ? undefined : link);
    const own: Content = [];
    addEdge(own, 'left', style, background);
    // Its padding and border are at the sides that the text around it has.
    addItems(own, inlineContent(view, style, this.#contentOf(view, { style, link, background, run }), around.style));
    addEdge(own, 'right', style, background);
    addItems(content, style.display === 'inline' ? movedBy(style, own, around.background, this.#problems) : own);
  }

  #addPseudo(content: Content, view: TreeElement, around: LineContext, pseudo: 'before' | 'after'): void {
    const found = this.#styles.pseudoOf(view, around.style, pseudo);
    if (!found || found.style.display === 'none') return;
    this.#counters.apply(found.declarations);
    const parts = generatedContent(found.content, this.#counters, view.attributes, found.style);
    addGenerated(content, found, around, parts, this.#problems);
  }

  #addImage(content: Content, view: TreeElement, style: Style, { link, run, ...around }: LineContext): void {
    const isBlock = style.display === 'block' || isContainer(around.style);
    const box = this.#imageOf(view, { style, link }, isBlock ? run?.block() : run?.inLine());
    if (box) content.push(...(isBlock ? [box] : movedBy(style, [{ kind: 'box', box }], undefined)));
    else content.push(...missingImage(view, { style, run }, { isBlock, isQuirky: this.#found.isQuirky }));
  }

  /** `parent`: the tag that the image is put into. */
  #imageOf(view: TreeElement, { style, link }: LineContext, parent: Tag | undefined): ImageBox | undefined {
    const drawing = view.tag === 'svg' ? buildDrawing(this, view, style, this.#found.sheets) : undefined;
    if (drawing) this.drawings.push(drawing);
    const picture = drawing ?? style.pictures.get(view.attributes['src'] ?? '');
    if (!picture) return undefined;
    const tag = this.#tags.figure(view, parent);
    const sized = withinContainer(style, picture);
    return { kind: 'image', style: sized, picture, ...(link && { link }), ...(tag && { tag }) };
  }
}
