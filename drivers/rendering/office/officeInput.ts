import { documentFormat } from '../../../domain/documents/templates/formats.ts';
import { asLandscape } from './landscape.ts';
import { asPngs } from './officeImages.ts';
import { prepareText } from './officePage.ts';
import type { OfficeWork } from './officeWork.ts';
import { finishSheet, firstFormatOf } from './sheets/finishSheet.ts';
import { prepareSheet } from './sheets/sheetPage.ts';
import { isLandscape, paperOf } from './sheets/sheetPaper.ts';

/** File name extensions. The one of Excel makes Calc read the file, not Writer. */
const READ = { text: 'html', sheet: 'xls' } as const;
/** Formats that would lack headers and footers if they were made of the page itself. */
const VIA_DOCX: ReadonlySet<string> = new Set(['rtf']);
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
  /** Writes into the result what a page cannot say. If its format is not the requested one, it is converted then. */
  readonly finish?: (content: Uint8Array) => Promise<Uint8Array>;
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
  if (office === 'text') {
    const text = { page: encode(prepareText(html)), read: READ.text, options };
    const paper = paperOf(html);
    if (paper && isLandscape(paper)) return { ...text, format: 'docx', finish: asLandscape };
    return { ...text, format: VIA_DOCX.has(format) ? 'docx' : format };
  }
  const { page, plan } = prepareSheet(html, format);
  const first = firstFormatOf(format, plan);
  const finish = (content: Uint8Array): Promise<Uint8Array> => finishSheet(content, first, plan);
  return { page: encode(page), read: READ.sheet, format: first, options, finish };
}

const encode = (page: string): Uint8Array => new TextEncoder().encode(page);
