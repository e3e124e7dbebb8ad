import { documentFormat } from '../../../domain/documents/templates/formats.ts';
import { prepareSheet, prepareText } from './officePage.ts';
import type { OfficeWork } from './officeWork.ts';

/** A sheet is opened as what Excel would open, so that Calc and not Writer reads it. */
const READ = { text: 'html', sheet: 'xls' } as const;
/**
 * Comma, double quote, UTF-8, from line 1, columns as they come, any language; text is quoted only where it has to be,
 * numbers are numbers and as they are shown. With more parts than these, the engine that comes along quotes numbers.
 */
const CSV = '44,34,76,1,1,0,false,true';

export interface Prepared {
  readonly page: Uint8Array;
  /** The end of its file's name. */
  readonly read: 'html' | 'xls';
  /** Of the filter that writes. */
  readonly options: string;
}

/** What a converter, whichever it is, is handed for a format. */
export function prepare({ html, format }: OfficeWork): Prepared {
  const office = documentFormat(format)?.office;
  if (!office) throw new Error(`the office converter makes no ${format}`);
  const page = office === 'sheet' ? prepareSheet(html, format) : prepareText(html);
  return { page: new TextEncoder().encode(page), read: READ[office], options: format === 'csv' ? CSV : '' };
}
