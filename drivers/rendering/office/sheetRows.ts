import type { DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: Node): node is Element => 'tagName' in node;
const has = (element: Element, ...names: string[]): boolean => element.attrs.some(({ name }) => names.includes(name));

/**
 * The rows of a sheet in place of a row whose cells hold paragraphs that say what they are, as a label with a date below
 * it: a paragraph a row. A cell of a sheet is one thing, and LibreOffice would make text of all of them.
 */
export function rowsOf(node: Node): Node[] {
  if (!isElement(node) || node.tagName !== 'tr') return [node];
  const cells = node.childNodes.filter(isElement);
  const parts = cells.map(partsOf);
  const said = parts.some((some) => some?.some((part) => has(part, 'data-date', 'data-number')));
  // What spans rows would have to span more of them.
  if (!said || cells.some((cell) => has(cell, 'rowspan'))) return [node];
  const count = Math.max(...parts.map((some) => some?.length ?? 1));
  return Array.from({ length: count }, (_, at): Element => {
    const row: Element = { ...node, childNodes: [] };
    row.childNodes = cells.map((cell, column): Element => {
      const some = parts[column];
      const part = some ? some[at] : at === 0 ? cell : undefined;
      const own = part && part !== cell ? part.attrs.filter(({ name }) => name.startsWith('data-')) : [];
      const attrs = [...own, ...cell.attrs.filter(({ name }) => !own.some((one) => one.name === name))];
      const saying =
        own.length > 0 ? attrs.filter(({ name }) => name !== 'data-text' || has(part as Element, name)) : attrs;
      return { ...cell, parentNode: row, attrs: saying, childNodes: part?.childNodes ?? [] };
    });
    return row;
  });
}

/** The paragraphs that a cell is made of; undefined where it holds anything else. */
function partsOf(cell: Element): Element[] | undefined {
  const nodes = cell.childNodes.filter((node) => isElement(node) || ('value' in node && node.value.trim() !== ''));
  const parts = nodes.filter(isElement).filter(({ tagName }) => tagName === 'p' || tagName === 'div');
  return parts.length > 0 && parts.length === nodes.length ? parts : undefined;
}
