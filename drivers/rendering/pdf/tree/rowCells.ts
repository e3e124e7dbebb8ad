import type { ChildNode, Text } from 'domhandler';
import type { BlockBox, Row, TableCell } from '../boxes/boxes.ts';
import type { TreeElement } from '../style/sheets/siblingViews.ts';
import { anonymous, type Style } from '../style/style.ts';
import type { TagRun } from '../tags/tagRun.ts';
import { hasText } from './blockContent.ts';
import { linkAround } from './links.ts';
import type { RowTags } from './tableTags.ts';

/** What the content of a box inherits. */
export interface BoxContext {
  readonly style: Style;
  /** Undefined where the PDF is not tagged, or the content is decoration. */
  readonly run?: TagRun | undefined;
  /** Where it leads. */
  readonly link?: string | undefined;
}

/** What tables need of the builder that they are part of. */
export interface BlockBuilder {
  styleOf(view: TreeElement, parent: Style): Style;
  block(view: TreeElement, around: BoxContext, number: number): BlockBox;
  anonymous(nodes: readonly (ChildNode | TreeElement)[], around: BoxContext): BlockBox;
}

/** Collects the cells of a row. What stands between two cells, such as floats, is in one cell together. */
export class RowCells {
  readonly tags: RowTags | undefined;
  readonly #builder: BlockBuilder;
  readonly #style: Style;
  readonly #cells: TableCell[] = [];
  #loose: (ChildNode | TreeElement)[] = [];

  constructor(builder: BlockBuilder, style: Style, tags: RowTags | undefined) {
    this.#builder = builder;
    this.#style = style;
    this.tags = tags;
  }

  add(cell: TableCell): void {
    this.#endLoose();
    this.#cells.push(cell);
  }

  addLoose(node: ChildNode | TreeElement): void {
    this.#loose.push(node);
  }

  /** White space counts only within a loose text. */
  addText(text: Text): void {
    if (this.#loose.length > 0 || hasText(text.data)) this.#loose.push(text);
  }

  end(): Row {
    this.#endLoose();
    return {
      style: withBreaksOf(this.#cells, this.#style),
      cells: this.#cells,
      ...(this.tags?.tag && { tag: this.tags.tag }),
    };
  }

  #endLoose(): void {
    const [first] = this.#loose;
    if (!first) return;
    const style = anonymous(this.#style, 'table-cell');
    const run = this.tags?.cell();
    const link = linkAround('tag' in first ? first.element : first);
    const content = this.#builder.anonymous(this.#loose, { style, run, link });
    this.#cells.push({ style, content, colspan: 1, rowspan: 1, ...cellTag(this.tags, run) });
    this.#loose = [];
  }
}

/** Returns the style of a row, whose page breaks those of its cells are, too. */
function withBreaksOf(cells: readonly TableCell[], style: Style): Style {
  const breakBefore = style.breakBefore || cells.some((cell) => cell.style.breakBefore);
  const breakAfter = style.breakAfter || cells.some((cell) => cell.style.breakAfter);
  return breakBefore === style.breakBefore && breakAfter === style.breakAfter
    ? style
    : { ...style, breakBefore, breakAfter };
}

/** Returns the tag of a cell, in a table with data. */
export function cellTag(row: RowTags | undefined, run: TagRun | undefined): Pick<TableCell, 'tag'> {
  return row?.tag && run ? { tag: run.tag } : {};
}
