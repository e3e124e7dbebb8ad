import { type ChildNode, type Document, isTag, isText, Text } from 'domhandler';
import { html } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { isForPrint } from '../../../domain/documents/css/mediaQueries.ts';
import { ownValue } from '../../../domain/documents/css/ownValue.ts';
import { faultOf } from '../pdf/boxes/pdfProblem.ts';
import { elementsOf } from '../pdf/images/svgImages.ts';
import { builtIn, quirks } from '../pdf/style/builtIn.css.ts';
import { SiblingViews, type TreeElement } from '../pdf/style/sheets/siblingViews.ts';
import { initialStyle, isContainer, type Style } from '../pdf/style/style.ts';
import { StyleResolver } from '../pdf/style/styleResolver.ts';
import { parseStylesheet } from '../pdf/style/stylesheet.ts';
import { prepareDetails } from '../pdf/tree/elements/details.ts';
import { textOf } from '../pdf/tree/elements/nodeText.ts';
import { Counters } from '../pdf/tree/generated/counters.ts';
import { type ItemNumbers, OpenLists } from '../pdf/tree/generated/itemNumbers.ts';
import { setChildren } from '../sanitize/setChildren.ts';
import { asFieldText, formParts } from './fieldText.ts';
import { PLAIN_LIST, removeOwn, type TextGenerator, writeGenerated } from './generatedText.ts';

/** Elements without a box whose content is not text of the page. */
const undrawn = /^(?:head|style|title|meta|link|base)$/;
/** Elements that readers of HTML put into lines, whatever the document declares. */
const ofLines =
  /^(?:a|abbr|acronym|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|img|ins|kbd|label|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var)$/;
/** Values and formulas of cells, which sheets show in place of the text. */
const valuesOfCells = ['data-number', 'data-date', 'data-formula'];

interface Visited {
  readonly view: TreeElement;
  readonly style: Style;
  /** The element around it: its style, and the numbers of the items in it. */
  readonly around?: { readonly style: Style; readonly numbers: ItemNumbers };
}

/** An element whose content is read, or at its end. */
type Step = Visited & { readonly isEnd?: true };

/**
 * Prepares a document for formats that have no layout of their own. What a PDF of it would not show is removed, by the
 * same styles, because LibreOffice and plain text show it all. Text that styles generate, and the values of fields, are
 * written into it. Items of flex and grid containers are separated, because their words would become one.
 *
 * @param options.isStyled whether styles are inlined later
 * @throws TemplateFault where styles generate too much text
 */
export function asRunningText(document: Document, { isStyled }: { readonly isStyled: boolean }): void {
  const root = document.children.find(isTag);
  if (!root) return;
  for (const element of elementsOf(document.children)) removeOwn(element);
  const isQuirky = document['x-mode'] === 'quirks';
  const units = { ...initialStyle.units, needed: !isQuirky };
  const initial = { ...initialStyle, units };
  const styles = new StyleResolver(sheetsOf(document, isQuirky), units);
  try {
    writeText(new SiblingViews(undefined, [root], isQuirky).next(root), initial, { styles, isStyled });
  } catch (error) {
    throw faultOf(error);
  }
}

function writeText(
  view: TreeElement,
  initial: Style,
  { styles, isStyled }: { readonly styles: StyleResolver; readonly isStyled: boolean },
): void {
  const counters = new Counters(styles.counterStyles);
  const generator = { styles, counters, isStyled, written: { size: 0 } };
  const lists = new OpenLists((child) => styles.countersOf(child));
  const todo: Step[] = [{ view, style: styles.styleOf(view, initial) }];
  const unseen: Visited[] = [];
  // In the order of the document, by which counters count.
  for (let next = todo.pop(); next; next = todo.pop()) {
    if (next.isEnd) {
      writeGenerated(next, 'after', generator);
      counters.leave();
      lists.leave();
      if (isContainer(next.style)) separateItems(next);
      continue;
    }
    const declarations = styles.countersOf(next.view);
    if (declarations) counters.apply(declarations);
    const { view: item, style, around } = next;
    if (style.display === 'list-item' && around) counters.number(around.numbers.of(item, style, around.style));
    counters.enter();
    const numbers = lists.enter(item);
    const shown = shownChildren(next, generator).map((child) => ({ ...child, around: { style, numbers } }));
    if (isUnseen(style)) unseen.push(next);
    markPlainList(next, shown, isStyled);
    writeGenerated(next, 'before', generator);
    todo.push({ ...next, isEnd: true }, ...shown.reverse());
  }
  removeEmpty(unseen);
}

