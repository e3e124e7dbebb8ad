import { type Document, type Element, isTag, isText, Text } from 'domhandler';
import { html } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { isForPrint } from '../../domain/documents/warnings/mediaQueries.ts';
import { elementsOf } from './pdf/images/svgImages.ts';
import { builtIn, quirks } from './pdf/style/builtIn.css.ts';
import { initialStyle, isContainer, type Style } from './pdf/style/style.ts';
import { StyleResolver } from './pdf/style/styleResolver.ts';
import { parseStylesheet } from './pdf/style/stylesheet.ts';
import { SiblingViews, type TreeElement } from './pdf/tree/siblingViews.ts';
import { textOf } from './pdf/tree/survey.ts';

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
}

/**
 * Prepares a document for formats that have no layout of their own. What a PDF of it would not show is removed, by the
 * same styles, because LibreOffice and plain text show it all. Items of flex and grid containers are separated, because their words
 * would become one.
 */
export function asRunningText(document: Document): void {
  const root = document.children.find(isTag);
  if (!root) return;
  const isQuirky = document['x-mode'] === 'quirks';
  const units = { ...initialStyle.units, needed: !isQuirky };
  const initial = { ...initialStyle, units };
  const styles = new StyleResolver(sheetsOf(document, isQuirky), units);
  const view = new SiblingViews(undefined, [root], isQuirky).next(root);
  const todo: Visited[] = [{ view, style: styles.styleOf(view, initial) }];
  const unseen: Visited[] = [];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const shown = shownChildren(next, styles);
    if (isUnseen(next.style)) unseen.push(next);
    if (isContainer(next.style)) separateItems(next);
    todo.push(...shown);
  }
  // Parents come before their children.
  for (const one of unseen.toReversed()) removeEmpty(one);
}

function sheetsOf(document: Document, isQuirky: boolean) {
  const own = elementsOf(document.children).filter(
    ({ name, attribs }) => name === 'style' && isForPrint(attribs['media'] || 'all'),
  );
  const sheets = own.map((sheet) => parseStylesheet(textOf(sheet), 'author', !isQuirky));
  return isQuirky ? [builtIn, quirks, ...sheets] : [builtIn, ...sheets];
}

/** Removes the texts and the children that are not shown, and returns the elements among the others. */
function shownChildren({ view, style }: Visited, styles: StyleResolver): Visited[] {
  const shown: Visited[] = [];
  const views = new SiblingViews(view);
  for (const child of [...view.element.children]) {
    if (isText(child) && isUnseen(style) && child.data.trim() !== '') adapter.detachNode(child);
    if (!isTag(child)) continue;
    const own = views.next(child);
    if (undrawn.test(child.name)) continue;
    const visited = { view: own, style: styles.styleOf(own, style) };
    if (visited.style.display === 'none') adapter.detachNode(child);
    else shown.push(visited);
  }
  return shown;
}

/** Whether the text of an element is not seen. Elements in it may be. */
const isUnseen = ({ hidden, opacity, size }: Style): boolean => hidden || opacity === 0 || size === 0;

/** Removes an element that is not seen and has nothing that is. A part of a table stays, because the others stand beside it. */
function removeEmpty({ view: { element }, style }: Visited): void {
  for (const name of valuesOfCells) delete element.attribs[name];
  const isPicture = /^(?:img|hr)$/.test(element.name);
  if (isPicture ? !style.hidden && style.opacity > 0 : element.children.some((child) => !isSpace(child))) return;
  if (!style.display.startsWith('table-') && element.name !== 'br') adapter.detachNode(element);
}

/** Puts a space between the items of a row that would stand in one line, and ends the line between those of a column. */
function separateItems({ view: { element }, style }: Visited): void {
  const items = element.children.filter((child) => isTag(child) || !isSpace(child));
  const isColumn = style.display.endsWith('flex') && style.container.direction.startsWith('column');
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    if (!before || !isOfLine(before) || !isOfLine(item)) continue;
    if (isColumn) adapter.insertBefore(element, adapter.createElement('br', html.NS.HTML, []), item);
    else adapter.insertBefore(element, new Text(' '), item);
  }
}

const isSpace = (node: Element['children'][number]): boolean => isText(node) && node.data.trim() === '';

const isOfLine = (node: Element['children'][number]): boolean => !isTag(node) || ofLines.test(node.name);
