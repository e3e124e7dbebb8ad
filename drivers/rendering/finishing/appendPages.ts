import { EncryptedPDFError, PDFArray, PDFDict, PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib';
import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';

/** A PDF that somebody else wrote. */
export interface ForeignPdf {
  readonly bytes: Uint8Array;
  /** The page that it is inserted before: a number of pages of our own document. */
  readonly at: number;
  /** The member of the template that names it. */
  readonly member: string;
}

/** Maximum number of pages of a document with all that is appended. */
export const MAX_PAGES = 3_000;
/** Actions that the annotations of appended pages keep: they lead to a place or an address. */
const KEPT_ACTIONS = new Set(['/URI', '/GoTo']);
/** Annotations that are removed: they play, embed or run something. */
const REMOVED_ANNOTATIONS = new Set(['/FileAttachment', '/RichMedia', '/Screen', '/Movie', '/Sound', '/3D']);

/**
 * Inserts the pages of other PDFs. Scripts, actions, attachments and forms stay behind; filled fields show as they look.
 *
 * @throws TemplateFault if one is not a readable PDF, is encrypted, or has too many pages
 */
export async function appendPages(document: PDFDocument, foreign: readonly ForeignPdf[]): Promise<void> {
  let inserted = 0;
  for (const { bytes, at, member } of foreign) {
    const source = await load(bytes, member);
    const count = pagesOf(source, member);
    if (document.getPageCount() + count > MAX_PAGES)
      throw new TemplateFault(`makes the document longer than ${MAX_PAGES} pages`, { member });
    for (const page of await copied(document, source, member)) {
      withoutActions(page);
      document.insertPage(at + inserted++, page);
    }
  }
}

async function load(bytes: Uint8Array, member: string): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true, capNumbers: true });
  } catch (error) {
    // What is encrypted may also look broken.
    if (error instanceof EncryptedPDFError || Buffer.from(bytes).includes('/Encrypt '))
      throw new TemplateFault('the PDF is encrypted; append one without a password', { member });
    throw unreadable(member);
  }
}

function pagesOf(source: PDFDocument, member: string): number {
  try {
    return source.getPageCount();
  } catch {
    throw unreadable(member);
  }
}

async function copied(document: PDFDocument, source: PDFDocument, member: string): Promise<PDFPage[]> {
  try {
    return await document.copyPages(source, source.getPageIndices());
  } catch {
    throw unreadable(member);
  }
}

/** Messages of the library name its objects, not what is wrong with the file. */
const unreadable = (member: string): TemplateFault =>
  new TemplateFault('is not a readable PDF: it is damaged, or another kind of file', { member });

function withoutActions({ node }: PDFPage): void {
  node.delete(PDFName.of('AA'));
  // The structure tree is not copied: the keys of the page would refer to elements of the other document.
  node.delete(PDFName.of('StructParents'));
  const annotations = node.lookupMaybe(PDFName.of('Annots'), PDFArray);
  if (!annotations) return;
  for (let index = annotations.size() - 1; index >= 0; index--) {
    const annotation = annotations.lookup(index);
    if (!(annotation instanceof PDFDict) || REMOVED_ANNOTATIONS.has(nameAt(annotation, 'Subtype'))) {
      annotations.remove(index);
      continue;
    }
    annotation.delete(PDFName.of('AA'));
    annotation.delete(PDFName.of('StructParent'));
    const action = annotation.lookup(PDFName.of('A'));
    if (!(action instanceof PDFDict)) continue;
    if (KEPT_ACTIONS.has(nameAt(action, 'S'))) action.delete(PDFName.of('Next'));
    else annotation.delete(PDFName.of('A'));
  }
}

function nameAt(dictionary: PDFDict, key: string): string {
  const value = dictionary.lookup(PDFName.of(key));
  return value instanceof PDFName ? value.asString() : '';
}
