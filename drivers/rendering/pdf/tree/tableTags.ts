import { isTag } from 'domhandler';
import { languageTag } from '../../../../domain/documents/finishing/languageTag.ts';
import type { TableBox, TableCell } from '../boxes/boxes.ts';
import type { TreeElement } from '../style/sheets/siblingViews.ts';
import { gridOf } from '../tables/tableGrid.ts';
import type { Tag } from '../tags/tag.ts';
import { TagRun } from '../tags/tagRun.ts';

export type Section = 'head' | 'body' | 'foot';

const sectionRoles = { head: 'THead', body: 'TBody', foot: 'TFoot' } as const;

/** The tags of one table. A table for the layout has none: its cells are groups of the element that it is in. */
export class TableTags {
  readonly #group: Tag;
  readonly #table: Tag | undefined;
  readonly #caption: Tag | undefined;
  readonly #sections = new Map<Section, Tag>();

  /** `table`: undefined for cells that stand outside of one. */
  constructor(run: TagRun, table: TreeElement | undefined) {
    this.#group = run.block();
    if (!table || !hasData(table)) return;
    this.#table = this.#group.add('Table');
    this.#table.language = languageTag(table.attributes['lang']);
    this.#caption = this.#table.add('Caption');
    for (const section of ['head', 'body', 'foot'] as const)
      this.#sections.set(section, this.#table.add(sectionRoles[section]));
  }

  get hasData(): boolean {
    return this.#table !== undefined;
  }

  caption(): TagRun {
    return new TagRun(this.#caption ?? this.#group, { holdsText: this.#caption !== undefined });
  }

  /** `view`: undefined for a row without an element. */
  row(section: Section, view?: TreeElement): RowTags {
    const row = this.#sections.get(section)?.add('TR');
    if (!row) return new RowTags(this.#group, undefined, false);
    row.language = languageTag(view?.attributes['lang']);
    const cells = view?.element.children.filter(isTag) ?? [];
    return new RowTags(this.#group, row, section === 'head' || cells.every(({ name }) => name === 'th'));
  }
}

/** The tags of one row. */
export class RowTags {
  /** Undefined in a table for the layout. */
  readonly tag: Tag | undefined;
  readonly #group: Tag;
  readonly #isHead: boolean;

  constructor(group: Tag, tag: Tag | undefined, isHead: boolean) {
    this.#group = group;
    this.tag = tag;
    this.#isHead = isHead;
  }

  /** `view`: undefined for a cell without an element. */
  cell(view?: TreeElement): TagRun {
    if (!this.tag) return new TagRun(this.#group, { holdsText: false });
    const isHeading = view?.tag === 'th';
    const cell = this.tag.add(isHeading ? 'TH' : 'TD');
    if (isHeading) cell.attributes = { O: 'Table', Scope: this.#scopeOf(view.attributes['scope']) };
    cell.language = languageTag(view?.attributes['lang']);
    return new TagRun(cell, { holdsText: true });
  }

  #scopeOf(declared: string | undefined): string {
    const scope = declared?.toLowerCase() ?? '';
    if (scope.startsWith('row')) return 'Row';
    return scope.startsWith('col') || this.#isHead ? 'Column' : 'Row';
  }
}

/** Writes the spans of cells into their tags, and adds the cells that rows lack. */
export function completeTable(table: TableBox): void {
  const { rows, columns } = gridOf(table);
  /** By column, the first row that no cell above reaches into. */
  const freeFrom: number[] = Array.from({ length: columns }, () => 0);
  rows.forEach(({ row, cells }, index) => {
    for (const { cell, from, to, rows: height } of cells) {
      addSpans(cell, to - from, height);
      freeFrom.fill(index + height, from, to);
    }
    const missing = freeFrom.filter((free) => free <= index).length;
    for (let i = 0; i < missing; i++) row.tag?.add('TD');
  });
}

function addSpans({ tag }: TableCell, columns: number, rows: number): void {
  if (!tag || (columns === 1 && rows === 1)) return;
  const spans = { ...(columns > 1 && { ColSpan: columns }), ...(rows > 1 && { RowSpan: rows }) };
  tag.attributes = { O: 'Table', ...tag.attributes, ...spans };
}

/** Whether a table has data: headings or a caption say so. Other tables only place their cells. */
function hasData({ element, attributes }: TreeElement): boolean {
  const { role } = attributes;
  if (role === 'presentation' || role === 'none') return false;
  if (role === 'table' || role === 'grid') return true;
  for (const child of element.children) {
    if (!isTag(child)) continue;
    if (child.name === 'thead' || child.name === 'caption') return true;
    const rows = child.name === 'tr' ? [child] : child.children.filter(isTag);
    for (const row of rows) if (row.children.some((cell) => isTag(cell) && cell.name === 'th')) return true;
  }
  return false;
}
