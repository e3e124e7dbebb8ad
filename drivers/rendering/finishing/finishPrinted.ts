import { PDFDict, type PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';
import type { RenderWarning } from '../../../domain/ports/rendering.ts';
import type { PdfProperties } from '../documentProperties.ts';
import { MAX_PAGES } from './appendPages.ts';
import { type FinishedTexts, finishDocument, readPdf } from './finishPdf.ts';
import { hasMissingGlyphs } from './missingGlyphs.ts';

const MISSING = 'no font has some of the letters, so a box is drawn for each';

interface FinishedPdf {
  readonly content: Uint8Array;
  readonly warnings: readonly RenderWarning[];
}

const unfinished: FinishedTexts = { watermark: '', foreign: [], files: [], isArchive: false, isAccessible: false };

interface PrintedOptions {
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
  { properties, isTagged, textsOf }: PrintedOptions,
): Promise<FinishedPdf> {
  if (!first) throw new Error('a document has at least one part');
  const document = await readPdf(first);
  if (isTagged && !document.catalog.has(PDFName.of('StructTreeRoot')))
    throw new TemplateFault('the browser makes no structure; write LAYOUT as renderer', {
      member: 'pdf.accessibility',
    });
  const pages = [document.getPageCount()];
  let lacksGlyphs = hasMissingGlyphs(document);
  for (const part of others) {
    const source = await readPdf(part);
    pages.push(source.getPageCount());
    lacksGlyphs ||= hasMissingGlyphs(source);
    for (const page of await document.copyPages(source, source.getPageIndices())) document.addPage(page);
  }
  if (document.getPageCount() > MAX_PAGES) throw new TemplateFault(`the document has more than ${MAX_PAGES} pages`);
  if (properties) setProperties(document, properties);
  const texts = textsOf(pages) ?? unfinished;
  if (texts.isArchive && lacksGlyphs)
    throw new TemplateFault(`${MISSING}, which PDF/A-3B forbids; put a font with them under templates/fonts/`);
  // With attached files, their attachment converts it.
  if (texts.isArchive && texts.files.length === 0) document.convertToPDFA({ conformance: '3B' });
  return { content: await finishDocument(document, texts), warnings: lacksGlyphs ? [{ problem: MISSING }] : [] };
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
