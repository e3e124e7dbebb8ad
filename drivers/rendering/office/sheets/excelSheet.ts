import { escapeXml } from '../../../xml/escapeXml.ts';
import { columnName, lostFormula } from './formula.ts';
import type { FormulaCell, SheetPlan } from './sheetPage.ts';
import { withExcelPaper } from './sheetPaper.ts';
import { editZip, textInZip } from './zipFiles.ts';

const SHEET = 'xl/worksheets/sheet1.xml';
const STRINGS = 'xl/sharedStrings.xml';
const WORKBOOK = 'xl/workbook.xml';

/** Writes widths, formulas and the paper into an xlsx. */
export async function finishExcel(content: Uint8Array, { widths, formulas, paper }: SheetPlan): Promise<Uint8Array> {
  const marks = formulas.size > 0 ? marksIn(await textInZip(content, STRINGS), formulas) : new Map();
  const edits = new Map([
    [SHEET, (text: string) => withExcelPaper(withFormulas(withWidths(text, widths), marks), paper)],
  ]);
  // Excel shows the values of the page until it has calculated, which it does when it opens the file.
  if (formulas.size > 0) edits.set(WORKBOOK, (text) => text.replace('<calcPr ', '<calcPr fullCalcOnLoad="1" '));
  return editZip(content, edits);
}

function withWidths(sheet: string, widths: SheetPlan['widths']): string {
  const columns = widths.map((width, index) =>
    width === undefined
      ? ''
      : `<col min="${index + 1}" max="${index + 1}" width="${width.toFixed(2)}" customWidth="1"/>`,
  );
  const written = columns.join('');
  return written === ''
    ? sheet
    : sheet.replace(/(?:<cols>.*?<\/cols>)?<sheetData/s, () => `<cols>${written}</cols><sheetData`);
}

/** Returns the formulas by the number of the text that marks them. */
function marksIn(strings: string, formulas: SheetPlan['formulas']): Map<number, FormulaCell> {
  const found = new Map<number, FormulaCell>();
  for (const [index, [, item = '']] of [...strings.matchAll(/<si>(.*?)<\/si>/gs)].entries()) {
    const formula = formulas.get(item.replaceAll(/<[^>]*>/g, ''));
    if (formula) found.set(index, formula);
  }
  if (found.size < formulas.size) throw lostFormula();
  return found;
}

function withFormulas(sheet: string, marks: ReadonlyMap<number, FormulaCell>): string {
  if (marks.size === 0) return sheet;
  let count = 0;
  const written = sheet.replaceAll(
    /<c r="([A-Z]+)(\d+)"([^>]*) t="s"><v>(\d+)<\/v><\/c>/g,
    (whole, column: string, row: string, attributes: string, index: string) => {
      const one = marks.get(Number(index));
      if (!one) return whole;
      count++;
      const formula = one.formula.forExcel(Number(row) - 1 - one.row, columnIndex(column) - one.column);
      const isText = one.cell.kind === 'text' && one.text !== '';
      const value = one.cell.kind === 'text' ? escapeXml(one.text) : String(one.cell.value);
      const type = isText ? ' t="str"' : '';
      const shown = value === '' ? '' : `<v>${value}</v>`;
      return `<c r="${column}${row}"${attributes}${type}><f>${escapeXml(formula)}</f>${shown}</c>`;
    },
  );
  if (count < marks.size) throw lostFormula();
  return written;
}

/** The number of a column, from 0. */
function columnIndex(name: string): number {
  let index = 0;
  while (columnName(index + 1) !== name) index++;
  return index;
}
