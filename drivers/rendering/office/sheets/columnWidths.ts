import { attribute, type Element, elementsIn, type Node } from '../page/pageTree.ts';
import { type Cell, digitsOf } from './sheetCells.ts';
import type { SheetCell } from './tableCells.ts';

/** Widths in characters. */
const LEAST = 9;
const MOST = 60;
const BESIDE_TEXT = 2;
/** How much wider bold text is. */
const BOLD = 1.1;
/** Pixels of a character. */
const CHARACTER = 7;
const PX: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 };

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff00-\uff60]/gu;
const marks = /\p{Mn}|\p{Cf}/gu;

/** The widths of the columns of a sheet, in characters. */
export class ColumnWidths {
  readonly #widths: number[] = [];
  readonly #declared: (number | undefined)[] = [];

  /** Makes the column of a cell wide enough for it. A cell that covers several columns needs no width of its own. */
  add({ element, column, across }: SheetCell, cell: Cell): void {
    if (across > 1) return;
    const text = Math.max(0, ...linesOf(element).map(lengthOf));
    // A number that does not fit is shown as ####. A text that does not fit overflows into the next cell, or is cut.
    const width = cell.kind === 'text' ? Math.min(text, MOST) : Math.max(text, digitsOf(cell));
    const needed = width * (isBold(element) ? BOLD : 1) + BESIDE_TEXT;
    this.#widths[column] = Math.max(this.#widths[column] ?? LEAST, needed);
  }

  /** Reads the widths that the `col` elements of a table declare as lengths. They take precedence. */
  declare(table: Element, start: number): void {
    let column = start;
    for (const element of elementsIn(table, ({ tagName }) => tagName === 'colgroup')) {
      if (element.tagName !== 'col') continue;
      const [, number, unit = 'px'] =
        /(?:^|;)\s*width\s*:\s*([\d.]+)(px|pt|mm|cm|in)/i.exec(attribute(element, 'style') ?? '') ?? [];
      if (number !== undefined) this.#declared[column] = (Number(number) * (PX[unit.toLowerCase()] ?? 1)) / CHARACTER;
      column += Math.max(1, Math.min(Number.parseInt(attribute(element, 'span') ?? '', 10) || 1, 1_000));
    }
  }

  /** Returns the width of each column; undefined for those without content. */
  get all(): (number | undefined)[] {
    const count = Math.max(this.#widths.length, this.#declared.length);
    return Array.from({ length: count }, (_, column) => this.#declared[column] ?? this.#widths[column]);
  }
}

const lengthOf = (line: string): number => {
  const shown = line.replace(marks, '');
  return [...shown].length + (shown.match(wide)?.length ?? 0);
};

const isBold = (cell: Element): boolean =>
  cell.tagName === 'th' ||
  /font-weight\s*:\s*(?:bold|[6-9]00)/i.test(attribute(cell, 'style') ?? '') ||
  [...elementsIn(cell)].some(({ tagName }) => tagName === 'b' || tagName === 'strong');

const BREAKS = new Set(['br', 'p', 'div', 'li', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tr']);

/** Returns the lines of a cell's text. */
function linesOf(cell: Element): string[] {
  let text = '';
  const pending: Node[] = [...cell.childNodes].reverse();
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value.replace(/\s+/g, ' ');
    if (BREAKS.has(node.nodeName)) text += '\n';
    if ('childNodes' in node) pending.push(...[...node.childNodes].reverse());
  }
  return text.split('\n').map((line) => line.trim());
}
