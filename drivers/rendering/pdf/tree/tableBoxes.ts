import { type Element, isTag } from 'domhandler';
import type { BlockBox, Row, TableBox, TableCell } from '../boxes/boxes.ts';
import type { Style } from '../style/style.ts';
import { SiblingViews, type TreeElement } from './siblingViews.ts';

/** Limits on spans, as HTML has them. */
const MAX_COLSPAN = 1000;
const MAX_ROWSPAN = 65_534;

/** What tables need of the builder that they are part of. */
export interface BlockBuilder {
  styleOf(view: TreeElement, parent: Style): Style;
  block(view: TreeElement, around: { readonly style: Style }, number: number): BlockBox;
}

export function buildTable(builder: BlockBuilder, table: TreeElement, style: Style): TableBox {
  const columns: Style[] = [];
  const sections: Record<'thead' | 'tbody' | 'tfoot', Row[]> = { thead: [], tbody: [], tfoot: [] };
  let caption: BlockBox | undefined;
  const views = new SiblingViews(table);
  for (const child of table.element.children) {
    if (!isTag(child)) continue;
    const view = views.next(child);
    const own = builder.styleOf(view, style);
    if (child.name === 'colgroup') addColumns(builder, columns, view, style);
    if (own.display === 'none') continue;
    if (child.name === 'caption') caption = builder.block(view, { style: own }, 0);
    else if (child.name === 'thead' || child.name === 'tbody' || child.name === 'tfoot')
      addRows(builder, sections[child.name], view, own);
  }
  const anchor = table.element.attribs['id'];
  return {
    kind: 'table',
    style,
    columns,
    head: sections.thead,
    body: sections.tbody,
    foot: sections.tfoot,
    ...(caption && { caption }),
    ...(anchor && { anchor }),
  };
}

function addColumns(builder: BlockBuilder, columns: Style[], group: TreeElement, style: Style): void {
  const views = new SiblingViews(group);
  const add = (element: Element, own: Style): void => {
    const span = spanOf(element.attribs['span'], MAX_COLSPAN);
    for (let i = 0; i < span && columns.length < MAX_COLSPAN; i++) columns.push(own);
  };
  const children = group.element.children.filter(isTag).filter(({ name }) => name === 'col');
  if (children.length === 0) add(group.element, builder.styleOf(group, style));
  for (const child of children) add(child, builder.styleOf(views.next(child), style));
}

function addRows(builder: BlockBuilder, rows: Row[], section: TreeElement, style: Style): void {
  const views = new SiblingViews(section);
  for (const child of section.element.children) {
    if (!isTag(child)) continue;
    const view = views.next(child);
    if (child.name !== 'tr') continue;
    const own = builder.styleOf(view, style);
    if (own.display !== 'none') rows.push({ style: own, cells: cellsOf(builder, view, own) });
  }
}

function cellsOf(builder: BlockBuilder, row: TreeElement, style: Style): TableCell[] {
  const cells: TableCell[] = [];
  const views = new SiblingViews(row);
  for (const child of row.element.children) {
    if (!isTag(child)) continue;
    const view = views.next(child);
    if (child.name !== 'td' && child.name !== 'th') continue;
    const own = builder.styleOf(view, style);
    if (own.display === 'none') continue;
    const { colspan, rowspan } = child.attribs;
    cells.push({
      style: own,
      content: builder.block(view, { style: own }, 0),
      colspan: spanOf(colspan, MAX_COLSPAN),
      // 0 means: to the end of the section.
      rowspan: rowspan?.trim() === '0' ? MAX_ROWSPAN : spanOf(rowspan, MAX_ROWSPAN),
    });
  }
  return cells;
}

function spanOf(text: string | undefined, max: number): number {
  const number = Number.parseInt(text ?? '1', 10);
  return number >= 1 ? Math.min(number, max) : 1;
}
