import { finishExcel } from './excelSheet.ts';
import { finishFlat, finishOpenDocument } from './openDocumentSheet.ts';
import type { SheetPlan } from './sheetPage.ts';

type Finish = (content: Uint8Array, plan: SheetPlan) => Uint8Array | Promise<Uint8Array>;

const byFormat: Readonly<Record<string, Finish>> = {
  xlsx: finishExcel,
  xlsm: finishExcel,
  ods: finishOpenDocument,
  ots: finishOpenDocument,
  fods: finishFlat,
};

/** Formats that are made of another one, because nothing else writes widths, formulas and the paper into them. */
const VIA: Readonly<Record<string, string>> = { xls: 'fods' };

/** Returns the format that LibreOffice makes of a page for a sheet, before widths, formulas and the paper are written into it. */
export const firstFormatOf = (format: string, plan: SheetPlan): string =>
  isEmpty(plan) ? format : (VIA[format] ?? format);

/** Writes widths, formulas and the paper into a sheet of the first format. A csv has none of them. */
export async function finishSheet(content: Uint8Array, format: string, plan: SheetPlan): Promise<Uint8Array> {
  const finish = byFormat[format];
  return finish && !isEmpty(plan) ? finish(content, plan) : content;
}

const isEmpty = ({ widths, formulas, paper }: SheetPlan): boolean =>
  widths.length === 0 && formulas.size === 0 && paper === undefined;
