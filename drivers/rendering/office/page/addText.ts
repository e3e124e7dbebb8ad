import { html as names } from 'parse5';
import { ownValue } from '../../../../domain/documents/css/ownValue.ts';
import { formParts } from '../../running/fieldText.ts';
import { GENERATED, type GeneratedPart, PLAIN_LIST } from '../../running/generatedText.ts';
import { attribute, type Element, type Node, remove, rename, set, textNode } from './pageTree.ts';

/** Elements whose content is not drawn. Their attributes are those of the document. */
const undrawn = /^(?:head|style|title|meta)$/;

/** Writes into an element the text that its styles generate, and makes blocks of a list without markers. */
export function addText(element: Element): void {
  if (undrawn.test(element.tagName)) return;
  const plain = ownValue(formParts, element.tagName);
  if (plain !== undefined) rename(element, plain);
  const indent = attribute(element, PLAIN_LIST);
  if (indent !== undefined) asBlocks(element, indent);
  element.childNodes = [
    ...nodesOf(element, GENERATED.before),
    ...element.childNodes,
    ...nodesOf(element, GENERATED.after),
  ];
}

function nodesOf(element: Element, name: string): Node[] {
  const written = attribute(element, name);
  if (written === undefined) return [];
  remove(element, name);
  return inTable(
    element,
    partsIn(written).map((part) => nodeOf(part, element)),
  );
}

/** Returns no parts for a text that is not of `writeGenerated`. */
function partsIn(written: string): readonly GeneratedPart[] {
  try {
    return JSON.parse(written);
  } catch {
    return [];
  }
}

function nodeOf(part: GeneratedPart, parent: Element): Node {
  if (part === 'break') return elementIn(parent, 'br');
  if ('field' in part) return elementIn(parent, 'span', { [`data-page-${part.field}`]: '' });
  if ('image' in part) return elementIn(parent, 'img', { src: part.image });
  if (part.style === '') return textNode(part.text, parent);
  const span = elementIn(parent, 'span', { style: part.style });
  span.childNodes = [textNode(part.text, span)];
  return span;
}

/** Puts texts of a table or of a row into a cell of their own, as a PDF does. */
function inTable(element: Element, nodes: Node[]): Node[] {
  if (!/^(?:table|thead|tbody|tfoot|tr)$/.test(element.tagName)) return nodes;
  const row = element.tagName === 'tr' ? element : elementIn(element, 'tr');
  const cell = elementIn(row, 'td');
  cell.childNodes = nodes;
  if (row === element) return [cell];
  row.childNodes = [cell];
  return [row];
}

function elementIn(parent: Element, tagName: string, attributes: Readonly<Record<string, string>> = {}): Element {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }));
  const namespaceURI = names.NS.HTML;
  return { nodeName: tagName, tagName, attrs, childNodes: [], namespaceURI, parentNode: parent };
}

/** LibreOffice gives each item of a list a marker. `indent`: pt */
function asBlocks(list: Element, indent: string): void {
  remove(list, PLAIN_LIST);
  rename(list, 'div');
  for (const node of list.childNodes) {
    if (!('tagName' in node) || node.tagName !== 'li') continue;
    rename(node, 'p');
    const style = attribute(node, 'style') ?? '';
    set(node, 'style', `margin:0 0 0 ${Number(indent) || 0}pt;${style}`);
  }
}
