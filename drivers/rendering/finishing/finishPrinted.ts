import { PDFDict, type PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';
import type { PdfProperties } from '../documentProperties.ts';
import { nameOfLetter } from '../pdf/missingLetters.ts';
import { MAX_PAGES } from './appendPages.ts';
import { type FinishedTexts, finishDocument, readPdf } from './finishPdf.ts';
import { hasMissingGlyphs, missingLetters } from './missingGlyphs.ts';

/** Maximum number of letters that a problem lists. */
const MAX_LETTERS = 20;
const REMEDY = 'put a font with them under templates/fonts/, and its family into font-family';

/** Letters that no font of the browser's has. */
interface MissingLetters {
  readonly problem: string;
  readonly remedy: string;
  /** Those that the problem lists; none if unknown. */
  readonly letters: readonly string[];
  /** The number of the part that has them, from 0 on. */
  readonly part: number;
}

interface FinishedPdf {
  readonly content: Uint8Array;
  readonly missing: readonly MissingLetters[];
}

const unfinished: FinishedTexts = { watermark: '', foreign: [], files: [], isArchive: false, isAccessible: false };

interface PrintedOptions {
  /** The different letters of each part that a browser has printed; undefined for others, which have their own warnings. */
  readonly letters: readonly (string | undefined)[];
  /** Absent where the document has them already. */
  readonly properties: PdfProperties | undefined;
  /** Whether the document must have a structure. */
  readonly isTagged: boolean;
  /** Returns what `pdf` of the template says, for the number of pages of each part; undefined for nothing. */
  readonly textsOf: (pages: readonly number[]) => FinishedTexts | undefined;
}

/**
 * Puts the PDFs of a document and of the templates that follow together, gives the whole its properties, and finishes it.
 * Throws TemplateFault.
 */
export async function finishPrinted(
  [first, ...others]: readonly Uint8Array[],
  { letters, properties, isTagged, textsOf }: PrintedOptions,
): Promise<FinishedPdf> {
  if (!first) throw new Error('a document has at least one part');
  const document = await readPdf(first);
  if (isTagged && !document.catalog.has(PDFName.of('StructTreeRoot')))
    throw new TemplateFault('the browser makes no structure; write LAYOUT as renderer', {
      member: 'pdf.accessibility',
    });
  const pages = [document.getPageCount()];
  const missing = [missingIn(document, letters[0], 0)];
  for (const part of others) {
    const source = await readPdf(part);
    missing.push(missingIn(source, letters[pages.length], pages.length));
    pages.push(source.getPageCount());
    for (const page of await document.copyPages(source, source.getPageIndices())) document.addPage(page);
  }
  if (document.getPageCount() > MAX_PAGES) throw new TemplateFault(`the document has more than ${MAX_PAGES} pages`);
  if (properties) setProperties(document, properties);
  const texts = textsOf(pages) ?? unfinished;
  const found = missing.filter((one) => one !== undefined);
  if (texts.isArchive && found[0]) throw new TemplateFault(`${found[0].problem}, which PDF/A-3B forbids: ${REMEDY}`);
  // With attached files, their attachment converts it.
  if (texts.isArchive && texts.files.length === 0) document.convertToPDFA({ conformance: '3B' });
  const warned = found.filter(({ part }) => letters[part] !== undefined);
  return { content: await finishDocument(document, texts), missing: warned };
}

function missingIn(document: PDFDocument, letters: string | undefined, part: number): MissingLetters | undefined {
  if (!hasMissingGlyphs(document)) return undefined;
  const found = missingLetters(document, letters ?? '');
  const more = found.length > MAX_LETTERS ? ` and ${found.length - MAX_LETTERS} more` : '';
  const listed = found.slice(0, MAX_LETTERS);
  const list = found.length === 0 ? 'some of the letters' : `${listed.map(nameOfLetter).join(' ')}${more}`;
  return { problem: `no font has ${list}, so a box is drawn for each`, remedy: REMEDY, letters: listed, part };
}

function setProperties(document: PDFDocument, { title, author, subject, keywords, language }: PdfProperties): void {
  document.setCreator('Waybill');
  if (author !== undefined) document.setAuthor(author);
  if (subject !== undefined) document.setSubject(subject);
  if (keywords !== undefined) document.setKeywords([keywords]);
  if (language !== undefined) document.setLanguage(language);
  if (title !== undefined) document.setTitle(title, { showInWindowTitleBar: true });
  else {
    // Browsers name a page without a title by its address.
    const info = document.context.lookup(document.context.trailerInfo.Info);
    if (info instanceof PDFDict) info.delete(PDFName.of('Title'));
  }
}
