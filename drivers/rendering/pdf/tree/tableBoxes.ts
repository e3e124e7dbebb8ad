import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import type { BlockBox, Row, TableBox, TableCell } from '../boxes/boxes.ts';
import { anonymous, type Style } from '../style/style.ts';
import { SiblingViews, type TreeElement } from './siblingViews.ts';

/** Limits on spans, as HTML has them. */
const MAX_COLSPAN = 1000;
const MAX_ROWSPAN = 65_534;

/** What tables need of the builder that they are part of. */
export interface BlockBuilder {
  styleOf(view: TreeElement, parent: Style): Style;
  block(view: TreeElement, around: { readonly style: Style }, number: number): BlockBox;
  anonymous(nodes: readonly (ChildNode | TreeElement)[], style: Style): BlockBox;
}

const part = /^table-(?:row|cell|caption|(?:row|header|footer)-group)$/;

/** Whether an element belongs into a table. */
export const isTablePart = ({ display }: Style): boolean => part.test(display);

export function buildTable(builder: BlockBuilder, table: TreeElement, style: Style): TableBox {
  const parts = new TableParts(builder, style);
  const views = new SiblingViews(table);
  for (const child of table.element.children) {
    if (isTag(child)) parts.add(views.next(child));
    else if (isText(child) && /\S/.test(child.data)) parts.addLoose(child);
  }
  const anchor = table.element.attribs['id'];
  return { ...parts.end(), ...(anchor && { anchor }) };
}

/** Builds the table around rows and cells that stand outside of one. */
export function looseTable(builder: BlockBuilder, views: readonly TreeElement[], parent: Style): TableBox {
  const parts = new TableParts(builder, anonymous(parent, 'table'));
  for (const view of views) parts.add(view);
  return parts.end();
}

/** Collects the parts of a table. What is no part stands in a cell of its own. */
class TableParts {
  readonly #builder: BlockBuilder;
  readonly #style: Style;
  readonly #columns: Style[] = [];
  readonly #sections: Record<'head' | 'body' | 'foot', Row[]> = { head: [], body: [], foot: [] };
  #caption: BlockBox | undefined;
  #row: { readonly style: Style; readonly cells: TableCell[] } | undefined;

  constructor(builder: BlockBuilder, style: Style) {
    this.#builder = builder;
    this.#style = style;
  }

  add(view: TreeElement): void {
    const own = this.#builder.styleOf(view, this.#style);
    switch (own.display) {
      case 'none':
        break;
      case 'table-column-group':
      case 'table-column':
        addColumns(this.#builder, this.#columns, view, this.#style);
        break;
      case 'table-caption':
        this.#caption ??= this.#builder.block(view, { style: own }, 0);
        break;
      case 'table-header-group':
        this.#addSection('head', view, own);
        break;
      case 'table-footer-group':
        this.#addSection('foot', view, own);
        break;
      case 'table-row-group':
        this.#addSection('body', view, own);
        break;
      case 'table-row':
        this.#endRow();
        this.#sections.body.push({ style: own, cells: cellsOf(this.#builder, view, own) });
        break;
      case 'table-cell':
        this.#openRow().cells.push(cellOf(this.#builder, view, own));
        break;
      default:
        this.addLoose(view);
    }
  }

  addLoose(node: ChildNode | TreeElement): void {
    const row = this.#openRow();
    row.cells.push(looseCell(this.#builder, node, row.style));
  }

  end(): TableBox {
    this.#endRow();
    const { head, body, foot } = this.#sections;
    const caption = this.#caption;
    return { kind: 'table', style: this.#style, columns: this.#columns, head, body, foot, ...(caption && { caption }) };
  }

  #addSection(section: 'head' | 'body' | 'foot', view: TreeElement, style: Style): void {
    this.#endRow();
    addRows(this.#builder, this.#sections[section], view, style);
  }

  #openRow(): { readonly style: Style; readonly cells: TableCell[] } {
    this.#row ??= { style: anonymous(this.#style, 'table-row'), cells: [] };
    return this.#row;
  }

  #endRow(): void {
    if (this.#row) this.#sections.body.push(this.#row);
    this.#row = undefined;
  }
}

function looseCell(builder: BlockBuilder, node: ChildNode | TreeElement, parent: Style): TableCell {
  const style = anonymous(parent, 'table-cell');
  return { style, content: builder.anonymous([node], style), colspan: 1, rowspan: 1 };
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
    const own = builder.styleOf(view, style);
    if (own.display === 'none') continue;
    if (own.display === 'table-row') {
      rows.push({ style: own, cells: cellsOf(builder, view, own) });
      continue;
    }
    const row = anonymous(style, 'table-row');
    const cell = own.display === 'table-cell' ? cellOf(builder, view, own) : looseCell(builder, view, row);
    rows.push({ style: row, cells: [cell] });
  }
}

function cellsOf(builder: BlockBuilder, row: TreeElement, style: Style): TableCell[] {
  const cells: TableCell[] = [];
  const views = new SiblingViews(row);
  for (const child of row.element.children) {
    if (isText(child) && /\S/.test(child.data)) cells.push(looseCell(builder, child, style));
    if (!isTag(child)) continue;
    const view = views.next(child);
    const own = builder.styleOf(view, style);
    if (own.display === 'none') continue;
    cells.push(own.display === 'table-cell' ? cellOf(builder, view, own) : looseCell(builder, view, style));
  }
  return cells;
}

function cellOf(builder: BlockBuilder, view: TreeElement, style: Style): TableCell {
  const { colspan, rowspan } = view.attributes;
  return {
    style,
    content: builder.block(view, { style }, 0),
    colspan: spanOf(colspan, MAX_COLSPAN),
    // 0 means: to the end of the section.
    rowspan: rowspan?.trim() === '0' ? MAX_ROWSPAN : spanOf(rowspan, MAX_ROWSPAN),
  };
}

function spanOf(text: string | undefined, max: number): number {
  const number = Number.parseInt(text ?? '1', 10);
  return number >= 1 ? Math.min(number, max) : 1;
}
