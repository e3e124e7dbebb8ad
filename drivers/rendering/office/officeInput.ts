import { documentFormat } from '../../../domain/documents/templates/formats.ts';
import { prepareSheet, prepareText } from './officePage.ts';
import type { OfficeWork } from './officeWork.ts';

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
  /** Options of the export filter. */
  readonly options: string;
}

/** Prepares a page for a converter, native or bundled. */
export function prepare({ html, format }: OfficeWork): Prepared {
  const office = documentFormat(format)?.office;
  if (!office) throw new Error(`the office converter does not support the format ${format}`);
  const page = office === 'sheet' ? prepareSheet(html, format) : prepareText(html);
  return { page: new TextEncoder().encode(page), read: READ[office], options: format === 'csv' ? CSV : '' };
}
