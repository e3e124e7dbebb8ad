import { serialize } from 'parse5';
import { addText } from '../page/addText.ts';
import {
  attribute,
  type Element,
  elementsIn,
  isPageField,
  type Node,
  preparedTree,
  remove,
  set,
  textNode,
  wholeText,
} from '../page/pageTree.ts';
import { ColumnWidths } from './columnWidths.ts';
import { Formula, FormulaProblem } from './formula.ts';
import { type Cell, readCell } from './sheetCells.ts';
import { paperOf, type SheetPaper } from './sheetPaper.ts';
import { rowsOf } from './sheetRows.ts';
import { cellsOf, type SheetCell } from './tableCells.ts';

/** A cell with a formula. */
export interface FormulaCell {
  readonly formula: Formula;
  /** What the page shows in place of the formula's result. */
  readonly cell: Cell;
  readonly text: string;
  /** The place in its table, from 0. */
  readonly row: number;
  readonly column: number;
}

/** What the HTML that LibreOffice reads cannot say about a sheet. */
export interface SheetPlan {
  /** In characters. */
  readonly widths: readonly (number | undefined)[];
  /** The text of a cell is the mark of its formula until the formula takes its place. */
  readonly formulas: ReadonlyMap<string, FormulaCell>;
  readonly paper: SheetPaper | undefined;
}

export interface PreparedSheet {
  readonly page: string;
  readonly plan: SheetPlan;
}

/**
 * Rewrites a page for a sheet in the HTML that LibreOffice itself writes: each cell states its type.
 *
 * @throws FormulaProblem
 */
export function prepareSheet(html: string, format: string): PreparedSheet {
  // A sheet counts as one page: its reader decides where the next one begins.
  const onePage = (element: Element): void => {
    addText(element);
    if (isPageField(element)) element.childNodes = [textNode('1', element)];
  };
  const page = preparedTree(html, onePage, rowsOf);
  const sheet = new Sheet(format);
  for (const element of elementsIn(page)) if (element.tagName === 'table') sheet.add(element);
  const content = serialize(page).replace('</head>', () => `<style>${sheet.rules}</style></head>`);
  return { page: content, plan: { widths: sheet.widths.all, formulas: sheet.formulas, paper: paperOf(html) } };
}

class Sheet {
  readonly widths = new ColumnWidths();
  readonly formulas = new Map<string, FormulaCell>();
  readonly #isCsv: boolean;
  readonly #classes = new Map<string, string>();
  /** Distinguishes the marks of formulas from texts of the page. */
  readonly #mark = crypto.randomUUID();
  /** The column of each table that is in a cell. */
  readonly #columns = new Map<Element, number>();

  constructor(format: string) {
    this.#isCsv = format === 'csv';
  }

  /** `mso-number-format` accepts all formats, `sdnum` only those that LibreOffice has already. */
  get rules(): string {
    return [...this.#classes].map(([format, name]) => `.${name}{mso-number-format:'${cssString(format)}'}`).join('\n');
  }

  add(table: Element): void {
    const start = this.#columns.get(table) ?? 0;
    const cells = cellsOf(table).map((one) => ({ ...one, inner: tablesIn(one.element) }));
    const hasTables = cells.some(({ inner }) => inner.length > 0);
    if (!hasTables) this.widths.declare(table, start);
    for (const { inner, ...one } of cells) {
      const cell = this.#typed(one.element);
      for (const each of inner) this.#columns.set(each, start + one.column);
      if (!hasTables) this.widths.add({ ...one, column: start + one.column }, cell);
      const formula = attribute(one.element, 'data-formula');
      if (formula === undefined) continue;
      if (hasTables) throw new FormulaProblem('a formula cannot be in a table with tables in its cells');
      this.#setFormula(new Formula(formula), one, cell);
    }
  }

  /** Writes the type of a cell into its attributes. */
  #typed(element: Element): Cell {
    // A CSV file has plain numbers and dates, without the format of the page.
    const cellAttribute = (name: string): string | undefined => {
      if (this.#isCsv && name === 'data-format') return undefined;
      return attribute(element, name) ?? (name === 'data-date' ? dateOf(element) : undefined);
    };
    // Other programs read a CSV file by its text, so that only what the page states changes it.
    const isText = this.#isCsv && !['data-number', 'data-date'].some((name) => cellAttribute(name) !== undefined);
    const cell: Cell = isText ? { kind: 'text' } : readCell(cellAttribute, wholeText(element).trim());
    for (const name of ['sdval', 'sdnum']) remove(element, name);
    // Without a type, LibreOffice would guess one: leading zeros would be lost, formulas would run.
    if (cell.kind === 'text') set(element, 'sdnum', '1033;1033;@');
    else {
      set(element, 'sdval', String(cell.value));
      set(element, 'sdnum', '1033;');
      this.#show(element, cell.shown);
    }
    return cell;
  }

  #show(element: Element, format: string): void {
    const name = this.#classes.get(format) ?? `shown${this.#classes.size}`;
    this.#classes.set(format, name);
    set(element, 'class', name);
  }

  #setFormula(formula: Formula, { element, row, column }: SheetCell, cell: Cell): void {
    const text = wholeText(element).trim();
    if (this.#isCsv) return;
    const mark = `${this.#mark}-${this.formulas.size}`;
    this.formulas.set(mark, { formula, cell, text, row, column });
    // As text, but with the format of the number, and without a value of the page.
    for (const name of ['sdval', 'sdnum']) remove(element, name);
    if (cell.kind === 'text') this.#show(element, attribute(element, 'data-format') ?? 'General');
    setText(element, mark);
  }
}

const tablesIn = (cell: Element): Element[] =>
  [...elementsIn(cell, ({ tagName }) => tagName !== 'table')].filter(({ tagName }) => tagName === 'table');

/** Returns the date of a cell whose only content is a `<time datetime>`. */
function dateOf(cell: Element): string | undefined {
  const inner = cell.childNodes.filter((node) => !('value' in node && node.value.trim() === ''));
  const [only] = inner;
  return inner.length === 1 && only && 'tagName' in only && only.tagName === 'time'
    ? attribute(only, 'datetime')
    : undefined;
}

/** Puts a text in place of that of a cell, into the elements around the first part of it. */
function setText(cell: Element, text: string): void {
  const texts = [cell, ...elementsIn(cell)].flatMap(({ childNodes }) =>
    childNodes.filter((node): node is Extract<Node, { value: string }> => 'value' in node),
  );
  const first = texts.find(({ value }) => value.trim() !== '');
  for (const node of texts) node.value = node === first ? text : '';
  if (!first) cell.childNodes = [textNode(text, cell)];
}

/** Escapes a format for a CSS string in single quotes. LibreOffice reads no escaped single quote. */
const cssString = (format: string): string =>
  format
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll("'", '’')
    .replaceAll(/[^\p{L}\p{N}"]/gu, (letter) => `\\${letter}`);
