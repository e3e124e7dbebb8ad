import { documentFormat } from '../../../domain/documents/templates/formats.ts';
import { asPngs } from './officeImages.ts';
import { prepareText } from './officePage.ts';
import type { OfficeWork } from './officeWork.ts';
import { firstFormatOf } from './sheets/finishSheet.ts';
import { prepareSheet, type SheetPlan } from './sheets/sheetPage.ts';

/** File name extensions. The one of Excel makes Calc read the file, not Writer. */
const READ = { text: 'html', sheet: 'xls' } as const;
/**
 * Options of the CSV filter: comma, double quote, UTF-8, from line 1, no column formats, default language, quotes only
 * where needed, cells as shown. With further options, the bundled engine puts numbers into quotes.
 */
const CSV = '44,34,76,1,1,0,false,true';

export interface Prepared {
  readonly page: Uint8Array;
  /** Extension of the file name, by which LibreOffice selects the import filter. */
  readonly read: 'html' | 'xls';
  /** The format that is made of the page. */
  readonly format: string;
  /** Options of the export filter. */
  readonly options: string;
  /** Only of a sheet: what is written into the result. If its format is not the requested one, it is converted then. */
  readonly plan?: SheetPlan;
}

/**
 * Prepares a page for a converter, native or bundled.
 *
 * @throws FormulaProblem, PdfProblem
 */
export async function prepare({ html: source, format }: OfficeWork): Promise<Prepared> {
  const office = documentFormat(format)?.office;
  if (!office) throw new Error(`the office converter does not support the format ${format}`);
  const html = await asPngs(source);
  const options = format === 'csv' ? CSV : '';
  if (office === 'text') return { page: encode(prepareText(html)), read: READ.text, format, options };
  const { page, plan } = prepareSheet(html, format);
  return { page: encode(page), read: READ.sheet, format: firstFormatOf(format, plan), options, plan };
}

const encode = (page: string): Uint8Array => new TextEncoder().encode(page);
