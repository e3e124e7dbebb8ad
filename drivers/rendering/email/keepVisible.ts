import { type Document, type Element, isTag, isText } from 'domhandler';
import { adapter } from 'parse5-htmlparser2-tree-adapter';

/**
 * Removes what a mail program does not show, and marks tables that only place their content: the document is made a plain
 * text then.
 *
 * @param elements of the document, each before its descendants, with inlined styles
 */
export function keepVisible(document: Document, elements: readonly Element[]): void {
  for (const element of elements) if (isHidden(element)) adapter.detachNode(element);
  removeFlatText(document);
  for (const element of elements) if (element.name === 'a') moveSpaceBehind(element);
  for (const element of elements)
    if (element.name === 'table' && element.attribs['role'] === undefined && isForLayout(element))
      element.attribs['role'] = 'presentation';
}

/** Styles that hide an element with all its content: preview texts of mailboxes, and parts for other screens. */
const hiding: Readonly<Record<string, (value: string) => boolean>> = {
  display: (value) => value === 'none',
  visibility: (value) => value === 'hidden' || value === 'collapse',
  opacity: (value) => Number.parseFloat(value) === 0,
};

function isHidden(element: Element): boolean {
  if (element.attribs['hidden'] !== undefined || element.attribs['popover'] !== undefined) return true;
  const styles = stylesOf(element);
  if (Object.entries(hiding).some(([property, hides]) => hides(styles.get(property) ?? ''))) return true;
  const isFlat = ['max-height', 'height', 'max-width', 'width'].some((one) => /^0[a-z%]*$/.test(styles.get(one) ?? ''));
  return isFlat && styles.get('overflow') === 'hidden';
}

function stylesOf({ attribs }: Element): ReadonlyMap<string, string> {
  return new Map(
    (attribs['style'] ?? '').split(';').map((declaration): [string, string] => {
      const [property = '', value = ''] = declaration.split(':');
      const plain = value.replace(/!\s*important/i, '').trim();
      return [property.trim().toLowerCase(), plain.toLowerCase()];
    }),
  );
}

/**
 * Removes texts of a font size up to 1 px, which previews of mailboxes have. Elements around columns often have it, against the spaces between columns, and the texts
 * in them a size of their own.
 */
function removeFlatText(document: Document): void {
  const todo: { readonly parent: Document | Element; readonly isFlat: boolean }[] = [
    { parent: document, isFlat: false },
  ];
  for (let next = todo.pop(); next; next = todo.pop()) {
    for (const child of [...next.parent.children]) {
      if (isText(child) && next.isFlat) adapter.detachNode(child);
      else if (isTag(child)) todo.push({ parent: child, isFlat: isFlatIn(child, next.isFlat) });
    }
  }
}

function isFlatIn(element: Element, isParentFlat: boolean): boolean {
  const declared = stylesOf(element).get('font-size');
  const size = Number.parseFloat(declared ?? '');
  if (Number.isNaN(size)) return isParentFlat && !/^[a-z-]+$/.test(declared ?? '');
  return (
    size === 0 ||
    (size <= 1 && /^[\d.]+(?:px|pt)$/.test(declared ?? '')) ||
    (isParentFlat && /(?:em|%)$/.test(declared ?? '') && !declared?.endsWith('rem'))
  );
}

/** Writes the space at the end of a link behind the link: its address would stand before the next word without one. */
function moveSpaceBehind(link: Element): void {
  let last = link.lastChild;
  while (last && isTag(last)) last = last.lastChild;
  const { parent, nextSibling: next } = link;
  if (last && isText(last) && /\s$/.test(last.data) && parent && next) adapter.insertTextBefore(parent, ' ', next);
}

/** Whether a table has another one in it, or rows of one text: tables of data have columns. */
function isForLayout(table: Element): boolean {
  let isOfColumns = false;
  const todo: Element[] = [table];
  for (let parent = todo.pop(); parent; parent = todo.pop()) {
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      if (child.name === 'table') return true;
      if (child.name === 'tr') isOfColumns ||= child.children.filter((one) => isTag(one) && hasText(one)).length > 1;
      todo.push(child);
    }
  }
  return !isOfColumns;
}

function hasText(element: Element): boolean {
  const todo: Element[] = [element];
  for (let one = todo.pop(); one; one = todo.pop()) {
    for (const child of one.children) {
      if (isText(child) && child.data.trim() !== '') return true;
      if (isTag(child)) todo.push(child);
    }
  }
  return false;
}
