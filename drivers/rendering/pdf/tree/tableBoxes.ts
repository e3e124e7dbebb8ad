import { type ChildNode, type Element, isTag, isText, type Text } from 'domhandler';
import type { BlockBox, Row, TableBox, TableCell } from '../boxes/boxes.ts';
import { SiblingViews, type TreeElement } from '../style/sheets/siblingViews.ts';
import { anonymous, type Style } from '../style/style.ts';
import { initialTransform, isTransformed } from '../style/transformStyle.ts';
import { hasText } from './blockContent.ts';
import { linkAround } from './links.ts';
import { type BlockBuilder, type BoxContext, cellTag, RowCells } from './rowCells.ts';
import { inSection, surround, withBreaks } from './tableSections.ts';
import { completeTable, type RowTags, type Section, TableTags } from './tableTags.ts';

/** Limits on spans, as HTML has them. */
const MAX_COLSPAN = 1000;
const MAX_ROWSPAN = 65_534;

const part = /^table-(?:row|cell|caption|column|(?:row|header|footer|column)-group)$/;

/** Whether an element belongs into a table. */
export const isTablePart = ({ display }: Style): boolean => part.test(display);

export function buildTable(builder: BlockBuilder, table: TreeElement, { style, run }: BoxContext): TableBox {
  const parts = new TableParts(builder, style, run && new TableTags(run, table));
  const views = new SiblingViews(table);
  for (const child of table.element.children) {
    if (isTag(child)) parts.add(views.next(child));
    else if (isText(child)) parts.addText(child);
  }
  return parts.end(table.element.attribs['id']);
}

/** Builds the table around rows and cells that stand outside of one. */
export function looseTable(builder: BlockBuilder, views: readonly TreeElement[], around: BoxContext): TableBox {
  const { style, run } = around;
  const parts = new TableParts(builder, anonymous(style, 'table'), run && new TableTags(run, undefined));
  for (const view of views) parts.add(view);
  return parts.end();
}

/** Collects the parts of a table. What is no part stands in a cell of its own. */
class TableParts {
  readonly #builder: BlockBuilder;
  readonly #style: Style;
  readonly #tags: TableTags | undefined;
  readonly #columns: Style[] = [];
  readonly #sections: Record<Section, Row[]> = { head: [], body: [], foot: [] };
  /** Whether a page ends below the last body. */
  #breaksAfter = false;
  /** Whether the table has a head, and a foot. */
  readonly #repeated = new Set<Section>();
  readonly #captions: BlockBox[] = [];
  /** A row without an element around its cells. */
  #row: RowCells | undefined;

  constructor(builder: BlockBuilder, style: Style, tags: TableTags | undefined) {
    this.#builder = builder;
    this.#style = style;
    this.#tags = tags;
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
        this.#captions.push(
          this.#builder.block(
            view,
            { style: captionStyle(own), run: this.#tags?.caption(), link: linkAround(view.element) },
            0,
          ),
        );
        break;
      case 'table-header-group':
        this.#addSection(this.#firstOr('head'), view, own);
        break;
      case 'table-footer-group':
        this.#addSection(this.#firstOr('foot'), view, own);
        break;
      case 'table-row-group':
        this.#addSection('body', view, own);
        break;
      case 'table-row':
        this.#endRow();
        this.#addRow(rowOf(this.#builder, view, own, this.#tags?.row('body', view)));
        break;
      case 'table-cell': {
        const row = this.#openRow();
        row.add(cellOf(this.#builder, view, own, row.tags));
        break;
      }
      default:
        this.addLoose(view);
    }
  }

  addLoose(node: ChildNode | TreeElement): void {
    this.#openRow().addLoose(node);
  }

