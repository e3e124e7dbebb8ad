import { escapeXml } from '../../../xml/escapeXml.ts';
import { lostFormula } from './formula.ts';
import type { FormulaCell, SheetPlan } from './sheetPage.ts';
import { withOpenDocumentPaper } from './sheetPaper.ts';
import { editZip } from './zipFiles.ts';

/** Writes widths, formulas and the paper into an ods or ots. */
export const finishOpenDocument = (content: Uint8Array, plan: SheetPlan): Promise<Uint8Array> =>
  editZip(
    content,
    new Map([
      ['content.xml', (text: string) => withPlan(text, plan)],
      ['styles.xml', (text: string) => withOpenDocumentPaper(text, plan.paper)],
    ]),
  );

/** Writes widths, formulas and the paper into an fods. */
export const finishFlat = (content: Uint8Array, plan: SheetPlan): Uint8Array =>
  new TextEncoder().encode(withOpenDocumentPaper(withPlan(new TextDecoder().decode(content), plan), plan.paper));

const withPlan = (xml: string, { widths, formulas }: SheetPlan): string =>
  withFormulas(withWidths(xml, widths), formulas);

/** Centimetres of a character, and of the space beside the text of a cell. */
const CHARACTER = 0.2;
const BESIDE = 0.1;

function withWidths(xml: string, widths: SheetPlan['widths']): string {
  const styles = widths.map((width, index) =>
    width === undefined
      ? ''
      : `<style:style style:name="width${index}" style:family="table-column"><style:table-column-properties ` +
        `fo:break-before="auto" style:column-width="${(width * CHARACTER + BESIDE).toFixed(2)}cm"/></style:style>`,
  );
  return xml
    .replace('</office:automatic-styles>', (end) => `${styles.join('')}${end}`)
    .replace(/(?:<table:table-column\b[^>]*\/>\s*)+/, (columns) => withStyles(columns, widths));
}

/** Gives each column its own element, with its own style. */
function withStyles(columns: string, widths: SheetPlan['widths']): string {
  let written = '';
  let column = 0;
  for (const [, attributes = ''] of columns.matchAll(/<table:table-column\b([^>]*)\/>/g)) {
    const [, repeated = '1'] = /table:number-columns-repeated="(\d+)"/.exec(attributes) ?? [];
    const single = attributes.replace(/\s*table:number-columns-repeated="\d+"/, '');
    let left = Number(repeated);
    for (; left > 0 && column < widths.length; left--, column++) {
      const own = single.replace(/table:style-name="[^"]*"/, `table:style-name="width${column}"`);
      written += `<table:table-column${widths[column] === undefined ? single : own}/>`;
    }
    if (left > 0) written += `<table:table-column${single} table:number-columns-repeated="${left}"/>`;
    column += left;
  }
  return written;
}

const CELL =
  /<table:(table-row|table-cell|covered-table-cell)\b([^>]*?)(?:\/>|>(?:\s*<text:p>((?:(?!<\/table:)[\s\S])*?)<\/text:p>\s*<\/table:table-cell>)?)/g;

function withFormulas(xml: string, formulas: SheetPlan['formulas']): string {
  if (formulas.size === 0) return xml;
  let nextRow = 0;
  let row = 0;
  let column = 0;
  let count = 0;
  const written = xml.replaceAll(CELL, (whole, kind: string, attributes: string, text: string | undefined) => {
    if (kind === 'table-row') {
      row = nextRow;
      nextRow += repeatedIn(attributes, 'rows');
      column = 0;
      return whole;
    }
    const at = column;
    column += repeatedIn(attributes, 'columns');
    const one = text === undefined ? undefined : formulas.get(text.replaceAll(/<[^>]*>/g, ''));
    if (!one) return whole;
    count++;
    return cellWith(one, attributes, row - one.row, at - one.column);
  });
  if (count < formulas.size) throw lostFormula();
  return written;
}

const repeatedIn = (attributes: string, what: 'rows' | 'columns'): number =>
  Number(new RegExp(`table:number-${what}-repeated="(\\d+)"`).exec(attributes)?.[1] ?? 1);

function cellWith({ formula, cell, text }: FormulaCell, attributes: string, down: number, right: number): string {
  const own = attributes.replaceAll(/\s*(?:office|calcext):value-type="[^"]*"/g, '');
  const type = cell.kind === 'text' ? 'string' : 'float';
  const value = cell.kind === 'text' ? '' : ` office:value="${cell.value}"`;
  const isKnown = cell.kind !== 'text' || text !== '';
  const typed = isKnown ? ` office:value-type="${type}"${value} calcext:value-type="${type}"` : '';
  const shown = text === '' ? '' : `<text:p>${escapeXml(text)}</text:p>`;
  const written = escapeXml(formula.forOpenDocument(down, right));
  return `<table:table-cell${own} table:formula="${written}"${typed}>${shown}</table:table-cell>`;
}