function sheetsOf(document: Document, isQuirky: boolean) {
  const own = elementsOf(document.children).filter(
    ({ name, attribs }) => name === 'style' && isForPrint(attribs['media'] || 'all'),
  );
  const sheets = own.map((sheet) => parseStylesheet(textOf(sheet), 'author', !isQuirky));
  return isQuirky ? [builtIn, quirks, ...sheets] : [builtIn, ...sheets];
}

/** Removes the texts and the children that are not shown, and returns the elements among the others. */
function shownChildren({ view, style }: Visited, { styles, isStyled }: TextGenerator): Visited[] {
  const { element } = view;
  if (element.name === 'details') {
    prepareDetails(element);
    setChildren(element, element.children);
  }
  // A button shows its content, the other fields a text in place of it.
  if (asFieldText(element) && view.tag !== 'button') return [];
  if (!isStyled) element.name = ownValue(formParts, element.name) ?? element.name;
  const shown: Visited[] = [];
  const views = new SiblingViews(view);
  const left: ChildNode[] = [];
  for (const child of element.children) {
    if (isText(child) && isUnseen(style) && !isSpace(child)) continue;
    const visited = isTag(child) ? visit(views.next(child), style, styles) : undefined;
    if (visited?.style.display === 'none') continue;
    if (visited) shown.push(visited);
    left.push(child);
  }
  if (left.length < element.children.length) setChildren(element, left);
  return shown;
}

/** Makes blocks of a list and its items where none of these has a marker: readers of HTML give each item one. */
function markPlainList({ view: { element }, style }: Visited, shown: readonly Visited[], isStyled: boolean): void {
  if (!/^(?:ul|ol|menu)$/.test(element.name)) return;
  const items = shown.filter(({ view }) => view.tag === 'li');
  const isPlain = ({ style: own }: Visited): boolean =>
    own.display !== 'list-item' || (own.listType === 'none' && own.listPicture === undefined);
  if (items.length === 0 || !items.every(isPlain)) return;
  if (isStyled) element.attribs[PLAIN_LIST] = String(typeof style.padding.left === 'number' ? style.padding.left : 0);
  else for (const one of [element, ...items.map(({ view }) => view.element)]) one.name = 'div';
}

/** Returns the style of an element with its view; undefined for an element that is never drawn. */
const visit = (view: TreeElement, around: Style, styles: StyleResolver): Visited | undefined =>
  undrawn.test(view.tag) ? undefined : { view, style: styles.styleOf(view, around) };

/** Whether the text of an element is not seen. Elements in it may be. */
const isUnseen = ({ hidden, opacity, size }: Style): boolean => hidden || opacity === 0 || size === 0;

/** Removes the elements that have nothing that is seen, of those that are not seen themselves; parents come before their children. */
function removeEmpty(unseen: readonly Visited[]): void {
  const empty = new Set<ChildNode>();
  for (const one of unseen.toReversed()) {
    const { element } = one.view;
    for (const name of valuesOfCells) delete element.attribs[name];
    if (isEmpty(one, empty)) empty.add(element);
  }
  const parents = new Set([...empty].map(({ parent }) => parent));
  for (const parent of parents)
    if (parent)
      setChildren(
        parent,
        parent.children.filter((child) => !empty.has(child)),
      );
}

/** Whether an element that is not seen may be removed. A part of a table may not, because the others stand beside it. */
function isEmpty({ view: { element }, style }: Visited, empty: ReadonlySet<ChildNode>): boolean {
  if (style.display.startsWith('table-') || element.name === 'br') return false;
  if (/^(?:img|hr)$/.test(element.name)) return style.hidden || style.opacity === 0;
  return element.children.every((child) => isSpace(child) || empty.has(child));
}

/** Puts a space between the items of a row that would stand in one line, and ends the line between those of a column. */
function separateItems({ view: { element }, style }: Visited): void {
  const isColumn = style.display.endsWith('flex') && style.container.direction.startsWith('column');
  const separator = (): ChildNode => (isColumn ? adapter.createElement('br', html.NS.HTML, []) : new Text(' '));
  const separated: ChildNode[] = [];
  let before: ChildNode | undefined;
  for (const child of element.children) {
    if (!isSpace(child)) {
      if (before && isOfLine(before) && isOfLine(child)) separated.push(separator());
      before = child;
    }
    separated.push(child);
  }
  if (separated.length > element.children.length) setChildren(element, separated);
}

const isSpace = (node: ChildNode): boolean => isText(node) && node.data.trim() === '';

const isOfLine = (node: ChildNode): boolean => !isTag(node) || ofLines.test(node.name);