  addText(text: Text): void {
    if (this.#row || hasText(text.data)) this.#openRow().addText(text);
  }

  /** `anchor`: the id by which links name the table. */
  end(anchor?: string): TableBox {
    this.#endRow();
    const { head, body, foot } = this.#sections;
    const caption = joinedCaptions(this.#captions);
    const rows = { columns: this.#columns, head, body, foot };
    const others = { ...(caption && { caption }), ...(anchor && { anchor }) };
    const table: TableBox = withBreaks({ kind: 'table', style: this.#style, ...rows, ...others }, this.#breaksAfter);
    if (this.#tags?.hasData) completeTable(table);
    return table;
  }

  /** As in browsers, the rows of a further head or foot are those of a body. */
  #firstOr(section: 'head' | 'foot'): Section {
    if (this.#repeated.has(section)) return 'body';
    this.#repeated.add(section);
    return section;
  }

  #addSection(section: Section, view: TreeElement, style: Style): void {
    this.#endRow();
    const tags = this.#tags;
    const rows = this.#sections[section];
    const first = rows.length;
    // As in browsers, no page ends above a foot.
    const breakBefore = section !== 'foot' && (style.breakBefore || (section === 'body' && this.#breaksAfter));
    addRows(this.#builder, rows, { view, style: { ...style, breakBefore } }, (row) => tags?.row(section, row));
    if (section === 'body' && rows.length > first) this.#breaksAfter = style.breakAfter;
  }

  #openRow(): RowCells {
    this.#row ??= new RowCells(this.#builder, anonymous(this.#style, 'table-row'), this.#tags?.row('body'));
    return this.#row;
  }

  #endRow(): void {
    if (this.#row) this.#addRow(this.#row.end());
    this.#row = undefined;
  }

  /** Adds a row without a section. */
  #addRow(row: Row): void {
    const style = this.#breaksAfter ? { ...row.style, breakBefore: true } : row.style;
    this.#sections.body.push({ ...row, style });
    this.#breaksAfter = false;
  }
}

/** A page may end between a caption below its table and the next block. */
const captionStyle = (own: Style): Style => (own.captionSide === 'bottom' ? { ...own, keepWithNext: false } : own);

/** Several captions stand one below the other, on the side of the first. */
function joinedCaptions([first, ...others]: readonly BlockBox[]): BlockBox | undefined {
  if (!first || others.length === 0) return first;
  const style = { ...anonymous(first.style, 'table-caption'), keepWithNext: first.style.keepWithNext };
  return { kind: 'block', style, children: [first, ...others] };
}

function addColumns(builder: BlockBuilder, columns: Style[], group: TreeElement, style: Style): void {
  const views = new SiblingViews(group);
  const first = columns.length;
  const add = (element: Element, own: Style): void => {
    const span = spanOf(element.attribs['span'], MAX_COLSPAN);
    for (let i = 0; i < span && columns.length < MAX_COLSPAN; i++) columns.push(own);
  };
  const own = builder.styleOf(group, style);
  const children = group.element.children.filter(isTag).filter(({ name }) => name === 'col');
  if (children.length === 0) add(group.element, own);
  for (const child of children) add(child, builder.styleOf(views.next(child), style));
  if (own.display !== 'table-column-group') return;
  for (let at = first; at < columns.length; at++) {
    const column = columns[at];
    const edges = { isFirst: at === first, isLast: at === columns.length - 1 };
    if (column) columns[at] = inGroup(column, own, edges);
  }
}

/** The background of a group is seen where its columns have none, and its borders around them. */
function inGroup(
  column: Style,
  group: Style,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): Style {
  const none = { ...group.border.top, width: 0 };
  const { top, right, bottom, left } = group.border;
  const around = { top, bottom, left: isFirst ? left : none, right: isLast ? right : none };
  const thicker = (side: keyof typeof around) =>
    around[side].width > column.border[side].width || column === group ? around[side] : column.border[side];
  const border = {
    top: thicker('top'),
    right: thicker('right'),
    bottom: thicker('bottom'),
    left: thicker('left'),
  };
  return { ...inSection(column, group), border };
}

/** `tagsOf`: makes the tags of a row; its argument is undefined for a row without an element. */
function addRows(
  builder: BlockBuilder,
  rows: Row[],
  { view: section, style }: { readonly view: TreeElement; readonly style: Style },
  tagsOf: (row: TreeElement | undefined) => RowTags | undefined,
): void {
  const views = new SiblingViews(section);
  const undivided = style.keepTogether && { section: section.element };
  const first = rows.length;
  let open: RowCells | undefined;
  const endRow = (): void => {
    if (open) rows.push({ ...open.end(), ...undivided });
    open = undefined;
  };
  const openRow = (): RowCells => {
    open ??= new RowCells(builder, inSection(anonymous(style, 'table-row'), style), tagsOf(undefined));
    return open;
  };
  for (const child of section.element.children) {
    if (isText(child)) open?.addText(child);
    if (!isTag(child)) continue;
    const view = views.next(child);
    const own = builder.styleOf(view, style);
    if (own.display === 'none') continue;
    if (own.display === 'table-row') {
      endRow();
      rows.push({ ...rowOf(builder, view, inSection(own, style), tagsOf(view)), ...undivided });
    } else if (own.display === 'table-cell') openRow().add(cellOf(builder, view, own, openRow().tags));
    else openRow().addLoose(view);
  }
  endRow();
  surround(rows, first, style);
}

function rowOf(builder: BlockBuilder, row: TreeElement, style: Style, tags: RowTags | undefined): Row {
  const cells = new RowCells(builder, style, tags);
  const views = new SiblingViews(row);
  for (const child of row.element.children) {
    if (isText(child)) cells.addText(child);
    if (!isTag(child)) continue;
    const view = views.next(child);
    const own = builder.styleOf(view, style);
    if (own.display === 'none') continue;
    if (own.display === 'table-cell') cells.add(cellOf(builder, view, own, tags));
    else cells.addLoose(view);
  }
  return cells.end();
}

function cellOf(builder: BlockBuilder, view: TreeElement, style: Style, row: RowTags | undefined): TableCell {
  const { colspan, rowspan } = view.attributes;
  const run = row?.cell(view);
  const content = builder.block(view, { style, run, link: linkAround(view.element) }, 0);
  return {
    style: isUndrawn(content, view.element) ? { ...style, hidden: true } : style,
    content: contentOf(content),
    ...cellTag(row, run),
    colspan: spanOf(colspan, MAX_COLSPAN),
    // 0 means: to the end of the section.
    rowspan: rowspan?.trim() === '0' ? MAX_ROWSPAN : spanOf(rowspan, MAX_ROWSPAN),
  };
}

/** Whether a cell without content has neither borders nor a background. As in browsers, one with an empty element has content. */
const isUndrawn = ({ style, children, inline = [] }: BlockBox, { children: nodes }: Element): boolean =>
  style.emptyCells === 'hide' && !style.collapse && children.length === 0 && inline.length === 0 && !nodes.some(isTag);

/** The content of a cell that is transformed, or whose lines are vertical, is a box of its own in it. */
function contentOf(content: BlockBox): BlockBox {
  const { style } = content;
  if (isTransformed(style.transform)) {
    const moved = { ...anonymous(style, 'block'), transform: style.transform };
    const plain = contentOf({ ...content, style: { ...style, transform: initialTransform } });
    return {
      kind: 'block',
      style: anonymous(style, 'block'),
      children: [{ ...plain, style: { ...plain.style, ...moved } }],
    };
  }
  if (!style.rotation) return content;
  const { height, borderBox, rotation } = style;
  const turned = { ...anonymous(style, 'block'), height: borderBox ? undefined : height, rotation };
  return { kind: 'block', style: anonymous(style, 'block'), children: [{ ...content, style: turned }] };
}

function spanOf(text: string | undefined, max: number): number {
  const number = Number.parseInt(text ?? '1', 10);
  return number >= 1 ? Math.min(number, max) : 1;
}
