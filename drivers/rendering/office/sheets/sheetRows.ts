import type { DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: Node): node is Element => 'tagName' in node;
const has = (element: Element, ...names: string[]): boolean => element.attrs.some(({ name }) => names.includes(name));

/**
 * Splits a row whose cells contain paragraphs with types, such as a label with a date below it, into one row for each
 * paragraph. A cell of a sheet has one type: LibreOffice would turn all paragraphs into text.
 */
export function rowsOf(node: Node): Node[] {
  if (!isElement(node) || node.tagName !== 'tr') return [node];
  const cells = node.childNodes.filter(isElement);
  const parts = cells.map(partsOf);
  const hasTypes = parts.some((some) => some?.some((part) => has(part, 'data-date', 'data-number')));
  // A row with cells that span rows is not split: they would have to span the new rows too.
  if (!hasTypes || cells.some((cell) => has(cell, 'rowspan'))) return [node];
  const count = Math.max(...parts.map((some) => some?.length ?? 1));
  return Array.from({ length: count }, (_, at): Element => {
    const row: Element = { ...node, childNodes: [] };
    row.childNodes = cells.map((cell, column): Element => {
      const some = parts[column];
      const part = some ? some[at] : at === 0 ? cell : undefined;
      const own = part && part !== cell ? part.attrs.filter(({ name }) => name.startsWith('data-')) : [];
      const attrs = [...own, ...cell.attrs.filter(({ name }) => !own.some((one) => one.name === name))];
      const hasText = own.length === 0 || own.some(({ name }) => name === 'data-text');
      const typed = hasText ? attrs : attrs.filter(({ name }) => name !== 'data-text');
      return { ...cell, parentNode: row, attrs: typed, childNodes: part?.childNodes ?? [] };
    });
    return row;
  });
}

/** Returns the paragraphs of a cell; undefined if it contains anything else. */
function partsOf(cell: Element): Element[] | undefined {
  const nodes = cell.childNodes.filter((node) => isElement(node) || ('value' in node && node.value.trim() !== ''));
  const parts = nodes.filter(isElement).filter(({ tagName }) => tagName === 'p' || tagName === 'div');
  return parts.length > 0 && parts.length === nodes.length ? parts : undefined;
}
